/** Settings accepted and applied while readings pour in, and two thousand controllers on one server process. */
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { liveEvents, livePaths } from '../src/contract/live.ts'
import { systemInputAnswer, systemPaths } from '../src/contract/systems.ts'
import type { Bench } from './bench.ts'
import { type Customer, type Devices, type Field, startDevices, startField } from './field.ts'
import { post } from './product.ts'
import { say, target } from './measure.ts'

const CUSTOMERS = 25
const SYSTEMS_EACH = 2
const CONTROLLERS = 2000
const READINGS_PER_SECOND = 1000
const SETTINGS_PER_SECOND = 50
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 30)
const WARM_UP_SECONDS = 5

const ACCEPTED_P99_MS = 50
const APPLIED_P95_MS = 1000
const MEMORY_MB = 600

const NO_TOWER = { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false }

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

const ms = (value: number) => `${value.toFixed(1)} ms`

interface Measured {
  accepted: number[]
  applied: number[]
  refused: number
}

/** Tells when each setting of one customer's systems was seen as applied on the stream of events. */
async function follow(
  url: string,
  { access }: Customer,
  applied: (key: string) => void,
): Promise<() => void> {
  const stop = new AbortController()
  const headers = { authorization: `JWT ${access}` }
  const response = await fetch(url + livePaths.events, { headers, signal: stop.signal })
  const events = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  void (async () => {
    for await (const { event, data } of events ?? []) {
      if (event !== 'delivery') continue
      const told = liveEvents.delivery.parse(JSON.parse(data))
      if (told.delivery === 'applied') applied(`${told.system} ${told.settings_rev}`)
    }
  })().catch(() => undefined)
  return () => stop.abort()
}

/** Settings at an even pace, whatever becomes of the former ones. */
async function sendSettings({ url, customers }: Field, seconds: number): Promise<Measured> {
  const measured: Measured = { accepted: [], applied: [], refused: 0 }
  const sent = new Map<string, number>()
  const seen = new Map<string, number>()
  const settle = (key: string) => {
    const [from, to] = [sent.get(key), seen.get(key)]
    if (from !== undefined && to !== undefined) measured.applied.push(to - from)
  }
  const stops = await Promise.all(
    customers.map((customer) =>
      follow(url, customer, (key) => {
        if (seen.has(key)) return
        seen.set(key, performance.now())
        settle(key)
      }),
    ),
  )
  const one = async (n: number) => {
    const customer = customers[n % customers.length]
    const system_name = customer?.systems[Math.floor(n / customers.length) % SYSTEMS_EACH] ?? ''
    const switches = { is_system_on: true, is_test_pattern_on: false, is_speed_switch_on: false }
    const numbers = { application_rate: 0.2 + (n % 180) / 100, root_depth: 30, target_moisture: 70 }
    const body = { system_name, ...switches, ...numbers, towers: NO_TOWER }
    const from = performance.now()
    const answer = await post(url + systemPaths.input, body, { authorization: `JWT ${customer?.access}` })
    const text: unknown = await answer.json()
    if (answer.status !== 200) {
      measured.refused += 1
      return
    }
    measured.accepted.push(performance.now() - from)
    const key = `${system_name} ${systemInputAnswer.parse(text).settings_rev}`
    sent.set(key, from)
    settle(key)
  }
  const running: Promise<void>[] = []
  const start = performance.now()
  for (let n = 0; n < seconds * SETTINGS_PER_SECOND; n += 1) {
    await sleep(Math.max(0, start + (n * 1000) / SETTINGS_PER_SECOND - performance.now()))
    running.push(one(n))
  }
  await Promise.all(running)
  await sleep(2000)
  for (const stop of stops) stop()
  return measured
}

async function untilConnected(devices: Devices, wanted: number): Promise<void> {
  for (let waited = 0; devices.count().connected < wanted; waited += 1) {
    if (waited > 1200) throw new Error(`only ${devices.count().connected} of ${wanted} devices connected`)
    await sleep(100)
  }
}

async function stored({ beside }: Field): Promise<number> {
  return beside(async ({ database }) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from readings`.execute(database.reader)
    return rows[0]?.n ?? 0
  })
}

async function measure(field: Field): Promise<boolean> {
  const { mqttUrl: url, controllers, gateways } = field
  const before = await field.memoryMb()
  const from = performance.now()
  const machines = startDevices({ url, controllers, gateways: [], readingsEach: 0 })
  await untilConnected(machines, CONTROLLERS)
  say(`${CONTROLLERS} controllers connected in ${((performance.now() - from) / 1000).toFixed(1)} s`)
  const probes = startDevices({
    url,
    controllers: [],
    gateways,
    readingsEach: READINGS_PER_SECOND / gateways.length,
  })
  await untilConnected(probes, gateways.length)
  await sendSettings(field, WARM_UP_SECONDS)
  const { accepted, applied, refused } = await sendSettings(field, SECONDS)
  const memory = await field.memoryMb()
  await probes.stop()
  const { readingsSent, readingsTaken } = probes.count()
  const kept = await stored(field)
  const { connected } = machines.count()
  await machines.stop()
  say(
    `${accepted.length} settings in ${SECONDS} s while ${READINGS_PER_SECOND} readings a second were stored:`,
  )
  say(
    `  accepted  p50 ${ms(quantile(accepted, 0.5))}  p95 ${ms(quantile(accepted, 0.95))}  p99 ${ms(quantile(accepted, 0.99))}`,
  )
  say(
    `  applied   p50 ${ms(quantile(applied, 0.5))}  p95 ${ms(quantile(applied, 0.95))}  of ${applied.length}`,
  )
  say(`  readings  sent ${readingsSent}  answered ${readingsTaken}  stored ${kept}`)
  say(
    `  memory    ${before.toFixed(0)} MB with nobody, ${memory.toFixed(0)} MB with ${connected} controllers`,
  )
  return [
    target(
      `every setting accepted, ${refused} refused`,
      refused === 0 && accepted.length === SECONDS * SETTINGS_PER_SECOND,
    ),
    target(`accepted p99 < ${ACCEPTED_P99_MS} ms`, quantile(accepted, 0.99) < ACCEPTED_P99_MS),
    target(`applied on a stream p95 < ${APPLIED_P95_MS} ms`, quantile(applied, 0.95) < APPLIED_P95_MS),
    target('every answered reading stored', kept >= readingsTaken && readingsTaken > 0.9 * readingsSent),
    target(`memory < ${MEMORY_MB} MB`, memory < MEMORY_MB),
  ].every(Boolean)
}

export const bench: Bench = {
  async run() {
    const field = await startField({
      customers: CUSTOMERS,
      systemsEach: SYSTEMS_EACH,
      controllers: CONTROLLERS,
    })
    try {
      return await measure(field)
    } finally {
      await field.stop()
    }
  },
}
