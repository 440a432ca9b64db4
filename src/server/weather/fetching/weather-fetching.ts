/**
 * Queries weather services about the places of systems: when each is due, one request after the other, and again later
 * after a failure. Nothing else waits for it.
 */
import { createHash } from 'node:crypto'
import type { Kit, Part } from '../../installation/kit.ts'
import type { Completion } from '../../jobs/jobs.ts'
import type { Database } from '../../kit/postgres/database.ts'
import type { Reader, ServerTx } from '../../kit/postgres/transactions.ts'
import { dayAfter, dayCount, dayReader, type DaySpan } from '../../readings/zone-days.ts'
import { degreesOf, isModel, STATION_WITHIN_KM } from '../stations.ts'
import { weatherChanged } from '../weather.events.ts'
import { enqueueWeatherLook, fetchWeatherJob, lookAtWeather } from '../weather.jobs.ts'
import { WeatherUnavailable } from './weather-request.ts'
import type { FetchedStream, WeatherService } from './weather-service.ts'
import {
  type AskedPlace,
  findService,
  keepOrigin,
  recordFetch,
  restService,
  selectDuePlaces,
  selectFetch,
  selectServiceRest,
  selectMissingDays,
  selectSystemsOf,
  storeDays,
  storeHours,
} from '../weather.store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LOOK_EVERY_MS = MINUTE_MS
/** Pause after the first failure of a service, and of a place. */
const [REST_MS, AGAIN_MS] = [15_000, 15 * MINUTE_MS]
/** Places enqueued per run; the next run continues. */
const MOST_A_LOOK = 500
/** A season of the archive: since New Year, and at least this long, for winter crops. */
const SEASON_DAYS = 200
/** Missing days further apart than this are requested separately: an archive charges by the fortnight. */
const GAP_APART_DAYS = 14

export function createWeatherFetching(kit: Kit, services: readonly WeatherService[]): Part {
  const { clock, database, jobs } = kit

  jobs.process(lookAtWeather, async (_, tx) => {
    const now = clock.now()
    for (const { name } of services) {
      const serviceRest = await selectServiceRest(tx, name)
      if (serviceRest && serviceRest.restUntil > now) continue
      for (const { code } of await selectDuePlaces(tx, name, now, { most: MOST_A_LOOK }))
        await jobs.enqueue(tx, fetchWeatherJob(name), { code }, { key: `${name} ${code}` })
    }
    if (services.length > 0) await enqueueWeatherLook(jobs, tx, LOOK_EVERY_MS)
  })

  for (const service of services)
    jobs.processOutside(
      fetchWeatherJob(service.name),
      ({ code }, database) => fetchPlace(kit, service, code, database),
      { background: true, alone: true },
    )

  return { start: () => database.write((tx) => enqueueWeatherLook(jobs, tx)) }
}

async function fetchPlace(
  kit: Kit,
  service: WeatherService,
  code: string,
  { write }: Database,
): Promise<Completion | void> {
  const { clock, jobs, log } = kit
  const { name, everyMs } = service
  const now = clock.now()
  const task = await write(async (tx) => {
    const { restUntil, failures } = await findService(tx, name)
    if (restUntil > now) return null
    // enqueued by two processes, or the system was deleted
    const [place] = await selectDuePlaces(tx, name, now, { most: 1, code })
    if (!place) return null
    const last = await selectFetch(tx, name, code)
    const wanted = (reader: Reader) => wantedDays(reader, service, place, last?.fetchedAt ?? null, now)
    return { failures, place, last, wanted, ...(await wanted(tx)) }
  })
  if (!task) return
  const { failures, place, last, wanted, span, missing } = task
  try {
    const question = { place, span: span ?? { start: '', end: '' }, now, validator: null }
    const asked = span === null ? '' : fingerprint(service.questionOf(question))
    const validator = last?.asked === asked ? last.validator : null
    const fetched = span === null ? null : await service.ask({ ...question, validator })
    return async (tx) => {
      for (const stream of fetched?.streams ?? []) await keep(kit, tx, stream, now)
      const newValidator = fetched === null ? validator : fetched.validator
      const stillMissing = missing > 0 ? (await wanted(tx)).missing : 0
      // there are more gaps, and this one was filled
      const nextAt = new Date(
        now.getTime() + (stillMissing > 0 && stillMissing < missing ? MINUTE_MS : everyMs),
      )
      await recordFetch(tx, name, code, now, { nextAt, failure: null, asked, validator: newValidator })
      if (failures > 0) await restService(tx, name, { restUntil: now, failures: 0, failure: null })
    }
  } catch (error) {
    if (!(error instanceof WeatherUnavailable)) throw error
    const { failure, message, forAll, restMs } = error
    log.warn({ service: name, place: code, failure, why: message }, 'weather not fetched')
    // queried first after the service's pause
    const again = forAll ? 0 : waitAfter(last?.failures ?? 0, AGAIN_MS, everyMs)
    return async (tx) => {
      await recordFetch(tx, name, code, now, { nextAt: new Date(now.getTime() + again), failure })
      if (!forAll) return
      const waitMs = Math.max(restMs ?? 0, waitAfter(failures, REST_MS, HOUR_MS))
      const restUntil = new Date(now.getTime() + waitMs)
      await restService(tx, name, { restUntil, failures: failures + 1, failure })
      await enqueueWeatherLook(jobs, tx, waitMs)
    }
  }
}

/** Doubled with each consecutive failure. */
function waitAfter(failures: number, firstMs: number, mostMs: number): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(failures, 20))
}

/** Days to request, null for none; and how many of a season are missing. */
async function wantedDays(
  db: Reader,
  { name, wants }: WeatherService,
  place: AskedPlace,
  fetchedAt: Date | null,
  now: Date,
): Promise<{ span: DaySpan | null; missing: number }> {
  const dayOf = dayReader(place.timeZone)
  const today = dayOf(now)
  if (wants.kind === 'since') {
    const oldest = dayAfter(today, -wants.mostDays)
    const since = fetchedAt === null ? oldest : dayAfter(dayOf(fetchedAt), -wants.againDays)
    const usual = dayAfter(today, -wants.againDays)
    const start = [since < usual ? since : usual, oldest].reduce((a, b) => (a > b ? a : b))
    return { span: { start, end: dayAfter(today, wants.aheadDays) }, missing: 0 }
  }
  const newYear = `${today.slice(0, 4)}-01-01`
  const usual = dayAfter(today, -SEASON_DAYS)
  const season = { start: newYear < usual ? newYear : usual, end: dayAfter(today, -wants.lagDays) }
  const source = name === 'archive' ? 'archive' : 'forecast'
  const missing = await selectMissingDays(db, { source, code: place.code }, season, now)
  return { span: newestGap(missing), missing: missing.length }
}

/** The newest missing days, and those before them that fit into the same request. */
export function newestGap(missing: readonly string[]): DaySpan | null {
  const end = missing.at(-1)
  if (end === undefined) return null
  let start = end
  for (const day of missing.toReversed()) {
    if (dayCount({ start: day, end: start }) > GAP_APART_DAYS) break
    start = day
  }
  return { start, end }
}

/** Stores hours and days, and publishes the change for every affected system. */
async function keep({ events }: Kit, tx: ServerTx, stream: FetchedStream, now: Date): Promise<void> {
  const { hours, days, ...origin } = stream
  const originId = await keepOrigin(tx, { ...origin, systemId: null })
  await storeHours(tx, originId, now, hours)
  const from = await storeDays(tx, originId, now, days)
  if (from === null) return
  const box = isModel(origin.source) ? null : degreesOf(STATION_WITHIN_KM, origin.latitude)
  const changes = (await selectSystemsOf(tx, origin, box)).map((system) => ({ ...system, from }))
  await events.publish(tx, weatherChanged, ...changes)
}

/** Identifies equal requests, without the key. */
function fingerprint(question: string): string {
  return createHash('sha256').update(question).digest('base64url')
}
