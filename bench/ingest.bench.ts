/** A thousand readings a second, durable, while settings are accepted; and how fast batches are stored. */
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemPaths } from '../src/contract/systems.ts'
import { createReadings } from '../src/server/readings/readings.ts'
import type { Bench } from './bench.ts'
import { type Devices, type Field, startDevices, startField } from './field.ts'
import { say, target } from './measure.ts'
import { post } from './product.ts'

const CUSTOMERS = 25
const READINGS_PER_SECOND = 1000
const SETTINGS_PER_SECOND = 10
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 10)
const REPEAT_EVERY = 20

const BATCH = 1000
const BATCHES = 300
const BATCHES_AT_ONCE = 2

const ACCEPTED_P99_MS = 250
const ROWS_PER_SECOND = 50_000

const NO_TOWER = { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false }

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Settings at an even pace; milliseconds until each was accepted, and how many were not. */
async function sendSettings({ url, customers }: Field, seconds: number) {
  const accepted: number[] = []
  let refused = 0
  const one = async (n: number) => {
    const customer = customers[n % customers.length]
    const switches = { is_system_on: true, is_test_pattern_on: false, is_speed_switch_on: false }
    const numbers = { application_rate: 0.2 + (n % 180) / 100, root_depth: 30, target_moisture: 70 }
    const body = { system_name: customer?.systems[0] ?? '', ...switches, ...numbers, towers: NO_TOWER }
    const from = performance.now()
    const answer = await post(url + systemPaths.input, body, { authorization: `JWT ${customer?.access}` })
    await answer.text()
    if (answer.status === 200) accepted.push(performance.now() - from)
    else refused += 1
  }
  const running: Promise<void>[] = []
  const start = performance.now()
  for (let n = 0; n < seconds * SETTINGS_PER_SECOND; n += 1) {
    await sleep(Math.max(0, start + (n * 1000) / SETTINGS_PER_SECOND - performance.now()))
    running.push(one(n))
  }
  await Promise.all(running)
  return { accepted, refused }
}

/** Until every reading that was sent is answered for. */
async function untilTaken(gateways: Devices, wanted: number): Promise<void> {
  for (let waited = 0; gateways.count().readingsTaken < wanted; waited += 1) {
    if (waited > 600) return
    await sleep(100)
  }
}

async function stored({ beside }: Field): Promise<{ rows: number; moments: number; synchronous: string }> {
  return beside(async ({ database }) => {
    const { rows } = await sql<{ rows: number; moments: number; synchronous: string }>`
      select count(*) as rows, count(distinct (controller_id, probe, depth_cm, at)) as moments,
             current_setting('synchronous_commit') || ' ' || current_setting('fsync') as synchronous
        from readings`.execute(database.reader)
    return rows[0] ?? { rows: 0, moments: 0, synchronous: '' }
  })
}

async function sustained(field: Field): Promise<boolean> {
  const seconds = Math.round(MINUTES * 60)
  const { mqttUrl: url, gateways } = field
  const each = READINGS_PER_SECOND / gateways.length
  const wanted = each * gateways.length * seconds
  const plan = { controllers: [], readingsEach: each, messagesEach: seconds, repeatEvery: REPEAT_EVERY }
  const from = performance.now()
  const probes = startDevices({ url, gateways, ...plan })
  const { accepted, refused } = await sendSettings(field, seconds)
  await untilTaken(probes, wanted)
  const took = (performance.now() - from) / 1000
  const { readingsSent, readingsTaken } = probes.count()
  await probes.stop()
  const { rows, moments, synchronous } = await stored(field)
  const p99 = quantile(accepted, 0.99)
  say(`${gateways.length} gateways for ${seconds} s, every ${REPEAT_EVERY}th message sent twice:`)
  say(`  readings  sent ${readingsSent}  answered ${readingsTaken}  stored ${rows}  in ${took.toFixed(0)} s`)
  say(
    `  settings  ${accepted.length} accepted  p50 ${quantile(accepted, 0.5).toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`,
  )
  say(`  memory    ${(await field.memoryMb()).toFixed(0)} MB`)
  return [
    target(
      `${READINGS_PER_SECOND} readings a second answered`,
      readingsTaken === wanted && took < seconds + 10,
    ),
    target('none lost, none doubled', rows === readingsTaken && moments === rows),
    target('durable before they are answered', synchronous === 'on on'),
    target(
      `a setting accepted p99 < ${ACCEPTED_P99_MS} ms, ${refused} refused`,
      refused === 0 && p99 < ACCEPTED_P99_MS,
    ),
  ].every(Boolean)
}

/** Forty probes of four depths, four readings an hour, as an import has them. */
function batchOf(number: number) {
  return Array.from({ length: BATCH }, (_, i) => {
    const n = number * BATCH + i
    const at = new Date(1.77e12 + Math.floor(n / 160) * 900_000).toISOString()
    return { probe: n % 40, depthCm: 20 * (1 + (Math.floor(n / 40) % 4)), at, vwc: 0.2 + (n % 97) / 1000 }
  })
}

async function inBatches({ beside }: Field): Promise<boolean> {
  const perSecond = await beside(async (kit) => {
    const readings = createReadings(kit)
    // a controller of nobody: what follows from readings is measured above
    const controllerId = 2_000_000_000
    let [best, next] = [0, 0]
    for (let round = 1; round <= 3; round += 1) {
      const batches = Array.from({ length: BATCHES }, () => batchOf(next++))
      let storedRows = 0
      const from = performance.now()
      await Promise.all(
        Array.from({ length: BATCHES_AT_ONCE }, async () => {
          for (let batch = batches.pop(); batch; batch = batches.pop()) {
            const { stored: kept } = await readings.store(controllerId, batch)
            storedRows += kept
          }
        }),
      )
      if (storedRows !== BATCH * BATCHES) throw new Error(`${storedRows} of ${BATCH * BATCHES} stored`)
      best = Math.max(best, (storedRows * 1000) / (performance.now() - from))
    }
    return best
  })
  say(`batches of ${BATCH}, ${BATCHES_AT_ONCE} at once, each its own transaction:`)
  say(`  ${Math.round(perSecond).toLocaleString('en')} rows a second, the best of 3 rounds of ${BATCHES}`)
  return target(
    `at least ${ROWS_PER_SECOND.toLocaleString('en')} rows a second`,
    perSecond >= ROWS_PER_SECOND,
  )
}

export const bench: Bench = {
  async run() {
    const field = await startField({ customers: CUSTOMERS, systemsEach: 1, controllers: CUSTOMERS })
    try {
      const held = [await sustained(field), await inBatches(field)]
      return held.every(Boolean)
    } finally {
      await field.stop()
    }
  },
}
