/** Kysely types of the tables of this feature. */
import type { ColumnType, Generated } from 'kysely'
import type { SoilTexture } from '../../agronomy/soil/soil-texture.ts'
import type { Role, Settings } from '../../contract/systems.ts'

export interface SystemsTable {
  id: Generated<number>
  controller_id: number
  name: string
  latitude: number
  longitude: number
  time_zone: string
  tower_radii_m: number[]
  overhang_m: number
  arc_start: number | null
  arc_end: number | null
  flow_gpm: number | null
  speed_100_m_min: number | null
  texture: SoilTexture
  local_only: Generated<boolean>
  /** The provider has stopped new settings of this system. */
  provider_stopped: Generated<boolean>
  /** m3/m3; null for the texture's value. */
  field_capacity: Generated<number | null>
  wilting_point: Generated<number | null>
  /** Share of the gross depth that reaches the root zone. */
  application_efficiency: Generated<number>
  /** Depth found by catch cans divided by the computed depth. */
  depth_factor: Generated<number | null>
  settings_rev: Generated<number>
  connected_at: Date
  decommissioned_at: Generated<Date | null>
  ownerless_since: Generated<Date | null>
}

interface MembershipsTable {
  id: Generated<number>
  system_id: number
  user_id: number
  role: Role
}

/** For addresses without an active account. */
interface InvitationsTable {
  id: Generated<number>
  system_id: number
  email: string
  role: Exclude<Role, 'owner'>
  invited_at: Date
}

/** A single row. */
interface ProviderStopTable {
  stopped: boolean
  since: Date | null
  by_name: string | null
}

/** `before` and `after` are JSON documents, written as text. */
interface SystemCommandsTable {
  id: string
  system_id: number
  settings_rev: number
  user_id: number | null
  user_name: string
  before: ColumnType<Settings | null, string | null, never>
  after: ColumnType<Settings, string, never>
  saved_at: Date
  idempotency_key: string | null
}

// a type alias: kysely needs the implicit index signature that interfaces lack
export type SystemsTables = {
  systems: SystemsTable
  memberships: MembershipsTable
  invitations: InvitationsTable
  provider_stop: ProviderStopTable
  system_commands: SystemCommandsTable
}
