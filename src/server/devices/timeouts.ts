/** Renews desired states before they expire, and marks controllers offline that have been silent for too long. */
import type { Kit } from '../installation/kit.ts'
import { lockController, SHARDS } from './controllers.store.ts'
import { insertRenewal, selectDueForRenewal } from './desired.store.ts'
import { linkChanged, publicationDue } from './devices.events.ts'
import {
  markSilentOffline,
  type ShardSubscription,
  selectDeadlines,
  TELEMETRY_INTERVAL_S,
} from './links.store.ts'

type Needs = Pick<Kit, 'clock' | 'database' | 'events'>

/** Extends states past half their validity by another 72 hours, where the controller is online. */
export async function renewDue({ clock, database, events }: Needs): Promise<void> {
  for (const controllerId of await selectDueForRenewal(database.reader, clock.now()))
    await database.write(async (tx) => {
      await lockController(tx, controllerId)
      // another process may have done it meanwhile
      const [stillDue] = await selectDueForRenewal(tx, clock.now(), controllerId)
      if (stillDue === undefined) return
      await insertRenewal(tx, controllerId, clock.now())
      await events.publish(tx, publicationDue, { controllerId })
    })
}

const CHECK_EVERY_MS = 2000
/** A check this late means that this process was paused: messages may still be queued. */
const LATE_MS = 3 * CHECK_EVERY_MS
/** Finds controllers that came online through a message that another process stored. */
const RELOAD_EVERY_MS = 10 * 60_000

export interface OfflineDetection {
  start(): void
  stop(): void
  /** A message of a controller of these shards was stored; `moving` from its newest telemetry, null for other messages. */
  contacted(controllerId: number, at: Date, moving: boolean | null): void
}

/** @param subscriptions the shards that this process receives, and since when */
export function createOfflineDetection(
  { clock, database, events, log }: Kit,
  subscriptions: () => ShardSubscription[],
): OfflineDetection {
  let timer: NodeJS.Timeout | undefined
  let checkedAt = Date.now()
  /** Silence is counted from here at the earliest. */
  let runningSince = clock.now()
  /** Per online controller, when to check it in the database. Only a cache: the database decides. */
  const deadlines = new Map<number, number>()
  /** Per shard, the state of its subscription when its controllers were loaded, and when that was. */
  const loaded = new Map<number, { version: string; at: number }>()

  /** Keeps the earlier of two deadlines: too early costs one query. */
  function checkBy(controllerId: number, until: number): void {
    deadlines.set(controllerId, Math.min(until, deadlines.get(controllerId) ?? until))
  }

  /** Loads the controllers of shards that were taken over: other processes stored their messages. */
  async function loadDeadlines(heldShards: ShardSubscription[]): Promise<void> {
    const now = clock.now().getTime()
    for (const shard of [...loaded.keys()].filter((loadedShard) =>
      heldShards.every(({ shard }) => shard !== loadedShard),
    ))
      loaded.delete(shard)
    for (const id of [...deadlines.keys()].filter((controllerId) => !loaded.has(controllerId % SHARDS)))
      deadlines.delete(id)
    const shards = heldShards.flatMap(({ shard, since, gaps }) => {
      const version = `${since.getTime()} ${gaps.at(-1)?.from.getTime() ?? 0}`
      const lastLoad = loaded.get(shard)
      if (lastLoad?.version === version && now - lastLoad.at < RELOAD_EVERY_MS) return []
      return [{ shard, version }]
    })
    if (shards.length === 0) return
    const online = await selectDeadlines(database.reader, { shards: shards.map(({ shard }) => shard) })
    for (const { shard, version } of shards) loaded.set(shard, { version, at: now })
    // the messages that the previous owner stored last may be missing from this list
    const soon = now + 2000 * TELEMETRY_INTERVAL_S.moving
    for (const { controllerId, at } of online) checkBy(controllerId, Math.min(soon, at?.getTime() ?? 0))
  }

  async function check(): Promise<void> {
    if (Date.now() - checkedAt > LATE_MS) runningSince = clock.now()
    checkedAt = Date.now()
    const heldShards = subscriptions()
    await loadDeadlines(heldShards)
    const now = clock.now()
    const dueIds = [...deadlines].filter(([, until]) => until <= now.getTime()).map(([id]) => id)
    if (dueIds.length === 0) return
    const current = heldShards.map((subscription) => ({
      ...subscription,
      since: subscription.since > runningSince ? subscription.since : runningSince,
    }))
    for (const id of dueIds) deadlines.delete(id)
    const online = await endSilentOf(current, dueIds, now).catch((error: unknown) => {
      for (const id of dueIds) checkBy(id, 0)
      throw error
    })
    for (const { controllerId, at } of online) checkBy(controllerId, at?.getTime() ?? 0)
  }

  /** @returns the controllers still online, with their deadlines */
  const endSilentOf = (current: ShardSubscription[], dueIds: number[], now: Date) =>
    database.write(async (tx) => {
      for (const { controllerId, lastSeen } of await markSilentOffline(tx, current, dueIds, now))
        await events.publish(tx, linkChanged, {
          controllerId,
          online: false,
          lastSeen: lastSeen?.toISOString() ?? null,
        })
      return selectDeadlines(tx, { ids: dueIds })
    })

  return {
    start() {
      runningSince = clock.now()
      checkedAt = Date.now()
      let checking = false
      timer = setInterval(() => {
        if (checking) return
        checking = true
        check()
          .catch((error: unknown) => log.warn({ err: error }, 'silent machines not looked for'))
          .finally(() => (checking = false))
      }, CHECK_EVERY_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
    contacted(controllerId, at, moving) {
      const { moving: often, idle: seldom } = TELEMETRY_INTERVAL_S
      if (moving !== null) deadlines.set(controllerId, at.getTime() + 2000 * (moving ? often : seldom))
      else if (!deadlines.has(controllerId)) deadlines.set(controllerId, 0)
    },
  }
}
