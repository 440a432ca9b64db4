/** Weather from a service on loopback with Open-Meteo's format, its errors and its nulls; and manually entered rain. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { memberPaths } from '#contract/accounts/members.ts'
import { type Weather, weather, weatherPath, weatherPaths } from '#contract/weather.ts'
import { dayAfter } from '../readings/zone-days.ts'
import { farmOn, signedUpUser } from '../testing/factories.ts'
import { answerAt, json, type Reply, weatherFarm, weatherService } from '../testing/weather-desk.ts'

/** A quarter of a year of hours is stored, and services pause: this takes time on a busy machine. */
const PATIENT = { timeout: 120_000 }

const NAME = 'North Quarter'
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

async function watered(reply: Reply = answerAt(() => new Date())) {
  const source = await weatherService(reply)
  const setup = await weatherFarm({ WEATHER_URL: source.url, WEATHER_KEY: 'secret-key' })
  const forecasts = () => source.state.asked.filter(({ pathname }) => pathname === '/v1/forecast')
  return { ...setup, source: source.state, forecasts }
}

function rain(setup: Awaited<ReturnType<typeof watered>>, json: unknown, as = setup.owner) {
  return setup.built.call(weatherPaths.rain, { json, headers: as.headers })
}

describe('weather', PATIENT, () => {
  it('is fetched for the place of a system and shown by days, a quarter of a year back at first', async () => {
    const setup = await watered()
    const found = await setup.until('weather', ({ state }) => state === 'current')
    const [asked] = setup.forecasts()
    expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
      latitude: '51.0600',
      longitude: '-114.1600',
      past_days: '92',
      forecast_days: '8',
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
    const hours = await sql<{
      n: string
    }>`select count(*) n from weather_hours h join weather_origins o on o.id = h.origin_id and o.source = 'forecast'`.execute(
      setup.built.kit.database.reader,
    )
    expect(Number(hours.rows[0]?.n)).toBe((92 + 8) * 24)
  })

  it('is not requested again before it is due, and then for the missing days', async () => {
    const setup = await watered()
    await setup.until('weather', ({ state }) => state === 'current')
    const before = setup.forecasts().length
    await setup.until('looked', () => true)
    expect(setup.forecasts()).toHaveLength(before)
    setup.source.reply = answerAt(setup.built.clock.now)
    setup.built.clock.advance(5 * DAY_MS)
    await setup.until('new weather', ({ state }) => state === 'current')
    expect(setup.forecasts()).toHaveLength(before + 1)
    // six days before the last answer, which is five days old by then; the UTC day may be one later
    expect(Number(setup.forecasts().at(-1)?.searchParams.get('past_days'))).toBeGreaterThanOrEqual(11)
  })

  it('is kept while the service is down, which is reported, and a forecast is never shown as weather', async () => {
    const setup = await watered()
    const first = await setup.until('weather', ({ state }) => state === 'current')
    setup.source.reply = (_, response) => response.destroy()
    setup.built.clock.advance(3 * DAY_MS)
    const found = await setup.until('the failure', ({ failure }) => failure === 'no_answer')
    expect(found).toMatchObject({ state: 'late', fetched_at: first.fetched_at })
    const day = (back: number) => found.days.find((each) => each.day === dayAfter(found.today, -back))
    // fetched while it was in the future, now past
    expect(day(2)).toMatchObject({
      et_method: 'neighbours',
      et_certainty: 'guessed',
      rain: { used: null, model_mm: null },
    })
    expect(day(5)).toMatchObject({ rain: { used: 'model' } })
    setup.source.reply = answerAt(setup.built.clock.now)
    setup.built.clock.advance(HOUR_MS)
    const back = await setup.until('weather again', ({ state }) => state === 'current')
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
    const setup = await watered(reply)
    const found = await setup.until('the failure', (each) => each.failure !== null)
    expect(found).toMatchObject({ state: 'waiting', failure, fetched_at: null })
    expect(found.days).toHaveLength(15)
    expect((await rain(setup, { system: NAME, day: found.today, mm: 4 })).status).toBe(204)
    expect((await setup.built.call('/readyz')).status).toBe(200)
  })

  it('tolerates hours and columns that the service does not have', async () => {
    const setup = await watered(
      answerAt(
        () => new Date(),
        (hourly) => {
          hourly['precipitation']?.fill(null)
          delete hourly['dew_point_2m']
        },
      ),
    )
    const found = await setup.until('weather', ({ state }) => state === 'current')
    const yesterday = found.days.find(({ day }) => day === dayAfter(found.today, -1))
    expect(yesterday).toMatchObject({ et_method: 'penman-monteith', rain: { used_mm: null, used: null } })
  })

  it('is off if no source is configured, and rain can be entered all the same', async () => {
    const setup = await farmOn({})
    const seen = async () => weather.parse((await setup.built.call(weatherPath(NAME), setup.owner)).body)
    const { state, today } = await seen()
    expect(state).toBe('off')
    const json = { system: NAME, day: today, mm: 12.5 }
    expect((await setup.built.call(weatherPaths.rain, { json, headers: setup.owner.headers })).status).toBe(
      204,
    )
    expect((await seen()).days.at(-1)?.rain).toMatchObject({ used: 'typed', used_mm: 12.5 })
  })
})

describe('entered rain', PATIENT, () => {
  it('takes precedence over the model, gives way to a choice, and can be deleted', async () => {
    const setup = await watered()
    const { today } = await setup.until('weather', ({ state }) => state === 'current')
    const day = dayAfter(today, -1)
    const of = async () => (await setup.seen()).days.find((each) => each.day === day)?.rain
    const choose = (source: unknown) =>
      setup.built.call(weatherPaths.choice, {
        method: 'PUT',
        json: { system: NAME, day, source },
        headers: setup.owner.headers,
      })
    expect((await rain(setup, { system: NAME, day, mm: 27 })).status).toBe(204)
    expect(await of()).toMatchObject({
      used: 'typed',
      used_mm: 27,
      typed: { name: setup.owner.name, at: expect.any(String) },
      model_mm: expect.closeTo(6, 6),
      chosen: null,
    })
    expect((await choose('model')).status).toBe(204)
    expect(await of()).toMatchObject({ used: 'model', chosen: { name: setup.owner.name } })
    expect((await choose(null)).status).toBe(204)
    expect(await of()).toMatchObject({ used: 'typed', chosen: null })
    expect((await rain(setup, { system: NAME, day, mm: null })).status).toBe(204)
    expect(await of()).toMatchObject({ used: 'model', typed_mm: null, typed: null })
    const audit = await sql<{ before: unknown; after: unknown; outcome: string }>`
      select before, after, outcome from audit where action = 'rain change' order by id`.execute(
      setup.built.kit.database.reader,
    )
    expect(audit.rows).toHaveLength(4)
    expect(audit.rows[3]).toMatchObject({
      before: { used: 'typed', used_mm: 27 },
      after: { day, mm: null, used: 'model', used_mm: expect.closeTo(6, 6) },
      outcome: 'accepted',
    })
  })

  it('is refused if it is impossible, or the user has no permission', async () => {
    const setup = await watered()
    const { today } = await setup.seen()
    const refused = async (change: Record<string, unknown>) => {
      const answer = await rain(setup, { system: NAME, day: today, mm: 5, ...change })
      return [answer.status, answer.body]
    }
    const code = (name: string) => [400, expect.objectContaining({ code: name })]
    expect(await refused({ mm: -1 })).toEqual(code('rain_amount_invalid'))
    expect(await refused({ mm: 501 })).toEqual(code('rain_amount_invalid'))
    expect(await refused({ mm: '5' })).toEqual(code('rain_amount_invalid'))
    expect(await refused({ day: dayAfter(today) })).toEqual(code('rain_day_invalid'))
    expect(await refused({ day: dayAfter(today, -15) })).toEqual(code('rain_day_invalid'))
    expect(await refused({ day: '2026-02-31' })).toEqual(code('rain_day_invalid'))
    expect((await rain(setup, { system: 'Nobody’s', day: today, mm: 5 })).status).toBe(404)
    expect((await rain(setup, { system: 'Nobodys', day: today, mm: 5 })).status).toBe(404)
    const viewer = await signedUpUser(setup.built)
    await setup.built.call(`${memberPaths.list}?system=${encodeURIComponent(NAME)}`, {
      json: { email: viewer.email, role: 'viewer' },
      headers: setup.owner.headers,
    })
    expect((await rain(setup, { system: NAME, day: today, mm: 5 }, viewer)).status).toBe(403)
    expect((await setup.seen(viewer)).system).toBe(NAME)
    const stranger = await signedUpUser(setup.built)
    expect((await setup.built.call(weatherPath(NAME), stranger)).status).toBe(404)
  })
})
