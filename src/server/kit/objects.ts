/** Objects such as pictures, kept as files under DATA_DIR and written so that a reader never sees half of one. */
import { randomUUID } from 'node:crypto'
import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

export interface Objects {
  put(key: string, body: Uint8Array): Promise<void>
  /** The object, or null when there is none. */
  get(key: string): Promise<Buffer | null>
  remove(key: string): Promise<void>
  /** Every key and when it was put, one after the other; those that come or go meanwhile may be among them or not. */
  list(): AsyncIterable<{ key: string; at: Date }>
}

/** Keys are made by the product, never by a caller: segments of letters, digits, dash and one dot. */
const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/

/** @throws RangeError for what is none */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new RangeError(`not an object key: ${key}`)
  return key
}

export function fileObjects(folder: string): Objects {
  const fileOf = (key: string) => path.join(folder, checkedKey(key))
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
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: (key) => rm(fileOf(key), { force: true }),
    async *list() {
      try {
        for await (const entry of await opendir(folder, { recursive: true })) {
          const file = path.relative(folder, path.join(entry.parentPath, entry.name))
          const key = file.split(path.sep).join('/')
          if (!entry.isFile() || !KEY.test(key)) continue
          const known = await stat(path.join(folder, file)).catch(() => null)
          if (known) yield { key, at: known.mtime }
        }
      } catch (error) {
        // nothing has been drawn yet
        if (!isMissing(error)) throw error
      }
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
