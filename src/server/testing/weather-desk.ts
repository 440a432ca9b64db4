/** A fake weather service on loopback with Open-Meteo's JSON, and a farm that uses it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { type Weather, weather, weatherPath } from '#contract/weather.ts'
import { enqueueWeatherLook } from '../weather/weather.jobs.ts'
import type { SignedIn } from './accounts.ts'
import { eventually } from './test-device.ts'
import { farmOn } from './factories.ts'

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

export type Reply = (request: URL, response: ServerResponse) => void

/** A weather service with answers that a test may change; it records its requests. */
export async function weatherService(reply: Reply) {
  const state = { reply, asked: [] as URL[] }
  const server = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    state.asked.push(url)
    state.reply(url, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { ...state, state, url: `http://127.0.0.1:${address.port}` }
}

/**
 * Open-Meteo's answer at this time for the requested days: 12 to 24 deg C, dew point 8, 3 m/s at 10 m, 240 W/m2 on
 * average (about 5 mm of reference ET in summer), 0.25 mm in each hour.
 */
export function answerAt(
  now: () => Date,
  change: (hourly: Record<string, (number | string | null)[]>, request: URL) => void = () => {},
): Reply {
  return (request, response) => {
    const parameters = request.searchParams
    const today = Date.parse(now().toISOString().slice(0, 10))
    const archive = request.pathname === '/v1/archive'
    const first = archive
      ? Date.parse(parameters.get('start_date') ?? '')
      : today - Number(parameters.get('past_days')) * DAY_MS
    const end = archive
      ? Date.parse(parameters.get('end_date') ?? '')
      : today + (Number(parameters.get('forecast_days')) - 1) * DAY_MS
    const count = (end - first) / HOUR_MS + 24
    const ends = Array.from({ length: count }, (_, i) => first + i * HOUR_MS)
    const column = (value: (end: number) => number) => ends.map(value)
    const hourly: Record<string, (number | string | null)[]> = {
      time: ends.map((end) => new Date(end).toISOString().slice(0, 16)),
      temperature_2m: column((end) => 18 + 6 * Math.sin((end / DAY_MS) * 2 * Math.PI)),
      dew_point_2m: column(() => 8),
      wind_speed_10m: column(() => 3),
      shortwave_radiation: column(() => 240),
      precipitation: column(() => 0.25),
      precipitation_probability: column((end) => (end > now().getTime() ? 40 : 0)),
      et0_fao_evapotranspiration: column(() => 0.2),
    }
    // the archive does not have the newest days
    if (archive)
      for (const values of Object.values(hourly).slice(1))
        for (const [i, at] of ends.entries()) if (at > today - 4 * DAY_MS) values[i] = null
    change(hourly, request)
    json(response, 200, {
      latitude: 51.06,
      longitude: -114.15,
      elevation: 1100,
      utc_offset_seconds: 0,
      hourly,
    })
  }
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

interface WeatherDesk {
  url: string
  /** Answers 503 while set. */
  away: boolean
  /** For a UTC day: mm in the hour that ends at noon. */
  rainMm(day: string): number
  /** For each forecast hour, per cent. */
  chance: number
}

/** A forecast with the rain that a test sets; without an archive. */
export async function weatherDesk(now: () => Date): Promise<WeatherDesk> {
  const forecast = answerAt(now, (hourly) => {
    const times = (hourly['time'] ?? []).map((time) => `${time}Z`)
    hourly['precipitation'] = times.map((time) =>
      time.slice(11, 13) === '12' ? desk.rainMm(time.slice(0, 10)) : 0,
    )
    hourly['precipitation_probability'] = times.map((time) =>
      Date.parse(time) > now().getTime() ? desk.chance : 0,
    )
  })
  const { url } = await weatherService((request, response) => {
    if (desk.away) json(response, 503, {})
    else if (request.pathname === '/v1/forecast') forecast(request, response)
    else json(response, 404, { error: true, reason: 'Not Found' })
  })
  const desk: WeatherDesk = { url, away: false, rainMm: () => 0, chance: 0 }
  return desk
}

/** A farm of one system, with the weather shown on its page. */
export async function weatherFarm(variables: Record<string, string>) {
  const setup = await farmOn({ ACCESS_TTL: '30d', REFRESH_TTL: '30d', ...variables })
  const { built, owner } = setup
  const seen = async (as: SignedIn = owner, system = 'North Quarter'): Promise<Weather> =>
    weather.parse((await built.call(weatherPath(system), as)).body)
  /** Enqueues the job that a server enqueues every minute. */
  const look = () => built.kit.database.write((tx) => enqueueWeatherLook(built.kit.jobs, tx))
  const until = async (what: string, fits: (found: Weather) => boolean) => {
    await look()
    return eventually(what, async () => {
      const found = await seen()
      return fits(found) ? found : null
    })
  }
  return { ...setup, look, seen, until }
}
