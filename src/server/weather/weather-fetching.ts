/** Fetches the weather of each system every three hours, one after the other, and later again where it failed. */
import type { WeatherFailure } from '../../contract/weather.ts'
import type { Kit, Part } from '../installation/kit.ts'
import type { ServerTx } from '../kit/postgres/database.ts'
import { dayReader } from '../readings/zone-days.ts'
import { systemById } from '../systems/membership.store.ts'
import { fetchWeather, WeatherUnavailable } from './open-meteo.ts'
import { fetchWeatherJob, lookAtWeather } from './weather.jobs.ts'
import { daysOfHours } from './weather.rules.ts'
import { recordWeatherFetch, selectDueForWeather, selectWeatherFetch, storeWeather } from './weather.store.ts'

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
/** Systems that one look orders; the next look goes on. */
const MOST_A_LOOK = 500
/** Days that are asked for again, because a model corrects itself, and what the service gives at most. */
const [FEWEST_PAST_DAYS, MOST_PAST_DAYS] = [3, 92]

/** Works where a source is set up; nothing else waits for it. */
export function createWeatherFetching(kit: Kit): Part {
  const { clock, config, database, jobs, log } = kit
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
    for (const systemId of await selectDueForWeather(tx, clock.now(), MOST_A_LOOK))
      await jobs.enqueue(tx, fetchWeatherJob, { systemId }, { key: `${fetchWeatherJob.name}:${systemId}` })
    await orderLook(tx, LOOK_EVERY_MS)
  })

  jobs.process(
    fetchWeatherJob,
    async ({ systemId }, tx) => {
      const now = clock.now()
      // ordered twice, by looks of two processes; or the system is gone
      if ((await selectDueForWeather(tx, now, 1, systemId)).length === 0) return
      const last = await selectWeatherFetch(tx, systemId)
      const system = await systemById(tx, systemId)
      const { lat, lng } = system.pivot.place
      const missing = last?.fetchedAt
        ? (now.getTime() - last.fetchedAt.getTime()) / DAY_MS + 1
        : MOST_PAST_DAYS
      const pastDays = Math.min(MOST_PAST_DAYS, Math.max(FEWEST_PAST_DAYS, Math.ceil(missing)))
      try {
        const { elevationM, hours } = await fetchWeather({
          ...weather,
          latitude: lat,
          longitude: lng,
          pastDays,
        })
        const place = { latitude: lat, elevationM }
        const days = daysOfHours(hours, dayReader(system.timeZone), place, now)
        await storeWeather(tx, systemId, now, hours, days)
        const nextAt = new Date(now.getTime() + FETCH_EVERY_MS)
        await recordWeatherFetch(tx, systemId, now, { fetchedAt: now, nextAt, failure: null })
      } catch (error) {
        if (!(error instanceof WeatherUnavailable)) throw error
        const { failure, message } = error
        log.warn({ system: system.name, failure, why: message }, 'weather not fetched')
        const nextAt = new Date(now.getTime() + AGAIN_MS[failure])
        await recordWeatherFetch(tx, systemId, now, { fetchedAt: null, nextAt, failure })
      }
    },
    { background: true },
  )

  return { start: () => database.write((tx) => orderLook(tx, 0)) }
}
