/** Processor time of a server process, of its database and of the load, as Linux counts it. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Milliseconds per clock tick. */
const TICK_MS = 10
/** Columns of the line `cpu` in `/proc/stat`: idle, and waiting for a disk. */
const IDLE = new Set([3, 4])
/** Steal: given to other virtual machines by the hypervisor. */
const STOLEN = 7
/** Guest times are included in user times already. */
const COUNTED = 8

interface Account {
  parent: number
  /** Of the process itself and of children that have exited, milliseconds. */
  spentMs: number
}

/** @returns null for a process that has exited meanwhile */
async function accountOf(file: string): Promise<Account | null> {
  const text = await readFile(`/proc/${file}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // the name before it is in brackets and may contain anything
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
  return { parent: Number(fields[1]), spentMs: ticks * TICK_MS }
}

const spentBy = async (file: string) => (await accountOf(file))?.spentMs ?? 0

async function databaseMs(dataDir: string): Promise<number> {
  const postmaster = Number.parseInt(
    await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'),
    10,
  )
  return spentByFamily(postmaster)
}

/** Milliseconds so far of a server and its workers. */
export async function spentByFamily(server: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const accounts = await Promise.all(
    pids.map(async (pid) => ({ pid: Number(pid), account: await accountOf(pid) })),
  )
  const family = accounts.filter(({ pid, account }) => pid === server || account?.parent === server)
  return family.reduce((sum, { account }) => sum + (account?.spentMs ?? 0), 0)
}

/** Milliseconds so far of a server and of the embedded database in its data folder. */
export async function processorTimeMs(server: number, dataDir: string): Promise<number> {
  return (await spentBy(String(server))) + (await databaseMs(dataDir))
}

/** All processors since boot. */
async function machineMs(): Promise<{ busy: number; stolen: number }> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const ticks = line
    .split(/\s+/)
    .slice(1, 1 + COUNTED)
    .map(Number)
  const stolen = ticks[STOLEN] ?? 0
  const busy = ticks.reduce((sum, value, at) => sum + (IDLE.has(at) ? 0 : value), 0) - stolen
  return { busy: busy * TICK_MS, stolen: stolen * TICK_MS }
}

export interface Shares {
  /** Fractions of one processor. */
  server: number
  /** The part of the JavaScript thread. */
  eventLoop: number
  database: number
  load: number
  /** Everything else on the machine. */
  elsewhere: number
  /** Steal: taken by other virtual machines, which lengthens every wait of the run. */
  stolen: number
}

async function spentSoFar(server: number, dataDir: string, load: number[]): Promise<Shares> {
  const [total, eventLoop, database, { busy, stolen }, ...loads] = await Promise.all([
    spentBy(String(server)),
    spentBy(`${server}/task/${server}`),
    databaseMs(dataDir),
    machineMs(),
    ...load.map((pid) => spentBy(String(pid))),
  ])
  const loading = loads.reduce((sum, value) => sum + value, 0)
  const elsewhere = busy - total - database - loading
  return { server: total, eventLoop, database, load: loading, elsewhere, stolen }
}

/** Starts counting. @returns a function that returns the shares since then */
export async function countShares(
  server: number,
  dataDir: string,
  load: number[],
): Promise<() => Promise<Shares>> {
  const [before, from] = [await spentSoFar(server, dataDir, load), performance.now()]
  return async () => {
    const [after, ms] = [await spentSoFar(server, dataDir, load), performance.now() - from]
    const share = (key: keyof Shares) => (after[key] - before[key]) / ms
    return {
      server: share('server'),
      eventLoop: share('eventLoop'),
      database: share('database'),
      load: share('load'),
      elsewhere: share('elsewhere'),
      stolen: share('stolen'),
    }
  }
}

export function sharesLine({ server, eventLoop, database, load, elsewhere, stolen }: Shares): string {
  const percent = (share: number) => `${Math.round(share * 100)} %`
  return (
    `server ${percent(server)} of one (its event loop ${percent(eventLoop)}), database ${percent(database)}, ` +
    `load ${percent(load)}, others ${percent(elsewhere)}, taken by the hypervisor ${percent(stolen)}`
  )
}
