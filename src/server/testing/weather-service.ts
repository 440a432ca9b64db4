/** A weather service on loopback that speaks Open-Meteo's JSON: every day alike but for its rain, and away when told so. */
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
const FORECAST_DAYS = 7

export interface WeatherDesk {
  url: string
  /** Answers 503 while it is. */
  away: boolean
  /** Of a day of universal time, mm in the hour that ends at noon. */
  rainMm(day: string): number
  /** Of each hour ahead, per cent. */
  chance: number
}

/** Until the test ends. */
export async function weatherDesk(now: () => Date): Promise<WeatherDesk> {
  const desk: WeatherDesk = { url: '', away: false, rainMm: () => 0, chance: 0 }
  const server = createServer((request, response) => {
    if (desk.away) return void response.writeHead(503).end()
    const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const places = (searchParams.get('latitude') ?? '').split(',')
    const answer = {
      latitude: 51.06,
      longitude: -114.15,
      elevation: 1100,
      utc_offset_seconds: 0,
      hourly: hourlyOf(desk, now(), Number(searchParams.get('past_days'))),
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    return void response.end(JSON.stringify(places.length > 1 ? places.map(() => answer) : answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  desk.url = `http://127.0.0.1:${address.port}`
  return desk
}

/** 12 to 24 deg C, dew point 8, 3 m/s at 10 m, 240 W/m2 on the mean: some 5 mm of reference ET in summer. */
function hourlyOf(desk: WeatherDesk, now: Date, pastDays: number): Record<string, (number | string)[]> {
  const first = Date.parse(now.toISOString().slice(0, 10)) - pastDays * DAY_MS
  const ends = Array.from({ length: (pastDays + FORECAST_DAYS) * 24 }, (_, i) => first + i * HOUR_MS)
  const each = (value: (end: number) => number) => ends.map(value)
  return {
    time: ends.map((end) => new Date(end).toISOString().slice(0, 16)),
    temperature_2m: each((end) => 18 + 6 * Math.sin((end / DAY_MS) * 2 * Math.PI)),
    dew_point_2m: each(() => 8),
    wind_speed_10m: each(() => 3),
    shortwave_radiation: each(() => 240),
    precipitation: each((end) =>
      new Date(end).getUTCHours() === 12 ? desk.rainMm(new Date(end).toISOString().slice(0, 10)) : 0,
    ),
    precipitation_probability: each((end) => (end > now.getTime() ? desk.chance : 0)),
    et0_fao_evapotranspiration: each(() => 0.2),
  }
}
