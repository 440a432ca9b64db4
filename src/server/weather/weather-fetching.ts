/** Fetches the weather of each place where systems stand every three hours, one after the other, and later again where it failed. */
import { z } from 'zod'
import type { WeatherFailure } from '#contract/weather.ts'
import type { Kit, Part } from '../installation/kit.ts'
import type { ServerTx } from '../kit/postgres/database.ts'
import { defineJob } from '../jobs/jobs.ts'
import { dayReader } from '../readings/zone-days.ts'
import { type FetchedWeather, fetchWeather, WeatherUnavailable } from './open-meteo.ts'
import { weatherChanged } from './weather.events.ts'
import { daysOfHours } from './weather.rules.ts'
import {
  keepOrigin,
  recordFetch,
  selectDuePlaces,
  selectFetch,
  selectSystemsOfPlace,
  storeDays,
  storeHours,
  type WeatherPlace,
} from './weather.store.ts'

/** Enqueues itself again, so that the look after is due whatever happened to this one. */
export const lookAtWeather = defineJob('look-at-weather', z.object({}))

/** By a key of its place: never more than one process asks about it. */
const fetchWeatherJob = defineJob('fetch-weather', z.object({ code: z.string() }))

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const LOOK_EVERY_MS = MINUTE_MS
const FETCH_EVERY_MS = 180 * MINUTE_MS
const AGAIN_MS: Record<WeatherFailure, number> = {
  no_answer: 15 * MINUTE_MS,
  refused: 60 * MINUTE_MS,
  too_many_calls: 60 * MINUTE_MS,
  not_understood: 60 * MINUTE_MS,
}
const SERVICE = 'forecast'
/** Of the model's wind. */
const WIND_HEIGHT_M = 10
/** Places that one look orders; the next look goes on. */
const MOST_A_LOOK = 500
/** Days that are asked for again, because a model corrects itself, and what the service gives at most. */
const [FEWEST_PAST_DAYS, MOST_PAST_DAYS] = [3, 92]

/** Works where a source is set up; nothing else waits for it. */
export function createWeatherFetching(kit: Kit): Part {
  const { clock, config, database, events, jobs, log } = kit
  const { weather } = config
  if (weather === null) return {}

  const orderLook = (tx: ServerTx, inMs: number) =>
    jobs.enqueue(
      tx,
      lookAtWeather,
      {},
      { key: lookAtWeather.name, notBefore: new Date(Date.now() + inMs), keepTime: true },
    )

  jobs.process(lookAtWeather, async (_, tx) => {
    for (const { code } of await selectDuePlaces(tx, SERVICE, clock.now(), { most: MOST_A_LOOK }))
      await jobs.enqueue(tx, fetchWeatherJob, { code }, { key: `${fetchWeatherJob.name}:${code}` })
    await orderLook(tx, LOOK_EVERY_MS)
  })

  jobs.process(
    fetchWeatherJob,
    async ({ code }, tx) => {
      const now = clock.now()
      // ordered twice, by looks of two processes; or nobody is there any more
      const [place] = await selectDuePlaces(tx, SERVICE, now, { most: 1, code })
      if (!place) return
      const last = await selectFetch(tx, SERVICE, code)
      const missing = last?.fetchedAt
        ? (now.getTime() - last.fetchedAt.getTime()) / DAY_MS + 1
        : MOST_PAST_DAYS
      const pastDays = Math.min(MOST_PAST_DAYS, Math.max(FEWEST_PAST_DAYS, Math.ceil(missing)))
      try {
        const fetched = await fetchWeather({ ...weather, ...place, pastDays })
        await keep(tx, place, now, fetched)
        const nextAt = new Date(now.getTime() + FETCH_EVERY_MS)
        await recordFetch(tx, SERVICE, code, now, { fetchedAt: now, nextAt, failure: null })
      } catch (error) {
        if (!(error instanceof WeatherUnavailable)) throw error
        const { failure, message } = error
        log.warn({ place: code, failure, why: message }, 'weather not fetched')
        const nextAt = new Date(now.getTime() + AGAIN_MS[failure])
        await recordFetch(tx, SERVICE, code, now, { fetchedAt: null, nextAt, failure })
      }
    },
    { background: true },
  )

  /** Hours, the days that they make, and word to every system that they are about. */
  async function keep(
    tx: ServerTx,
    { code, latitude, longitude, timeZone }: WeatherPlace,
    now: Date,
    { elevationM, hours }: FetchedWeather,
  ): Promise<void> {
    const place = { code, latitude, longitude, elevationM }
    const origin = { ...place, source: 'forecast' as const, name: '', systemId: null }
    const originId = await keepOrigin(tx, origin)
    await storeHours(tx, originId, now, hours)
    const days = daysOfHours(hours, dayReader(timeZone), { ...place, windHeightM: WIND_HEIGHT_M }, now)
    const from = await storeDays(tx, originId, now, days)
    if (from === null) return
    const told = (await selectSystemsOfPlace(tx, code)).map((each) => ({ ...each, from }))
    await events.publish(tx, weatherChanged, ...told)
  }

  return { start: () => database.write((tx) => orderLook(tx, 0)) }
}
