/** Opens an installation: its embedded or external database, migrated, and the kit on it. */
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Clock } from '../kit/clock.ts'
import { type Config, ConfigError, StartRefused } from '../kit/config.ts'
import { openDatabase, UNLIMITED } from '../kit/postgres/database.ts'
import { admitDatabase, type Ways } from '../kit/postgres/admission.ts'
import type { Log } from '../kit/log.ts'
import { migrate } from '../kit/postgres/migrations.ts'
import { borrowPostgres, startPostgres } from '../kit/postgres/launcher.ts'
import { createEvents } from '../kit/postgres/events.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createMail } from '../jobs/mail-delivery.ts'
import { createMetrics } from '../kit/metrics/metrics.ts'
import { fileObjects, type Objects } from '../kit/objects.ts'
import { s3Objects } from '../kit/objects-s3.ts'
import { createRateLimit } from '../kit/rate-limit.ts'
import type { Kit } from './kit.ts'

export interface Installation {
  kit: Kit
  /** Stops the embedded database if this process started it; after the kit's database was closed. */
  release(): Promise<void>
}

interface OpenOptions {
  /** A command that may run while a server owns the data folder. */
  beside?: boolean
  /** Ends the opening; it then rejects, and nothing is left running. */
  signal?: AbortSignal
}

/**
 * @throws DataFolderHeld when another server runs on the same folder
 */
export async function openInstallation(
  config: Config,
  log: Log,
  clock: Clock,
  options: OpenOptions = {},
): Promise<Installation> {
  const { ways, release } = await reachDatabase(config, log, options)
  try {
    await migrateOnce(ways.directUrl, log, options.signal)
    return { kit: await openKit(config, log, clock, ways), release }
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * The unmigrated database: external, or embedded and started if it is not running.
 *
 * @throws ConfigError when the external one cannot be used
 */
export async function reachDatabase(
  config: Config,
  log: Log,
  { beside = false, signal }: OpenOptions = {},
): Promise<Pick<Installation, 'release'> & { ways: Ways }> {
  const say = { info: (text: string) => log.info(text), warn: (text: string) => log.warn(text) }
  const open = beside ? borrowPostgres : startPostgres
  if (config.databaseUrl) {
    const ways = await admitDatabase(config.databaseUrl, config.databaseListenUrl)
    return { ways, release: async () => undefined }
  }
  const embedded = await open({ dataDir: config.dataDir, log: say, signal })
  return { ways: { url: embedded.url, directUrl: embedded.url, pooled: false }, release: embedded.stop }
}

/**
 * The object store, for pictures and the like.
 *
 * @throws ConfigError when the store refuses us; one that does not answer may come back
 */
export async function openObjects(config: Config, log: Log): Promise<Objects> {
  if (config.objectStoreUrl === null) return fileObjects(path.join(config.dataDir, 'objects'))
  const objects = s3Objects(config.objectStoreUrl)
  await objects.check().catch((error: unknown) => {
    if (error instanceof ConfigError) throw error
    log.warn({ err: error }, 'the object store does not answer')
  })
  return objects
}

/** On a separate pool, so that a failed migration leaves no connection behind. Aborted, it is rolled back with its connection. */
async function migrateOnce(databaseUrl: string, log: Log, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const database = openDatabase(databaseUrl, log, { connections: 4, ...UNLIMITED })
  const aborted = new Promise<never>((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
  try {
    await Promise.race([migrate(database, log), aborted])
  } finally {
    await database.close(signal?.aborted ? 0 : undefined)
  }
}

/** A worker has a connection while it reads and writes, and none while it waits for something external (docs/decisions/081-twelve-connections.md). */
const OF_JOBS = { connections: 2, statementMs: 60_000, idleMs: 60_000 }

/** Creates the kit on a migrated database; nothing runs before `start`. */
export async function openKit(
  config: Config,
  log: Log,
  clock: Clock,
  { url, directUrl, pooled }: Ways,
): Promise<Kit> {
  const openPool: Kit['openPool'] = ({ direct = false, ...limits }) =>
    direct
      ? openDatabase(directUrl, log, limits)
      : openDatabase(url, log, { ...limits, pooled, notifier: database.notifier })
  const database = openDatabase(url, log, { pooled })
  const events = createEvents(directUrl, log)
  const jobs = createJobs(openPool(OF_JOBS), events, log)
  return {
    config,
    log,
    clock,
    database,
    openPool,
    events,
    jobs,
    mail: createMail(config, jobs),
    metrics: createMetrics(),
    objects: await openObjects(config, log),
    changeLimit: createRateLimit(clock),
    secret: await signingSecret(config.dataDir, config.jwtSecret),
    site: { url: config.publicUrl ?? '' },
  }
}

const KEY_BYTES = 48
/** Those bytes in base64url. */
const KEY = /^[\w-]{64}$/

/**
 * Reads `DATA_DIR/secret`, creating it if needed; two concurrent starts use the same one.
 *
 * @throws StartRefused when the file is damaged: tokens signed with what is left of it could be guessed
 */
async function signingSecret(dataDir: string, configured: string | null): Promise<string> {
  if (configured) return configured
  const file = path.join(dataDir, 'secret')
  const storedSecret = await readFile(file, 'utf8').catch(() => null)
  if (storedSecret !== null) return keyFrom(storedSecret, file)
  await mkdir(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600, flush: true })
  await link(draft, file).catch(() => undefined)
  await rm(draft)
  const secret = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`the key that signs tokens cannot be read from ${file}`, { cause: error })
  })
  return keyFrom(secret, file)
}

/** A key in the form in which it is written; an editor may have added the end of the line. */
function keyFrom(stored: string, file: string): string {
  const key = stored.trim()
  if (KEY.test(key)) return key
  throw new StartRefused(
    `${file} should hold the key that signs tokens and is damaged: restore it from a backup, or delete it, after which everybody has to sign in again (a key of your own belongs in JWT_SECRET)`,
  )
}
