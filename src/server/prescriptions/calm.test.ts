/** How often readings lead to a new publication to the controller. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { geofencesPath } from '../../contract/geofences.ts'
import { logIn } from '../testing/accounts.ts'
import { slice } from '../testing/drawing.ts'
import { validInput } from '../testing/factories.ts'
import { wiredFarm } from '../testing/wired-farm.ts'
import { RECOMPUTED_AT_MOST_MS } from './prescriptions.jobs.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A machine that runs for two probes of one sensor each, both at 0.22: 1 in at 100 %, 36 in of roots, target 90 %. */
async function running() {
  const setup = await wiredFarm()
  const { built, place, post, send, settled, pass, kept } = setup
  await place([100, 0, '1'], [-100, 0, '2'])
  // the duration of the job does not matter, only whether it ran after the reading or the wait
  let askedAt = built.clock.now()
  const tell = async (east: number, west: number) => {
    askedAt = built.clock.now()
    const at = askedAt.toISOString()
    const readings = [east, west].map((vwc, k) => ({ probe: k + 1, depthCm: 20, at, vwc }))
    expect((await post(readings)).status).toBe(200)
    await settled()
  }
  /** Advances the clock and wakes waiting jobs. */
  const wait = async (ms: number) => {
    askedAt = new Date(built.clock.now().getTime() + ms)
    await pass(ms)
    await settled()
  }
  /** The newest prescription: whether it was checked since, its cause, and its second zone in the east. */
  const state = async () => {
    const { rows } = await sql<{ computed_at: Date | null; percent: Buffer }>`
      select computed_at, percent from prescriptions left join prescription_paces using (system_id)
       order by rev desc limit 1`.execute(built.kit.database.reader)
    const all = await kept()
    return {
      causes: all.map(({ cause }) => cause),
      percent: rows[0]?.percent[9 * 45 + 1],
      looked: (rows[0]?.computed_at ?? 0) >= askedAt,
    }
  }
  await tell(0.22, 0.22)
  await send(validInput({ root_depth: 36, target_moisture: 90, application_rate: 1 }))
  await settled()
  return { ...setup, tell, wait, state }
}

// loam: FC 0.25, WP 0.12, so the target is 0.237; 0.001 of 36 in is 4.2 % of 1 in at an efficiency of 0.85
it('sensor noise is checked and not sent, a real change is sent', async () => {
  const { tell, wait, state } = await running()
  // (0.237 - 0.22) x 36 / 0.85 = 0.72
  expect(await state()).toMatchObject({ causes: ['settings'], percent: 72 })
  for (const [east, west] of [
    [0.2204, 0.2196],
    [0.2196, 0.2204],
    [0.2204, 0.2204],
    [0.2196, 0.2196],
  ] as const) {
    await wait(HOUR_MS)
    await tell(east, west)
    expect(await state()).toEqual({ causes: ['settings'], percent: 72, looked: true })
  }
  await wait(HOUR_MS)
  // (0.237 - 0.215) x 36 / 0.85 = 0.932
  await tell(0.215, 0.215)
  expect(await state()).toMatchObject({ causes: ['settings', 'readings'], percent: 93 })
})

it('readings are sent at most once an hour, and a delayed change is sent then; a geofence does not wait', async () => {
  const { built, owner, tell, wait, state, settled } = await running()
  await wait(HOUR_MS)
  await tell(0.215, 0.215)
  await wait(30 * MINUTE_MS)
  await tell(0.226, 0.226)
  expect(await state()).toEqual({ causes: ['settings', 'readings'], percent: 93, looked: true })
  await wait(20 * MINUTE_MS)
  expect(await state()).toEqual({ causes: ['settings', 'readings'], percent: 93, looked: true })
  await wait(10 * MINUTE_MS)
  // (0.237 - 0.226) x 36 / 0.85 = 0.466; no reading since
  expect(await state()).toMatchObject({ causes: ['settings', 'readings', 'readings'], percent: 47 })
  await wait(RECOMPUTED_AT_MOST_MS)
  const { access } = await logIn(built, owner.email)
  const saved = await built.call(geofencesPath('North Quarter'), {
    headers: { authorization: `JWT ${access}` },
    json: { name: 'Slough', prescription: 0, polygon: slice(88, 94, 70, 110) },
  })
  expect(saved.status).toBe(201)
  await settled()
  expect(await state()).toMatchObject({
    causes: ['settings', 'readings', 'readings', 'geofences'],
    percent: 0,
  })
})
