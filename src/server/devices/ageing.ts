/** Looks after what grows old unless somebody speaks: desired states that run out, machines of which nothing is heard. */
import type { Kit } from '../installation/kit.ts'
import { lockController, SHARDS } from './controllers.store.ts'
import { insertRenewal, selectDueForRenewal } from './desired.store.ts'
import { linkChanged, publicationDue } from './devices.events.ts'
import { endSilent, type Listening, selectDeadlines, SPEAKS_EVERY_S } from './links.store.ts'

type Needs = Pick<Kit, 'clock' | 'database' | 'events'>

/** Gives every state at half its life another 72 hours, where the controller is online to hear it. */
export async function renewDue({ clock, database, events }: Needs): Promise<void> {
  for (const controllerId of await selectDueForRenewal(database.reader, clock.now()))
    await database.write(async (tx) => {
      await lockController(tx, controllerId)
      // another process may have been faster
      const [stillDue] = await selectDueForRenewal(tx, clock.now(), controllerId)
      if (stillDue === undefined) return
      await insertRenewal(tx, controllerId, clock.now())
      await events.publish(tx, publicationDue, { controllerId })
    })
}

const LOOK_EVERY_MS = 2000
/** A look that comes so late says that this process stood still: what was said meanwhile is still to be heard. */
const LATE_MS = 3 * LOOK_EVERY_MS
/** Whoever came by a message that another process stored is found by then. */
const LIST_EVERY_MS = 10 * 60_000

export interface Silence {
  start(): void
  stop(): void
  /** One that is listened to here spoke, and that is stored; `moving` by its newest telemetry, null by something else. */
  heard(controllerId: number, at: Date, moving: boolean | null): void
}

/** @param listening the shards of controllers that this process hears, and since when */
export function createSilence({ clock, database, events, log }: Kit, listening: () => Listening[]): Silence {
  let timer: NodeJS.Timeout | undefined
  let lookedAt = Date.now()
  /** Nobody is silent since before this. */
  let awake = clock.now()
  /** Until when nobody need ask after each that is online: what it said has come by here since. Nothing but a cache. */
  const deadlines = new Map<number, number>()
  /** How each shard was taken when its machines were listed, and when that was. */
  const listed = new Map<number, { as: string; at: number }>()

  /** What the database says; of what came by here meanwhile the earlier counts, which costs one look at most. */
  function askBy(controllerId: number, until: number): void {
    deadlines.set(controllerId, Math.min(until, deadlines.get(controllerId) ?? until))
  }

  /** What others heard of a shard that was just taken, nobody here knows. */
  async function list(held: Listening[]): Promise<void> {
    const now = clock.now().getTime()
    for (const shard of [...listed.keys()].filter((each) => held.every(({ shard }) => shard !== each)))
      listed.delete(shard)
    for (const id of [...deadlines.keys()].filter((each) => !listed.has(each % SHARDS))) deadlines.delete(id)
    const shards = held.flatMap(({ shard, since, deaf }) => {
      const as = `${since.getTime()} ${deaf.at(-1)?.from.getTime() ?? 0}`
      const known = listed.get(shard)
      if (known?.as === as && now - known.at < LIST_EVERY_MS) return []
      return [{ shard, as }]
    })
    if (shards.length === 0) return
    const online = await selectDeadlines(database.reader, { shards: shards.map(({ shard }) => shard) })
    for (const { shard, as } of shards) listed.set(shard, { as, at: now })
    // what its former holder stored last, the list may not know yet
    const soon = now + 2000 * SPEAKS_EVERY_S.moving
    for (const { controllerId, at } of online) askBy(controllerId, Math.min(soon, at?.getTime() ?? 0))
  }

  async function look(): Promise<void> {
    if (Date.now() - lookedAt > LATE_MS) awake = clock.now()
    lookedAt = Date.now()
    const held = listening()
    await list(held)
    const now = clock.now()
    const due = [...deadlines].filter(([, until]) => until <= now.getTime()).map(([id]) => id)
    if (due.length === 0) return
    const heard = held.map((each) => ({ ...each, since: each.since > awake ? each.since : awake }))
    for (const id of due) deadlines.delete(id)
    const online = await endAmong(heard, due, now).catch((error: unknown) => {
      for (const id of due) askBy(id, 0)
      throw error
    })
    for (const { controllerId, at } of online) askBy(controllerId, at?.getTime() ?? 0)
  }

  /** @returns those that are there, and until when each has to speak */
  const endAmong = (heard: Listening[], due: number[], now: Date) =>
    database.write(async (tx) => {
      for (const { controllerId, lastSeen } of await endSilent(tx, heard, due, now))
        await events.publish(tx, linkChanged, {
          controllerId,
          online: false,
          lastSeen: lastSeen?.toISOString() ?? null,
        })
      return selectDeadlines(tx, { ids: due })
    })

  return {
    start() {
      awake = clock.now()
      lookedAt = Date.now()
      let looking = false
      timer = setInterval(() => {
        if (looking) return
        looking = true
        look()
          .catch((error: unknown) => log.warn({ err: error }, 'silent machines not looked for'))
          .finally(() => (looking = false))
      }, LOOK_EVERY_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
    heard(controllerId, at, moving) {
      const { moving: often, idle: seldom } = SPEAKS_EVERY_S
      if (moving !== null) deadlines.set(controllerId, at.getTime() + 2000 * (moving ? often : seldom))
      else if (!deadlines.has(controllerId)) deadlines.set(controllerId, 0)
    },
  }
}
