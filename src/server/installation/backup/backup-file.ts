/** The backup file format: gzipped sections, each with a header and its bytes; streamed in both directions. */
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { createGunzip, createGzip } from 'node:zlib'
import { finished } from 'node:stream/promises'
import { once } from 'node:events'
import { z } from 'zod'

/** What is wrong with a file, for the person who runs the command. */
export class BackupUnusable extends Error {}

const MAGIC = 'headgate-backup-1\n'
/** Maximum length of a frame; longer ones in a file are invalid. */
const FRAME_BYTES_MAX = 1024 * 1024
const HEAD_BYTES = 5
const KIND = { section: 1, data: 2, end: 3 } as const

const column = z.string()
const section = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('manifest'),
    takenAt: z.string(),
    migrations: z.array(z.string()),
    /** Monthly partitions, which migrations do not create. */
    partitions: z.array(z.object({ table: z.string(), parent: z.string(), bound: z.string() })),
  }),
  z.object({ kind: z.literal('table'), table: z.string(), columns: z.array(column) }),
  z.object({ kind: z.literal('object'), key: z.string() }),
  z.object({ kind: z.literal('secret') }),
  z.object({
    kind: z.literal('sequences'),
    sequences: z.array(z.object({ name: z.string(), last: z.number() })),
  }),
])
type Section = z.infer<typeof section>

export interface BackupWriter {
  /** Starts a section and writes its content. */
  add(section: Section, bytes?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>
  /** Completes the file, syncs it and renames it. */
  finish(): Promise<void>
  /** Deletes the partial file. */
  abandon(): Promise<void>
}

/** Written under a temporary name; readable only by its owner, since it contains every secret of the installation. */
export async function writeBackup(file: string): Promise<BackupWriter> {
  const existing = await stat(file).catch(() => null)
  if (existing && !existing.isFile()) throw new BackupUnusable(`${file} is there already, and is no file`)
  const draft = `${file}.partial`
  const handle = await open(draft, 'wx', 0o600).catch(explainOpen(draft))
  const gzip = createGzip({ level: 4 })
  const copying = copyTo(handle, gzip)
  copying.catch((error: unknown) => gzip.destroy(error instanceof Error ? error : undefined))

  async function frame(kind: number, bytes: Uint8Array): Promise<void> {
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt8(kind, 0)
    head.writeUInt32BE(bytes.length, 1)
    gzip.write(head)
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), copying])
  }

  gzip.write(MAGIC)
  return {
    async add(entry, bytes = []) {
      await frame(KIND.section, Buffer.from(JSON.stringify(entry)))
      for await (const piece of bytes)
        for (let at = 0; at < piece.length; at += FRAME_BYTES_MAX)
          await frame(KIND.data, piece.subarray(at, at + FRAME_BYTES_MAX))
    },
    async finish() {
      await frame(KIND.end, Buffer.alloc(0))
      gzip.end()
      await copying
      await handle.sync()
      await handle.close()
      await rename(draft, file)
      await syncFolder(path.dirname(file))
    },
    async abandon() {
      gzip.destroy()
      await copying.catch(() => undefined)
      await handle.close()
      await rm(draft, { force: true })
    },
  }
}

/** A rename is durable once the folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  // where folders cannot be opened, the system syncs names by itself
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

async function copyTo(handle: FileHandle, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of pieces) await handle.write(piece)
}

function explainOpen(draft: string) {
  return (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EEXIST')
      throw new BackupUnusable(`${draft} is there already: another backup writes it, or one was broken off`)
    throw new BackupUnusable(
      `${draft} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

export interface BackupReader {
  /** The next section; null at the end of a complete file. */
  next(): Promise<Section | null>
  /** The section's content, which must be read before the next section. */
  bytes(): AsyncIterable<Buffer>
  close(): Promise<void>
}

/** Every method throws BackupUnusable for an invalid or incomplete file. */
export function readBackup(file: string): BackupReader {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  source.pipe(gunzip)
  const pieces: AsyncIterator<Buffer> = gunzip[Symbol.asyncIterator]()
  let remainder: Buffer = Buffer.alloc(0)
  let started = false
  /** Bytes read beyond the current section. */
  let nextFrame: Frame | null = null

  async function take(length: number): Promise<Buffer> {
    const parts = [remainder]
    let have = remainder.length
    while (have < length) {
      const { value, done } = await pieces.next().catch(notReadable(file))
      if (done === true) throw new BackupUnusable(`${file} ends before its end: it is not a whole backup`)
      parts.push(value)
      have += value.length
    }
    const bytes = parts.length === 1 ? remainder : Buffer.concat(parts)
    remainder = bytes.subarray(length)
    return bytes.subarray(0, length)
  }

  async function frame(): Promise<Frame> {
    if (!started && (await take(MAGIC.length)).toString('latin1') !== MAGIC)
      throw new BackupUnusable(`${file} is no backup of this product`)
    started = true
    const head = await take(HEAD_BYTES)
    const length = head.readUInt32BE(1)
    if (length > FRAME_BYTES_MAX * 16) throw new BackupUnusable(`${file} is damaged`)
    return { kind: head.readUInt8(0), bytes: await take(length) }
  }

  return {
    async next() {
      const at = nextFrame ?? (await frame())
      nextFrame = null
      if (at.kind === KIND.end) {
        // the checksum follows the last byte
        while ((await pieces.next().catch(notReadable(file))).done !== true);
        return null
      }
      const entry = at.kind === KIND.section ? parsed(at.bytes) : null
      if (!entry) throw new BackupUnusable(`${file} is damaged`)
      return entry
    },
    async *bytes() {
      for (;;) {
        const at = await frame()
        if (at.kind !== KIND.data) {
          nextFrame = at
          return
        }
        yield at.bytes
      }
    },
    async close() {
      source.destroy()
      gunzip.destroy()
      await finished(source).catch(() => undefined)
    },
  }
}

function parsed(bytes: Buffer): Section | null {
  try {
    return section.parse(JSON.parse(bytes.toString()))
  } catch {
    return null
  }
}

interface Frame {
  kind: number
  bytes: Buffer
}

function notReadable(file: string) {
  return (error: unknown): never => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new BackupUnusable(`there is no file ${file}`)
    const why = error instanceof Error ? error.message : String(error)
    throw new BackupUnusable(`${file} cannot be read as a backup: ${why}`, { cause: error })
  }
}
