/** Settings accepted and applied under a stream of readings, with two thousand controllers on one server process. */
import type { Bench } from './bench.ts'
import { type Field, startField } from './field.ts'
import { connectionsLine, type FieldLoad, startLoad } from './field-load.ts'
import {
  acceptedMs,
  answeredWith,
  FLOOD_PER_SECOND,
  type Flooded,
  measureFlood,
  floodFigures,
  p99Of,
} from './flood.ts'
import { nothingLost, sendReadings, type SentReadings } from './gateways.ts'
import { type SentSettings, sendSettings, whatWasApplied } from './growers.ts'
import { hashCosts } from './hashes.ts'
import type { MachineWorth } from './machine-worth.ts'
import { median, ms, quantile, print, target } from './measure.ts'
import { sharesLine } from './processor-time.ts'
import { startWorker, type Worker } from './worker.ts'

const CUSTOMERS = 25
const SYSTEMS_EACH = 2
const CONTROLLERS = 2000
const READINGS_PER_SECOND = 1000
const READINGS_EACH = 20
const SETTINGS_PER_SECOND = 50
/** Of each: with a flooding customer, and without. */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 180)
/** A flood begins with the changes that a customer may send at once; in a shorter one they are most of what is taken of it. */
const ROUND_SECONDS = Math.min(60, SECONDS)
const WARM_UP_SECONDS = 15
/** A machine whose hash takes longer has not two processors' time for the whole load, and gets less in proportion. */
const WHOLE_LOAD_HASH_MS = 12
const LAST_APPLIED_WITHIN_S = 20

const HASHES = 2.2
const APPLIED_P95_MS = 300
const MEMORY_MB = 600

/** Readings, settings, and those of a flood, a second. */
interface Rates {
  readingsPerSecond: number
  settingsPerSecond: number
  floodPerSecond: number
}

function ratesFor({ hash }: MachineWorth): Rates {
  const share = Math.min(1, WHOLE_LOAD_HASH_MS / hash.median)
  print(`${(share * 100).toFixed(0)} % of the load; all of it if a hash takes ${WHOLE_LOAD_HASH_MS} ms`)
  return {
    readingsPerSecond: Math.round(share * READINGS_PER_SECOND),
    settingsPerSecond: Math.round(share * SETTINGS_PER_SECOND),
    floodPerSecond: Math.round(share * FLOOD_PER_SECOND),
  }
}

/** Settings under the usual stream of readings. */
async function measureBoth(field: Field, load: FieldLoad, rates: Rates): Promise<[Flooded, SentReadings]> {
  const rounds = Math.ceil(SECONDS / ROUND_SECONDS)
  const greedy = field.customers[CUSTOMERS]
  if (!greedy) throw new Error('nobody who floods')
  const growers = Array.from({ length: CUSTOMERS }, (_, n) => n)
  const warming = { growers, perSecond: rates.settingsPerSecond, seconds: WARM_UP_SECONDS }
  const readings = load.gateways.ask(sendReadings, {
    messagesPerSecond: rates.readingsPerSecond / READINGS_EACH,
    seconds: WARM_UP_SECONDS + 2 * rounds * ROUND_SECONDS,
    sendRest: true,
  })
  await load.growers.ask(sendSettings, warming)
  // the first vacuum of a new table makes its files, for which every commit waits: once in its life, not once a minute
  await field.beside(({ database }) => database.pool.query('vacuum analyze'))
  const settings = await measureFlood(field, load.growers, {
    others: growers,
    othersPerSecond: rates.settingsPerSecond,
    greedy,
    greedyPerSecond: rates.floodPerSecond,
    rounds,
    secondsEach: ROUND_SECONDS,
  })
  return [settings, await readings]
}

interface Figures {
  settings: Flooded
  readings: SentReadings
  /** Processor time of a password hash meanwhile. */
  hashMs: number
  /** Milliseconds for each accepted setting; null: never. */
  applied: (number | null)[]
  memoryMb: number
  stored: number
}

async function measure(field: Field, load: FieldLoad, hashes: Worker, rates: Rates): Promise<Figures> {
  const shares = await field.countShares(load.pids)
  const [settings, readings] = await measureBoth(field, load, rates)
  const { costsMs } = await hashes.ask(hashCosts, {})
  print(`processor: ${sharesLine(await shares())}`)
  const { applied } = await load.growers.ask(whatWasApplied, {
    ids: settings.calm.map(({ id }) => id),
    withinSeconds: LAST_APPLIED_WITHIN_S,
  })
  const memoryMb = await field.memoryMb()
  const stored = await field.storedReadings()
  const late = Math.max(...settings.calm.map(({ lateMs }) => lateMs))
  print(
    `${rates.settingsPerSecond} settings a second for ${SECONDS} s while ${rates.readingsPerSecond} readings a second come:`,
  )
  print(`  readings  sent ${readings.sent}  answered ${readings.answeredAtLast}  stored ${stored}`)
  print(`  memory    ${memoryMb.toFixed(0)} MB, ${await connectionsLine(load)}`)
  print(`  the load  sent its settings at most ${ms(late)} late (p99)`)
  return { settings, readings, hashMs: median(costsMs), applied, memoryMb, stored }
}

function judge({ settings, readings, hashMs, applied, memoryMb, stored }: Figures): boolean {
  return [
    settingsFigures(settings.calm, applied, hashMs),
    target('every setting accepted', answeredWith(settings.calm, '200')),
    target(
      'every reading answered and stored',
      readings.answeredAtLast === readings.offered && nothingLost(readings, stored),
    ),
    target(`memory < ${MEMORY_MB} MB`, memoryMb < MEMORY_MB),
    floodFigures(settings),
  ].every(Boolean)
}

function settingsFigures(calm: SentSettings[], applied: (number | null)[], hashMs: number): boolean {
  const accepted = acceptedMs(calm)
  // a machine that is slower for twenty seconds decides the p99 of all rounds together
  const p99s = calm.map((round) => p99Of(round))
  const p99 = median(p99s)
  const limit = HASHES * hashMs
  const never = applied.filter((delay) => delay === null).length
  const delays = applied.map((delay) => delay ?? Number.POSITIVE_INFINITY)
  const at = (values: number[], ...shares: number[]) =>
    shares.map((share) => `p${share * 100} ${ms(quantile(values, share))}`).join('  ')
  print(`  accepted  ${at(accepted, 0.5, 0.95, 0.99)}  of ${accepted.length}`)
  print(`  applied   ${at(delays, 0.5, 0.95)}  of ${delays.length}, ${never} never`)
  return [
    target(
      `accepted p99 ${ms(p99)}, median of ${p99s.map((one) => ms(one)).join(', ')}, at most ${ms(limit)}: ${HASHES} hashes of ${ms(hashMs)} meanwhile`,
      p99 <= limit,
    ),
    target(`applied on a stream p95 < ${APPLIED_P95_MS} ms`, quantile(delays, 0.95) < APPLIED_P95_MS),
  ].every(Boolean)
}

async function measureAll(rates: Rates): Promise<Figures> {
  // the last customer is the flooding one
  const customers = CUSTOMERS + 1
  const field = await startField({
    customers,
    systemsEach: SYSTEMS_EACH,
    controllers: CONTROLLERS,
    inMemory: true,
  })
  try {
    const gateways = { overMqtt: CUSTOMERS * SYSTEMS_EACH, overHttp: 0, each: READINGS_EACH, inFlight: 10 }
    print(`${(await field.memoryMb()).toFixed(0)} MB with nobody connected`)
    const [load, hashes] = [await startLoad(field, gateways), startWorker('hashes.ts')]
    try {
      return await measure(field, load, hashes, rates)
    } finally {
      await hashes.stop()
      await load.stop()
    }
  } finally {
    await field.stop()
  }
}

export const bench: Bench = {
  async run(worth) {
    return judge(await measureAll(ratesFor(worth)))
  },
}
