/** Readings at twice the rate that the machine can store: settings are still accepted, and nothing acknowledged is lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { type Field, startField } from './field.ts'
import { connectionsLine, type FieldLoad, startLoad } from './field-load.ts'
import { answeredWith } from './flood.ts'
import { nothingLost, sendReadings, type SentReadings } from './gateways.ts'
import { sendSettings, type SentSettings, whatWasApplied } from './growers.ts'
import { ms, quantile, print, target } from './measure.ts'
import { sharesLine } from './processor-time.ts'

const CUSTOMERS = 25
const SYSTEMS_EACH = 2
const CONTROLLERS = 2000
const GATEWAYS = { overMqtt: 80, overHttp: 20, each: 40, inFlight: 10 }
const SETTINGS_PER_SECOND = 25
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60)
const SATURATED_SECONDS = 20
/** The best so many seconds count as the machine's capacity: other work on it only reduces it. */
const BEST_SECONDS = 5
const TIMES_TOO_MUCH = 2
/** If more than this part of the load was stored, the capacity was underestimated. */
const STORED_PART_MAX = 0.8
const LAST_APPLIED_WITHIN_S = 20

const ACCEPTED_P99_MS = 250
const APPLIED_P95_MS = 1000

interface Overloaded {
  settings: SentSettings
  readings: SentReadings
  /** Milliseconds; Infinity for never. */
  applied: number[]
}

const readingsRate = (value: number) => `${Math.round(value).toLocaleString('en')} readings a second`

/** Every gateway sends as fast as it is acknowledged. @returns readings a second, and what was sent to measure it */
async function findCapacity(field: Field, load: FieldLoad): Promise<[number, SentReadings]> {
  const shares = await field.countShares(load.pids)
  const asFastAsAnswered = { messagesPerSecond: null, seconds: SATURATED_SECONDS }
  const [sentReadings, during] = await Promise.all([
    load.gateways.ask(sendReadings, asFastAsAnswered),
    sleep(SATURATED_SECONDS * 1000).then(shares),
  ])
  const windows = sentReadings.answeredBySecond
    .slice(BEST_SECONDS - 1)
    .map((_, at) =>
      sentReadings.answeredBySecond.slice(at, at + BEST_SECONDS).reduce((sum, count) => sum + count, 0),
    )
  const best = Math.max(...windows) / BEST_SECONDS
  const gateways = GATEWAYS.overMqtt + GATEWAYS.overHttp
  print(
    `${gateways} gateways send as fast as they are answered, ${GATEWAYS.each} readings a message: ` +
      `${readingsRate(sentReadings.answered / SATURATED_SECONDS)}, in its best ${BEST_SECONDS} s ${readingsRate(best)}`,
  )
  print(`  processor ${sharesLine(during)}`)
  return [best, sentReadings]
}

async function overload({ gateways, growers }: FieldLoad, capacity: number): Promise<Overloaded> {
  const everybody = Array.from({ length: CUSTOMERS }, (_, n) => n)
  const messagesPerSecond = (TIMES_TOO_MUCH * capacity) / GATEWAYS.each
  const [readings, settings] = await Promise.all([
    gateways.ask(sendReadings, { messagesPerSecond, seconds: SECONDS }),
    growers.ask(sendSettings, { growers: everybody, perSecond: SETTINGS_PER_SECOND, seconds: SECONDS }),
  ])
  const ids = [settings.id]
  const { applied } = await growers.ask(whatWasApplied, { ids, withinSeconds: LAST_APPLIED_WITHIN_S })
  return { settings, readings, applied: applied.map((delay) => delay ?? Number.POSITIVE_INFINITY) }
}

async function measure(field: Field, load: FieldLoad): Promise<boolean> {
  const [capacity, before] = await findCapacity(field, load)
  const shares = await field.countShares(load.pids)
  const [results, during] = await Promise.all([overload(load, capacity), sleep(SECONDS * 1000).then(shares)])
  printOverloaded(results)
  print(`  processor ${sharesLine(during)}`)
  print(`  memory    ${(await field.memoryMb()).toFixed(0)} MB, ${await connectionsLine(load)}`)
  return judged(results, await field.storedReadings(), [before, results.readings])
}

function printOverloaded({ settings, readings, applied }: Overloaded): void {
  const accepted = settings.accepted.map((request) => request.ms)
  const at = (values: number[], ...shares: number[]) =>
    shares.map((share) => `p${share * 100} ${ms(quantile(values, share))}`).join('  ')
  const { offered, sent, answered, waited, refused, cutOff } = readings
  const never = applied.filter((delay) => delay === Number.POSITIVE_INFINITY).length
  print(
    `${readingsRate(offered / SECONDS)} offered for ${SECONDS} s, with ${SETTINGS_PER_SECOND} settings a second:`,
  )
  print(
    `  readings  ${readingsRate(answered / SECONDS)} answered; of ${offered} offered ${sent} sent, the rest waits at the ` +
      `gateways; answer after p50 ${ms(waited.p50 ?? Number.NaN)}  p99 ${ms(waited.p99 ?? Number.NaN)}; ` +
      `${refused} told to come back, ${cutOff} cut off`,
  )
  print(
    `  accepted  ${at(accepted, 0.5, 0.95, 0.99)}  of ${settings.sent}, sent ${ms(settings.lateMs)} late (p99)`,
  )
  print(`  applied   ${at(applied, 0.5, 0.95)}  of ${applied.length}, ${never} never`)
}

function judged({ settings, readings, applied }: Overloaded, stored: number, runs: SentReadings[]): boolean {
  const sum = (key: 'sent' | 'answeredAtLast') => runs.reduce((total, run) => total + run[key], 0)
  const [sent, answeredAtLast] = [sum('sent'), sum('answeredAtLast')]
  const accepted = settings.accepted.map((request) => request.ms)
  const part = readings.answered / readings.offered
  return [
    target(`too much is offered: ${Math.round(part * 100)} % of it stored in time`, part < STORED_PART_MAX),
    target(`accepted p99 < ${ACCEPTED_P99_MS} ms`, quantile(accepted, 0.99) < ACCEPTED_P99_MS),
    target(`applied on a stream p95 < ${APPLIED_P95_MS} ms`, quantile(applied, 0.95) < APPLIED_P95_MS),
    target(`every setting accepted: ${JSON.stringify(settings.statuses)}`, answeredWith([settings], '200')),
    target(
      `nothing answered is lost: ${answeredAtLast} readings answered, ${stored} stored, ${sent} sent`,
      nothingLost({ sent, answeredAtLast }, stored),
    ),
  ].every(Boolean)
}

export const bench: Bench = {
  async run() {
    const sizes = { customers: CUSTOMERS, systemsEach: SYSTEMS_EACH, controllers: CONTROLLERS }
    const field = await startField(sizes)
    try {
      const load = await startLoad(field, GATEWAYS)
      try {
        return await measure(field, load)
      } finally {
        await load.stop()
      }
    } finally {
      await field.stop()
    }
  },
}
