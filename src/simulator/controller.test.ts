/** The controller with a real broker: what it applies, refuses and reports, and its last will when the connection is cut. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reportedDocument, statusDocument } from '../contract/controller.ts'
import type { SimulatorEvent } from './control-lines.ts'
import { simulationConfig, type SimulationInput } from './simulation-config.ts'
import { Simulation } from './simulation.ts'
import { desiredState, inFuture, machine, prescription, startBroker, type TestBroker } from './test-broker.ts'

let broker: TestBroker
let folder: string
let running: Simulation[]
let events: SimulatorEvent[]

beforeEach(async () => {
  broker = await startBroker()
  folder = mkdtempSync(join(tmpdir(), 'simulator-'))
  running = []
  events = []
})

afterEach(async () => {
  for (const simulation of running) await simulation.stop()
  await broker.close()
  rmSync(folder, { recursive: true })
})

async function startMachine(change: Partial<SimulationInput> = {}): Promise<Simulation> {
  const simulation = new Simulation(simulationConfig.parse(machine(broker.url, change)), (event) =>
    events.push(event),
  )
  running.push(simulation)
  await simulation.start()
  return simulation
}

function result(rev: number, name: string) {
  return broker.hear('reported', ({ body }) => body['seenRev'] === rev && body['result'] === name)
}

/** How many times a revision was applied. */
function timesApplied(rev: number): number {
  return events.filter((event) => event.event === 'applied' && event.rev === rev).length
}

describe('a desired state', () => {
  it('is reported as seen, then as applied, retained and in the format of the contract', async () => {
    await startMachine()
    const desired = desiredState(3, { settingsRev: 2 })
    await broker.desire(desired)
    const applied = await result(3, 'APPLIED')
    expect(applied.retain).toBe(true)
    expect(reportedDocument.parse(applied.body)).toMatchObject({
      rev: 3,
      settingsRev: 2,
      mode: 'VRI',
      rxSha256: desired.rx.sha256,
      commandId: desired.commandId,
      code: null,
      capabilities: { zones: 3, sectorDeg: 2, speed: true },
    })
    const steps = broker.bodies('reported').map((body) => [body['seenRev'], body['rev'], body['result']])
    expect(steps).toEqual([
      [0, 0, null],
      [3, 0, null],
      [3, 3, 'APPLIED'],
    ])
  })

  it('that is retained is received by a controller that connects later', async () => {
    await broker.desire(desiredState(9))
    await startMachine()
    expect((await result(9, 'APPLIED')).body).toMatchObject({ rev: 9 })
  })

  it('is applied once, however often it arrives, and older ones never', async () => {
    await startMachine()
    const third = desiredState(3)
    await broker.desire(third)
    await result(3, 'APPLIED')
    await broker.desire(third)
    await broker.desire(desiredState(2))
    await broker.desire(desiredState(4))
    await result(4, 'APPLIED')
    expect([2, 3, 4].map(timesApplied)).toEqual([0, 1, 1])
    expect(events.filter(({ event }) => event === 'ignored')).toEqual([
      { event: 'ignored', rev: 3 },
      { event: 'ignored', rev: 2 },
    ])
  })

  it('that is invalid is rejected with its code, and the previous one keeps running', async () => {
    await startMachine()
    await broker.desire(desiredState(1))
    await result(1, 'APPLIED')
    await broker.desire(desiredState(2, { rx: { ...prescription(101), sectors: 180, zones: 9 } }))
    expect((await result(2, 'REJECTED')).body).toMatchObject({ rev: 1, code: 'RX_RANGE' })
    await broker.desireRaw('{"rev": 3')
    await broker.desire(desiredState(4))
    expect((await result(4, 'APPLIED')).body).toMatchObject({ rev: 4, code: null })
    expect(events).toContainEqual({ event: 'unreadable', reason: 'not a JSON object' })
  })

  it('that is rejected on command is followed by a later one', async () => {
    const simulation = await startMachine({ apply: { reject: 'LOW_PRESSURE' } })
    await broker.desire(desiredState(1))
    expect((await result(1, 'REJECTED')).body).toMatchObject({ rev: 0, mode: null, code: 'LOW_PRESSURE' })
    await simulation.obey({ do: 'reject', code: null })
    await broker.desire(desiredState(2))
    expect((await result(2, 'APPLIED')).body).toMatchObject({ rev: 2, code: null })
  })

  it('whose validity has passed is expired and not applied', async () => {
    await broker.desire(desiredState(5, { validUntil: inFuture(-1) }))
    await startMachine()
    expect((await result(5, 'EXPIRED')).body).toMatchObject({ rev: 0, rxSha256: null })
    expect(timesApplied(5)).toBe(0)
  })

  it('that waits to be applied is replaced by a newer one', async () => {
    const simulation = await startMachine({ apply: { delayMs: 3_600_000 } })
    await broker.desire(desiredState(1))
    await broker.hear('reported', ({ body }) => body['seenRev'] === 1)
    await simulation.obey({ do: 'apply-delay', ms: 0 })
    await broker.desire(desiredState(2))
    await result(2, 'APPLIED')
    expect(timesApplied(1)).toBe(0)
  })

  it('that expires is followed by the fallback, without a message', async () => {
    await startMachine()
    const desired = desiredState(6, { validUntil: inFuture(300) })
    await broker.desire(desired)
    const fallback = await broker.hear('reported', ({ body }) => body['mode'] === 'UNIFORM')
    expect(fallback.body).toMatchObject({ rev: 6, rxSha256: desired.fallback.sha256, result: 'APPLIED' })
    await broker.hear('event', ({ body }) => body['code'] === 'FALLBACK')
  })

  it('that is a test is followed by the previous one', async () => {
    await startMachine()
    const before = desiredState(1)
    await broker.desire(before)
    await result(1, 'APPLIED')
    await broker.desire(desiredState(2, { mode: 'TEST', test: { tower: 1, until: inFuture(300) } }))
    await broker.hear('event', ({ body }) => body['code'] === 'TEST_ENDED')
    const modes = broker.bodies('reported').map((body) => [body['mode'], body['rev']])
    expect(modes.slice(-2)).toEqual([
      ['TEST', 2],
      ['VRI', 1],
    ])
    expect(broker.bodies('reported').at(-1)).toMatchObject({ rxSha256: before.rx.sha256, seenRev: 2 })
  })

  it('survives a restart, and is not applied again', async () => {
    const stateFile = join(folder, 'state.json')
    const first = await startMachine({ stateFile })
    await broker.desire(desiredState(7))
    await result(7, 'APPLIED')
    await first.stop()
    const reports = broker.all('reported').length
    await startMachine({ stateFile })
    await broker.hear('reported', (message) => broker.all('reported').indexOf(message) >= reports)
    await broker.desire(desiredState(8))
    await result(8, 'APPLIED')
    expect(broker.bodies('reported')[reports]).toMatchObject({ rev: 7, seenRev: 7, result: 'APPLIED' })
    expect(timesApplied(7)).toBe(1)
  })
})

describe('the status', () => {
  it('is online, retained; when the connection is cut the last will says offline for that session', async () => {
    const simulation = await startMachine()
    const online = await broker.hear('status')
    expect(online.retain).toBe(true)
    await simulation.obey({ do: 'offline' })
    const offline = await broker.hear('status', ({ body }) => body['state'] === 'offline')
    expect(offline.retain).toBe(true)
    expect(statusDocument.parse(offline.body).session).toBe(online.body['session'])
  })

  it('has a new session after reconnecting, and the newest desired state is applied', async () => {
    const simulation = await startMachine()
    const first = await broker.hear('status')
    await simulation.obey({ do: 'offline' })
    await broker.hear('status', ({ body }) => body['state'] === 'offline')
    await broker.desire(desiredState(1))
    await simulation.obey({ do: 'online' })
    await result(1, 'APPLIED')
    await broker.hear('event', ({ body }) => body['code'] === 'COMMS_RESTORED')
    const online = broker.bodies('status').filter((body) => body['state'] === 'online')
    expect(online.at(-1)?.['session']).not.toBe(first.body['session'])
  })

  it('is offline, published by itself, after an orderly shutdown', async () => {
    const simulation = await startMachine()
    await broker.hear('status')
    await simulation.stop()
    expect(broker.bodies('status').map((body) => body['state'])).toEqual(['online', 'offline'])
  })
})

describe('a broker', () => {
  it('that is not up yet, or restarts, is connected to without a message', async () => {
    const port = Number(new URL(broker.url).port)
    await broker.close()
    await startMachine()
    broker = await startBroker({ port })
    const first = await broker.hear('status')
    await broker.close()
    broker = await startBroker({ port })
    // not simply the next: if the first was unacknowledged, it is sent again before the machine counts as connected
    await broker.hear('status', ({ body }) => body['session'] !== first.body['session'])
    expect(events.map(({ event }) => event)).toEqual(['connected', 'disconnected', 'connected'])
  })

  it('that refuses the credential is reported once and retried', async () => {
    const port = Number(new URL(broker.url).port)
    await broker.close()
    broker = await startBroker({ port, password: 'another' })
    await startMachine()
    await expect.poll(() => events.map(({ event }) => event)).toEqual(['refused'])
    await broker.close()
    broker = await startBroker({ port, password: 'valve-secret' })
    await broker.hear('status')
    expect(events.map(({ event }) => event)).toEqual(['refused', 'connected'])
  })
})

it('messages duplicated by a poor network change nothing', async () => {
  await startMachine({ faults: { duplicate: true, delayMs: 5 } })
  await broker.desire(desiredState(1))
  await result(1, 'APPLIED')
  await broker.hear('reported', (message) => broker.all('reported').indexOf(message) === 5)
  expect(timesApplied(1)).toBe(1)
})
