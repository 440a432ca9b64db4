/** A simulated machine: same seed, same run; its history is complete; commands are followed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  appliedDocument,
  readingsDocument,
  telemetryDocument,
  type DeviceReading,
} from '../contract/controller.ts'
import type { SimulatorEvent } from './control-lines.ts'
import { simulationConfig, type SimulationInput } from './simulation-config.ts'
import { Simulation } from './simulation.ts'
import { desiredState, machine, startBroker, type TestBroker } from './test-broker.ts'

const GATEWAY = { id: 'sys0001-gateway', secret: 'probe-secret' }
const PROBES = [
  { number: 1, lat: 51.0612, lng: -114.15, depthsCm: [10, 30, 60] },
  { number: 2, lat: 51.06, lng: -114.148, depthsCm: [20, 40] },
]
/** Of `machine`: how often it reports, and the step in which it is simulated. */
const TICK_MS = 20
const SEASON = { from: '2026-05-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z', stepMinutes: 60 }

let brokers: TestBroker[]
let running: Simulation[]

beforeEach(() => {
  brokers = []
  running = []
})

afterEach(async () => {
  for (const simulation of running) await simulation.stop()
  for (const broker of brokers) await broker.close()
})

async function run(change: Partial<SimulationInput> = {}) {
  const broker = await startBroker()
  brokers.push(broker)
  const events: SimulatorEvent[] = []
  const config = simulationConfig.parse(machine(broker.url, change))
  const simulation = new Simulation(config, (event) => events.push(event))
  running.push(simulation)
  await simulation.start()
  return { broker, simulation, events }
}

function readingsOf(broker: TestBroker): DeviceReading[] {
  return broker
    .bodies('readings')
    .flatMap((body) => readingsDocument.parse(body).readings)
    .filter((reading): reading is DeviceReading => reading.kind === undefined || reading.kind === 'soil')
}

/** The complete history that the machine reports as sent. */
function pastOf({ broker, events }: Awaited<ReturnType<typeof run>>): DeviceReading[] {
  const done = events.find(({ event }) => event === 'history-done')
  const readings = readingsOf(broker)
  expect(readings).toHaveLength(done?.event === 'history-done' ? done.readings : NaN)
  return readings
}

/** An accelerated machine on a fixed day. */
function quickMachine(seed: number) {
  return run({
    seed,
    gateway: GATEWAY,
    startAt: '2026-07-01T12:00:00.000Z',
    warp: 3000,
    readings: { everyMs: 40, probes: PROBES },
  })
}

/** Measurements, without their real time. */
async function telemetryUpTo(broker: TestBroker, seq: number) {
  await broker.hear('telemetry', ({ body }) => Number(body['seq']) >= seq)
  const documents = broker.bodies('telemetry').map((body) => telemetryDocument.parse(body))
  return new Map(documents.map(({ at: _at, ...rest }) => [rest.seq, rest]))
}

async function firstReadings(broker: TestBroker, batches: number) {
  await broker.hear('readings', (message) => broker.all('readings').indexOf(message) === batches - 1)
  return readingsOf(broker)
    .slice(0, batches * 5)
    .map(({ at: _at, ...rest }) => rest)
}

describe('a seed', () => {
  it('gives the same telemetry again: angle, pressure, position', async () => {
    const machines = [await quickMachine(7), await quickMachine(7)]
    // Measurements before the connection are lost, so compare from where both were received.
    const starts = await Promise.all(machines.map(({ broker }) => broker.hear('telemetry')))
    const from = Math.max(...starts.map(({ body }) => Number(body['seq'])))
    const seqs = Array.from({ length: 15 }, (_, i) => from + i)
    const [one, two] = await Promise.all(machines.map(({ broker }) => telemetryUpTo(broker, from + 15)))
    expect(seqs.map((seq) => one?.get(seq))).toEqual(seqs.map((seq) => two?.get(seq)))
    expect(new Set(seqs.map((seq) => one?.get(seq)?.angleDeg)).size).toBe(15)
  })

  it('gives the same readings again, and another seed different ones', async () => {
    const machines = [await quickMachine(7), await quickMachine(7), await quickMachine(8)]
    const [one, two, other] = await Promise.all(machines.map(({ broker }) => firstReadings(broker, 6)))
    expect(one).toHaveLength(30)
    expect(two).toEqual(one)
    expect(other).not.toEqual(one)
  })
})

describe('the history', () => {
  it('arrives complete, in messages within the limits, and is the same for the same seed', async () => {
    const first = await run({
      gateway: GATEWAY,
      history: SEASON,
      readings: { everyMs: 3_600_000, probes: PROBES },
    })
    const expected = (31 * 24 + 1) * 5
    expect(first.events).toContainEqual({ event: 'history-done', readings: expected })
    const readings = pastOf(first)
    const keys = new Set(readings.map(({ probe, depthCm, at }) => `${probe} ${depthCm} ${at}`))
    expect(keys.size).toBe(expected)
    expect(readings).toHaveLength(expected)
    for (const { body, bytes } of first.broker.all('readings')) {
      expect(bytes).toBeLessThanOrEqual(16 * 1024)
      expect(readingsDocument.parse(body).readings.length).toBeLessThanOrEqual(1000)
    }
    for (const { vwc } of readings) {
      expect(vwc).toBeGreaterThan(0)
      expect(vwc).toBeLessThan(0.6)
    }
    const again = await run({ history: SEASON, readings: { everyMs: 3_600_000, probes: PROBES } })
    const byKey = (list: DeviceReading[]) => list.map((reading) => JSON.stringify(reading)).sort()
    expect(byKey(pastOf(again))).toEqual(byKey(readings))
  })

  it('with broken sensors has gaps and values that are no water content', async () => {
    const readings = pastOf(
      await run({
        history: SEASON,
        readings: { everyMs: 3_600_000, probes: PROBES },
        faults: { dropout: 0.2, absurd: 0.1, stuckProbes: [2] },
      }),
    )
    expect(readings.length).toBeLessThan(31 * 24 * 5)
    const absurd = readings.filter(({ vwc }) => Number(vwc) < 0 || Number(vwc) > 0.6)
    expect(absurd.length).toBeGreaterThan(0)
    const stuck = readings.filter(({ probe, depthCm }) => probe === 2 && depthCm === 20)
    const values = new Set(stuck.map(({ vwc }) => Number(vwc)).filter((vwc) => vwc >= 0 && vwc <= 0.6))
    expect(values.size).toBe(1)
  })
})

describe('the machine', () => {
  it('records the water of each sector that it passed under a revision, by its own timer', async () => {
    const { broker } = await run({ warp: 6000, speed100MMin: 5, timerPct: 50 })
    await broker.desire(desiredState(4, { rateIn: 2 }))
    const records = () =>
      broker
        .bodies('applied')
        .map((body) => appliedDocument.parse(body))
        .filter(({ rev }) => rev === 4)
    await broker.hear('applied', () => records().length >= 4)
    const [, second, third] = records()
    // 800 gpm on 69.87 acres, 6.2832 h a revolution at 100 %: 0.15896 in; at 50 % twice that, and 60 % of it.
    for (const depth of second?.depthIn.slice(0, 3) ?? []) expect(depth).toBeCloseTo(0.15896 * 2 * 0.6, 3)
    expect(second?.depthIn.slice(3)).toEqual([0, 0, 0, 0, 0, 0])
    expect(third?.sector).toBe(((second?.sector ?? 0) + 1) % 180)
    expect(third?.from).toBe(second?.to)
  })

  it('stops where it is told to, and its record ends there', async () => {
    const { broker, simulation } = await run({ warp: 3000, faults: { stopsAtDeg: 5 } })
    await broker.hear('event', ({ body }) => body['code'] === 'STOPPED')
    const stands = await broker.hear('telemetry', ({ body }) => body['moving'] === false)
    expect(stands.body).toMatchObject({ angleDeg: 5, wet: false, flowLps: 0 })
    await broker.hear('applied', ({ body }) => body['sector'] === 2)
    await simulation.obey({ do: 'start' })
    await broker.hear('telemetry', ({ body }) => Number(body['angleDeg']) > 8)
  })

  it('may be stopped with its water on, and reports the applied water meanwhile', async () => {
    const { broker, simulation } = await run({ warp: 600 })
    await broker.desire(desiredState(1))
    await broker.hear('reported', ({ body }) => body['result'] === 'APPLIED')
    await simulation.obey({ do: 'stop', wet: true })
    const stands = await broker.hear('telemetry', ({ body }) => body['moving'] === false)
    expect(stands.body).toMatchObject({ direction: 'STOPPED', wet: true })
    expect(Number(stands.body['flowLps'])).toBeGreaterThan(0)
    const last = broker.all('applied').length
    await broker.hear('applied', (message) => broker.all('applied').indexOf(message) === last + 2)
    const places = broker.bodies('applied').slice(last + 1)
    expect(new Set(places.map(({ sector }) => sector)).size).toBe(1)
  })

  it('reports simulated time if configured', async () => {
    const { broker } = await run({
      warp: 3600,
      startAt: '2026-07-01T12:00:00.000Z',
      tellsSimulatedTime: true,
      faults: { stopsAtDeg: 4 },
    })
    await broker.hear('event', ({ body }) => body['code'] === 'STOPPED')
    const [first] = broker.bodies('applied').map((body) => appliedDocument.parse(body))
    expect(first?.from).toBe('2026-07-01T12:00:00.000Z')
    // 100 m towers, 3 m/min at timer 50: a revolution of 300 m takes 20.944 h, so two degrees 6.98 minutes.
    const minutes = (Date.parse(first?.to ?? '') - Date.parse(first?.from ?? '')) / 60_000
    expect(Math.abs(minutes - 6.98)).toBeLessThan(0.6)
    const [event] = broker.bodies('event')
    expect(String(event?.['at'])).toMatch(/^2026-07-01T12:/)
  })

  it('reports its position when it connects, by the newest measurement before', async () => {
    const { broker, simulation } = await run({
      running: false,
      startAngleDeg: 33,
      telemetryEveryMs: { moving: 20, idle: 86_400_000 },
    })
    await simulation.obey({ do: 'offline' })
    // its only measurement of the day comes with its first step, after 20 ms
    await sleep(400)
    expect(broker.all('telemetry')).toEqual([])
    await simulation.obey({ do: 'online' })
    const { body } = await broker.hear('telemetry')
    expect(body).toMatchObject({ seq: 1, angleDeg: 33, direction: 'STOPPED', moving: false })
  })

  it('stops and starts at its panel, never by a message', async () => {
    const { broker, simulation } = await run()
    await simulation.obey({ do: 'stop' })
    const stopped = await broker.hear('telemetry', ({ body }) => body['moving'] === false)
    expect(stopped.body).toMatchObject({ direction: 'STOPPED', wet: false, flowLps: 0 })
    await broker.desire(desiredState(1))
    await broker.hear('reported', ({ body }) => body['result'] === 'APPLIED')
    await simulation.obey({ do: 'start' })
    await broker.hear('event', ({ body }) => body['code'] === 'STARTED')
    const codes = broker.bodies('event').map((body) => body['code'])
    expect(codes).toEqual(['STOPPED', 'STARTED'])
  })

  it('is stopped by its safety system, and reports why', async () => {
    const { broker, simulation } = await run()
    await simulation.obey({ do: 'fault', code: 'LOW_PRESSURE' })
    const stands = await broker.hear('telemetry', ({ body }) => body['moving'] === false)
    expect(stands.body).toMatchObject({ direction: 'STOPPED', wet: false, flowLps: 0 })
    await simulation.obey({ do: 'start' })
    await broker.hear('event', ({ body }) => body['code'] === 'STARTED')
    const codes = broker.bodies('event').map((body) => body['code'])
    expect(codes).toEqual(['LOW_PRESSURE', 'STARTED'])
  })

  it('keeps the readings that it took offline, and sends them after reconnecting', async () => {
    const { broker, simulation } = await run({ readings: { everyMs: 3_600_000, probes: PROBES } })
    await broker.hear('status')
    await simulation.obey({ do: 'offline' })
    await broker.hear('status', ({ body }) => body['state'] === 'offline')
    const reading = simulation.obey({ do: 'read' })
    await simulation.obey({ do: 'online' })
    await reading
    await broker.hear('readings')
    expect(readingsOf(broker)).toHaveLength(5)
  })

  it('is wetter after rain', async () => {
    const { broker, simulation } = await run({
      warp: 60_000,
      running: false,
      readings: { everyMs: 3_600_000, probes: PROBES },
    })
    await simulation.obey({ do: 'read' })
    await simulation.obey({ do: 'rain', mm: 60 })
    const seq = Number(broker.bodies('telemetry').at(-1)?.['seq'] ?? 0)
    await broker.hear('telemetry', ({ body }) => Number(body['seq']) > seq + 5)
    await simulation.obey({ do: 'read' })
    const top = readingsOf(broker).filter(({ probe, depthCm }) => probe === 1 && depthCm === 10)
    expect(top).toHaveLength(2)
    expect(Number(top[1]?.vwc)).toBeGreaterThan(Number(top[0]?.vwc) + 0.03)
  })

  /** One whose clock a test moves; connected, with its first telemetry sent. */
  async function clockedMachine(change: Partial<SimulationInput> = {}) {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const made = await run(change)
    vi.setSystemTime(Date.now() + TICK_MS)
    await made.broker.hear('telemetry')
    return made
  }

  it('that slept goes on from the present, and tells nothing of the future', async () => {
    const { broker } = await clockedMachine()
    const asleepMs = Date.now()
    const wokeAt = new Date(asleepMs + 3_600_000).toISOString()
    vi.setSystemTime(wokeAt)
    await broker.hear('telemetry', ({ body }) => Date.parse(String(body['at'])) > asleepMs + TICK_MS)
    // its clock stands, so there is nothing more to tell
    await sleep(5 * TICK_MS)
    expect(broker.bodies('telemetry').filter(({ at }) => String(at) > wokeAt)).toEqual([])
  })

  it('that is far behind still hears that it is to stop', async () => {
    const ticks = 500
    // each tick is hours of simulated time, and takes milliseconds
    const { broker, simulation } = await clockedMachine({ warp: 300_000 })
    const before = broker.bodies('telemetry').length
    vi.setSystemTime(Date.now() + ticks * TICK_MS)
    await sleep(TICK_MS)
    await simulation.stop()
    expect(broker.bodies('telemetry').length - before).toBeLessThan(ticks)
  })
})
