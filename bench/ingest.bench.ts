/** A thousand readings a second, durable, while settings are accepted; and how fast batches are stored. */
import { sql } from 'kysely'
import { createReadings } from '../src/server/readings/readings.service.ts'
import type { Bench } from './bench.ts'
import { type Field, startField } from './field.ts'
import { acceptedMs, answeredWith } from './flood.ts'
import { connectGateways, sendReadings, type SentReadings } from './gateways.ts'
import { openBrowsers, sendSettings, type SentSettings } from './growers.ts'
import { ms, quantile, print, target } from './measure.ts'
import { startWorker } from './worker.ts'

const CUSTOMERS = 25
const READINGS_PER_SECOND = 1000
const SETTINGS_PER_SECOND = 10
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 2)
const REPEAT_EVERY = 20
const IN_FLIGHT = 10

const BATCH = 1000
const BATCHES = 300
const BATCHES_AT_ONCE = 2

const ACCEPTED_P99_MS = 250
const ROWS_PER_SECOND = 50_000

async function storedCounts({
  beside,
}: Field): Promise<{ rows: number; moments: number; synchronous: string }> {
  return beside(async ({ database }) => {
    const { rows } = await sql<{ rows: number; moments: number; synchronous: string }>`
      select count(*) as rows, count(distinct (controller_id, probe, depth_cm, at)) as moments,
             current_setting('synchronous_commit') || ' ' || current_setting('fsync') as synchronous
        from readings`.execute(database.reader)
    return rows[0] ?? { rows: 0, moments: 0, synchronous: '' }
  })
}

/** Gateways and customers at an even rate. */
async function send(field: Field, seconds: number): Promise<[SentReadings, SentSettings]> {
  const { url, mqttUrl, customers, gateways: overMqtt } = field
  const [gateways, growers] = [startWorker('gateways.ts'), startWorker('growers.ts')]
  try {
    const readingsEach = READINGS_PER_SECOND / CUSTOMERS
    await gateways.ask(connectGateways, {
      url,
      mqttUrl,
      overMqtt,
      overHttp: [],
      each: readingsEach,
      inFlight: IN_FLIGHT,
    })
    await growers.ask(openBrowsers, { url, growers: customers, timed: true })
    const pace = {
      messagesPerSecond: READINGS_PER_SECOND / readingsEach,
      repeatEvery: REPEAT_EVERY,
      sendRest: true,
    }
    const everybody = customers.map((_, n) => n)
    return await Promise.all([
      gateways.ask(sendReadings, { ...pace, seconds }),
      growers.ask(sendSettings, { growers: everybody, perSecond: SETTINGS_PER_SECOND, seconds }),
    ])
  } finally {
    await gateways.stop()
    await growers.stop()
  }
}

async function sustained(field: Field): Promise<boolean> {
  const seconds = Math.round(MINUTES * 60)
  const from = performance.now()
  const [readings, settings] = await send(field, seconds)
  const elapsedS = (performance.now() - from) / 1000
  const { rows, moments, synchronous } = await storedCounts(field)
  const accepted = acceptedMs([settings])
  const p99 = quantile(accepted, 0.99)
  const { offered, sent, answeredAtLast } = readings
  print(`${CUSTOMERS} gateways for ${seconds} s, every ${REPEAT_EVERY}th message sent twice:`)
  print(`  readings  sent ${sent}  answered ${answeredAtLast}  stored ${rows}  in ${elapsedS.toFixed(0)} s`)
  print(`  settings  ${accepted.length} accepted  p50 ${ms(quantile(accepted, 0.5))}  p99 ${ms(p99)}`)
  print(`  memory    ${(await field.memoryMb()).toFixed(0)} MB`)
  return [
    target(
      `${READINGS_PER_SECOND} readings a second answered`,
      answeredAtLast === offered && elapsedS < seconds + 10,
    ),
    target('none lost, none doubled', rows === answeredAtLast && moments === rows),
    target('durable before they are answered', synchronous === 'on on'),
    target(`every setting accepted: ${JSON.stringify(settings.statuses)}`, answeredWith([settings], '200')),
    target(`a setting accepted p99 < ${ACCEPTED_P99_MS} ms`, p99 < ACCEPTED_P99_MS),
  ].every(Boolean)
}

/** Forty probes of four depths, four readings an hour, as in an import. */
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
    // a controller without a system: the jobs after readings are measured above
    const controllerId = 2_000_000_000
    let [best, next] = [0, 0]
    for (let round = 1; round <= 3; round += 1) {
      const batches = Array.from({ length: BATCHES }, () => batchOf(next++))
      let storedRows = 0
      const from = performance.now()
      await Promise.all(
        Array.from({ length: BATCHES_AT_ONCE }, async () => {
          for (let batch = batches.pop(); batch; batch = batches.pop()) {
            const { stored: storedCount } = await readings.store(controllerId, batch)
            storedRows += storedCount
          }
        }),
      )
      if (storedRows !== BATCH * BATCHES) throw new Error(`${storedRows} of ${BATCH * BATCHES} stored`)
      best = Math.max(best, (storedRows * 1000) / (performance.now() - from))
    }
    return best
  })
  print(`batches of ${BATCH}, ${BATCHES_AT_ONCE} at once, each its own transaction:`)
  print(`  ${Math.round(perSecond).toLocaleString('en')} rows a second, the best of 3 rounds of ${BATCHES}`)
  return target(
    `at least ${ROWS_PER_SECOND.toLocaleString('en')} rows a second`,
    perSecond >= ROWS_PER_SECOND,
  )
}

export const bench: Bench = {
  async run() {
    const field = await startField({ customers: CUSTOMERS, systemsEach: 1, controllers: CUSTOMERS })
    try {
      const passed = [await sustained(field), await inBatches(field)]
      return passed.every(Boolean)
    } finally {
      await field.stop()
    }
  },
}
