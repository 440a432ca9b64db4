/** Stores the status messages of controllers: which connected, which disconnected. */
import { sql } from 'kysely'
import type { StatusDocument } from '../../contract/controller.ts'
import type { ServerTx } from '../kit/postgres/database.ts'
import { lockControllers } from './controllers.store.ts'
import { insertConnections } from './links.store.ts'

/** A status message of one controller. */
export interface ReceivedStatus {
  controllerId: number
  status: StatusDocument
  /** Kept by the broker from earlier: says nothing about who is there now. */
  retained: boolean
  heardAt: Date
}

export interface StoredStatus {
  /** Whether the controller is there now where it was not before, or the reverse, or began a new session. */
  changed: boolean
  online: boolean
  lastSeen: Date | null
}

/**
 * Stores status messages of different controllers, by controller, in as many statements for thousands as for one. With `wait` it waits
 * for controllers that others hold, otherwise it leaves their messages out. The offline message of a session that is not the current one
 * changes nothing.
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
  const stored = new Map<number, StoredStatus>()
  for (const each of received) {
    const link = links.get(each.controllerId)
    if (!link) continue
    const update = updateOf(each, link)
    if (update) updates.push(update)
    const { online, lastSeen } = update ?? link
    stored.set(each.controllerId, { changed: update?.changed ?? false, online, lastSeen })
  }
  await updateLinks(tx, updates)
  await insertConnections(
    tx,
    updates
      .filter(({ changed }) => changed)
      .map(({ controllerId, online, heardAt }) => ({ controllerId, online, at: heardAt })),
  )
  return stored
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
  heardAt: Date
}

/** @returns null where the message changes nothing */
function updateOf({ controllerId, status, retained, heardAt }: ReceivedStatus, link: Link): Update | null {
  // one that had to be set aside was overtaken
  if (link.statusAt && link.statusAt > heardAt) return null
  const { session } = status
  const online = status.state === 'online'
  const sameSession = link.session === session
  if (!online && !sameSession) return null
  // an offline message is mostly the broker's, long after the controller's last word
  const lastSeen = online && !retained ? heardAt : link.lastSeen
  const changed = !sameSession || online !== link.online
  return { controllerId, online, session, sameSession, heardAt, lastSeen, changed }
}

async function updateLinks(tx: ServerTx, updates: Update[]): Promise<void> {
  if (updates.length === 0) return
  await sql`
    update controller_links l
       set online = u.online, session = u.session, silent = false, last_seen = u.last_seen,
           -- an offline message is of its own session alone: the next one may have come before it, and be stored after it
           status_at = case when u.online then u.heard_at else l.status_at end,
           -- a new session may count and tell the time anew
           telemetry_at = case when u.same_session then l.telemetry_at end,
           telemetry_seq = case when u.same_session then l.telemetry_seq end
      from unnest(
        ${updates.map(({ controllerId }) => controllerId)}::integer[],
        ${updates.map(({ online }) => online)}::boolean[],
        ${updates.map(({ session }) => session)}::text[],
        ${updates.map(({ sameSession }) => sameSession)}::boolean[],
        ${updates.map(({ lastSeen }) => lastSeen?.toISOString() ?? null)}::timestamptz[],
        ${updates.map(({ heardAt }) => heardAt.toISOString())}::timestamptz[]
      ) as u (controller_id, online, session, same_session, last_seen, heard_at)
     where l.controller_id = u.controller_id`.execute(tx)
}
