/** Daily deletion of objects that no row refers to, left by a process that died or by a deleted system. */
import { z } from 'zod'
import { defineJob } from '../jobs/jobs.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import type { Kit, Part } from './kit.ts'

/** A feature that stores objects under a folder, and knows which of them are still referenced. */
export interface ObjectKeeper {
  /** First segment of its keys. */
  folder: string
  /** @returns those of the keys that a row refers to */
  kept(db: Reader, keys: readonly string[]): Promise<string[]>
}

const sweepObjects = defineJob('sweep-objects', z.object({}))

const DAY_MS = 86_400_000
/** An object is stored before its row is committed: a younger one may still get its row. */
const SETTLED_MS = DAY_MS
/** Keys per query. */
const AT_ONCE = 500

export type ObjectSweep = Part & {
  /** @returns how many objects were deleted */
  sweep(): Promise<number>
}

/**
 * Folders that no feature claims are left alone. No state is kept: each sweep checks what exists, so a missed one
 * costs a day. An object deleted while its row was being written is created again on request.
 */
export function createObjectSweep(kit: Kit, keepers: readonly ObjectKeeper[]): ObjectSweep {
  const { clock, database, jobs, log, objects } = kit

  async function removeStrays(keeper: ObjectKeeper, keys: readonly string[]): Promise<number> {
    if (keys.length === 0) return 0
    const keptKeys = new Set(await keeper.kept(database.reader, keys))
    const strays = keys.filter((key) => !keptKeys.has(key))
    for (const key of strays) await objects.remove(key)
    return strays.length
  }

  async function sweep(): Promise<number> {
    const before = clock.now().getTime() - SETTLED_MS
    const waiting = new Map(keepers.map((keeper) => [keeper.folder, { keeper, keys: new Array<string>() }]))
    let removed = 0
    for await (const { key, at } of objects.list()) {
      const folder = waiting.get(key.slice(0, key.indexOf('/')))
      if (!folder || at.getTime() > before) continue
      folder.keys.push(key)
      if (folder.keys.length >= AT_ONCE) removed += await removeStrays(folder.keeper, folder.keys.splice(0))
    }
    for (const { keeper, keys } of waiting.values()) removed += await removeStrays(keeper, keys)
    if (removed > 0) log.info({ objects: removed }, 'objects that no row names are gone')
    return removed
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
    // one job for all processes; a waiting one keeps its time
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
