/** How soon a balance follows a reading, and that a hanging weather service delays nothing. */
import { sql } from 'kysely'
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { balancePath, fieldBalance } from '../../contract/balance.ts'
import { cropPath } from '../../contract/crops.ts'
import { readingPaths } from '../../contract/readings.ts'
import { dayAfter } from '../readings/zone-days.ts'
import { build } from '../testing/build.ts'
import { eventually } from '../testing/test-device.ts'
import { validInput } from '../testing/factories.ts'
import { mappedFarm, MAP_SYSTEM as NAME } from '../testing/mapped-farm.ts'
import { weatherService } from '../testing/weather-desk.ts'
import { weather, weatherPath } from '../../contract/weather.ts'
import { systemPaths } from '../../contract/systems.ts'
import { enqueueWeatherLook } from '../weather/weather.jobs.ts'

const PATIENT = { timeout: 180_000 }
const ASKED_AGAIN_MS = 4 * 3_600_000

/** A field of barley with one probe and settings, and its gateway. */
async function barley(variables: Record<string, string> = {}) {
  const built = await build({ ACCESS_TTL: '30d', REFRESH_TTL: '30d', ...variables })
  const { kit, call, clock } = built
  const { pat, place, gateway } = await mappedFarm(built)
  await place([[100, 0, 1]])
  const started_on = dayAfter(clock.now().toISOString().slice(0, 10), -60)
  const crop = { crop: 'barley', started_on, stages_by: 'days' }
  await call(cropPath(NAME), { method: 'PUT', json: crop, headers: pat.headers })
  const seen = async () => fieldBalance.parse((await call(balancePath(NAME), pat)).body)
  let depthCm = 0
  return {
    ...built,
    reader: kit.database.reader,
    pat,
    seen,
    computedAfter: (before: string | null) =>
      eventually('a balance', async () => {
        const found = await seen()
        return found.computed_at !== before && found.known ? found : null
      }),
    apply: () => {
      clock.advance(1000)
      return call(systemPaths.input, { json: validInput(), headers: pat.headers })
    },
    /** As a gateway sends it; each with another depth. */
    read: async (vwc: number) => {
      depthCm += 10
      const at = clock.now().toISOString()
      const authorization = `Device ${gateway.id}:${gateway.secret}`
      const answer = await call(readingPaths.ingest, {
        json: { readings: [{ probe: '1', depthCm, at, vwc }] },
        headers: { authorization },
      })
      return { status: answer.status, at }
    },
  }
}

// within the five seconds allowed: the computation itself takes at most a tenth of a second of processor time
it(
  'is due a second after readings came over HTTP, however many follow, and then knows the newest of them',
  PATIENT,
  async () => {
    const field = await barley()
    await field.apply()
    const first = await field.computedAfter(null)
    const due = async () => {
      const { rows } = await sql<{ seconds: number; at: string }>`
      select extract(epoch from min(due_at) - clock_timestamp())::float8 as seconds, min(due_at)::text as at
        from jobs where name = 'compute-balance' and key not like '%:hour'`.execute(field.reader)
      return rows[0] ?? { seconds: Number.NaN, at: '' }
    }
    // none can end while it is being checked
    const dues = await field.kit.database.write(async (tx) => {
      await sql`lock table water_balances in exclusive mode`.execute(tx)
      const found = []
      for (let burst = 0; burst < 4; burst += 1) {
        expect((await field.read(0.16)).status).toBe(200)
        found.push(await due())
      }
      return found
    })
    for (const { seconds } of dues) expect(seconds).toBeLessThanOrEqual(1)
    // a steady stream does not postpone it
    expect(new Set(dues.map(({ at }) => at)).size).toBe(1)
    const { at } = await field.read(0.16)
    const after = await eventually('the balance of the newest reading', async () => {
      const found = await field.seen()
      return found.computed_at !== null && found.computed_at >= at ? found : null
    })
    // the soil was assumed full; 0.16 is 31 % of loam's available water
    expect((first.known?.driest_percent ?? 0) - (after.known?.driest_percent ?? 0)).toBeGreaterThan(20)
  },
)

it(
  'comes, with settings and readings, while a weather service has been asked and never answers; that is said',
  PATIENT,
  async () => {
    const open = new Set<ServerResponse>()
    const service = await weatherService((_, response) => {
      open.add(response)
      response.on('close', () => open.delete(response))
    })
    const field = await barley({ WEATHER_URL: service.url })
    /** Completed while one and the same weather request hangs. */
    const whileAsked = <T>(what: string, act: () => Promise<T>) =>
      eventually(`${what} beside a question`, async () => {
        if (open.size === 0) {
          field.clock.advance(ASKED_AGAIN_MS)
          await field.kit.database.write((tx) => enqueueWeatherLook(field.kit.jobs, tx))
          await eventually('a question', async () => (open.size > 0 ? true : null))
        }
        const [question] = open
        const done = await act()
        return question && open.has(question) ? { done } : null
      })
    const settings = await whileAsked('settings', field.apply)
    expect(settings.done.status).toBe(200)
    const reading = await whileAsked('a reading', () => field.read(0.16))
    expect(reading.done.status).toBe(200)
    const balance = await whileAsked('a balance', async () => {
      const before = (await field.seen()).computed_at
      await field.read(0.21)
      return field.computedAfter(before)
    })
    expect(balance.done.known).toMatchObject({ forecast_until: null })
    const report = await eventually('that it does not answer', async () => {
      const found = weather.parse((await field.call(weatherPath(NAME), field.pat)).body)
      return found.failure === null ? null : found
    })
    expect(report.failure).toBe('no_answer')
    expect(service.state.asked.length).toBeGreaterThan(0)
  },
)
