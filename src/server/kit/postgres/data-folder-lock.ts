/** One process at a time owns a data folder, by a lock that the operating system releases when the process dies. */
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './postmaster-file.ts'
import { StartRefused } from '../config.ts'

const SQLITE_BUSY = 5

export interface DataFolderLock {
  readonly folder: string
  release: () => void
}

/** Another process owns the folder; the message is for the person who started the second one. */
export class DataFolderHeld extends StartRefused {
  readonly folder: string
  readonly pid: number | undefined

  constructor(folder: string, pid: number | undefined) {
    const holder = pid === undefined ? 'another process' : `process ${pid}`
    super(
      `The data folder ${folder} is in use by ${holder}: stop that one first, or set DATA_DIR to another folder.`,
    )
    this.name = 'DataFolderHeld'
    this.folder = folder
    this.pid = pid
  }
}

// A garbage-collected handle releases its lock, so open handles are kept here.
const openHandles = new Set<DatabaseSync>()

/**
 * Locks the folder, creating it if needed, or throws `DataFolderHeld`.
 *
 * SQLite's exclusive lock is a lock of the operating system: a kill -9 releases it and a reused process id cannot
 * imitate it, unlike a file with a process id in it. Child processes do not inherit it.
 */
export async function lockDataFolder(dir: string): Promise<DataFolderLock> {
  const folder = resolve(dir)
  const handle = open(folder)
  try {
    handle.exec('begin exclusive')
    writeFileSync(join(folder, 'owner.pid'), `${process.pid}\n`, { mode: 0o600 })
  } catch (error) {
    handle.close()
    if (!isBusy(error)) throw unusable(folder, error)
    throw new DataFolderHeld(folder, await holderOf(folder))
  }
  openHandles.add(handle)
  return {
    folder,
    release: () => {
      if (openHandles.delete(handle)) handle.close()
    },
  }
}

function open(folder: string): DatabaseSync {
  try {
    // The user that runs the database must be able to pass through, and to list nothing (0711): the secrets inside are 0600.
    makeFolder(folder)
    const path = join(folder, 'owner.lock')
    const handle = new DatabaseSync(path, { timeout: 0 })
    // Anyone who can read the file could hold a lock on it.
    chmodSync(path, 0o600)
    return handle
  } catch (error) {
    throw unusable(folder, error)
  }
}

/** Not `recursive`: Node retries for ever where a file system cannot create folders, such as /proc. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o711 })
  } catch (error) {
    // another start created it first
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function unusable(folder: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  return new Error(`The data folder ${folder} (DATA_DIR) cannot be used: ${reason}.`, { cause: error })
}

/** The owner writes its id just after locking: a reader in between sees a dead id and reads again. */
async function holderOf(folder: string): Promise<number | undefined> {
  for (let look = 0; look < 20; look += 1) {
    const pid = readPid(folder)
    if (pid !== undefined && isAlive(pid)) return pid
    await sleep(25)
  }
  return undefined
}

function readPid(folder: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(folder, 'owner.pid'), 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}
