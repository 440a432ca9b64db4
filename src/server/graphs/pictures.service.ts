/** Caches graph pictures by content under unguessable names, until they are no longer requested. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import { asServer } from '../kit/read-only.ts'
import type { ObjectKeeper } from '../installation/object-sweep.ts'
import type { Kit } from '../installation/kit.ts'
import { defineJob } from '../jobs/jobs.ts'
import {
  askAgain,
  deleteOld,
  deleteBeyond,
  insertPicture,
  type StoredPicture,
  oldestRequest,
  selectFileName,
  selectKnown,
  selectOld,
} from './pictures.store.ts'

/** Long enough for an open page; a later request draws it again. */
export const PICTURE_KEPT_MS = 7 * 86_400_000

/** Any two days of a season are a picture of each sensor: more than anyone views in a week, and too few to fill a disk. */
export const PICTURES_PER_SYSTEM_MAX = 1000

/** Pictures requested in the same period are deleted together. */
const GATHER_MS = 60_000

export const removeGraphPictures = defineJob('remove-graph-pictures', z.object({}))

const KEY = /^[0-9a-f]{32}$/

export interface Pictures {
  /** @returns the key of the picture, drawn only when no picture with this content exists */
  keep(picture: Omit<StoredPicture, 'key'>, draw: () => Buffer): Promise<string>
  /** Null if there is none, or its system is not one of the user's. */
  find(userId: number, key: string): Promise<{ png: Buffer; fileName: string } | null>
}

export function createPictures({ clock, database, objects, jobs }: Kit): Pictures {
  async function enqueueRemoval(tx: ServerTx, requestedAt: Date): Promise<void> {
    const remainingMs = requestedAt.getTime() + PICTURE_KEPT_MS - clock.now().getTime()
    const notBefore = new Date(Date.now() + Math.max(0, remainingMs) + GATHER_MS)
    const key = removeGraphPictures.name
    await jobs.enqueue(tx, removeGraphPictures, {}, { key, notBefore, keepTime: true })
  }

  jobs.processOutside(removeGraphPictures, async (_nothing, { write }) => {
    const before = new Date(clock.now().getTime() - PICTURE_KEPT_MS)
    const old = await write((tx) => selectOld(tx, before))
    for (const key of old) await objects.remove(objectKey(key))
    return async (tx) => {
      await deleteOld(tx, old, before)
      const next = await oldestRequest(tx)
      if (next) await enqueueRemoval(tx, next)
    }
  })

  async function keep(picture: Omit<StoredPicture, 'key'>, draw: () => Buffer): Promise<string> {
    const existingKey = await askAgain(database.reader, picture, clock.now())
    if (existingKey !== undefined && (await objects.get(objectKey(existingKey)))) return existingKey
    const key = existingKey ?? randomBytes(16).toString('hex')
    await objects.put(objectKey(key), draw())
    const { kept, beyond } = await database.write(async (tx) => {
      const now = clock.now()
      await enqueueRemoval(tx, now)
      const storedKey = await insertPicture(tx, { ...picture, key }, now)
      return { kept: storedKey, beyond: await deleteBeyond(tx, picture.systemId, PICTURES_PER_SYSTEM_MAX) }
    })
    for (const unusedKey of kept === key ? beyond : [...beyond, key])
      await objects.remove(objectKey(unusedKey))
    return kept
  }

  return {
    keep: (picture, draw) => asServer(() => keep(picture, draw)),

    async find(userId, key) {
      if (!KEY.test(key)) return null
      const fileName = await database.asCustomer(userId, (tx) => selectFileName(tx, userId, key))
      const png = fileName === undefined ? null : await objects.get(objectKey(key))
      return png && fileName !== undefined ? { png, fileName } : null
    },
  }
}

function objectKey(key: string): string {
  return `graphs/${key}.png`
}

export const graphObjects: ObjectKeeper = {
  folder: 'graphs',
  async kept(db, objectKeys) {
    const byKey = new Map(objectKeys.map((key) => [key.slice('graphs/'.length, -'.png'.length), key]))
    return (await selectKnown(db, [...byKey.keys()])).flatMap((key) => byKey.get(key) ?? [])
  },
}
