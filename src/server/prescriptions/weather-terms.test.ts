/** Crop use and rain in prescriptions, from a changed water balance to the controller's document. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { WaterStretch } from '../../contract/balance.ts'
import { prescriptionPaths, prescriptionView } from '../../contract/prescriptions.ts'
import { balanceChanged } from '../balance/balance.events.ts'
import { eventually, telemetry } from '../testing/test-device.ts'
import { validInput } from '../testing/factories.ts'
import { wiredFarm } from '../testing/wired-farm.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NAME = 'North Quarter'
/** Of 2 in at an efficiency of 0.85, mm. */
const PASS_MM = 2 * 25.4 * 0.85
/** Need at share (0.2 - 0.12) / 0.13, target 0.7, 762 mm. */
const NEED_MM = (0.7 * 0.13 - 0.08) * 762

/** An arm at 90 degrees on its way clockwise, 36 h a revolution; a probe in the east read an hour ago. */
async function watched() {
  const setup = await wiredFarm({ ACCESS_TTL: '1d' })
  const { built, owner, controller, place, post, send, settled, kept } = setup
  const { database, events } = built.kit
  await place([100, 0, '1'])
  const at = new Date(built.clock.now().getTime() - HOUR_MS).toISOString()
  await post([{ probe: 1, depthCm: 30, at, vwc: 0.2 }])
  await controller.publish('telemetry', telemetry(1, { angleDeg: 90 }))
  await settled()
  await send(validInput({ application_rate: 2, root_depth: 30, target_moisture: 70 }))
  await settled()
  const address = `${prescriptionPaths.current}?system=${encodeURIComponent(NAME)}`
  return {
    ...setup,
    /** Stores a balance as its job would; null removes the crop. */
    reckoned: async (stretches: WaterStretch[] | null) => {
      // a publication within the last hour would delay it
      built.clock.advance(HOUR_MS + 60_000)
      const { length } = await kept()
      await database.write(async (tx) => {
        await sql`delete from water_balances`.execute(tx)
        const outlook = JSON.stringify({ stretches, pass: { hours: 36 } })
        if (stretches)
          await sql`insert into water_balances
                      (system_id, computed_at, basis, checkpoint_on, checkpoint, fingerprint, cells, outlook)
                    select id, ${built.clock.now()}, '', '2026-01-01', '', '', '', ${outlook}::jsonb
                      from systems`.execute(tx)
        const { rows } = await sql<{ systemId: number; controllerId: number }>`
          select id as "systemId", controller_id as "controllerId" from systems`.execute(tx)
        await events.publish(tx, balanceChanged, ...rows)
      })
      await eventually('another prescription', async () => ((await kept()).length > length ? true : null))
    },
    /** Days from the start of yesterday with the given rain. */
    days: (rainMm: readonly number[]): WaterStretch[] =>
      rainMm.map((rain_mm, k) => {
        const from = built.clock.now().getTime() + (k - 1) * DAY_MS
        return {
          from: new Date(from).toISOString(),
          until: new Date(from + DAY_MS).toISOString(),
          use_mm: 6,
          rain_mm,
        }
      }),
    runs: async () => {
      const { percent_b64, inputs } = prescriptionView.parse((await built.call(address, owner)).body)
      const cells = Buffer.from(percent_b64, 'base64')
      return { percent: [45, 44].map((sector) => cells[9 * sector]), weather: inputs.weather }
    },
  }
}

const percents = (...mm: number[]) =>
  mm.map((value) => expect.toSatisfy((percent) => Math.abs(percent - (100 * value) / PASS_MM) <= 1))

it(
  'counts until the arm arrives once crop and weather are known, and rain that is foretold or typed in',
  { timeout: 120_000 },
  async () => {
    const { reckoned, days, runs, kept } = await watched()
    const bare = await runs()
    expect(bare).toEqual({ percent: percents(NEED_MM, NEED_MM), weather: undefined })
    await reckoned(days([0, 0, 0]))
    // two hours and a minute before, and one degree, or 359 of them, ahead
    const dry = await runs()
    const ahead = 6 * ((2.02 + 0.1) / 24)
    expect(dry.percent).toEqual(percents(NEED_MM + ahead, NEED_MM + ahead + (6 * 35.8) / 24))
    expect(dry.weather?.rain_mm).toBe(0)
    expect(dry.weather?.et_mm).toBeGreaterThan(4.5)
    expect((await kept()).map(({ cause }) => cause)).toEqual(['settings', 'readings'])
    // the crop was removed, or its weather is unknown
    await reckoned(null)
    expect(await runs()).toEqual(bare)
    // rain while the arm is on its way, or after it has passed
    await reckoned(days([0, 30, 0]))
    const rained = await runs()
    expect(rained.weather?.sectors?.rain_mm[44]).toBe(30)
    // of an hour and a minute, and of a degree
    expect(rained.weather?.sectors?.rain_mm[45]).toBe(1.4)
    expect(rained.percent[1]).toBe(0)
  },
)
