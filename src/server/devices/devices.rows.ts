/** Rows of migrations/003-devices.sql as the queries see them. */
import type { ColumnType, Generated } from 'kysely'
import type {
  CredentialKind,
  DesiredDocument,
  ReportedDocument,
  TelemetryDocument,
} from '../../contract/controller.ts'

/** Read as a document, written as its JSON text. */
type Json<T> = ColumnType<T, string, string>

// kysely wants a type alias: an interface has no index signature
export type DeviceTables = {
  controllers: {
    id: Generated<number>
    topic_id: string
    rev: Generated<number>
    settings_rev: Generated<number>
    rev_at: Date | null
    renew_at: Date | null
    settled_rev: Generated<number>
    unsettled: Generated<boolean>
    created_at: Date
  }
  publications: { controller_id: number }
  device_credentials: {
    id: string
    controller_id: number
    kind: CredentialKind
    secret_sha256: Buffer
    issued_at: Date
    revoked_at: Date | null
  }
  controller_links: {
    controller_id: number
    session: string | null
    online: Generated<boolean>
    last_seen: Date | null
    telemetry: Json<TelemetryDocument> | null
    telemetry_at: Date | null
    telemetry_seq: number | null
    telemetry_heard_at: Date | null
    reported: Json<ReportedDocument> | null
    reported_at: Date | null
    seen_rev: Generated<number | null>
    silent: Generated<boolean>
    status_at: Date | null
    pumped_m3: Generated<number>
    unheard_ms: Generated<number>
    tracked_at: Date | null
    stopped_wet_since: Date | null
  }
  machine_track: {
    controller_id: number
    at: Date
    angle_deg: number
    direction: TelemetryDocument['direction']
    moving: boolean
    wet: boolean
    timer_pct: number | null
    flow_lps: number | null
    pressure_kpa: number | null
    pumped_m3: number
    unheard_ms: number
  }
  desired_states: {
    controller_id: number
    rev: number
    settings_rev: number
    command_id: string
    document: Json<DesiredDocument>
    /** Of the document; made by the database. */
    mode: Generated<DesiredDocument['mode']>
    rx_sha256: string
    issued_at: Date
    valid_until: Date
    sent_at: Date | null
    received_at: Date | null
    applied_at: Date | null
    rejected_at: Date | null
    rejected_code: string | null
    expired_at: Date | null
    warned_at: Date | null
  }
  controller_connections: { id: Generated<number>; controller_id: number; online: boolean; at: Date }
  controller_events: { controller_id: number; event_id: string; at: Date; code: string; heard_at: Date }
  as_applied: {
    controller_id: number
    rev: number
    sector: number
    from_at: Date
    to_at: Date
    depth_in: number[]
  }
}
