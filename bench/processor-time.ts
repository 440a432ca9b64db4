/** Processor time of a server process and of its database, as Linux counts it. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Milliseconds in one tick of the process accounts. */
const TICK_MS = 10

interface Account {
  parent: number
  /** Of the process itself and of children that have ended, milliseconds. */
  spentMs: number
}

/** @returns null for a process that has ended meanwhile */
async function accountOf(pid: number): Promise<Account | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // the name before it stands in brackets and may hold anything
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
  return { parent: Number(fields[1]), spentMs: ticks * TICK_MS }
}

/** Milliseconds spent so far by a server and by the embedded database in its data folder. */
export async function processorTimeMs(server: number, dataDir: string): Promise<number> {
  const postmaster = Number.parseInt(
    await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'),
    10,
  )
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const accounts = await Promise.all(pids.map(async (pid) => ({ pid, account: await accountOf(pid) })))
  const ours = accounts.filter(
    ({ pid, account }) => pid === server || pid === postmaster || account?.parent === postmaster,
  )
  return ours.reduce((sum, { account }) => sum + (account?.spentMs ?? 0), 0)
}
