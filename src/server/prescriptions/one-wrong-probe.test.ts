/** One wrong probe among nine never decides a pass, whichever it is and however it fails. */
import { describe, expect, it } from 'vitest'
import { fromPolar, toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import { type SensorReading, suspectSensor } from '../../agronomy/soil/suspicion.ts'
import type { FieldInputs, PrescriptionLayer, PrescriptionProbe } from '../../contract/prescriptions.ts'
import { compute } from './computation.rules.ts'

const PLACE = { lat: 51.06, lng: -114.15 }
const HOUR = 3_600_000
const HOURS = 96
const FC = 0.27
const WP = 0.12
/** One in the centre and eight around, each with a ninth of the circle. */
const PLACES = [
  { x: 0, y: 0 },
  ...Array.from({ length: 8 }, (_, k) => fromPolar({ bearing: 45 * k + 10, distance: 255 })),
]

/** Dries by 0.012 in four days to half of its available water, slightly differently per probe, with a daily cycle. */
const soilOf = (probe: number) => (hour: number) =>
  0.207 - 0.000125 * (hour - 48) + 0.004 * Math.sin(probe) + 0.0008 * Math.sin(hour / 3.8 + probe)

type Fault = (hour: number, true_: number) => number
const FAULTS: [string, Fault][] = [
  ['wet', (hour) => 0.45 + 0.001 * Math.sin(hour)],
  ['wet for an hour', (hour, theta) => (hour > HOURS - 2 ? 0.34 : theta)],
  ['wet for two days', (hour) => 0.29 + 0.0015 * Math.sin(hour)],
  ['stuck wet over three days', (hour) => 0.34 + 0.002 * Math.sin(1 + hour * 7.3)],
  ['dry', (hour) => 0.02 + 0.001 * Math.sin(hour)],
  ['dry for an hour', (hour, theta) => (hour > HOURS - 2 ? 0.05 : theta)],
  ['stuck', () => 0.24],
  ['stuck dry', () => 0],
  ['stuck wet', () => 0.33],
  ['jumping', (hour, theta) => (hour % 5 === 0 ? 0.45 : theta)],
  ['jumping down', (hour, theta) => (hour % 7 === 0 ? 0.01 : theta)],
  ['offset by 0.03', (_, theta) => theta + 0.03],
  ['offset by 0.06', (_, theta) => theta + 0.06],
  ['offset by 0.1', (_, theta) => theta + 0.1],
  ['offset by -0.03', (_, theta) => theta - 0.03],
  ['offset by -0.06', (_, theta) => theta - 0.06],
  ['offset by -0.1', (_, theta) => theta - 0.1],
]

function seriesOf(probe: number, fault: Fault | null): SensorReading[] {
  const theta = soilOf(probe)
  return Array.from({ length: HOURS + 1 }, (_, hour) => ({
    at: hour * HOUR,
    theta: Math.max(0, fault ? fault(hour, theta(hour)) : theta(hour)),
  }))
}

/** As the suspect check over the last days. */
function layerOf(all: readonly SensorReading[][], probe: number): PrescriptionLayer {
  const own = all[probe] ?? []
  const suspicion = suspectSensor(
    own,
    FC,
    [],
    all.filter((series) => series !== own),
  )
  return {
    depth_cm: 45,
    top_mm: 0,
    bottom_mm: 900,
    value: own.at(-1)?.theta ?? Number.NaN,
    at: new Date(HOURS * HOUR).toISOString(),
    state: suspicion ? 'suspect' : 'used',
    suspicion,
    last_trusted: suspicion === 'STILL' ? (own.at(-1)?.theta ?? null) : null,
  }
}

function field(wrong: number | null, fault: Fault | null): FieldInputs {
  const all = PLACES.map((_, probe) => seriesOf(probe, probe === wrong ? fault : null))
  const off = { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false }
  return {
    settings: {
      is_system_on: true,
      is_test_pattern_on: false,
      is_speed_switch_on: false,
      application_rate: 2.8,
      root_depth: 36,
      target_moisture: 90,
      towers: off,
    },
    latitude: PLACE.lat,
    longitude: PLACE.lng,
    tower_radii_m: [40, 80, 120, 160, 200, 240, 280, 320, 360],
    wetted_radius_m: 380,
    arc: null,
    flow_gpm: null,
    speed_100_m_min: null,
    probes: all.map((_, probe): PrescriptionProbe => {
      const { lat, lng } = toLatLng(PLACE, PLACES[probe] ?? { x: 0, y: 0 })
      return {
        number: probe + 1,
        latitude: lat,
        longitude: lng,
        field_capacity: FC,
        wilting_point: WP,
        watched: true,
        layers: [layerOf(all, probe)],
      }
    }),
    geofences: [],
    basis: 'soil',
  }
}

const right = compute(field(null, null))

// (0.9 - 0.54) x 0.15 x 914.4 / 0.85 of 71.1 mm: 8 tenths of a pass
it('a field without a wrong probe raises no questions', () => {
  expect(right.inputs.doubts).toEqual([])
  expect(right.inputs.probes.every(({ layers }) => layers.every(({ state }) => state === 'used'))).toBe(true)
  expect(right.totals.volumeM3 / right.totals.uniformVolumeM3).toBeCloseTo(0.8, 1)
})

describe.each(FAULTS)('a probe that is %s', (_, fault) => {
  it('changes the volume of the pass by at most 12 %, whichever of the nine it is', () => {
    const changes = PLACES.map((__, probe) => {
      const { totals } = compute(field(probe, fault))
      return Math.abs(totals.volumeM3 / right.totals.volumeM3 - 1)
    })
    expect(Math.max(...changes)).toBeLessThan(0.12)
  })
})

it('a probe that all neighbours contradict lowers nothing until it is confirmed', () => {
  const inputs = field(3, (hour) => 0.29 + 0.0015 * Math.sin(hour))
  const { percent, inputs: computed } = compute(inputs)
  expect(computed.doubts).toMatchObject([{ probe: 4, doubt: 'WETTER', available_percent: 100 }])
  const without = compute({ ...inputs, probes: inputs.probes.filter(({ number }) => number !== 4) })
  expect(percent.filter((cellPercent, cell) => cellPercent < (without.percent[cell] ?? 0))).toHaveLength(0)
  const trust = { verdict: 'trust' as const, about: ['WETTER'], by: 'Ann', at: '', until: null }
  const trusted = compute({
    ...inputs,
    probes: inputs.probes.map((probe) => (probe.number === 4 ? { ...probe, verdict: trust } : probe)),
  })
  expect(trusted.inputs.doubts).toEqual([])
  expect(trusted.totals.volumeM3).toBeLessThan(0.95 * without.totals.volumeM3)
})
