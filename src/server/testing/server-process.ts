/** The product as a separate process, for tests that kill it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { inject, onTestFinished } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import { systemClock } from '../kit/clock.ts'
import { readConfig } from '../kit/config.ts'
import { openInstallation } from '../installation/installation.ts'
import type { Kit } from '../installation/kit.ts'
import { createLog } from '../kit/log.ts'
import { startPostgres } from '../kit/postgres/launcher.ts'
import { copyCluster, quiet } from './cluster-template.ts'

const MAIN = new URL('../main.ts', import.meta.url).pathname
/** Those of `npm start`: its heap is not that of a bare process. */
const FLAGS = packageFile.scripts.start.split(' ').filter((word) => word.startsWith('--'))

interface ServerProcess {
  url: string
  /** Ends like a power cut. */
  kill9(): Promise<void>
  /** @returns the exit code */
  terminate(): Promise<number | null>
}

export interface ServerPlace {
  dataDir: string
  /** Options of the servers. */
  environment: NodeJS.ProcessEnv
  start(): Promise<ServerProcess>
  /** The most recently started server. */
  processId(): number
  /** The kit of a command beside the running server; closed when the work is done. */
  beside<T>(work: (kit: Kit) => Promise<T>): Promise<T>
}

/** A data folder on which servers can be started, one after the other; with a database already, unless `empty`. */
export async function serverPlace(
  variables: Record<string, string>,
  { empty = false } = {},
): Promise<ServerPlace> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'headgate-server-'))
  if (!empty) await copyCluster(inject('clusterTemplate'), dataDir)
  const running = new Set<ChildProcess>()
  onTestFinished(async () => {
    for (const child of running) await ended(child, 'SIGKILL')
    // the database left running by a killed server is found and stopped
    const left = await startPostgres({ dataDir, log: quiet })
    await left.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const environment = {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    PORT: '0',
    MQTT_PORT: '0',
    ...variables,
    DATA_DIR: dataDir,
  }

  let newest = 0
  async function start(): Promise<ServerProcess> {
    const child = spawn(process.execPath, [...FLAGS, MAIN], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.add(child)
    newest = child.pid ?? 0
    // a test that asks for the log has it in its own output
    if (environment.LOG_LEVEL !== 'fatal')
      child.stdout?.on('data', (lines: Buffer) => void process.stderr.write(lines))
    child.once('exit', () => running.delete(child))
    return {
      url: await addressOf(child),
      kill9: async () => void (await ended(child, 'SIGKILL')),
      terminate: () => ended(child, 'SIGTERM'),
    }
  }

  return {
    dataDir,
    environment,
    start,
    processId: () => newest,
    async beside(work) {
      const config = readConfig(environment)
      const { kit, release } = await openInstallation(config, createLog(config), systemClock, {
        beside: true,
      })
      try {
        return await work(kit)
      } finally {
        await kit.database.close()
        await release()
      }
    },
  }
}

/** The URL that the server prints once it listens. */
export async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no standard output')
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /ready at (http:\S+)/.exec(line)
    if (!found?.[1]) continue
    // later output must be read too, or the process would block
    child.stdout.resume()
    return found[1]
  }
  throw new Error('the server ended before it was ready')
}

async function ended(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
  return child.exitCode
}
