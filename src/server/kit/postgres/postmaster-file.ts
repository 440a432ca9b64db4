/** Reads PostgreSQL's `postmaster.pid`, checks whether its process is alive, and moves a stale file out of the way. */
import { readFileSync, realpathSync, renameSync } from 'node:fs'
import { join } from 'node:path'

export interface PostmasterFile {
  readonly pid: number
  readonly port: number
  /** The cluster folder the postmaster was started with; a copied folder contains the file of the original. */
  readonly cluster: string
  readonly status: 'starting' | 'stopping' | 'ready' | 'standby' | ''
}

const STATUSES = ['starting', 'stopping', 'ready', 'standby'] as const

/** Lines: pid, folder, start time, port, socket folder, listening address, shared memory key, status. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!(pid > 0)) return undefined
  const word = (lines[7] ?? '').trim()
  return {
    pid,
    port: Number.parseInt(lines[3] ?? '', 10) || 0,
    cluster: lines[1] ?? '',
    status: STATUSES.find((status) => status === word) ?? '',
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  // A zombie still answers signal 0.
  return procStat(pid)?.state !== 'Z'
}

/** The running postmaster of this very cluster, if there is one. */
export function livePostmaster(cluster: string): PostmasterFile | undefined {
  const note = readPostmasterFile(cluster)
  if (!note || !isAlive(note.pid) || !looksLikePostgres(note.pid)) return undefined
  return sameFolder(note.cluster, cluster) ? note : undefined
}

/**
 * PostgreSQL replaces a stale file by itself, except when its process id belongs to another program meanwhile (usual in
 * containers, where ids are few) or is a zombie: then it refuses to start for ever. The file is moved only when its process
 * is provably not PostgreSQL, and only where /proc can prove it.
 */
export function moveStalePidFile(cluster: string): boolean {
  const note = readPostmasterFile(cluster)
  if (!note) return false
  const stat = procStat(note.pid)
  if (!stat || (stat.name === 'postgres' && stat.state !== 'Z')) return false
  renameSync(join(cluster, 'postmaster.pid'), join(cluster, 'postmaster.pid.stale'))
  return true
}

function looksLikePostgres(pid: number): boolean {
  const stat = procStat(pid)
  return !stat || stat.name === 'postgres'
}

function procStat(pid: number): { name: string; state: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = text.lastIndexOf(')')
    return { name: text.slice(text.indexOf('(') + 1, end), state: text.charAt(end + 2) }
  } catch {
    return undefined
  }
}

function sameFolder(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b)
  } catch {
    return false
  }
}
