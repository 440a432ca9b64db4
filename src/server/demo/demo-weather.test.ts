/** The demonstration's weather matches its machines, and is shown on its fields. */
import { describe, expect, it } from 'vitest'
import { dailyEtMm, rainOfDay } from '../../agronomy/weather/simulated-weather.ts'
import { fieldBalance, balancePath } from '../../contract/balance.ts'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import { sensorList, sensorsPath } from '../../contract/probes.ts'
import { tokenPair } from '../../contract/accounts/accounts.ts'
import { weather, weatherPath } from '../../contract/weather.ts'
import { build } from '../testing/build.ts'
import { eventually } from '../testing/test-device.ts'
import { DEMO_CUSTOMER, DEMO_FIELDS } from './demo-farm.ts'
import { demoWeather } from './demo-weather.ts'

const DAY_MS = 86_400_000

describe('the weather of the demonstration', () => {
  it('has the rain and the evapotranspiration of the nearest machine, by local days', async () => {
    for (const { pivot, firstProbe } of DEMO_FIELDS) {
      const now = new Date('2026-07-20T18:00:00Z')
      const place = {
        code: 'x',
        // the centre of its place
        latitude: Math.round(pivot.lat * 50) / 50,
        longitude: Math.round(pivot.lng * 50) / 50,
        timeZone: 'Etc/UTC',
        elevationM: null,
      }
      const span = { start: '2026-05-06', end: '2026-07-27' }
      const fetched = await demoWeather().ask({ place, span, now, validator: null })
      const days = fetched?.streams[0]?.days ?? []
      expect(days).toHaveLength(83)
      const truth = days.map(({ day }) => 0.4 * rainOfDay(firstProbe, Date.parse(day) / DAY_MS).mm)
      expect(truth.filter((mm) => mm > 0).length).toBeGreaterThan(3)
      expect(days.map(({ rainMm }) => rainMm)).toEqual(truth.map((mm) => expect.closeTo(mm, 9)))
      expect(days.map(({ referenceEtMm }) => referenceEtMm)).toEqual(
        days.map(({ day }) => dailyEtMm(Date.parse(day) + DAY_MS / 2, pivot.lat, true)),
      )
      expect(days.filter(({ forecast }) => forecast).map(({ day }) => day)[0]).toBe('2026-07-20')
      for (const { maxC, minC } of days) expect(maxC).toBeGreaterThan(minC ?? Infinity)
    }
  })
})

describe('the demonstration farm', () => {
  it(
    'tells of each field when it needs water, from a season of weather and its own crop',
    { timeout: 300_000 },
    async () => {
      const built = await build({ ACCESS_TTL: '30d', REFRESH_TTL: '30d' }, { demo: true })
      const [password] =
        /\S+$/.exec(built.app.welcome().find((line) => line.includes(DEMO_CUSTOMER.email)) ?? '') ?? []
      const answer = await built.call(accountPaths.create, { json: { email: DEMO_CUSTOMER.email, password } })
      const headers = { authorization: `JWT ${tokenPair.parse(answer.body).access}` }
      for (const { system, crop } of DEMO_FIELDS) {
        const { known } = await eventually(
          `water ahead of ${system}`,
          async () => {
            const found = fieldBalance.parse((await built.call(balancePath(system), { headers })).body)
            const { known } = found
            return known?.forecast_until != null && known.probes > 0 && known.pass ? found : null
          },
          240_000,
        )
        expect(known).toMatchObject({ crop, pass: { hours: expect.any(Number) } })
        const { simulated, state, days } = weather.parse(
          (await built.call(weatherPath(system), { headers })).body,
        )
        expect({ simulated, state }).toEqual({ simulated: true, state: 'current' })
        expect(days.filter(({ forecast }) => forecast)).toHaveLength(8)
      }
      // each probe is in soil that can hold what it reads; the corner is dry on any day of the year
      const shares = await eventually('its dry corner', async () => {
        const found = new Map<number, number>()
        for (const { system } of DEMO_FIELDS) {
          const { probes } = sensorList.parse((await built.call(sensorsPath(system), { headers })).body)
          for (const { number, field_capacity: full, wilting_point: wilting, sensors } of probes) {
            const mean = sensors.reduce((sum, { value }) => sum + value, 0) / sensors.length
            found.set(number, (mean - wilting) / (full - wilting))
          }
        }
        const [corner, clay] = [
          [2, 3],
          [6, 7],
        ].map((probes) => probes.map((probe) => found.get(probe) ?? 0))
        return Math.max(...(corner ?? [])) < Math.min(...(clay ?? [])) - 0.1 ? found : null
      })
      expect(shares.size).toBe(DEMO_FIELDS.flatMap(({ probes }) => probes).length)
      for (const [number, share] of shares) expect(share, `probe ${number}`).toBeGreaterThan(0)
    },
  )
})
