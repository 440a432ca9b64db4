/** Stores the status messages of controllers: which connected, which disconnected. */
import { sql } from 'kysely'
import type { StatusDocument } from '../../contract/controller.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import { lockControllers } from './controllers.store.ts'
import { insertConnections } from './links.store.ts'

/** A status message of one controller. */
export interface ReceivedStatus {
  controllerId: number
  status: StatusDocument
  /** Retained by the broker: says nothing about who is online now. */
  retained: boolean
  receivedAt: Date
}

export interface StoredStatus {
  /** Whether it went online or offline, or began a new session. */
  changed: boolean
  online: boolean
  lastSeen: Date | null
}

/**
 * Stores status messages of different controllers, in the same number of statements for thousands as for one. With `wait` it waits for
 * locked controllers, otherwise it skips their messages. The offline message of a session that is not the current one changes
 * nothing.
 */
export async function storeStatuses(
  tx: ServerTx,
  received: ReceivedStatus[],
  { wait }: { wait: boolean },
): Promise<Map<number, StoredStatus>> {
  const locked = await lockControllers(
    tx,
    received.map(({ controllerId }) => controllerId),
    wait,
  )
  const links = await lockLinks(tx, [...locked.keys()])
  const updates: Update[] = []
  const outcomes = new Map<number, StoredStatus>()
  for (const status of received) {
    const link = links.get(status.controllerId)
    if (!link) continue
    const update = updateOf(status, link)
    if (update) updates.push(update)
    const { online, lastSeen } = update ?? link
    outcomes.set(status.controllerId, { changed: update?.changed ?? false, online, lastSeen })
  }
  await updateLinks(tx, updates)
  await insertConnections(
    tx,
    updates
      .filter(({ changed }) => changed)
      .map(({ controllerId, online, receivedAt }) => ({ controllerId, online, at: receivedAt })),
  )
  return outcomes
}

interface Link {
  session: string | null
  online: boolean
  lastSeen: Date | null
  statusAt: Date | null
}

async function lockLinks(tx: ServerTx, controllerIds: number[]): Promise<Map<number, Link>> {
  const { rows } = await sql<Link & { controllerId: number }>`
    select controller_id as "controllerId", session, online, last_seen as "lastSeen", status_at as "statusAt"
      from controller_links where controller_id = any (${controllerIds}::integer[])
     order by controller_id for update`.execute(tx)
  return new Map(rows.map((row) => [row.controllerId, row]))
}

interface Update extends StoredStatus {
  controllerId: number
  session: string
  sameSession: boolean
  receivedAt: Date
  /** When it last said that it is online, or that became known. */
  statusAt: Date | null
}

/** @returns null when the message changes nothing */
function updateOf({ controllerId, status, retained, receivedAt }: ReceivedStatus, link: Link): Update | null {
  // a message that was set aside is older than the current status
  if (link.statusAt && link.statusAt > receivedAt) return null
  const { session } = status
  const online = status.state === 'online'
  const sameSession = link.session === session
  if (!online && !sameSession) return null
  // an offline message is of its own session alone: the next one may have come before it, and be stored after it;
  // what the broker repeats of a known session is no new sign of the controller
  const statusAt = online && !(retained && sameSession) ? receivedAt : link.statusAt
  // an offline message usually comes from the broker, long after the controller's last message
  const lastSeen = online && !retained ? receivedAt : link.lastSeen
  const changed = !sameSession || online !== link.online
  return { controllerId, online, session, sameSession, receivedAt, statusAt, lastSeen, changed }
}

async function updateLinks(tx: ServerTx, updates: Update[]): Promise<void> {
  if (updates.length === 0) return
  await sql`
    update controller_links l
       set online = u.online, session = u.session, silent = false, last_seen = u.last_seen, status_at = u.status_at,
           -- a new session may count and tell the time anew
           telemetry_at = case when u.same_session then l.telemetry_at end,
           telemetry_seq = case when u.same_session then l.telemetry_seq end
      from unnest(
        ${updates.map(({ controllerId }) => controllerId)}::integer[],
        ${updates.map(({ online }) => online)}::boolean[],
        ${updates.map(({ session }) => session)}::text[],
        ${updates.map(({ sameSession }) => sameSession)}::boolean[],
        ${updates.map(({ lastSeen }) => lastSeen?.toISOString() ?? null)}::timestamptz[],
        ${updates.map(({ statusAt }) => statusAt?.toISOString() ?? null)}::timestamptz[]
      ) as u (controller_id, online, session, same_session, last_seen, status_at)
     where l.controller_id = u.controller_id`.execute(tx)
}
