/** SQL of one system's details on the desk, of all systems on a map, and of the audit. */
import { sql } from 'kysely'
import type { DeskCredential, DeskMap, DeskSystem } from '#contract/accounts/desk.ts'
import type { AuditQuery, DeskAuditEntry } from '#contract/accounts/desk-audit.ts'
import type { Reader } from '../../kit/postgres/transactions.ts'

type Rows = Pick<DeskSystem, 'members' | 'sensors' | 'credentials'>

interface DeskDetails extends Rows {
  connectedAt: Date
  decommissionedAt: Date | null
  stopped: boolean
}

/** Members, last readings of probes, and credentials issued for its devices, newest first. */
export async function selectDeskDetails(db: Reader, systemId: number): Promise<DeskDetails | undefined> {
  const { rows } = await sql<Omit<DeskDetails, 'sensors' | 'credentials'> & { controllerId: number }>`
    select s.controller_id as "controllerId", s.connected_at as "connectedAt", s.provider_stopped as stopped,
           s.decommissioned_at as "decommissionedAt", coalesce((
      select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email, 'role', m.role,
               'active', u.active) order by m.role <> 'owner', u.email)
        from memberships m join users u on u.id = m.user_id where m.system_id = s.id), '[]') as members
      from systems s where s.id = ${systemId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { controllerId, ...standing } = row
  const sensors = await sql<{ probe: number; depth_cm: number; last_at: Date; last_value: number }>`
    select probe, depth_cm, last_at, last_value from sensors where controller_id = ${controllerId}
     order by probe, depth_cm`.execute(db)
  const credentials = await sql<{
    id: string
    kind: DeskCredential['kind']
    issued_at: Date
    revoked_at: Date | null
  }>`
    select id, kind, issued_at, revoked_at from device_credentials where controller_id = ${controllerId}
     order by revoked_at is not null, kind, issued_at desc, id limit 40`.execute(db)
  return {
    ...standing,
    sensors: sensors.rows.map((sensor) => ({ ...sensor, last_at: sensor.last_at.toISOString() })),
    credentials: credentials.rows.map(({ issued_at, revoked_at, ...credential }) => ({
      ...credential,
      issued_at: issued_at.toISOString(),
      revoked_at: revoked_at?.toISOString() ?? null,
    })),
  }
}

/** Every system, by name. */
export async function selectMap(db: Reader): Promise<DeskMap> {
  const { rows } = await sql<DeskMap>`
    select coalesce(array_agg(name), '{}') as names, coalesce(array_agg(latitude), '{}') as latitudes,
           coalesce(array_agg(longitude), '{}') as longitudes, coalesce(array_agg(state), '{}') as states
      from (
        select s.name, s.latitude, s.longitude,
               case when l.online then 0 when l.last_seen is null then 2 else 1 end as state
          from systems s join controller_links l on l.controller_id = s.controller_id
         where s.decommissioned_at is null order by s.name) placed`.execute(db)
  return rows[0] ?? { names: [], latitudes: [], longitudes: [], states: [] }
}

/** The account a system is offered to, and until when. */
export async function offerOf(
  db: Reader,
  systemId: number,
): Promise<{ name: string; email: string; expiresAt: Date } | undefined> {
  const { rows } = await sql<{ name: string; email: string; expiresAt: Date }>`
    select u.name, u.email, t.expires_at as "expiresAt" from ownership_transfers t join users u on u.id = t.user_id
     where t.system_id = ${systemId}`.execute(db)
  return rows[0]
}

interface AuditRow extends Omit<DeskAuditEntry, 'at'> {
  at: Date
}

/** Actions and attempts, newest first. */
export async function selectAudit(
  db: Reader,
  { search = '', outcome, from, to, before }: AuditQuery,
  limit: number,
): Promise<DeskAuditEntry[]> {
  const like = `%${search.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const words = search.trim()
    ? sql`(a.system_name ilike ${like} or a.action ilike ${like} or u.name ilike ${like} or u.email ilike ${like})`
    : sql`true`
  const result =
    outcome === undefined
      ? sql`true`
      : outcome === 'accepted'
        ? sql`a.outcome = 'accepted'`
        : sql`a.outcome <> 'accepted'`
  const { rows } = await sql<AuditRow>`
    select a.id, a.at, u.name as who, a.user_id, a.action, a.system_name as system, a.outcome, a.before, a.after
      from audit a left join users u on u.id = a.user_id
     where ${words} and ${result}
       and (${from ?? null}::date is null or a.at >= ${from ?? null}::date)
       and (${to ?? null}::date is null or a.at < ${to ?? null}::date + 1)
       and (${before ?? null}::bigint is null or a.id < ${before ?? null}::bigint)
     order by a.id desc limit ${limit}`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}
