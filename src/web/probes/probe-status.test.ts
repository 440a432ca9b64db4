/** Probe status: the circle that contains the probe, and missing, silent or unplaced sensors. */
import { describe, expect, it } from 'vitest'
import { toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import type { Sensor, SensorList } from '../../contract/probes.ts'
import type { SystemView } from '../../contract/systems.ts'
import { cachedStatuses, sensorsByNumber, probeStatusOf, systemAt, unplacedOf } from './probe-status.ts'
import type { SystemData } from './probe-status.ts'

const PIVOT = { lat: 51.06, lng: -114.15 }
const NOW = Date.parse('2026-07-12T20:32:00Z')

const NEVER = { telemetry: null, desired: null, reported: null, delivery: null, delivery_times: null }
const UNKNOWN = {
  delivery_code: null,
  valid_until: null,
  depth_factor: null,
  warnings: [],
  fault: null,
  last_seen: null,
}
const NOTHING: SystemData = { sensors: new Map(), fences: new Map() }
const SOIL = {
  texture: 'loam',
  field_capacity: null,
  wilting_point: null,
  application_efficiency: 0.85,
} as const
const system = (name: string, role: SystemView['role'] = 'owner'): SystemView => ({
  name,
  controller: 'c',
  latitude: PIVOT.lat,
  longitude: PIVOT.lng,
  time_zone: 'America/Edmonton',
  tower_radii_m: [60, 120, 180],
  wetted_radius_m: 190,
  arc: [0, 90],
  flow_gpm: null,
  speed_100_m_min: null,
  role,
  online: false,
  local_only: false,
  provider_stop: false,
  ...NEVER,
  ...UNKNOWN,
  ...SOIL,
})
const at = (x: number, y: number, number = '4') => ({ id: 1, number, ...toLatLng(PIVOT, { x, y }) })
const sensor = (depth: number, when: string, freshness: Sensor['freshness'] = 'fresh'): Sensor => ({
  sensor: `P4-${depth}cm`,
  depth_cm: depth,
  value: 0.22,
  at: when,
  freshness,
})
const list = (
  number: number,
  sensors: Sensor[],
  place: { latitude: number; longitude: number } | null = null,
): SensorList => ({
  system: 'North',
  probes: [
    {
      number,
      place,
      field_capacity: 0.27,
      wilting_point: 0.12,
      soil_source: 'texture',
      soil_zone: null,
      own_soil: { texture: null, field_capacity: null, wilting_point: null },
      sensors,
    },
  ],
})
const systemData = (lists: SensorList) => ({
  ...NOTHING,
  sensors: new Map([[lists.system, sensorsByNumber(lists)]]),
})

describe('the system of a probe', () => {
  it('is the one whose circle contains it, whatever its arc', () => {
    expect(systemAt([system('North')], at(0, -189))?.name).toBe('North')
    expect(systemAt([system('North')], at(0, 191))).toBeUndefined()
  })

  it('is missing, which needs attention', () => {
    expect(probeStatusOf(at(300, 0), [system('North')], NOTHING, NOW)).toEqual({
      system: null,
      statusText: 'It is outside every system, so its readings are not used.',
      flagged: true,
    })
  })

  it('is not evaluated for viewers', () => {
    expect(probeStatusOf(at(9, 9), [system('North', 'viewer')], NOTHING, NOW)).toMatchObject({
      flagged: true,
    })
  })
})

describe('the reports of its sensors', () => {
  const statusOf = (sensors: SensorList) =>
    probeStatusOf(at(9, 9), [system('North')], systemData(sensors), NOW)

  it('are empty until the server has answered', () => {
    expect(probeStatusOf(at(9, 9), [system('North')], NOTHING, NOW)).toEqual({
      system: 'North',
      statusText: 'North',
      flagged: false,
    })
  })

  it('depths and age', () => {
    const sensors = [sensor(20, '2026-07-12T20:20:00Z'), sensor(40, '2026-07-12T20:28:00Z')]
    expect(statusOf(list(4, sensors))).toEqual({
      system: 'North',
      statusText: 'North: 20, 40\u00A0cm, 4 min ago (14:28).',
      flagged: false,
    })
  })

  it('a silent depth, or all of them', () => {
    const silent = sensor(40, '2026-07-08T20:28:00Z', 'silent')
    expect(statusOf(list(4, [sensor(20, '2026-07-12T20:28:00Z'), silent]))).toMatchObject({
      statusText: 'North: 20, 40\u00A0cm, 4 min ago (14:28). Silent: 40\u00A0cm.',
      flagged: true,
    })
    expect(statusOf(list(4, [silent]))).toMatchObject({
      statusText: 'North: silent, last reading 4 d ago (8 Jul, 14:28).',
      flagged: true,
    })
  })

  it('a number that no sensor uses', () => {
    const expected = { statusText: 'North: no sensor is reporting as number 4.', flagged: true }
    expect(statusOf(list(5, [sensor(20, '2026-07-12T20:28:00Z')]))).toMatchObject(expected)
    expect(statusOf(list(4, [], PIVOT_PLACE))).toMatchObject(expected)
  })
})

describe('a geofence of 0 %', () => {
  const corners = [
    [20, 20],
    [90, 20],
    [90, 90],
    [20, 90],
  ] as const
  const polygon = corners.map(([x, y]): [number, number] => {
    const { lat, lng } = toLatLng(PIVOT, { x, y })
    return [lat, lng]
  })
  const fence = (prescription: number, enabled = true) => ({
    ...NOTHING,
    fences: new Map([
      ['North', [{ id: 1, system: 'North', name: 'Slough', prescription, enabled, polygon }]],
    ]),
  })
  const statusOf = (x: number, y: number, from: SystemData) =>
    probeStatusOf(at(x, y), [system('North')], from, NOW)

  it('around a probe is named, with its consequence', () => {
    expect(statusOf(50, 50, fence(0))).toEqual({
      system: 'North',
      statusText: 'North. It is in “Slough”, a 0% geofence, so prescriptions elsewhere do not use it.',
      flagged: true,
    })
  })

  it('does not affect a probe outside, and neither does one that is disabled or applies water', () => {
    const plain = { system: 'North', statusText: 'North', flagged: false }
    expect(statusOf(10, 50, fence(0))).toEqual(plain)
    expect(statusOf(50, 50, fence(0, false))).toEqual(plain)
    expect(statusOf(50, 50, fence(10))).toEqual(plain)
  })
})

const PIVOT_PLACE = { latitude: PIVOT.lat, longitude: PIVOT.lng }

it('is cached while a probe stays the same object', () => {
  const status = cachedStatuses([system('North')], NOTHING, NOW)
  const probe = at(9, 9)
  expect(status(probe)).toBe(status(probe))
  expect(status({ ...probe, ...toLatLng(PIVOT, { x: 500, y: 0 }) })).toMatchObject({ system: null })
})

describe('reporting numbers without a place', () => {
  const reporting = [sensor(20, '2026-07-12T20:28:00Z')]

  it('are listed by system', () => {
    expect(unplacedOf([list(4, reporting)], [system('North')], [])).toEqual([
      { system: 'North', numbers: [4] },
    ])
  })

  it('exclude those placed on the server, placed here in the circle, or that never reported', () => {
    expect(unplacedOf([list(4, reporting, PIVOT_PLACE)], [system('North')], [])).toEqual([])
    expect(unplacedOf([list(4, reporting)], [system('North')], [at(9, 9, '004')])).toEqual([])
    expect(unplacedOf([list(4, [])], [system('North')], [])).toEqual([])
  })

  it('include those placed outside the circle', () => {
    expect(unplacedOf([list(4, reporting)], [system('North')], [at(500, 0)])).toHaveLength(1)
  })
})
