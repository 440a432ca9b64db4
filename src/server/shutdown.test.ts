/**
 * How the product stops: by Ctrl-C at a terminal, by a service manager, and during its start. Planted faults found: an exit
 * at the second signal, which leaves the embedded database behind, and signals handled only once it listens.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isAlive, readPostmasterFile } from './kit/postgres/postmaster-file.ts'
import { isBeingMade, isComingUp } from './testing/database-start.ts'
import { callServer } from './testing/build.ts'
import { addressOf, serverPlace, type ServerPlace } from './testing/server-process.ts'
import { testTimeout } from './testing/soak.ts'

const MAIN = path.join(import.meta.dirname, 'main.ts')
const CLI = path.join(import.meta.dirname, 'cli.ts')
const ROOT = path.join(import.meta.dirname, '../..')
/** Without the script that installs and builds first. */
const NPM_START = ['start', '--ignore-scripts']

const noTerminal = (() => {
  try {
    return !execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux')
  } catch {
    return true
  }
})()

interface Running {
  child: ChildProcess
  /** Signals every process that it has started, and itself. */
  group: number
  postmaster: number
}

function postmasterOf({ dataDir }: ServerPlace): number {
  return readPostmasterFile(path.join(dataDir, 'postgres'))?.pid ?? 0
}

/** A program that starts the server, ready; in a process group of its own. */
async function ready(place: ServerPlace, command: string, args: string[]): Promise<Running> {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: place.environment,
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => endAll(place, child))
  await addressOf(child)
  const postmaster = postmasterOf(place)
  expect({ running: isAlive(postmaster) }).toEqual({ running: true })
  return { child, group: -(child.pid ?? 0), postmaster }
}

/** Left by a failed test: the program, and the server that it started. */
async function endAll({ dataDir }: ServerPlace, child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  const server = Number(await readFile(path.join(dataDir, 'owner.pid'), 'utf8').catch(() => ''))
  if (server > 0 && isAlive(server)) process.kill(server, 'SIGKILL')
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** No database is left running; the next start shows whether the folder is intact. */
function expectNothingLeft({ dataDir }: ServerPlace, postmaster?: number): void {
  expect({ left: postmaster !== undefined && isAlive(postmaster) }).toEqual({ left: false })
  expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
}

async function expectStartable(place: ServerPlace): Promise<void> {
  const { url, terminate } = await place.start()
  expect((await callServer(`${url}/readyz`)).status).toBe(200)
  expect(await terminate()).toBe(0)
}

describe('npm start', () => {
  it('stops in order on every signal, whichever process gets it', testTimeout(120_000), async () => {
    const place = await serverPlace({})
    const ways: ((npm: ChildProcess, group: number) => unknown)[] = [
      (_npm, group) => process.kill(group, 'SIGINT'),
      (_npm, group) => process.kill(group, 'SIGTERM'),
      (npm) => npm.kill('SIGTERM'),
    ]
    for (const [way, signal] of ways.entries()) {
      const { child, group, postmaster } = await ready(place, 'npm', NPM_START)
      await signal(child, group)
      expect({ way, exit: await exitOf(child) }).toEqual({ way, exit: 0 })
      expectNothingLeft(place, postmaster)
    }
    await expectStartable(place)
  })

  it.skipIf(noTerminal)(
    'stops in order on Ctrl-C, and when its terminal closes',
    testTimeout(90_000),
    async () => {
      // logging to a closed terminal must not block
      const place = await serverPlace({ LOG_LEVEL: 'info' })
      const inTerminal = () =>
        ready(place, 'script', ['-qec', ['exec', 'npm', ...NPM_START].join(' '), '/dev/null'])
      const typed = await inTerminal()
      typed.child.stdin?.write('\x03')
      expect(await exitOf(typed.child)).toBe(0)
      expectNothingLeft(place, typed.postmaster)

      const closed = await inTerminal()
      closed.child.kill('SIGKILL')
      await expect.poll(() => isAlive(closed.postmaster), { timeout: 20_000 }).toBe(false)
      await expectStartable(place)
    },
  )
})

// without npm, which ignores signals once its child has exited
it('stops in order even if it is told repeatedly', testTimeout(60_000), async () => {
  const place = await serverPlace({})
  const { child, postmaster } = await ready(place, process.execPath, [MAIN])
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) {
    child.kill(signal)
    await sleep(20)
  }
  expect(await exitOf(child)).toBe(0)
  expectNothingLeft(place, postmaster)
  await expectStartable(place)
})

describe('a signal during the start', () => {
  const server = { of: 'the server', words: [MAIN], exit: 0 }
  const command = { of: 'a command', words: [CLI, 'system', 'list'], exit: 130 }
  const beingMade = { when: 'is made', begun: isBeingMade, made: false }
  const comingUp = { when: 'comes up', begun: isComingUp, made: true }

  it.each([
    { ...server, ...beingMade },
    { ...server, ...comingUp },
    { ...command, ...comingUp },
  ])('of $of leaves no database behind while it $when', testTimeout(60_000), async (row) => {
    const { words, exit, begun, made } = row
    const place = await serverPlace({}, { empty: true })
    const child = spawn(process.execPath, words, { env: place.environment, detached: true, stdio: 'inherit' })
    onTestFinished(() => endAll(place, child))
    await expect.poll(() => begun(place.dataDir), { timeout: 30_000, interval: 5 }).toBe(true)
    process.kill(-(child.pid ?? 0), 'SIGINT')
    expect(await exitOf(child)).toBe(exit)
    expectNothingLeft(place)
    // what was being made is ended, not waited for, and deleted
    expect(existsSync(path.join(place.dataDir, 'postgres'))).toBe(made)
    expect(isBeingMade(place.dataDir)).toBe(false)
    await expectStartable(place)
  })
})
