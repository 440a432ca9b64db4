/** Starts, awaits and stops one postmaster process, with its settings and port. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { PostgresBinaries } from './binaries.ts'
import type { PostgresIdentity } from './identity.ts'
import { isAlive, readPostmasterFile } from './postmaster-file.ts'

export interface Installation {
  readonly cluster: string
  readonly logFile: string
  readonly binaries: PostgresBinaries
  readonly identity: PostgresIdentity
  /** Instead of the defaults. */
  readonly settings?: Record<string, string>
}

const LOG_LIMIT = 8 * 1024 * 1024
const LOOK_MS = 10
const ATTEMPTS = 100
const RETRY_MS = 100

// The port was taken between our choice and its listening, or the workers of a killed postmaster have not all
// exited yet. Both are transient.
const PASSING = /address already in use|pre-existing shared memory block/i

/** Given on the command line, so that no edited file in the data folder can disable durability. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  max_connections: '100',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // The server reports refused statements; here they would repeat customers' data.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** Resolves once it accepts connections. Port 0 picks a free one. Aborted, it stops what it has launched and rejects. */
export async function launchPostmaster(
  at: Installation,
  port: number,
  signal?: AbortSignal,
): Promise<{ pid: number; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const chosen = port || (await freePort())
    const complaint = await tryLaunch(at, chosen, signal)
    if (typeof complaint === 'number') return { pid: complaint, port: chosen }
    if (attempt >= ATTEMPTS || !PASSING.test(complaint)) {
      throw new Error(`The embedded PostgreSQL did not start: ${lastLogLines(complaint)} (see ${at.logFile})`)
    }
    await sleep(RETRY_MS, undefined, { signal })
  }
}

/** Stops it like `pg_ctl stop -m fast`, harder after `patience` milliseconds; resolves when it is gone. */
export async function endPostmaster(at: Installation, pid: number, patience = 10_000): Promise<void> {
  if (process.platform === 'win32') {
    await promisify(execFile)(at.binaries.pgCtl, ['stop', '-D', at.cluster, '-m', 'fast'])
    return
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    const until = Date.now() + patience
    while (isAlive(pid) && Date.now() < until) await sleep(LOOK_MS)
  }
  if (isAlive(pid)) throw new Error(`The embedded PostgreSQL (process ${pid}) does not stop.`)
}

/** The process id, or its last log lines when it failed. */
async function tryLaunch(
  at: Installation,
  port: number,
  signal: AbortSignal | undefined,
): Promise<number | string> {
  signal?.throwIfAborted()
  const { child, logFrom } = spawnPostmaster(at, port)
  let failed: Error | undefined
  child.once('error', (error) => {
    failed = error
  })
  // No time limit: recovery after a power cut takes as long as needed, and a postmaster that fails exits.
  while (!failed && child.exitCode === null && child.signalCode === null) {
    const note = readPostmasterFile(at.cluster)
    if (child.pid !== undefined && note?.pid === child.pid && note.status === 'ready') return child.pid
    if (signal?.aborted && child.pid !== undefined) {
      await endPostmaster(at, child.pid)
      signal.throwIfAborted()
    }
    await sleep(LOOK_MS)
  }
  return failed?.message ?? readFileSync(at.logFile).subarray(logFrom).toString('utf8')
}

/** In a session of its own with a log file: it survives its launcher and the terminal's Ctrl-C. */
function spawnPostmaster(at: Installation, port: number): { child: ChildProcess; logFrom: number } {
  const settings = Object.entries({ ...SETTINGS, ...at.settings, port: String(port) })
  const args = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const {
    file,
    args: commandArgs,
    options,
  } = at.identity.run(at.binaries.postgres, ['-D', at.cluster, ...args])
  const logFrom = rotateLog(at.logFile)
  const out = openSync(at.logFile, 'a', 0o600)
  try {
    const child = spawn(file, commandArgs, { ...options, detached: true, stdio: ['ignore', out, out] })
    child.unref()
    return { child, logFrom }
  } finally {
    closeSync(out)
  }
}

/** Keeps one older file; returns the length of the current one. */
function rotateLog(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size < LOG_LIMIT) return size
  renameSync(logFile, `${logFile}.1`)
  return 0
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}

function lastLogLines(log: string): string {
  const lines = log.trim().split('\n')
  const messages = lines.filter((line) => /\b(FATAL|PANIC|HINT):/.test(line))
  return (messages.length > 0 ? messages : lines).slice(-2).join(' ') || 'it said nothing'
}
