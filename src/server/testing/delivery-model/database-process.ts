/** The model's own PostgreSQL process, to kill, pause or cut its connections. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { inject } from 'vitest'
import { findPostgresBinaries } from '../../kit/postgres/binaries.ts'
import { DATABASE_NAME, readClusterPassword } from '../../kit/postgres/cluster.ts'
import { choosePostgresIdentity, giveCluster } from '../../kit/postgres/identity.ts'
import { isAlive, moveStalePidFile } from '../../kit/postgres/postmaster-file.ts'
import { endPostmaster, launchPostmaster } from '../../kit/postgres/postmaster.ts'
import { copyCluster } from '../cluster-template.ts'
import { fixedPort } from './fixed-port.ts'
import { inTurn } from './in-turn.ts'

export interface DatabaseProcess {
  readonly port: number
  /** @param port of a proxy in front of it */
  url(port?: number): string
  start(): Promise<void>
  /** Kills all its processes at once, like a power cut. */
  kill9(): Promise<void>
  /** `pg_ctl stop -m immediate`: no shutdown, recovery at the next start. */
  stopAtOnce(): Promise<void>
  pause(): Promise<void>
  resume(): Promise<void>
  /** @param chosen indexes of the connections to cut */
  cutConnections(chosen: () => boolean): Promise<void>
  /** Permanently, even after the end of another fault. */
  stop(): Promise<void>
  /** Stops it without waiting, when the test's own process exits. */
  abandon(): void
}

/** @param folder of the cluster; other users must have access to it */
export async function startDatabase(folder: string): Promise<DatabaseProcess> {
  const binaries = findPostgresBinaries()
  const identity = choosePostgresIdentity(folder, binaries)
  const cluster = join(folder, 'postgres')
  await copyCluster(inject('clusterTemplate'), folder)
  giveCluster(cluster, identity)
  const at = { cluster, logFile: join(folder, 'postgres.log'), binaries, identity }
  const port = await fixedPort()
  const url = (through = port) =>
    `postgres://headgate:${readClusterPassword(cluster)}@127.0.0.1:${through}/${DATABASE_NAME}`
  let pid: number | undefined
  let over = false
  const turn = inTurn()

  const signal = async (name: NodeJS.Signals) => {
    for (const target of pid === undefined ? [] : [pid, ...childrenOf(pid)]) send(target, name)
  }
  const start = async () => {
    if (over || pid !== undefined) return
    moveStalePidFile(cluster)
    pid = (await launchPostmaster(at, port)).pid
  }
  const gone = async (ids: number[]) => {
    while (ids.some(isAlive)) await sleep(10)
    pid = undefined
  }
  await start()
  return {
    port,
    url,
    start: () => turn(start),
    kill9: () =>
      turn(async () => {
        if (pid === undefined) return
        const all = [pid, ...childrenOf(pid)]
        for (const target of all) send(target, 'SIGKILL')
        await gone(all)
      }),
    stopAtOnce: () =>
      turn(async () => {
        if (pid === undefined) return
        await signal('SIGCONT')
        send(pid, 'SIGQUIT')
        await gone([pid])
      }),
    pause: () => turn(() => signal('SIGSTOP')),
    resume: () => turn(() => signal('SIGCONT')),
    async cutConnections(chosen) {
      // not through a proxy, and with a short timeout: it may be paused
      const client = new Client({
        connectionString: url(),
        connectionTimeoutMillis: 1000,
        query_timeout: 1000,
      })
      client.on('error', () => undefined)
      try {
        await client.connect()
        const { rows } = await client.query<{ pid: number }>(
          'select pid from pg_stat_activity where usename = current_user and pid <> pg_backend_pid() order by pid',
        )
        const ids = rows.filter(chosen).map((row) => row.pid)
        await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [ids])
      } catch {
        // it has exited already
      } finally {
        await client.end().catch(() => undefined)
      }
    },
    stop: () =>
      turn(async () => {
        over = true
        if (pid === undefined) return
        await signal('SIGCONT')
        await endPostmaster(at, pid)
        pid = undefined
      }),
    abandon: () => void signal('SIGKILL'),
  }
}

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // it has exited meanwhile
  }
}

/** Its backends have process groups of their own, so a signal to a group does not reach them. */
function childrenOf(parent: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, itsParent]) => (itsParent === parent ? [pid] : []))
}
