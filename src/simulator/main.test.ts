/** The simulator process: configuration by file or stdin, commands and events by line, clean exit. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { desiredState, machine, startBroker, type TestBroker } from './test-broker.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

let broker: TestBroker
let folder: string
let children: ChildProcessWithoutNullStreams[]

beforeEach(async () => {
  broker = await startBroker()
  folder = mkdtempSync(join(tmpdir(), 'simulator-'))
  children = []
})

afterEach(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  await broker.close()
  rmSync(folder, { recursive: true })
})

function launch(source: string) {
  const child = spawn(process.execPath, [MAIN, source])
  children.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let complaint = ''
  child.stderr.on('data', (chunk) => (complaint += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return {
    child,
    ended,
    complaint: () => complaint,
    say: (line: unknown) => child.stdin.write(`${JSON.stringify(line)}\n`),
    /** The next event with this name. */
    hear: async (name: string): Promise<Record<string, unknown>> => {
      for (;;) {
        const { done, value } = await lines.next()
        if (done === true) throw new Error(`ended before ${name}: ${complaint}`)
        const event: Record<string, unknown> = JSON.parse(value)
        if (event['event'] === name) return event
      }
    },
  }
}

it('runs from a file, follows commands, and publishes offline on SIGTERM', async () => {
  const file = join(folder, 'machine.json')
  writeFileSync(file, JSON.stringify(machine(broker.url)))
  const { child, ended, hear, say, complaint } = launch(file)
  await hear('connected')
  await broker.desire(desiredState(1))
  expect(await hear('applied')).toMatchObject({ rev: 1, settingsRev: 1, mode: 'VRI' })
  say({ do: 'reject', code: 'VALVE_FAULT' })
  say({ do: 'dance' })
  await hear('order-refused')
  await broker.desire(desiredState(2))
  expect(await hear('rejected')).toEqual({ event: 'rejected', rev: 2, code: 'VALVE_FAULT' })
  say({ do: 'offline' })
  await hear('disconnected')
  say({ do: 'online' })
  await hear('connected')
  child.kill('SIGTERM')
  await hear('stopped')
  expect(await ended).toBe(0)
  expect(complaint()).toBe('')
  expect(broker.bodies('status').at(-1)).toMatchObject({ state: 'offline' })
})

it('reads its configuration from the first line of stdin, and exits on command', async () => {
  const { ended, hear, say } = launch('-')
  say(machine(broker.url))
  await hear('connected')
  await broker.hear('status')
  say({ do: 'exit' })
  expect(await ended).toBe(0)
})

it('exits with its stdin if configured', async () => {
  const { child, ended, hear, say } = launch('-')
  say(machine(broker.url, { exitWithStdin: true }))
  await hear('connected')
  child.stdin.end()
  expect(await ended).toBe(0)
})

it('reports the place of a configuration error, without showing a secret', async () => {
  const { ended, say, complaint } = launch('-')
  say({ ...machine(broker.url), towerRadiiM: [], controller: { id: 'a', secret: 'valve-secret' } })
  expect(await ended).toBe(2)
  expect(complaint()).toBe('simulator: the configuration is wrong at towerRadiiM\n')
})
