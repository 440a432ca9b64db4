/** The record of every attempt to change something, accepted or refused; rows are only ever added. */
import type { ProblemCode } from '../../contract/errors.ts'
import type { Writer } from '../kit/database.ts'
import type { SystemsTables } from './systems.tables.ts'

export type AuditAction =
  | 'settings'
  | 'system connect'
  | 'system share'
  | 'system change'
  | 'member invite'
  | 'member join'
  | 'member remove'
  | 'provider stop'
  | 'credential issue'
  | 'credential revoke'
  | 'geofence save'
  | 'geofence change'
  | 'geofence delete'
  | 'probe soil'
  | 'readings import'

export interface AuditEntry {
  at: Date
  /** Null: somebody at the installation's command line. */
  userId: number | null
  action: AuditAction
  systemId?: number
  systemName?: string
  settingsRev?: number
  commandId?: string
  before?: unknown
  after?: unknown
  outcome: 'accepted' | ProblemCode
}

export async function recordAudit(tx: Writer, entry: AuditEntry): Promise<void> {
  const json = (value: unknown) => (value == null ? null : JSON.stringify(value))
  await tx
    .withTables<SystemsTables>()
    .insertInto('audit')
    .values({
      at: entry.at,
      user_id: entry.userId,
      action: entry.action,
      system_id: entry.systemId ?? null,
      system_name: entry.systemName ?? null,
      settings_rev: entry.settingsRev ?? null,
      command_id: entry.commandId ?? null,
      before: json(entry.before),
      after: json(entry.after),
      outcome: entry.outcome,
    })
    .execute()
}
