/** Writes a whole installation into one file while it runs, and restores such a file into an empty one. */
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import type { Config } from '../../kit/config.ts'
import type { Log } from '../../kit/log.ts'
import type { Objects } from '../../kit/objects.ts'
import { DETECT_LOSS, openDatabase, UNLIMITED } from '../../kit/postgres/database.ts'
import { knownMigrations, migrate } from '../../kit/postgres/migrations.ts'
import {
  BackupUnusable,
  type BackupReader,
  type BackupWriter,
  readBackup,
  writeBackup,
} from './backup-file.ts'
import {
  addForeignKeys,
  clearSchema,
  copyIn,
  copyOut,
  dropForeignKeys,
  emptyTables,
  isEmpty,
  makePartition,
  othersAtWork,
  selectMigrations,
  selectSequences,
  selectTables,
  setSequence,
} from './backup.store.ts'

/** The parts of an installation that a backup contains. */
export interface Kept {
  config: Pick<Config, 'dataDir' | 'jwtSecret'>
  log: Log
  databaseUrl: string
  objects: Objects
}

export interface Counted {
  tables: number
  rows: number
  objects: number
}

const CONNECT_WITHIN_MS = 5000
/** PostgreSQL lists a closed connection until its own process has ended. */
const OTHERS_LEAVE_WITHIN_MS = 2000
const LOOK_AGAIN_MS = 50

/**
 * All tables in one snapshot, whatever is written meanwhile, and all objects that still exist.
 *
 * @throws BackupUnusable when the file cannot be written
 */
export async function takeBackup(installation: Kept, file: string): Promise<Counted> {
  const writer = await writeBackup(path.resolve(file))
  try {
    const counts = await connected(installation.databaseUrl, (client) =>
      writeAll(installation, client, writer),
    )
    await writer.finish()
    return counts
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

async function writeAll({ config, objects }: Kept, client: Client, writer: BackupWriter): Promise<Counted> {
  // one snapshot for everything read from here on
  await client.query('begin isolation level repeatable read, read only')
  const migrations = await selectMigrations(client)
  if (migrations.length === 0)
    throw new BackupUnusable('there is no installation here yet: nothing to back up')
  const tables = await selectTables(client)
  const partitions = tables.flatMap(({ table, parent, bound }) =>
    parent !== null && bound !== null && bound !== 'DEFAULT' ? [{ table, parent, bound }] : [],
  )
  await writer.add({ kind: 'manifest', takenAt: new Date().toISOString(), migrations, partitions })
  const secret = config.jwtSecret === null ? await readFile(secretFile(config)).catch(() => null) : null
  if (secret) await writer.add({ kind: 'secret' }, [secret])
  let rows = 0
  for (const { table, columns } of tables) {
    const stream = copyOut(client, { table, columns })
    await writer.add({ kind: 'table', table, columns }, stream)
    rows += stream.rowCount
  }
  // sequences only increase, and numbers used meanwhile are merely skipped
  await writer.add({ kind: 'sequences', sequences: await selectSequences(client) })
  let count = 0
  for await (const { key } of objects.list()) {
    const body = await objects.get(key)
    // deleted since it was listed
    if (!body) continue
    await writer.add({ kind: 'object', key }, [body])
    count += 1
  }
  return { tables: tables.length, rows, objects: count }
}

/**
 * Restores into an installation without accounts; a failed restore leaves it empty. Migrations newer than the file
 * are run afterwards, as after any update.
 *
 * @throws BackupUnusable when it is not a backup, the installation is not empty, or a newer version made the file
 */
export async function restoreBackup(
  installation: Kept,
  file: string,
): Promise<Counted & { takenAt: string }> {
  const { databaseUrl, log } = installation
  const reader = readBackup(path.resolve(file))
  try {
    const manifest = await reader.next()
    if (manifest?.kind !== 'manifest') throw new BackupUnusable(`${file} is damaged`)
    const ownMigrations = await knownMigrations()
    const unknown = manifest.migrations.find((name) => !ownMigrations.includes(name))
    if (unknown)
      throw new BackupUnusable(
        `${file} was made by a newer version of this product (${unknown} is not known here): restore it with that version or a later one`,
      )
    await connected(databaseUrl, prepare)
    await migrateUpTo(databaseUrl, log, manifest.migrations)
    const counts = await connected(databaseUrl, (client) =>
      readAll(installation, client, reader, manifest.partitions),
    )
    await migrateUpTo(databaseUrl, log)
    return { ...counts, takenAt: manifest.takenAt }
  } finally {
    await reader.close()
  }
}

async function prepare(client: Client): Promise<void> {
  const until = performance.now() + OTHERS_LEAVE_WITHIN_MS
  while ((await othersAtWork(client)) > 0) {
    if (performance.now() > until)
      throw new BackupUnusable('a server or a command is at work on this database: stop it first')
    await sleep(LOOK_AGAIN_MS)
  }
  if (!(await isEmpty(client)))
    throw new BackupUnusable(
      'this installation is not empty: a backup is restored into a new DATA_DIR, or a new database',
    )
  await clearSchema(client)
}

async function readAll(
  { config, objects }: Kept,
  client: Client,
  reader: BackupReader,
  partitions: { table: string; parent: string; bound: string }[],
): Promise<Counted> {
  const counts = { tables: 0, rows: 0, objects: 0 }
  await client.query('begin')
  const foreignKeys = await dropForeignKeys(client)
  for (const partition of partitions) await makePartition(client, partition)
  await emptyTables(client, await selectTables(client))
  for (let section = await reader.next(); section; section = await reader.next())
    switch (section.kind) {
      case 'table': {
        const into = copyIn(client, section)
        await pipeline(Readable.from(reader.bytes(), { objectMode: false }), into)
        counts.tables += 1
        counts.rows += into.rowCount
        break
      }
      case 'sequences':
        await contentOf(reader)
        for (const sequence of section.sequences) await setSequence(client, sequence)
        break
      case 'secret':
        await writeSecret(config, await contentOf(reader))
        break
      case 'object':
        await objects.put(section.key, await contentOf(reader))
        counts.objects += 1
        break
      case 'manifest':
        throw new BackupUnusable('the file is damaged')
    }
  await addForeignKeys(client, foreignKeys)
  await client.query('commit')
  await client.query('analyze')
  return counts
}

async function contentOf(reader: BackupReader): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of reader.bytes()) pieces.push(piece)
  return Buffer.concat(pieces)
}

function secretFile({ dataDir }: Kept['config']): string {
  return path.join(dataDir, 'secret')
}

/** Keeps sessions valid and lets the broker recognise the server again. */
async function writeSecret(config: Kept['config'], secret: Uint8Array): Promise<void> {
  if (config.jwtSecret !== null) return
  await mkdir(config.dataDir, { recursive: true })
  const file = secretFile(config)
  const draft = `${file}.${process.pid}`
  await writeFile(draft, secret, { mode: 0o600, flush: true })
  await rm(file, { force: true })
  await link(draft, file)
  await rm(draft)
}

async function migrateUpTo(databaseUrl: string, log: Log, only?: readonly string[]): Promise<void> {
  const database = openDatabase(databaseUrl, log, { connections: 4, ...UNLIMITED })
  try {
    await migrate(database, log, only)
  } finally {
    await database.close()
  }
}

async function connected<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString,
    application_name: 'backup of headgate',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    ...DETECT_LOSS,
  })
  let lost: unknown
  client.on('error', (error) => (lost = error))
  await client.connect()
  try {
    return await work(client)
  } catch (error) {
    throw lost ?? error
  } finally {
    await client.end()
  }
}
