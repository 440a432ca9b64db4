/** SQL of prescriptions. */
import { type ColumnType, sql } from 'kysely'
import type {
  PrescriptionCause,
  PrescriptionInputs,
  PrescriptionTotals,
} from '../../contract/prescriptions.ts'
import { type Reader, sendWithCommit, type ServerTx } from '../kit/postgres/transactions.ts'

// a type alias: kysely needs the implicit index signature that interfaces lack
type PrescriptionsTables = {
  prescriptions: {
    system_id: number
    rev: number
    settings_rev: number
    made_at: Date
    cause: PrescriptionCause
    sha256: string
    fingerprint: string
    percent: Buffer
    reason: Buffer
    geofence: Buffer
    cover: Buffer | null
    timer_pct: number[] | null
    totals: ColumnType<PrescriptionTotals, string, never>
    inputs: ColumnType<PrescriptionInputs, string, never>
  }
  prescription_paces: { system_id: number; computed_at: Date }
}

/** A stored prescription. */
export interface StoredPrescription {
  /** The first publication that carried it. */
  rev: number
  settingsRev: number
  madeAt: Date
  cause: PrescriptionCause
  sha256: string
  /** Hash of everything that the controller runs. */
  fingerprint: string
  percent: Uint8Array
  reason: Uint8Array
  geofence: Uint8Array
  /** Coverage of the root zone by sensors, whole per cent; null when it was not stored. */
  cover: Uint8Array | null
  timerPct: number[] | null
  totals: PrescriptionTotals
  inputs: PrescriptionInputs
}

export function insertPrescription(tx: ServerTx, systemId: number, prescription: StoredPrescription): void {
  const statement = tx
    .withTables<PrescriptionsTables>()
    .insertInto('prescriptions')
    .values({
      system_id: systemId,
      rev: prescription.rev,
      settings_rev: prescription.settingsRev,
      made_at: prescription.madeAt,
      cause: prescription.cause,
      sha256: prescription.sha256,
      fingerprint: prescription.fingerprint,
      percent: Buffer.from(prescription.percent),
      reason: Buffer.from(prescription.reason),
      geofence: Buffer.from(prescription.geofence),
      cover: prescription.cover && Buffer.from(prescription.cover),
      timer_pct: prescription.timerPct,
      totals: JSON.stringify(prescription.totals),
      inputs: JSON.stringify(prescription.inputs),
    })
  sendWithCommit(tx, statement)
}

/** The newest one, or the one of a publication. */
export async function selectPrescription(
  db: Reader,
  systemId: number,
  rev: number | null = null,
): Promise<StoredPrescription | undefined> {
  const query = db
    .withTables<PrescriptionsTables>()
    .selectFrom('prescriptions')
    .where('system_id', '=', systemId)
  const row = await (rev === null ? query : query.where('rev', '<=', rev))
    .selectAll()
    .orderBy('rev', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { rev: first, settings_rev, made_at, timer_pct, ...rest } = row
  return { ...rest, rev: first, settingsRev: settings_rev, madeAt: made_at, timerPct: timer_pct }
}

/** When the last ones with these causes were made, newest first; limited to a day's maximum. */
export async function newestOfReadings(
  db: Reader,
  systemId: number,
  causes: readonly PrescriptionCause[],
): Promise<Date[]> {
  const rows = await db
    .withTables<PrescriptionsTables>()
    .selectFrom('prescriptions')
    .where('system_id', '=', systemId)
    .where('cause', 'in', causes)
    .select('made_at')
    .orderBy('rev', 'desc')
    .limit(6)
    .execute()
  return rows.map(({ made_at: madeAt }) => madeAt)
}

/** Percentages of the prescriptions under these settings since an instant, without the newest. */
export async function percentsSince(
  db: Reader,
  systemId: number,
  settingsRev: number,
  since: Date,
): Promise<Uint8Array[]> {
  const rows = await db
    .withTables<PrescriptionsTables>()
    .selectFrom('prescriptions')
    .where('system_id', '=', systemId)
    .where('settings_rev', '=', settingsRev)
    .where('made_at', '>', since)
    .select('percent')
    .orderBy('rev', 'desc')
    .offset(1)
    .limit(40)
    .execute()
  return rows.map(({ percent }) => percent)
}

/** Newest first, older than `before`. */
export async function selectHistory(db: Reader, systemId: number, before: number | null, limit: number) {
  const page = db
    .withTables<PrescriptionsTables>()
    .selectFrom('prescriptions')
    .where('system_id', '=', systemId)
    .select(['rev', 'settings_rev', 'made_at', 'cause', 'sha256', 'totals'])
    .select([
      sql<PrescriptionInputs['basis']>`inputs ->> 'basis'`.as('basis'),
      sql<boolean>`(inputs ->> 'uniform')::boolean`.as('uniform'),
      sql<boolean>`coalesce(inputs -> 'settings' ? 'finish_arc', false)`.as('finishing'),
    ])
    .orderBy('rev', 'desc')
    .limit(limit)
  return before === null ? page.execute() : page.where('rev', '<', before).execute()
}

/** The newest publication of a controller; renewals carry the same prescription. */
export async function newestRev(db: Reader, controllerId: number): Promise<number> {
  const row = await db
    .withTables<{ controllers: { id: number; rev: number } }>()
    .selectFrom('controllers')
    .where('id', '=', controllerId)
    .select('rev')
    .executeTakeFirst()
  return row?.rev ?? 0
}

/** When a system's prescription was last recomputed automatically; null before the first time. */
export interface Pace {
  systemId: number
  computedAt: Date | null
}

/** For one system, for the system of a controller, or, with null, for all. */
export async function selectPaces(
  db: Reader,
  of: { systemId: number } | { controllerId: number | null },
): Promise<Pace[]> {
  const { rows } = await sql<Pace>`
    select s.id as "systemId", p.computed_at as "computedAt"
      from systems s left join prescription_paces p on p.system_id = s.id
     where ${'systemId' in of ? sql`s.id = ${of.systemId}` : of.controllerId === null ? sql`true` : sql`s.controller_id = ${of.controllerId}`}
     order by s.id`.execute(db)
  return rows
}

export async function noteComputed(tx: ServerTx, systemId: number, now: Date): Promise<void> {
  await tx
    .withTables<PrescriptionsTables>()
    .insertInto('prescription_paces')
    .values({ system_id: systemId, computed_at: now })
    .onConflict((conflict) => conflict.column('system_id').doUpdateSet({ computed_at: now }))
    .execute()
}
