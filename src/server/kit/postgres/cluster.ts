/** Creates a new PostgreSQL cluster: one role, one database, one random password, completely or not at all. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { PostgresBinaries } from './binaries.ts'
import type { Invocation, PostgresIdentity } from './identity.ts'

export const DATABASE_NAME = 'headgate'
const PASSWORD_FILE = 'headgate.password'
/** Begins the name of a temporary folder, after that of the cluster. */
const DRAFT = '.new-'

/** Only this role may log in, only from this host; the superuser has no password and cannot log in. */
const ACCESS = 'host all headgate 127.0.0.1/32 scram-sha-256\n'

// The builtin locale sorts and folds case alike on every host, whatever locales are installed.
const INITDB = [
  '--username=postgres',
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]

export function clusterExists(cluster: string): boolean {
  return existsSync(join(cluster, PASSWORD_FILE))
}

export function readClusterPassword(cluster: string): string {
  try {
    return readFileSync(join(cluster, PASSWORD_FILE), 'utf8').trim()
  } catch (error) {
    throw new Error(`The database password in ${cluster} cannot be read: is this the user who made it?`, {
      cause: error,
    })
  }
}

/**
 * Creates it in a temporary folder and renames it, so that an interruption leaves nothing that looks like a database.
 * Aborted, it ends what runs and rejects.
 */
export async function createCluster(
  cluster: string,
  binaries: PostgresBinaries,
  identity: PostgresIdentity,
  signal?: AbortSignal,
): Promise<void> {
  if (existsSync(cluster)) {
    throw new Error(`${cluster} exists and is not a database of this program: move it away, or set DATA_DIR.`)
  }
  // never the folder of an earlier start: after a kill -9 its initdb may still be writing
  const draft = mkdtempSync(`${cluster}${DRAFT}`)
  try {
    await fillDraft(draft, binaries, identity, signal)
    renameSync(draft, cluster)
  } finally {
    removeDrafts(cluster)
  }
}

/** Of this start if it failed, and of earlier ones. */
function removeDrafts(cluster: string): void {
  const folder = dirname(cluster)
  for (const name of readdirSync(folder))
    if (name.startsWith(`${basename(cluster)}${DRAFT}`))
      try {
        rmSync(join(folder, name), { recursive: true, force: true })
      } catch {
        // still written to: a later start cannot mistake it for a database
      }
}

async function fillDraft(
  draft: string,
  binaries: PostgresBinaries,
  identity: PostgresIdentity,
  signal: AbortSignal | undefined,
): Promise<void> {
  const own = (path: string) => {
    if (identity.owner) chownSync(path, identity.owner.uid, identity.owner.gid)
  }
  own(draft)
  await finish(identity.run(binaries.initdb, ['-D', draft, ...INITDB]), '', signal)
  const password = randomBytes(24).toString('hex')
  await finish(
    identity.run(binaries.postgres, ['--single', '-D', draft, '-c', 'exit_on_error=on', 'postgres']),
    `create role headgate login createdb createrole password '${password}'\n` +
      `create database ${DATABASE_NAME} owner headgate\n`,
    signal,
  )
  writeFileSync(join(draft, 'pg_hba.conf'), ACCESS)
  writeFileSync(join(draft, PASSWORD_FILE), `${password}\n`, { mode: 0o600, flush: true })
  own(join(draft, PASSWORD_FILE))
}

/**
 * In a process group of its own: a Ctrl-C at the terminal reaches only this process, which then ends the group. Otherwise its
 * failure could be seen before the signal that caused it.
 */
function finish(
  { file, args, options }: Invocation,
  input: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const child = spawn(file, args, { ...options, detached: true, stdio: ['pipe', 'ignore', 'pipe'] })
    const end = () => endGroup(child)
    signal?.addEventListener('abort', end)
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-4000)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      signal?.removeEventListener('abort', end)
      if (signal?.aborted) return reject(signal.reason)
      if (code === 0) return resolve()
      const words = complaint.trim().split('\n').slice(-2).join(' ')
      reject(
        new Error(
          `The database could not be made (${args.includes('--single') ? 'roles' : 'initdb'}): ${words}`,
        ),
      )
    })
    // A program that exits before it has read its input is reported by its exit code.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

/** With the processes that it has started. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === 'win32') return void child.kill()
  try {
    process.kill(-child.pid, 'SIGTERM')
  } catch {
    // ended meanwhile
  }
}
