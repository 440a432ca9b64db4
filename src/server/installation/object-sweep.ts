/** Every day: removes objects that no row names any more, left behind by a process that died in between or by a system that is gone. */
import { z } from 'zod'
import { defineJob } from '../jobs/jobs.ts'
import type { Reader } from '../kit/postgres/database.ts'
import type { Kit, Part } from './kit.ts'

/** Who keeps objects under a folder, and which of some it still knows. */
export interface ObjectKeeper {
  /** First segment of its keys. */
  folder: string
  /** @returns those of the keys that a row names */
  kept(db: Reader, keys: readonly string[]): Promise<string[]>
}

const sweepObjects = defineJob('sweep-objects', z.object({}))

const DAY_MS = 86_400_000
/** An object is put before its row is written: one that is younger may be waiting for it. */
const SETTLED_MS = DAY_MS
/** Asked about together. */
const AT_ONCE = 500

export type ObjectSweep = Part & {
  /** @returns how many objects went */
  sweep(): Promise<number>
}

/**
 * What nobody claims to keep is left alone. Nothing is remembered: each sweep looks at what is there, so that one that was
 * missed costs a day. Whoever is asked for an object that was swept from under a row makes it again.
 */
export function createObjectSweep(kit: Kit, keepers: readonly ObjectKeeper[]): ObjectSweep {
  const { clock, database, jobs, log, objects } = kit

  async function removeStrays(keeper: ObjectKeeper, keys: readonly string[]): Promise<number> {
    if (keys.length === 0) return 0
    const kept = new Set(await keeper.kept(database.reader, keys))
    const strays = keys.filter((key) => !kept.has(key))
    for (const key of strays) await objects.remove(key)
    return strays.length
  }

  async function sweep(): Promise<number> {
    const before = clock.now().getTime() - SETTLED_MS
    const waiting = new Map(keepers.map((keeper) => [keeper.folder, { keeper, keys: new Array<string>() }]))
    let gone = 0
    for await (const { key, at } of objects.list()) {
      const of = waiting.get(key.slice(0, key.indexOf('/')))
      if (!of || at.getTime() > before) continue
      of.keys.push(key)
      if (of.keys.length >= AT_ONCE) gone += await removeStrays(of.keeper, of.keys.splice(0))
    }
    for (const { keeper, keys } of waiting.values()) gone += await removeStrays(keeper, keys)
    if (gone > 0) log.info({ objects: gone }, 'objects that no row names are gone')
    return gone
  }

  jobs.processOutside(
    sweepObjects,
    async () => {
      await sweep()
      const notBefore = new Date(Date.now() + DAY_MS)
      return (tx) => jobs.enqueue(tx, sweepObjects, {}, { key: sweepObjects.name, notBefore })
    },
    { background: true },
  )

  return {
    sweep,
    // one for all processes; where it waits already it keeps its time
    start: () =>
      database.write((tx) =>
        jobs.enqueue(
          tx,
          sweepObjects,
          {},
          { key: sweepObjects.name, notBefore: new Date(Date.now() + DAY_MS), keepTime: true },
        ),
      ),
    stop: async () => undefined,
  }
}
