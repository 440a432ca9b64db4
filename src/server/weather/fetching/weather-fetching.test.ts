/** When services are queried: at once for a new system, once per place, not during a service's pause, and for every gap of the season. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dayAfter } from '../../readings/zone-days.ts'
import { eventually } from '../../testing/test-device.ts'
import { connectedSystem } from '../../testing/factories.ts'
import { answerAt, json, type Reply, weatherFarm, weatherService } from '../../testing/weather-desk.ts'
import { newestGap } from './weather-fetching.ts'

/** A quarter of a year of hours is stored, and services pause: this takes time on a busy machine. */
const PATIENT = { timeout: 120_000 }

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A farm with a service; without the run that a test enqueues, unless it does. */
async function fetching(reply: Reply = answerAt(() => new Date()), variables: Record<string, string> = {}) {
  const source = await weatherService(reply)
  const setup = await weatherFarm({ WEATHER_URL: source.url, ...variables })
  const requestsTo = (path: string) => source.state.asked.filter(({ pathname }) => pathname === path)
  const rows = async (source: string) =>
    sql<{ day: string; rain: number | null }>`
      select d.day::text as day, d.rain_mm as rain
        from weather_days d join weather_origins o on o.id = d.origin_id where o.source = ${source} order by d.day`
      .execute(setup.built.kit.database.reader)
      .then(({ rows: found }) => found)
  return { ...setup, source: source.state, asked: requestsTo, rows }
}

describe('a system that is connected', PATIENT, () => {
  it("has its weather without waiting for the next minute's run", async () => {
    const setup = await fetching()
    // no run was enqueued by the test: the transaction that connected the system did it
    await eventually('weather', async () => ((await setup.seen()).state === 'current' ? true : null))
    expect(setup.asked('/v1/forecast')).toHaveLength(1)
  })

  it('shares requests with systems of its place, and not with one further away or in another time zone', async () => {
    const setup = await fetching()
    const connect = (name: string, latitude: number, timeZone = 'America/Edmonton') =>
      connectedSystem(setup.built, setup.owner, { name, latitude, timeZone })
    await connect('Beside it', 51.062)
    await connect('Further north', 51.1)
    await connect('Other clocks', 51.06, 'America/Regina')
    for (const name of ['Beside it', 'Further north', 'Other clocks'])
      await eventually(`weather of ${name}`, async () =>
        (await setup.seen(setup.owner, name)).state === 'current' ? true : null,
      )
    expect(setup.asked('/v1/forecast').map(({ searchParams }) => searchParams.get('latitude'))).toHaveLength(
      3,
    )
  })
})

describe('a service that fails', PATIENT, () => {
  const tooMany: Reply = (_, response) => {
    response.setHeader('retry-after', '600')
    json(response, 429, { error: true, reason: 'Minutely API request limit exceeded' })
  }

  it('is paused for as long as it asks for, whatever else is due', async () => {
    const setup = await fetching(tooMany)
    await setup.until('the failure', ({ failure }) => failure === 'too_many_calls')
    // forecast and archive have both been refused
    await eventually('both to rest', async () => (setup.asked('/v1/archive').length > 0 ? true : null))
    await eventually('the look', async () => ((await isIdle(setup)) ? true : null))
    const before = setup.source.asked.length
    await connectedSystem(setup.built, setup.owner, { name: 'Elsewhere', latitude: 50 })
    setup.built.clock.advance(9 * MINUTE_MS)
    await setup.look()
    await eventually('the look', async () => ((await isIdle(setup)) ? true : null))
    expect(setup.source.asked).toHaveLength(before)
    setup.source.reply = answerAt(setup.built.clock.now)
    setup.built.clock.advance(2 * MINUTE_MS)
    expect((await setup.until('weather', ({ state }) => state === 'current')).failure).toBeNull()
  })

  it('is retried at growing intervals', async () => {
    const setup = await fetching((_, response) => response.destroy())
    for (let least = 1; least <= 3; least += 1) {
      await setup.look()
      const { rest, failures } = await eventually(`failure ${least}`, async () => {
        const { rows } = await sql<{ rest: number; failures: number }>`
          select extract(epoch from rest_until - tried_at)::float8 as rest, s.failures
            from weather_services s join weather_fetches using (service)
           where service = 'forecast'`.execute(setup.built.kit.database.reader)
        return rows[0] && rows[0].failures >= least ? rows[0] : null
      })
      // 15 seconds at first, doubled after each failure
      expect(rest).toBe(15 * 2 ** (failures - 1))
      setup.built.clock.advance(1000 * rest)
    }
  })

  it('of the archive does not affect the forecast', async () => {
    const forecast = answerAt(() => new Date())
    const setup = await fetching((request, response) =>
      request.pathname === '/v1/archive'
        ? json(response, 404, { error: true, reason: 'Not Found' })
        : forecast(request, response),
    )
    const found = await setup.until('weather', ({ state }) => state === 'current')
    expect(found.failure).toBeNull()
    expect(await setup.rows('archive')).toEqual([])
  })
})

describe('the archive', PATIENT, () => {
  it('provides the season up to six days ago, and its missing days again', async () => {
    const setup = await fetching()
    const { today } = await setup.until('weather', ({ state }) => state === 'current')
    const lastDay = dayAfter(today, -6)
    const full = await eventually('the season', async () => {
      const days = await setup.rows('archive')
      return days.length >= 200 - 6 ? days : null
    })
    expect(full.at(-1)?.day).toBe(lastDay)
    const newYear = `${today.slice(0, 4)}-01-01`
    expect(full[0] && full[0].day <= newYear).toBe(true)
    const [first] = setup.asked('/v1/archive')
    expect(first?.searchParams.get('hourly')).not.toContain('probability')
    // a gap of any origin
    const lost = [dayAfter(today, -40), dayAfter(today, -41)]
    await sql`delete from weather_days where day = any (${lost}::date[])`.execute(
      setup.built.kit.database.reader,
    )
    setup.source.reply = answerAt(setup.built.clock.now)
    setup.built.clock.advance(DAY_MS + MINUTE_MS)
    await setup.look()
    await eventually('the gap', async () => {
      const days = new Set((await setup.rows('archive')).map(({ day }) => day))
      if (lost.every((day) => days.has(day))) return true
      // a day has passed, and was requested first: the gap before it follows a minute later
      if (await isIdle(setup)) {
        setup.built.clock.advance(MINUTE_MS)
        await setup.look()
      }
      return null
    })
  })

  it('requests missing days that are close together in one call', () => {
    expect(newestGap([])).toBeNull()
    expect(newestGap(['2026-07-01'])).toEqual({ start: '2026-07-01', end: '2026-07-01' })
    expect(newestGap(['2026-05-01', '2026-06-20', '2026-06-28', '2026-07-01'])).toEqual({
      start: '2026-06-20',
      end: '2026-07-01',
    })
  })
})

/** Whether no work is left: the row of a job is deleted when it is done. */
async function isIdle({ built }: Awaited<ReturnType<typeof fetching>>): Promise<boolean> {
  const { rows } = await sql`
    select from jobs where name like '%-weather%' and due_at <= clock_timestamp()`.execute(
    built.kit.database.reader,
  )
  return rows.length === 0
}
