/** Tension end to end: stored as itself, drawn and prescribed with by the retention curve, or reported as unusable. */
import { expect, it } from 'vitest'
import { tensionBand } from '../../agronomy/soil/retention-curve.ts'
import { graphPaths, otherReadings } from '../../contract/graphs.ts'
import { mapPaths, moistureGrid } from '../../contract/maps.ts'
import { prescriptionPaths, prescriptionView } from '../../contract/prescriptions.ts'
import { sensorList, sensorPath, sensorsPath } from '../../contract/probes.ts'
import { readingPaths } from '../../contract/readings.ts'
import { readField } from '../prescriptions/field-inputs.ts'
import { RECOMPUTED_AT_MOST_MS } from '../prescriptions/prescriptions.jobs.ts'
import { dayAfter } from '../readings/zone-days.ts'
import { systemById } from '../systems/membership.store.ts'
import { findSystem } from '../systems/systems.store.ts'
import { validInput } from '../testing/factories.ts'
import { wiredFarm } from '../testing/wired-farm.ts'

const SYSTEM = 'North Quarter'
const QUERY = `system=${encodeURIComponent(SYSTEM)}`

it('is used by the curve of its texture, with a note, and is unusable without one', async () => {
  const { built, owner, connected, place, send, settled, pass } = await wiredFarm()
  const { headers } = owner
  await place([60, 20, '1'], [-60, 20, '2'])
  await send(validInput())
  const at = new Date(built.clock.now().getTime() - 60_000).toISOString()
  const tension = (probe: number, kPa: number) => ({ kind: 'tension', probe, depthCm: 30, at, kPa })
  const readings = [
    tension(1, 33),
    tension(2, 94.084),
    { kind: 'battery', probe: 1, at, volts: 3.6 },
    { kind: 'charge', probe: 1, at, percent: 82 },
  ]
  const answer = await built.call(readingPaths.ingest, {
    headers: { authorization: `Device ${connected.gateway.id}:${connected.gateway.secret}` },
    json: { batch: 'b', readings },
  })
  expect(answer.body).toEqual({ stored: 4, duplicate: 0, invalid: 0 })

  const list = async () => sensorList.parse((await built.call(sensorsPath(SYSTEM), { headers })).body).probes
  expect((await list())[0]).toMatchObject({
    sensors: [],
    tension: { sensors: [{ depth_cm: 30, kpa: 33, at, freshness: 'fresh' }], curve: 'loam' },
    battery: { volts: 3.6, percent: 82, at },
  })

  const others = async (quantity: string) => {
    const day = at.slice(0, 10)
    const days = { start: dayAfter(day, -1), end: dayAfter(day) }
    const query = new URLSearchParams({ system: SYSTEM, ...days, quantity })
    const { body } = await built.call(`${graphPaths.others}?${query}`, { headers })
    return otherReadings.parse(body)
  }
  // without a crop the target of 70 % of available water is the refill line
  const refill = tensionBand('loam', 0.7).refill
  expect(await others('tension')).toMatchObject({
    quantities: ['tension', 'battery', 'charge'],
    unit: 'kPa',
    series: [
      { number: 1, depth_cm: 30, values: [33] },
      { number: 2, depth_cm: 30, values: [94.084] },
    ],
    bands: [
      { number: 1, curve: 'loam', full: 33, refill },
      { number: 2, curve: 'loam', full: 33, refill },
    ],
  })
  expect(await others('battery')).toMatchObject({ series: [{ number: 1, depth_cm: null, values: [3.6] }] })
  const newest = await built.call(`${graphPaths.newest}?${QUERY}`, { headers })
  expect(newest.body).toMatchObject({ end: expect.stringMatching(/^2/), probes: [] })

  // loam: 33 kPa is field capacity (0.25), 94.084 kPa half of the available water above 0.12
  const { database } = built.kit
  const system = await systemById(database.reader, (await findSystem(database.reader, SYSTEM))?.id ?? 0)
  const field = async () => (await readField(database, system, built.clock.now())).probes
  // the setting may have been prescribed before the readings came: then they count a minute later
  await settled()
  await pass(RECOMPUTED_AT_MOST_MS)
  await settled()
  const { body } = await built.call(`${prescriptionPaths.current}?${QUERY}`, { headers })
  const { probes, basis } = prescriptionView.parse(body).inputs
  expect(basis).toBe('soil')
  expect(probes.map(({ layers }) => layers[0])).toEqual([
    expect.objectContaining({
      depth_cm: 30,
      state: 'used',
      by_tension: true,
      value: expect.closeTo(0.25, 6),
    }),
    expect.objectContaining({
      depth_cm: 30,
      state: 'used',
      by_tension: true,
      value: expect.closeTo(0.185, 5),
    }),
  ])
  const notes = async () => {
    const { body } = await built.call(`${mapPaths.surface}?${QUERY}`, { headers })
    return moistureGrid.parse(body).notes.filter((note) => note.includes('tension'))
  }
  expect(await notes()).toEqual([
    "Probes 1 and 2 measure tension: water estimated from the retention curve of the soil's texture.",
  ])

  // only its limits are given: there is no curve
  const json = { texture: null, field_capacity: 0.3, wilting_point: 0.1 }
  expect((await built.call(sensorPath(SYSTEM, 2), { method: 'PATCH', headers, json })).status).toBe(200)
  expect((await list())[1]?.tension?.curve).toBeNull()
  expect((await field())[1]).toMatchObject({ number: 2, layers: [], tension_unusable: true })
  expect(await notes()).toEqual([
    "Probe 1 measures tension: water estimated from the retention curve of the soil's texture.",
    'Probe 2 measures tension in soil without a texture, and cannot be drawn: choose its texture under Place Soil Probes or Soil zones.',
  ])

  // where moisture is measured, tension is not used
  const moist = { batch: 'c', readings: [{ probe: 1, depthCm: 30, at, vwc: 0.2 }] }
  await built.call(readingPaths.ingest, {
    headers: { authorization: `Device ${connected.gateway.id}:${connected.gateway.secret}` },
    json: moist,
  })
  const [layer] = (await field())[0]?.layers ?? []
  expect(layer).toMatchObject({ value: 0.2 })
  expect(layer).not.toHaveProperty('by_tension')
})
