/** Runs the embedded PostgreSQL of a data folder: creates it, adopts a running one, restarts and stops it. */
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { DataFolderHeld, lockDataFolder } from './data-folder-lock.ts'
import { findPostgresBinaries } from './binaries.ts'
import { clusterExists, createCluster, DATABASE_NAME, readClusterPassword } from './cluster.ts'
import { choosePostgresIdentity, giveCluster } from './identity.ts'
import { isAlive, livePostmaster, moveStalePidFile } from './postmaster-file.ts'
import { endPostmaster, launchPostmaster, type Installation } from './postmaster.ts'

export interface PostgresLog {
  info: (message: string) => void
  warn: (message: string) => void
}

export interface PostgresOptions {
  readonly dataDir: string
  readonly log: PostgresLog
  /** Instead of the defaults, for a disposable database. */
  readonly settings?: Record<string, string>
  /** Ends the start unless the database runs already: it then rejects, and nothing that it started is left running. */
  readonly signal?: AbortSignal | undefined
}

export interface PostgresConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

export interface RunningPostgres {
  readonly connection: PostgresConnection
  readonly url: string
  /** True when the postmaster was already running, left by a server that was killed. */
  readonly adopted: boolean
  stop: () => Promise<void>
}

const WATCH_MS = 250
const REVIVE_MS = 1000
const PATIENCE_MS = 60_000

/** Locks the data folder for this process and runs its database; throws `DataFolderHeld` when another process owns it. */
export async function startPostgres({
  dataDir,
  log,
  settings = {},
  signal,
}: PostgresOptions): Promise<RunningPostgres> {
  const lock = await lockDataFolder(dataDir)
  try {
    const cluster = join(lock.folder, 'postgres')
    const at = { ...(await install(lock.folder, cluster, log, signal)), settings }
    const live = await adopt(cluster, signal)
    if (!live) {
      giveCluster(cluster, at.identity)
      if (moveStalePidFile(cluster))
        log.warn('set aside a stale postmaster.pid whose process is another program')
    }
    const first = live ?? (await launchPostmaster(at, 0, signal))
    const connection = await openConnection(cluster, first.port).catch(async (error: unknown) => {
      // nobody else would stop it
      if (!live) await endPostmaster(at, first.pid)
      throw new Error(`the database in ${cluster} cannot be opened`, { cause: error })
    })
    if (!live && signal?.aborted) {
      await endPostmaster(at, first.pid)
      signal.throwIfAborted()
    }
    const keeper = keepAlive(at, first, log)
    let stopping: Promise<void> | undefined
    const stop = () => (stopping ??= keeper.stop().finally(lock.release))
    return { connection, url: urlOf(connection), adopted: live !== undefined, stop }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * For commands besides a running server: uses the database of the process that owns the folder, and starts one only when
 * none runs. `stop` ends only what this call started.
 */
export async function borrowPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const cluster = join(resolve(options.dataDir), 'postgres')
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await startPostgres(options)
    } catch (error) {
      if (!(error instanceof DataFolderHeld) || Date.now() > until) throw error
    }
    const live = livePostmaster(cluster)
    const connection = live?.status === 'ready' ? connectionTo(cluster, live.port) : undefined
    if (connection && (await accepts(connection))) {
      return { connection, url: urlOf(connection), adopted: true, stop: () => Promise.resolve() }
    }
    await sleep(WATCH_MS, undefined, { signal: options.signal })
  }
}

async function openConnection(cluster: string, port: number): Promise<PostgresConnection> {
  const connection = connectionTo(cluster, port)
  await login(connection)
  return connection
}

async function install(
  folder: string,
  cluster: string,
  log: PostgresLog,
  signal: AbortSignal | undefined,
): Promise<Installation> {
  const binaries = findPostgresBinaries()
  const identity = choosePostgresIdentity(folder, binaries)
  if (!clusterExists(cluster)) {
    log.info('making a new database')
    await createCluster(cluster, binaries, identity, signal)
  }
  return { cluster, logFile: join(folder, 'postgres.log'), binaries, identity }
}

/** The running postmaster of this cluster once it accepts our password; undefined when it is gone or shutting down. */
async function adopt(
  cluster: string,
  signal: AbortSignal | undefined,
): Promise<{ pid: number; port: number } | undefined> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const live = livePostmaster(cluster)
    if (!live) return undefined
    // Logging in proves that it is ours: with SCRAM the server, too, proves that it knows the password.
    if (live.status === 'ready' && (await accepts(connectionTo(cluster, live.port)))) return live
    if (Date.now() > until) {
      throw new Error(
        `PostgreSQL (process ${live.pid}) runs in ${cluster} and does not let us in: stop it first.`,
      )
    }
    await sleep(WATCH_MS, undefined, { signal })
  }
}

/** A postmaster that dies is started again on the same port, so that connections can be reopened. */
function keepAlive(at: Installation, first: { pid: number; port: number }, log: PostgresLog) {
  let { pid } = first
  let reviving: Promise<void> | undefined
  const revive = async () => {
    log.warn(`the embedded PostgreSQL (process ${pid}) ended; starting it again`)
    try {
      moveStalePidFile(at.cluster)
      pid = (await launchPostmaster(at, first.port)).pid
    } catch (error) {
      log.warn(error instanceof Error ? error.message : String(error))
      // A full disk, say, is not fixed quickly: no need to retry four times a second.
      await sleep(REVIVE_MS)
    }
    reviving = undefined
  }
  const timer = setInterval(() => {
    if (!reviving && !isAlive(pid)) reviving = revive()
  }, WATCH_MS)
  timer.unref()
  const stop = async () => {
    clearInterval(timer)
    await reviving
    await endPostmaster(at, pid)
  }
  return { stop }
}

function connectionTo(cluster: string, port: number): PostgresConnection {
  const password = readClusterPassword(cluster)
  return { host: '127.0.0.1', port, user: 'headgate', password, database: DATABASE_NAME }
}

function urlOf({ host, port, user, password, database }: PostgresConnection): string {
  return `postgres://${user}:${password}@${host}:${port}/${database}`
}

async function accepts(connection: PostgresConnection): Promise<boolean> {
  try {
    await login(connection)
    return true
  } catch {
    return false
  }
}

async function login(connection: PostgresConnection): Promise<void> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5000 })
  // Without a listener a connection that is cut while it closes would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } finally {
    await client.end()
  }
}
