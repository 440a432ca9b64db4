/** Saved soil zones apply to prescription, cell, sensors and graphs, and assumed limits are no longer assumed. */
import { expect, it } from 'vitest'
import { cellExplanation, prescriptionPaths, prescriptionView } from '../../contract/prescriptions.ts'
import { sensorList, sensorsPath } from '../../contract/probes.ts'
import { severalSoilZonesPath } from '../../contract/soil-zones.ts'
import { pinsAt } from '../testing/drawing.ts'
import { validInput } from '../testing/factories.ts'
import { squareAt } from '../testing/soil-files.ts'
import { wiredFarm } from '../testing/wired-farm.ts'
import { RECOMPUTED_AT_MOST_MS } from './prescriptions.jobs.ts'

const NORTH = '?system=North%20Quarter'
const EAST = 45
const WEST = 135

// the halves of the circle, with a margin
const east = pinsAt([0, -200], [200, -200], [200, 200], [0, 200])
const west = pinsAt([-200, -200], [0, -200], [0, 200], [-200, 200])
const zones = [
  { name: 'Knoll', texture: 'sand', polygons: [[east]], confirmed: true },
  { name: 'Slough', texture: null, field_capacity: 0.36, wilting_point: 0.22, polygons: [[west]] },
]
// 36 inches of roots, 2 inches at 100 %, 90 % of available water wanted
const settings = validInput({ root_depth: 36, application_rate: 2, target_moisture: 90 })

async function field(...moistures: [sand: number, clay: number]) {
  const farm = await wiredFarm()
  const { built, owner, place, hear, send, controller, settled, pass } = farm
  await place([100, 0, '1'], [-100, 0, '2'])
  await hear(moistures.map((vwc, i): [number, number, number] => [i + 1, 45, vwc]))
  await send(settings)
  const first = await controller.desired()
  await settled()
  await pass(RECOMPUTED_AT_MOST_MS)
  const { headers } = owner
  const path = severalSoilZonesPath('North Quarter')
  expect((await built.call(path, { headers, json: { zones } })).status).toBe(201)
  const { rev } = await controller.desired((desired) => desired.rev > first.rev)
  const answer = await built.call(prescriptionPaths.current + NORTH, { headers })
  const view = prescriptionView.parse(answer.body)
  const percents = Buffer.from(view.percent_b64, 'base64')
  const cell = async (sector: number) => {
    const found = await built.call(`${prescriptionPaths.cell}${NORTH}&sector=${sector}&zone=2`, { headers })
    return cellExplanation.parse(found.body)
  }
  return { ...farm, rev, view, percentOf: (sector: number) => percents[9 * sector + 1], cell }
}

it('sand and clay that are both half full get 64 and 100 %', async () => {
  // halfway between the limits of each: 0.045 to 0.12 and 0.22 to 0.36
  const { percentOf, cell, view, built, owner, kept } = await field(0.0825, 0.29)
  // (0.9 - 0.5) x 0.075 x 914.4 mm / 0.85 of 50.8 mm; of clay 118 %, capped at 100
  expect([percentOf(EAST), percentOf(WEST)]).toEqual([64, 100])
  expect((await kept()).at(-1)).toMatchObject({ cause: 'soil' })
  expect(view.inputs.soil_zones).toMatchObject([
    { name: 'Knoll', field_capacity: 0.12, wilting_point: 0.045, confirmed: true },
    { name: 'Slough', field_capacity: 0.36, wilting_point: 0.22, confirmed: false },
  ])
  expect((await cell(EAST)).soil).toMatchObject({ source: 'zone', zone: 'Knoll', guessed: false })
  expect((await cell(WEST)).soil).toMatchObject({ source: 'zone', zone: 'Slough', guessed: true })
  const sensors = await built.call(sensorsPath('North Quarter'), { headers: owner.headers })
  expect(sensorList.parse(sensors.body).probes).toMatchObject([
    { number: 1, field_capacity: 0.12, soil_source: 'zone', soil_zone: { name: 'Knoll', confirmed: true } },
    { number: 2, field_capacity: 0.36, soil_source: 'zone', soil_zone: { name: 'Slough', confirmed: false } },
  ])
})

it('one water content means full sand and wilted clay', async () => {
  const { percentOf } = await field(0.12, 0.12)
  // the sand stands at field capacity; the clay below its wilting point
  expect(percentOf(EAST)).toBeLessThan(percentOf(WEST) ?? 0)
  expect(percentOf(WEST)).toBe(100)
})

it('the smaller of two overlapping zones counts, whichever was saved first', async () => {
  const { built, owner, controller, cell, rev, settled, pass } = await field(0.0825, 0.29)
  const { headers } = owner
  await settled()
  await pass(RECOMPUTED_AT_MOST_MS)
  // a pocket of clay in the sand, under the centre of the cell
  const pocket = { name: 'Pocket', texture: 'clay', polygons: [[pinsAt(...squareAt(70, -30, 40))]] }
  const wholeField = { name: 'Whole', texture: 'loam', polygons: [[pinsAt(...squareAt(-250, -250, 500))]] }
  const json = { zones: [pocket, wholeField] }
  expect((await built.call(severalSoilZonesPath('North Quarter'), { headers, json })).status).toBe(201)
  await controller.desired((desired) => desired.rev > rev)
  expect((await cell(EAST)).soil?.zone).toBe('Pocket')
  expect((await cell(WEST)).soil?.zone).toBe('Slough')
})
