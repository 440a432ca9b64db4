/** The audit log of every attempted change, accepted or refused; rows are only added. */
import type { Generated } from 'kysely'
import type { ProblemCode } from '../../contract/errors.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'

export type AuditAction =
  | 'settings'
  | 'system connect'
  | 'system share'
  | 'system change'
  | 'catch cans'
  | 'member invite'
  | 'member join'
  | 'member remove'
  | 'provider stop'
  | 'provider call'
  | 'audit export'
  | 'view ask'
  | 'view allow'
  | 'view end'
  | 'view open'
  | 'view close'
  | 'view call'
  | 'person mail'
  | 'person act'
  | 'person export'
  | 'person erase'
  | 'system geometry'
  | 'system stop'
  | 'system transfer'
  | 'system ownerless'
  | 'system decommission'
  | 'credential rotate'
  | 'controller replace'
  | 'provider grant'
  | 'credential issue'
  | 'credential revoke'
  | 'geofence save'
  | 'geofence change'
  | 'geofence delete'
  | 'soil zone save'
  | 'soil zone change'
  | 'soil zone delete'
  | 'soil zones import'
  | 'probe soil'
  | 'probe verdict'
  | 'licence change'
  | 'rain change'
  | 'crop change'
  | 'weather import'
  | 'weather remove'
  | 'pump change'
  | 'readings import'
  | 'readings fields'
  | 'alert acknowledge'

// a type, not an interface: kysely needs an index signature
type AuditTables = { audit: AuditTable }

interface AuditTable {
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

export interface AuditEntry {
  at: Date
  /** Null for the command line. */
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

export async function recordAudit(tx: ServerTx, entry: AuditEntry): Promise<void> {
  const json = (value: unknown) =>
    value == null
      ? null
      : JSON.stringify(value, (_key, item: unknown) => (typeof item === 'string' ? storable(item) : item))
  await tx
    .withTables<AuditTables>()
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

/** Text that the database accepts: without NUL or unpaired surrogates. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{FFFD}')
}

/** Times of the last hour's invitations by this user, newest first. */
export async function invitationsSince(db: Reader, userId: number, since: Date): Promise<Date[]> {
  const rows = await db
    .withTables<AuditTables>()
    .selectFrom('audit')
    .select('at')
    .where('user_id', '=', userId)
    .where('action', '=', 'member invite')
    .where('outcome', '=', 'accepted')
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .execute()
  return rows.map(({ at }) => at)
}
