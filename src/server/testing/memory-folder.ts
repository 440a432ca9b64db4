/** Folder for test databases and data: in memory if there is room, deleted after the run. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../kit/postgres/postmaster-file.ts'

const MEMORY = '/dev/shm'
const NAME = /^headgate-tests-(\d+)$/
/** Several times the observed maximum of all tests. */
const ROOM_BYTES = 2 * 2 ** 30

/**
 * Sets a `TMPDIR` and a cache of compiled modules for every process of the tests started from here on; the returned
 * function deletes them. On ext4 a database takes twice as long, because of the search for free inodes after deletions.
 * The cache halves the start of a server or command.
 */
export function openTestFolder(): () => void {
  const inMemory = process.env['TMPDIR'] === undefined && room() >= ROOM_BYTES
  const folder = inMemory ? memoryFolder() : mkdtempSync(join(tmpdir(), 'headgate-tests-'))
  const variables = inMemory ? { TMPDIR: folder } : {}
  Object.assign(process.env, variables, { NODE_COMPILE_CACHE: join(folder, 'compiled') })
  return () => {
    for (const name of [...Object.keys(variables), 'NODE_COMPILE_CACHE']) delete process.env[name]
    rmSync(folder, { recursive: true, force: true })
  }
}

function memoryFolder(): string {
  clearRemainders()
  const folder = join(MEMORY, `headgate-tests-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  // accessible to others, like /tmp: a database does not run as root
  chmodSync(folder, 0o1777)
  return folder
}

function room(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** Folders left by killed tests would use memory until a reboot. */
function clearRemainders(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1] ?? 0)
    if (pid === 0 || isAlive(pid)) continue
    try {
      rmSync(join(MEMORY, name), { recursive: true, force: true })
    } catch {
      // of another user
    }
  }
}
