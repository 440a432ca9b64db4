/** Weather from a service on loopback that speaks Open-Meteo's shape, its errors and its nulls; and rain that is typed in. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { describe, expect, it } from 'vitest'
import { memberPaths } from '#contract/accounts/members.ts'
import { type Weather, weather, weatherPath, weatherPaths } from '#contract/weather.ts'
import { dayAfter } from '../readings/zone-days.ts'
import type { SignedIn } from '../testing/accounts.ts'
import { eventually } from '../testing/controller-by-hand.ts'
import { farmOn, signedUpUser } from '../testing/factories.ts'
import { lookAtWeather } from './weather-fetching.ts'

const NAME = 'North Quarter'
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

type Reply = (request: URL, response: ServerResponse) => void

/** A weather service whose answers a test may change; it keeps what it was asked. */
async function service(reply: Reply) {
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

/** What Open-Meteo answers to somebody at this time: days of the past and seven ahead, 1 mm in each hour of the day before. */
function answerAt(now: () => Date, change: (hourly: Record<string, unknown[]>) => void = () => {}): Reply {
  return (request, response) => {
    const first =
      Date.parse(now().toISOString().slice(0, 10)) - Number(request.searchParams.get('past_days')) * DAY_MS
    const count = (Number(request.searchParams.get('past_days')) + 7) * 24
    const ends = Array.from({ length: count }, (_, i) => first + i * HOUR_MS)
    const each = (value: (end: number) => number) => ends.map(value)
    const hourly: Record<string, unknown[]> = {
      time: ends.map((end) => new Date(end).toISOString().slice(0, 16)),
      temperature_2m: each((end) => 18 + 6 * Math.sin((end / DAY_MS) * 2 * Math.PI)),
      dew_point_2m: each(() => 8),
      wind_speed_10m: each(() => 3),
      shortwave_radiation: each(() => 240),
      precipitation: each(() => 0.25),
      precipitation_probability: each((end) => (end > now().getTime() ? 40 : 0)),
      et0_fao_evapotranspiration: each(() => 0.2),
    }
    change(hourly)
    json(response, 200, {
      latitude: 51.06,
      longitude: -114.15,
      elevation: 1100,
      utc_offset_seconds: 0,
      hourly,
    })
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function watered(reply: Reply = answerAt(() => new Date())) {
  const source = await service(reply)
  const made = await farmOn({ WEATHER_URL: source.url, WEATHER_KEY: 'secret-key', ACCESS_TTL: '30d' })
  const { built, owner } = made
  const seen = async (as: SignedIn = owner): Promise<Weather> =>
    weather.parse((await built.call(weatherPath(NAME), as)).body)
  /** Orders the look that a running server has every minute. */
  const look = () => built.kit.database.write((tx) => built.kit.jobs.enqueue(tx, lookAtWeather, {}))
  const until = (what: string, fits: (found: Weather) => boolean) =>
    eventually(what, async () => {
      await look()
      const found = await seen()
      return fits(found) ? found : null
    })
  return { ...made, source: source.state, seen, until }
}

function rain(made: Awaited<ReturnType<typeof watered>>, json: unknown, as = made.owner) {
  return made.built.call(weatherPaths.rain, { json, headers: as.headers })
}

describe('weather', () => {
  it('is fetched for the place of a system and shown by its days, a quarter of a year back at first', async () => {
    const made = await watered()
    const found = await made.until('weather', ({ state }) => state === 'current')
    const [asked] = made.source.asked
    expect(asked?.pathname).toBe('/v1/forecast')
    expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
      latitude: '51.0600',
      longitude: '-114.1600',
      past_days: '92',
      forecast_days: '7',
      wind_speed_unit: 'ms',
      apikey: 'secret-key',
    })
    const yesterday = found.days.find(({ day }) => day === dayAfter(found.today, -1))
    expect(yesterday).toMatchObject({
      forecast: false,
      et_method: 'penman-monteith',
      rain: { used: 'model' },
    })
    expect(yesterday?.rain.used_mm).toBeCloseTo(6, 9)
    expect(yesterday?.reference_et_mm).toBeGreaterThan(3)
    expect(yesterday?.reference_et_mm).toBeLessThan(7)
    const ahead = found.days.filter(({ day }) => day > found.today)
    expect(ahead.length).toBeGreaterThanOrEqual(5)
    expect(ahead[1]).toMatchObject({ forecast: true, rain_chance_pct: 40 })
    const hours = await sql<{ n: string }>`select count(*) n from weather_hours`.execute(
      made.built.kit.database.reader,
    )
    expect(Number(hours.rows[0]?.n)).toBe((92 + 7) * 24)
  })

  it('is not asked for again before its time, and then for the days that are missing', async () => {
    const made = await watered()
    await made.until('weather', ({ state }) => state === 'current')
    const before = made.source.asked.length
    await made.until('looked', () => true)
    expect(made.source.asked).toHaveLength(before)
    made.source.reply = answerAt(made.built.clock.now)
    made.built.clock.advance(5 * DAY_MS)
    await made.until('new weather', ({ state }) => state === 'current')
    expect(made.source.asked).toHaveLength(before + 1)
    expect(made.source.asked.at(-1)?.searchParams.get('past_days')).toBe('7')
  })

  it('keeps what it has while the service is away, says so, and shows no forecast as weather', async () => {
    const made = await watered()
    const first = await made.until('weather', ({ state }) => state === 'current')
    made.source.reply = (_, response) => response.destroy()
    made.built.clock.advance(3 * DAY_MS)
    const found = await made.until('the failure', ({ failure }) => failure === 'no_answer')
    expect(found).toMatchObject({ state: 'late', fetched_at: first.fetched_at })
    const day = (back: number) => found.days.find((each) => each.day === dayAfter(found.today, -back))
    // fetched while it lay ahead, over since
    expect(day(2)).toMatchObject({
      et_method: 'neighbours',
      et_certainty: 'guessed',
      rain: { used: null, model_mm: null },
    })
    expect(day(5)).toMatchObject({ rain: { used: 'model' } })
    made.source.reply = answerAt(made.built.clock.now)
    made.built.clock.advance(HOUR_MS)
    const back = await made.until('weather again', ({ state }) => state === 'current')
    expect(back.failure).toBeNull()
    expect(back.days.find((each) => each.day === dayAfter(back.today, -2))?.rain.used).toBe('model')
  })

  it.each<[string, Weather['failure'], Reply]>([
    ['an error of its own', 'refused', (_, response) => json(response, 400, { error: true, reason: 'no' })],
    [
      'too many calls',
      'too_many_calls',
      (_, response) => json(response, 429, { error: true, reason: 'limit' }),
    ],
    ['plain text with 200', 'not_understood', (_, response) => void response.end('Service moved')],
    ['another shape', 'not_understood', (_, response) => json(response, 200, [{ hourly: {} }])],
    [
      'columns of different length',
      'not_understood',
      answerAt(
        () => new Date(),
        (hourly) => void hourly['precipitation']?.pop(),
      ),
    ],
  ])('says of %s that nothing came, and goes on', async (_, failure, reply) => {
    const made = await watered(reply)
    const found = await made.until('the failure', (each) => each.failure !== null)
    expect(found).toMatchObject({ state: 'waiting', failure, fetched_at: null })
    expect(found.days).toHaveLength(15)
    expect((await rain(made, { system: NAME, day: found.today, mm: 4 })).status).toBe(204)
    expect((await made.built.call('/readyz')).status).toBe(200)
  })

  it('bears hours and columns that the service does not have', async () => {
    const made = await watered(
      answerAt(
        () => new Date(),
        (hourly) => {
          hourly['precipitation']?.fill(null)
          delete hourly['dew_point_2m']
        },
      ),
    )
    const found = await made.until('weather', ({ state }) => state === 'current')
    const yesterday = found.days.find(({ day }) => day === dayAfter(found.today, -1))
    expect(yesterday).toMatchObject({ et_method: 'penman-monteith', rain: { used_mm: null, used: null } })
  })

  it('is off where no source is set up, and rain is typed in all the same', async () => {
    const made = await farmOn({})
    const seen = async () => weather.parse((await made.built.call(weatherPath(NAME), made.owner)).body)
    const { state, today } = await seen()
    expect(state).toBe('off')
    const json = { system: NAME, day: today, mm: 12.5 }
    expect((await made.built.call(weatherPaths.rain, { json, headers: made.owner.headers })).status).toBe(204)
    expect((await seen()).days.at(-1)?.rain).toMatchObject({ used: 'typed', used_mm: 12.5 })
  })
})

describe('typed rain', () => {
  it('counts before the model, gives way to a choice, and can be taken back', async () => {
    const made = await watered()
    const { today } = await made.until('weather', ({ state }) => state === 'current')
    const day = dayAfter(today, -1)
    const of = async () => (await made.seen()).days.find((each) => each.day === day)?.rain
    const choose = (source: unknown) =>
      made.built.call(weatherPaths.choice, {
        method: 'PUT',
        json: { system: NAME, day, source },
        headers: made.owner.headers,
      })
    expect((await rain(made, { system: NAME, day, mm: 27 })).status).toBe(204)
    expect(await of()).toMatchObject({
      used: 'typed',
      used_mm: 27,
      typed: { name: made.owner.name, at: expect.any(String) },
      model_mm: expect.closeTo(6, 6),
      chosen: null,
    })
    expect((await choose('model')).status).toBe(204)
    expect(await of()).toMatchObject({ used: 'model', chosen: { name: made.owner.name } })
    expect((await choose(null)).status).toBe(204)
    expect(await of()).toMatchObject({ used: 'typed', chosen: null })
    expect((await rain(made, { system: NAME, day, mm: null })).status).toBe(204)
    expect(await of()).toMatchObject({ used: 'model', typed_mm: null, typed: null })
    const audit = await sql<{ before: unknown; after: unknown; outcome: string }>`
      select before, after, outcome from audit where action = 'rain change' order by id`.execute(
      made.built.kit.database.reader,
    )
    expect(audit.rows).toHaveLength(4)
    expect(audit.rows[3]).toMatchObject({
      before: { used: 'typed', used_mm: 27 },
      after: { day, mm: null, used: 'model', used_mm: expect.closeTo(6, 6) },
      outcome: 'accepted',
    })
  })

  it('is refused where it cannot be, and by whom', async () => {
    const made = await watered()
    const { today } = await made.seen()
    const refused = async (change: Record<string, unknown>) => {
      const answer = await rain(made, { system: NAME, day: today, mm: 5, ...change })
      return [answer.status, answer.body]
    }
    const code = (name: string) => [400, expect.objectContaining({ code: name })]
    expect(await refused({ mm: -1 })).toEqual(code('rain_amount_invalid'))
    expect(await refused({ mm: 501 })).toEqual(code('rain_amount_invalid'))
    expect(await refused({ mm: '5' })).toEqual(code('rain_amount_invalid'))
    expect(await refused({ day: dayAfter(today) })).toEqual(code('rain_day_invalid'))
    expect(await refused({ day: dayAfter(today, -15) })).toEqual(code('rain_day_invalid'))
    expect(await refused({ day: '2026-02-31' })).toEqual(code('rain_day_invalid'))
    expect((await rain(made, { system: 'Nobody’s', day: today, mm: 5 })).status).toBe(404)
    expect((await rain(made, { system: 'Nobodys', day: today, mm: 5 })).status).toBe(404)
    const viewer = await signedUpUser(made.built)
    await made.built.call(`${memberPaths.list}?system=${encodeURIComponent(NAME)}`, {
      json: { email: viewer.email, role: 'viewer' },
      headers: made.owner.headers,
    })
    expect((await rain(made, { system: NAME, day: today, mm: 5 }, viewer)).status).toBe(403)
    expect((await made.seen(viewer)).system).toBe(NAME)
    const stranger = await signedUpUser(made.built)
    expect((await made.built.call(weatherPath(NAME), stranger)).status).toBe(404)
  })
})
