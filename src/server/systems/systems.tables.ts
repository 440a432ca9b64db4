/** Tables of this feature as kysely sees them. */
import type { ColumnType, Generated } from 'kysely'
import type { SoilTexture } from '../../agronomy/soil-texture.ts'
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
  settings_rev: Generated<number>
  connected_at: Date
}

export interface MembershipsTable {
  system_id: number
  user_id: number
  role: Role
}

/** `before` and `after` are JSON documents, written as text. */
export interface SystemCommandsTable {
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

export interface AuditTable {
  id: Generated<number>
  at: Date
  user_id: number | null
  action: string
  system_id: number | null
  system_name: string | null
  settings_rev: number | null
  command_id: string | null
  before: unknown
  after: unknown
  outcome: string
}

// a type, not an interface: kysely wants an index signature
export type SystemsTables = {
  systems: SystemsTable
  memberships: MembershipsTable
  system_commands: SystemCommandsTable
  audit: AuditTable
}
