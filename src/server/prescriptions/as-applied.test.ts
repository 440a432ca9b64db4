/** Water applied by the simulated machine, cell by cell, against the prescription it received. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { prescriptionPaths, prescriptionView } from '../../contract/prescriptions.ts'
import { startSimulator } from '../provider/simulated-machine.service.ts'
import { eventually } from '../testing/test-device.ts'
import { slice } from '../testing/drawing.ts'
import { connectedSystem, farm, validInput } from '../testing/factories.ts'
import { systemOf } from '../systems/membership.store.ts'

/** Simulated time per real time: a revolution in some six seconds. */
const WARP = 4000

it('matches in a revolution at 4,000 times real speed', async () => {
  const { built, owner, send } = await farm()
  const name = 'Fast Quarter'
  const { controller, gateway } = await connectedSystem(built, owner, { name, flowGpm: 800, speed100MMin: 3 })
  const { headers } = owner
  for (const [at, prescription] of [0, 35, 80].entries()) {
    const polygon = slice(40 + 100 * at, 80 + 100 * at, 65, 185)
    const json = { name: `Fence ${at}`, prescription, polygon }
    expect((await built.call('/api/geofences/?system=Fast%20Quarter', { headers, json })).status).toBe(201)
  }
  await send(validInput({ system_name: name, is_speed_switch_on: true }))
  const address = `${prescriptionPaths.current}?system=Fast%20Quarter`
  const { percent_b64, rev } = prescriptionView.parse((await built.call(address, { headers })).body)
  const percent = Buffer.from(percent_b64, 'base64')
  expect(new Set(percent)).toEqual(new Set([0, 35, 80, 100]))

  const system = await systemOf(built.kit.database.reader, owner.id, name)
  const topicId = controller.id.replace('-controller', '')
  const child = startSimulator(
    { system, topicId, controller, gateway, probes: [] },
    built.app.devices.mqttUrl,
    { warp: WARP, timerPct: 100, startAngleDeg: 1 },
  )
  onTestFinished(() => void child.kill('SIGKILL'))

  // a sector entered in its middle is passed again
  const applied = await eventually('a whole revolution on record', async () => {
    const { rows } = await sql<{ sector: number; depth: number[] }>`
      select distinct on (sector) sector, depth_in as depth from as_applied
       where controller_id = ${system.controllerId} and rev = ${rev}
       order by sector, depth_in desc`.execute(built.kit.database.reader)
    const { rows: twice } = await sql`select from as_applied where controller_id = ${system.controllerId}
      group by sector having count(*) > 1`.execute(built.kit.database.reader)
    return rows.length === 180 && twice.length > 1 ? rows : null
  })
  for (const { sector, depth } of applied) {
    const prescribed = [...percent.subarray(9 * sector, 9 * sector + 9)].map(
      (cellPercent) => (0.8 * cellPercent) / 100,
    )
    depth.forEach((inches, zone) => expect(inches).toBeCloseTo(prescribed[zone] ?? Number.NaN, 3))
  }
})
