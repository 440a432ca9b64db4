/** Objects such as pictures, kept as files under DATA_DIR and written so that a reader never sees half of one. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

export interface Objects {
  put(key: string, body: Uint8Array): Promise<void>
  /** The object, or null when there is none. */
  get(key: string): Promise<Buffer | null>
  remove(key: string): Promise<void>
}

/** Keys are made by the product, never by a caller: segments of letters, digits, dash and one dot. */
const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/

export function fileObjects(folder: string): Objects {
  function fileOf(key: string): string {
    if (!KEY.test(key)) throw new RangeError(`not an object key: ${key}`)
    return path.join(folder, key)
  }
  return {
    async put(key, body) {
      const file = fileOf(key)
      const draft = `${file}.${randomUUID()}`
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(draft, body, { flush: true })
      await rename(draft, file)
    },
    async get(key) {
      try {
        return await readFile(fileOf(key))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    remove: (key) => rm(fileOf(key), { force: true }),
  }
}
