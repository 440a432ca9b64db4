/** Random fields of nine probes with one wrong: how far the volume of a pass changes. */
import { afterAll, describe, expect, it } from 'vitest'
import { type FieldPoint, fromPolar, toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import { seededRandom, type SeededRandom } from '../../agronomy/seeded-random.ts'
import { isValidMoisture } from '../../agronomy/soil/root-zone.ts'
import type { SoilLimits } from '../../agronomy/soil/soil-texture.ts'
import { type SensorReading, suspectSensor } from '../../agronomy/soil/suspicion.ts'
import { READING_FRESH_MS } from '../../contract/limits.ts'
import type { FieldInputs, PrescriptionLayer } from '../../contract/prescriptions.ts'
import { PRESCRIPTION_REASONS, ZONES } from '../../agronomy/prescription/prescription.ts'
import { compute } from './computation.rules.ts'
import type { Computation } from './computed-prescription.ts'

/** Random fields, in each of which every probe is wrong once in each way; ten times as many in the long tests. */
const FIELDS = process.env['SOAK'] ? 200 : 10
const MOST = 0.12
/** Lighter passes are compared with this part of a full one, so that a dry corner may get more than 0. */
const LIGHT = 0.25
/** Of what leaves the nozzles. */
const EFFICIENCY = 0.85

const PLACE = { lat: 51.06, lng: -114.15 }
const RADIUS_M = 370
const TOWERS = [60, 120, 180, 240, 300, 360]
const HOUR_MS = 3_600_000
const HOURS = 96
const ROOT_IN = 36
const ROOT_MM = 25.4 * ROOT_IN
const DEPTHS = [
  { depthCm: 15, topMm: 0, bottomMm: 300, dries: 1.5e-4 },
  { depthCm: 45, topMm: 300, bottomMm: 600, dries: 1e-4 },
  { depthCm: 75, topMm: 600, bottomMm: 900, dries: 0.5e-4 },
] as const
const LOAM: SoilLimits = { fieldCapacity: 0.25, wiltingPoint: 0.12 }
/** FAO-56, table 19: sand, sandy loam, loam, silt loam, clay. */
const SOILS: readonly SoilLimits[] = [
  { fieldCapacity: 0.12, wiltingPoint: 0.045 },
  { fieldCapacity: 0.23, wiltingPoint: 0.11 },
  LOAM,
  { fieldCapacity: 0.29, wiltingPoint: 0.15 },
  { fieldCapacity: 0.36, wiltingPoint: 0.22 },
]

interface Probe extends FieldPoint {
  soil: SoilLimits
  /** By depth: final share of available water, and drying rate. */
  layers: { share: number; dries: number }[]
}

interface RandomField {
  rateIn: number
  targetPercent: number
  probes: Probe[]
}

/**
 * One probe near the pivot and eight around, each with about a ninth of the circle; one soil or two; a pass of 1 to 2
 * inches of which the soil needs 10 to 100 %; places differ by 3 % of available water, their layers by 2 % more.
 */
function randomField(random: SeededRandom): RandomField {
  const soilOf = () => SOILS[Math.floor(random.between(0, SOILS.length))] ?? LOAM
  const [east, west] = [soilOf(), soilOf()]
  const mixed = random.next() < 0.5
  const first = random.between(0, 360)
  const places = Array.from({ length: 9 }, (_, k) =>
    fromPolar(
      k === 0
        ? { bearing: random.between(0, 360), distance: random.between(0, 50) }
        : { bearing: first + 45 * k + random.between(-8, 8), distance: random.between(225, 275) },
    ),
  )
  const probes = places.map((place) => ({
    ...place,
    soil: mixed && place.x < 0 ? west : east,
  }))
  const available =
    probes.reduce((sum, { soil }) => sum + ROOT_MM * (soil.fieldCapacity - soil.wiltingPoint), 0) / 9
  const targetPercent = Math.round(random.between(70, 100))
  const rateIn = random.between(1, 2)
  const share = targetPercent / 100 - (random.between(0.1, 1) * 25.4 * rateIn * 0.85) / available
  // a pass that such soil cannot hold
  if (share < 0.1) return randomField(random)
  return {
    rateIn,
    targetPercent,
    probes: probes.map((probe) => {
      const own = share + 0.03 * random.normal()
      return {
        ...probe,
        layers: DEPTHS.map(({ dries }) => ({
          share: own + 0.02 * random.normal(),
          dries: dries * random.between(0.5, 1.5),
        })),
      }
    }),
  }
}

type Fault = (hour: number, theta: number) => number

/** Of readings from this hour on, which may precede all of them. */
function since(random: SeededRandom, fault: Fault): Fault {
  const from = random.next() < 0.5 ? 0 : random.between(0, HOURS)
  return (hour, theta) => (hour >= from ? fault(hour, theta) : theta)
}

const FAULTS: Record<string, (random: SeededRandom, soil: SoilLimits) => Fault> = {
  'stuck wet': (random, { fieldCapacity }) => {
    const at = random.between(fieldCapacity, 0.6)
    return since(random, () => at)
  },
  'wet and restless': (random, { fieldCapacity }) => {
    const at = random.between(fieldCapacity, 0.6)
    return since(random, (hour) => Math.min(0.6, at + 0.002 * Math.sin(1 + 7.3 * hour)))
  },
  'stuck dry': (random, { wiltingPoint }) => {
    const at = random.between(0, wiltingPoint)
    return since(random, () => at)
  },
  'dry and restless': (random, { wiltingPoint }) => {
    const at = random.between(0, wiltingPoint)
    return since(random, (hour) => Math.max(0, at + 0.002 * Math.sin(1 + 7.3 * hour)))
  },
  spikes: (random) => {
    const every = Math.ceil(random.between(2, 30))
    const at = random.between(0, 0.6)
    // the last reading among them
    return (hour, theta) => ((HOURS - hour) % every === 0 ? at : theta)
  },
  drift: (random) => {
    const perHour = random.between(-0.004, 0.004)
    return (hour, theta) => Math.max(0, theta + perHour * hour)
  },
  offset: (random) => {
    const by = random.between(-0.15, 0.15)
    return (_, theta) => Math.max(0, theta + by)
  },
  'per cent for a share': (random) => since(random, (_, theta) => 100 * theta),
  'a hundredth': (random) => since(random, (_, theta) => theta / 100),
  'by weight for by volume': (random) => {
    const density = random.between(1.1, 1.6)
    return since(random, (_, theta) => theta / density)
  },
  'permittivity for moisture': (random) => since(random, (_, theta) => 0.025 + 0.6 * theta),
  'temperature for moisture': (random) =>
    since(random, (hour) => 0.18 + 0.06 * Math.sin((hour * Math.PI) / 12)),
}

interface Wrong {
  probe: number
  /** The faulty sensor; null for all sensors of the probe. */
  depth: number | null
  fault: Fault
}

function seriesOf({ soil, layers }: Probe, at: number, depth: number, fault: Fault | null): SensorReading[] {
  const { share, dries } = layers[depth] ?? { share: Number.NaN, dries: 0 }
  const end = soil.wiltingPoint + share * (soil.fieldCapacity - soil.wiltingPoint)
  return Array.from({ length: HOURS + 1 }, (_, hour) => {
    const theta = end + dries * (HOURS - hour) + 0.0008 * Math.sin(hour / 3.8 + at + 2 * depth)
    return { at: hour * HOUR_MS, theta: Math.round(1e4 * (fault ? fault(hour, theta) : theta)) / 1e4 }
  })
}

/** As ingestion and the suspect check would store it; null when nothing valid was reported. */
function layerOf(all: readonly SensorReading[][][], probe: number, depth: number, soil: SoilLimits) {
  const own = all[probe]?.[depth] ?? []
  const last = own.findLast(({ theta }) => isValidMoisture(theta))
  const layer = DEPTHS[depth]
  if (!last || !layer) return null
  const others = all.flatMap((series, other) => (other === probe ? [] : [series[depth] ?? []]))
  const suspicion = suspectSensor(own, soil.fieldCapacity, [], others)
  const silent = last.at < HOURS * HOUR_MS - READING_FRESH_MS
  const reading: PrescriptionLayer = {
    depth_cm: layer.depthCm,
    top_mm: layer.topMm,
    bottom_mm: layer.bottomMm,
    value: last.theta,
    at: new Date(last.at).toISOString(),
    state: silent ? 'silent' : suspicion ? 'suspect' : 'used',
    suspicion: silent ? null : suspicion,
    last_trusted: silent || suspicion === 'STILL' ? last.theta : null,
  }
  return reading
}

function inputsOf({ rateIn, targetPercent, probes }: RandomField, wrong: Wrong | null): FieldInputs {
  const all = probes.map((probe, at) =>
    DEPTHS.map((_, depth) => {
      const hit = wrong?.probe === at && (wrong.depth === null || wrong.depth === depth)
      return seriesOf(probe, at, depth, hit ? wrong.fault : null)
    }),
  )
  const off = { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false }
  return {
    settings: {
      is_system_on: true,
      is_test_pattern_on: false,
      is_speed_switch_on: false,
      application_rate: rateIn,
      root_depth: ROOT_IN,
      target_moisture: targetPercent,
      towers: off,
    },
    latitude: PLACE.lat,
    longitude: PLACE.lng,
    tower_radii_m: TOWERS,
    wetted_radius_m: RADIUS_M,
    arc: null,
    flow_gpm: null,
    speed_100_m_min: null,
    probes: probes.map((probe, at) => {
      const { lat, lng } = toLatLng(PLACE, probe)
      return {
        number: at + 1,
        latitude: lat,
        longitude: lng,
        field_capacity: probe.soil.fieldCapacity,
        wilting_point: probe.soil.wiltingPoint,
        watched: true,
        layers: DEPTHS.flatMap((_, depth) => layerOf(all, at, depth, probe.soil) ?? []),
      }
    }),
    geofences: [],
    basis: 'soil',
  }
}

/**
 * By rule 4, the largest difference that a ninth of the correct field can make, as a part of the pass: a probe that
 * shows another place's true value cannot be recognised as wrong.
 */
function swing({ probes, targetPercent, rateIn }: RandomField): number {
  const needs = probes.map(({ soil: { fieldCapacity, wiltingPoint }, layers }) => {
    const share = layers.reduce((sum, layer) => sum + Math.min(1, layer.share), 0) / layers.length
    const grossMm = ((targetPercent / 100 - share) * (fieldCapacity - wiltingPoint) * ROOT_MM) / EFFICIENCY
    return Math.max(0, Math.min(1, grossMm / (25.4 * rateIn)))
  })
  const most = Math.max(...needs) - Math.min(...needs)
  return most / needs.reduce((sum, need) => sum + need, 0)
}

/** Volume on ground with data, ring by ring, from areas and percentages only. */
function volume({ percent }: Computation, silent: ReadonlySet<number>): number {
  const outer = [...TOWERS.slice(0, -1), RADIUS_M]
  return percent.reduce((sum, cellPercent, cell) => {
    const [inner, edge] = [outer[(cell % ZONES) - 1] ?? 0, outer[cell % ZONES]]
    return edge === undefined || silent.has(cell) ? sum : sum + cellPercent * (edge ** 2 - inner ** 2)
  }, 0)
}

function silentCells({ reason }: Computation): Set<number> {
  return new Set([...reason.keys()].filter((cell) => PRESCRIPTION_REASONS[reason[cell] ?? 0] === 'NO_DATA'))
}

interface Moved {
  fault: string
  /** Change on ground with data, relative to a full pass and to the correct volume. */
  ofFull: number
  ofOwn: number
  /** Correct volume, relative to a full pass. */
  pass: number
  swing: number
  /** Part of the field without data. */
  silent: number
  field: number
  probe: number
  depth: number | null
}

const movedByName = new Map<string, Moved[]>()
const percent = (share: number) => (100 * share).toFixed(1)
const most = (of: readonly Moved[], by: 'ofFull' | 'ofOwn') => of.toSorted((a, b) => b[by] - a[by])[0]
const isWhole = ({ pass }: Moved) => pass >= LIGHT
const isAlike = (result: Moved) => isWhole(result) && result.swing < MOST
const isUneven = (result: Moved) => isWhole(result) && result.swing >= MOST

function summary(name: string, of: readonly Moved[], by: 'ofFull' | 'ofOwn'): string {
  const worst = most(of, by)
  if (!worst) return `${name}: none`
  const sensors = worst.depth === null ? 'all sensors' : `the sensor at ${DEPTHS[worst.depth]?.depthCm} cm`
  return (
    `${name}: ${of.length} times, at most ${percent(worst[by])} % of ${by === 'ofFull' ? 'a full pass' : 'its own'} ` +
    `(field ${worst.field}, a pass of ${percent(worst.pass)} %, swing ${percent(worst.swing)} %, ` +
    `probe ${worst.probe + 1}, ${sensors}, ${worst.fault})`
  )
}

afterAll(() => {
  const all = [...movedByName.values()].flat()
  console.info(
    [
      `one wrong probe of nine in ${FIELDS} fields`,
      summary('all', all, 'ofFull'),
      summary('a quarter pass or more', all.filter(isAlike), 'ofOwn'),
      summary('a quarter pass or more, a ninth decides more by itself', all.filter(isUneven), 'ofOwn'),
      summary(
        'lighter',
        all.filter((result) => !isWhole(result)),
        'ofFull',
      ),
    ].join('\n  '),
  )
})

/** Ground without data gets 100 % by rule 6, so a silent probe is judged by its effect on the rest. */
function movedBy(name: string, field: number): Moved[] {
  const faultOf = FAULTS[name] ?? (() => (_, theta) => theta)
  const random = seededRandom(9000 + field)
  const drawnField = randomField(random)
  const right = compute(inputsOf(drawnField, null))
  const all = { ...right, percent: right.percent.map(() => 100) }
  const full = volume(all, new Set())
  return drawnField.probes.map(({ soil }, probe) => {
    const depth = random.next() < 0.4 ? Math.floor(random.between(0, DEPTHS.length)) : null
    const wrong = compute(inputsOf(drawnField, { probe, depth, fault: faultOf(random, soil) }))
    const silent = silentCells(wrong)
    const rightVolume = volume(right, silent)
    return {
      fault: name,
      ofFull: Math.abs(volume(wrong, silent) - rightVolume) / full,
      ofOwn: Math.abs(volume(wrong, silent) - rightVolume) / rightVolume,
      pass: volume(right, new Set()) / full,
      swing: swing(drawnField),
      silent: 1 - volume(all, silent) / full,
      field,
      probe,
      depth,
    }
  })
}

describe.each(Object.keys(FAULTS))('one wrong probe of nine (%s) changes a pass', (name) => {
  const everywhere = () => {
    const moved =
      movedByName.get(name) ?? Array.from({ length: FIELDS }, (_, field) => movedBy(name, field)).flat()
    movedByName.set(name, moved)
    return moved
  }

  it('by at most 12 % of a full one', () => {
    const moved = everywhere()
    expect(moved).toHaveLength(9 * FIELDS)
    expect(moved.filter((result) => result.ofFull >= MOST)).toEqual([])
  })

  it('by at most 12 % of its own volume, or what a ninth decides by itself', () => {
    const moved = everywhere()
    expect(moved.filter(isAlike).length).toBeGreaterThan(5 * FIELDS)
    expect(moved.filter((result) => isWhole(result) && result.ofOwn >= Math.max(MOST, result.swing))).toEqual(
      [],
    )
  })

  it('and leaves at most its own cells without data', () => {
    // the largest of nine, with probes some degrees off their places
    expect(everywhere().filter(({ silent }) => silent > 0.15)).toEqual([])
  })
})

/** Nine probes at 0.7 of loam, wanted at 0.8: 12 mm of an inch are given everywhere, and one place is dry. */
describe('a truly dry corner', () => {
  const even = (share: (probe: number) => number): RandomField => ({
    rateIn: 1,
    targetPercent: 80,
    probes: Array.from({ length: 9 }, (_, k) => ({
      ...fromPolar(k === 0 ? { bearing: 0, distance: 0 } : { bearing: 45 * k, distance: 250 }),
      soil: LOAM,
      layers: DEPTHS.map(({ dries }) => ({ share: share(k), dries })),
    })),
  })
  const places = (dry: readonly number[], verdict?: 'trust') => {
    const inputs = inputsOf(
      even((k) => (dry.includes(k) ? 0.2 : 0.7)),
      null,
    )
    const probes = inputs.probes.map((probe) => {
      const said = { verdict: 'trust' as const, about: ['DRIER'], by: 'Ann', at: '', until: null }
      return verdict && dry.includes(probe.number - 1) ? { ...probe, verdict: said } : probe
    })
    const { percent: cells } = compute({ ...inputs, probes })
    // by the probes in the east, in the north-east and in the west
    return [44, 22, 134].map((sector) => cells[ZONES * sector + 3])
  }

  // (0.8 - 0.7) x 0.13 x 914.4 / 0.85 of 25.4 mm is 55 %
  it('gets more than the rest at once, and its whole deficit once it is confirmed', () => {
    expect(places([])).toEqual([55, 55, 55])
    const [east = 0, ...rest] = places([2])
    expect(rest).toEqual([55, 55])
    expect(east).toBeGreaterThan(80)
    expect(east).toBeLessThanOrEqual(110)
    expect(places([2], 'trust')[0]).toBe(100)
  })

  it('gets its whole deficit when a second probe confirms it', () => {
    expect(places([1, 2]).slice(0, 2)).toEqual([100, 100])
  })
})
