/** Chooses the user that runs PostgreSQL: it refuses root, and must still reach its folder and its own programs. */
import { spawnSync } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresBinaries } from './binaries.ts'

export interface Invocation {
  readonly file: string
  readonly args: string[]
  readonly options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number }
}

export interface PostgresIdentity {
  readonly name: 'self' | 'other user' | 'user namespace' | 'other user with passage'
  /** Who must own the cluster's files; undefined when the launching user does already. */
  readonly owner: { uid: number; gid: number } | undefined
  readonly run: (file: string, args: string[]) => Invocation
}

/** The first candidate that can access both the folder and the programs, in a fixed order. */
export function choosePostgresIdentity(folder: string, binaries: PostgresBinaries): PostgresIdentity {
  if (process.platform === 'win32') return self()
  const candidates = process.getuid?.() === 0 ? rootCandidates() : [self(), namespace(undefined)]
  const identity = candidates.find((candidate) => reaches(candidate, folder, binaries))
  if (identity) return identity
  throw new Error(
    `PostgreSQL cannot run as root and no other user of this machine can reach ${folder} and ${binaries.postgres}: ` +
      'set DATA_DIR to a folder that others may enter, start as an ordinary user, or set DATABASE_URL.',
  )
}

/** Changes the owner of the cluster; the top folder last, so that an interrupted change is detected. */
export function giveCluster(cluster: string, identity: PostgresIdentity): void {
  const uid = identity.owner?.uid ?? process.getuid?.()
  const gid = identity.owner?.gid ?? process.getgid?.()
  if (uid === undefined || gid === undefined || statSync(cluster).uid === uid) return
  if (process.getuid?.() !== 0) {
    throw new Error(
      `The database in ${cluster} belongs to another user: start as root or as its owner, or change its owner with chown -R.`,
    )
  }
  for (const entry of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(cluster, entry), uid, gid)
  }
  chownSync(cluster, uid, gid)
}

function rootCandidates(): PostgresIdentity[] {
  const owner = nobody()
  return [
    { name: 'other user', owner, run: (file, args) => plain(file, args, owner) },
    namespace({ uid: 0, gid: 0 }),
    {
      // Where user namespaces are forbidden (most containers): another user with access to closed folders.
      name: 'other user with passage',
      owner,
      run: (file, args) => {
        const drop = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
        const keep = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
        return plain('setpriv', [...drop, ...keep, '--', file, ...args])
      },
    },
  ]
}

function self(): PostgresIdentity {
  return { name: 'self', owner: undefined, run: (file, args) => plain(file, args) }
}

/** Inside, PostgreSQL sees itself as "nobody"; outside it stays the launching user, who may enter closed folders. */
function namespace(owner: PostgresIdentity['owner']): PostgresIdentity {
  const { uid, gid } = nobody()
  const map = ['--user', `--map-user=${uid}`, `--map-group=${gid}`]
  return {
    name: 'user namespace',
    owner,
    run: (file, args) => plain('unshare', [...map, '--', file, ...args]),
  }
}

/** initdb needs a user with an entry in the user list; "nobody" has one on every Unix. */
function nobody(): { uid: number; gid: number } {
  try {
    const entry = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
    if (entry) return { uid: Number(entry[1]) >>> 0, gid: Number(entry[2]) >>> 0 }
  } catch {
    // no user list to read: the usual numbers
  }
  return { uid: 65_534, gid: 65_534 }
}

function plain(file: string, args: string[], as?: { uid: number; gid: number }): Invocation {
  const { PATH, SystemRoot, TEMP, TMP } = process.env
  // Nothing else of the environment: PGDATA or PGPORT of the user must not affect our cluster.
  const env = { PATH: `${PATH ?? ''}:/usr/sbin:/usr/bin:/sbin:/bin`, LC_ALL: 'C', TZ: 'UTC' }
  const windows = process.platform === 'win32'
  return {
    file,
    args,
    options: {
      cwd: windows ? process.cwd() : '/',
      env: windows ? { PATH, SystemRoot, TEMP, TMP } : env,
      ...as,
    },
  }
}

function reaches(identity: PostgresIdentity, folder: string, binaries: PostgresBinaries): boolean {
  const script = 'test -x "$1" && test -r "$2" && cd "$3" && id -un >/dev/null'
  const { postgres, catalogue } = binaries
  const test = identity.run('/bin/sh', ['-c', script, 'sh', postgres, catalogue, folder])
  return spawnSync(test.file, test.args, { ...test.options, stdio: 'ignore' }).status === 0
}
