/** From readings to cells on mixed soils: two known pitfalls, and random fields against an independent computation. */
import { describe, expect, it } from 'vitest'
import { fromPolar, toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import { seededRandom } from '../../agronomy/seeded-random.ts'
import type { FieldInputs, PrescriptionProbe } from '../../contract/prescriptions.ts'
import { compute } from './computation.rules.ts'
import { fieldSoil } from './field-soil.rules.ts'

const PLACE = { lat: 51.06, lng: -114.15 }
const TOWERS = [60, 120, 180, 240, 300, 360]
const WETTED = 380

interface SentMessage {
  /** m from the pivot. */
  x: number
  y: number
  fc: number
  wp: number
  /** [depth cm, top mm, bottom mm, m3/m3]. */
  sensors: [number, number, number, number][]
}

function probeOf({ x, y, fc, wp, sensors }: SentMessage, at: number): PrescriptionProbe {
  const { lat, lng } = toLatLng(PLACE, { x, y })
  return {
    number: at + 1,
    latitude: lat,
    longitude: lng,
    field_capacity: fc,
    wilting_point: wp,
    soil_source: 'probe',
    layers: sensors.map(([depth, top, bottom, value]) => ({
      depth_cm: depth,
      top_mm: top,
      bottom_mm: bottom,
      value,
      at: '2026-07-01T00:00:00.000Z',
      state: 'used',
      suspicion: null,
      last_trusted: null,
    })),
  }
}

type Zone = NonNullable<FieldInputs['soil_zones']>[number]

function inputsOf(
  messages: readonly SentMessage[],
  [rate, root, target]: [number, number, number],
  zones: Zone[] = [],
): FieldInputs {
  const off = { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false }
  return {
    settings: {
      is_system_on: true,
      is_test_pattern_on: false,
      is_speed_switch_on: false,
      application_rate: rate,
      root_depth: root,
      target_moisture: target,
      towers: off,
    },
    latitude: PLACE.lat,
    longitude: PLACE.lng,
    tower_radii_m: TOWERS,
    wetted_radius_m: WETTED,
    arc: null,
    flow_gpm: null,
    speed_100_m_min: null,
    probes: messages.map(probeOf),
    geofences: [],
    soil_zones: zones,
    basis: 'soil',
  }
}

const THREE_DEPTHS = [
  [15, 0, 300],
  [45, 300, 600],
  [75, 600, 900],
] as const

/** Sensors at 15, 45 and 75 cm. */
const threeOf = (values: readonly [number, number, number]): SentMessage['sensors'] =>
  THREE_DEPTHS.map(([depth, top, bottom], k) => [depth, top, bottom, values[k] ?? 0])

describe('known pitfalls', () => {
  // both at 50 % of available water: (0.9 - 0.5) x 0.075 x 914.4 / 0.85 of 50.8 mm is 63.5 %; clay 118.6 %
  it('sand beside clay under one pivot: 64 % and 100 % in every view', () => {
    const [sand, clay] = [
      { fc: 0.12, wp: 0.045 },
      { fc: 0.36, wp: 0.22 },
    ]
    const messages = [-300, -150, 150, 300].map((x): SentMessage => {
      const soil = x < 0 ? sand : clay
      const half = (soil.fc + soil.wp) / 2
      return { x, y: 0, ...soil, sensors: threeOf([half, half, half]) }
    })
    const { percent } = compute(inputsOf(messages, [2, 36, 90]))
    for (let sector = 0; sector < 180; sector += 1)
      for (let zone = 0; zone < 6; zone += 1)
        expect([sector, zone, percent[9 * sector + zone]]).toEqual([sector, zone, sector < 90 ? 100 : 64])
  })

  it('a wet top over a dry bottom: 34 %, not 0', () => {
    const messages = [-200, 200].map((x): SentMessage => ({
      x,
      y: 0,
      fc: 0.27,
      wp: 0.12,
      sensors: threeOf([0.36, 0.2355, 0.2355]),
    }))
    const { percent, cover } = compute(inputsOf(messages, [1, 36, 90]))
    expect(new Set(percent.filter((_, cell) => cell % 9 < 6))).toEqual(new Set([34]))
    // 900 of 914.4 mm
    expect(cover[0]).toBe(98)
  })
})

describe('whose limits count', () => {
  const square = (west: number, east: number): [number, number][] =>
    [
      { x: west, y: -400 },
      { x: east, y: -400 },
      { x: east, y: 400 },
      { x: west, y: 400 },
    ].map((corner) => {
      const { lat, lng } = toLatLng(PLACE, corner)
      return [lat, lng]
    })
  const east = { id: 1, name: 'Clay', field_capacity: 0.36, wilting_point: 0.22, polygon: square(0, 400) }
  const probe: SentMessage = { x: 200, y: 0, fc: 0.25, wp: 0.12, sensors: [[30, 0, 600, 0.29]] }

  it('a zone gives its limits to its cells, and to a probe in it that has none of its own', () => {
    const inputs = inputsOf([probe], [1, 24, 80], [east])
    inputs.probes = inputs.probes.map((soilProbe) => ({ ...soilProbe, soil_source: 'texture' }))
    const { cells: soil } = fieldSoil(inputs)
    // (0.29 - 0.22) / 0.14
    expect(soil?.[9 * 44]?.[0]).toMatchObject({ fieldCapacity: 0.36, share: expect.closeTo(0.5, 9) })
    // outside the zone the nearest probe's, which are those of its zone
    expect(soil?.[9 * 134]?.[0]).toMatchObject({ fieldCapacity: 0.36, share: expect.closeTo(0.5, 9) })
  })

  it('limits set for a probe are used within a zone too', () => {
    const { cells: soil } = fieldSoil(inputsOf([probe], [1, 24, 80], [east]))
    // (0.29 - 0.12) / 0.13
    expect(soil?.[9 * 44]?.[0]).toMatchObject({ fieldCapacity: 0.36, share: expect.closeTo(1.3077, 4) })
    expect(soil?.[9 * 134]?.[0]).toMatchObject({ fieldCapacity: 0.25, wiltingPoint: 0.12 })
  })

  it('prescriptions from before zones, sources and weather are computed as before', () => {
    const { soil_zones: _, ...before } = inputsOf([probe], [1, 24, 80])
    before.probes = before.probes.map(({ soil_source: __, ...oldProbe }) => oldProbe)
    expect(compute(before).percent).toEqual(compute(inputsOf([probe], [1, 24, 80])).percent)
  })

  it('efficiency and weather are inputs', () => {
    const dry = inputsOf([{ ...probe, sensors: [[30, 0, 600, 0.198]] }], [2, 24, 80])
    // (0.8 - 0.6) x 0.13 x 609.6 = 15.85 mm; + 6 - 2 = 19.85; / 0.9 = 22.06 of 50.8
    const { percent } = compute({ ...dry, efficiency: 0.9, weather: { et_mm: 6, rain_mm: 2 } })
    expect(percent[0]).toBe(43)
    // 15.85 / 0.85 of 50.8
    expect(compute(dry).percent[0]).toBe(37)
  })
})

it('a probe inside a geofence of 0 % affects no cell outside of it', () => {
  const corner = (x: number, y: number): [number, number] => {
    const { lat, lng } = toLatLng(PLACE, { x, y })
    return [lat, lng]
  }
  const slough = {
    id: 1,
    name: 'Slough',
    prescription: 0,
    polygon: [corner(150, -50), corner(250, -50), corner(250, 50), corner(150, 50)],
  }
  const wet: SentMessage = { x: 200, y: 0, fc: 0.25, wp: 0.12, sensors: [[30, 0, 600, 0.3]] }
  const dry: SentMessage = { ...wet, x: -200, sensors: [[30, 0, 600, 0.185]] }
  const both = inputsOf([wet, dry], [2, 24, 80])
  const { percent } = compute({ ...both, geofences: [slough] })
  const alone = compute(inputsOf([dry], [2, 24, 80])).percent
  // just outside the geofence, where the wet probe is the nearest
  const beyond = 9 * 30 + 2
  expect(percent[beyond]).toBe(alone[beyond])
  expect(percent[beyond]).toBeGreaterThan(compute(both).percent[beyond] ?? 100)
  // as the only probe, it leaves every other cell without data
  const only = compute({ ...inputsOf([wet], [2, 24, 80]), geofences: [slough] })
  expect(only.percent[beyond]).toBe(100)
})

/**
 * Each cell computed independently: ordinary kriging as one bordered system solved by elimination for the cell's
 * own weights, layer by layer, and in water instead of shares: the deficit of the layer in mm.
 */
function independently(
  messages: readonly SentMessage[],
  [rate, root, target]: readonly [number, number, number],
  soilAt: (x: number, y: number) => { fc: number; wp: number } | null,
) {
  const cell = (sector: number, zone: number): number => {
    const [inner, outer] = [TOWERS[zone - 1] ?? 0, zone === TOWERS.length - 1 ? WETTED : (TOWERS[zone] ?? 0)]
    const r = Math.sqrt((inner ** 2 + outer ** 2) / 2)
    const angle = ((2 * sector + 1) * Math.PI) / 180
    const [x, y] = [r * Math.sin(angle), r * Math.cos(angle)]
    const distance = (p: SentMessage) => Math.hypot(p.x - x, p.y - y)
    const [near] = messages.toSorted((a, b) => distance(a) - distance(b))
    const { fc, wp } = soilAt(x, y) ?? near ?? { fc: 0, wp: 0 }
    const weights = krigingWeights(messages, x, y)
    const zr = root * 25.4
    let [lack, knownMm] = [0, 0]
    THREE_DEPTHS.forEach(([, top, bottom], k) => {
      const thick = Math.max(0, Math.min(bottom, zr) - top)
      const s = messages.reduce((sum, p, i) => {
        const theta = p.sensors[k]?.[3] ?? 0
        return sum + (weights[i] ?? 0) * ((theta - p.wp) / (p.fc - p.wp))
      }, 0)
      const water = Math.min(fc, wp + s * (fc - wp)) * thick
      lack += (wp + (target / 100) * (fc - wp)) * thick - water
      knownMm += thick
    })
    return Math.max(0, (((lack * zr) / knownMm / 0.85) * 100) / (rate * 25.4))
  }
  return cell
}

/** Exponential of range 0.1 D with a nugget of a quarter, below ten probes. */
function krigingWeights(messages: readonly SentMessage[], x: number, y: number): number[] {
  const cov = (h: number) => (h === 0 ? 1 : 0.75 * Math.exp(-h / (0.1 * 2 * WETTED)))
  const n = messages.length
  const rows = messages.map((a) => [
    ...messages.map((b) => cov(Math.hypot(a.x - b.x, a.y - b.y))),
    1,
    cov(Math.hypot(a.x - x, a.y - y)),
  ])
  rows.push([...messages.map(() => 1), 0, 1])
  for (let column = 0; column <= n; column += 1) {
    const pivot = rows.reduce(
      (best, row, i) =>
        i >= column && Math.abs(row[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0) ? i : best,
      column,
    )
    const [a, b] = [rows[column] ?? [], rows[pivot] ?? []]
    rows[column] = b
    rows[pivot] = a
    for (const [i, row] of rows.entries()) {
      if (i === column) continue
      const factor = (row[column] ?? 0) / (b[column] ?? 1)
      b.forEach((value, j) => (row[j] = (row[j] ?? 0) - factor * value))
    }
  }
  return rows.map((row, i) => (row[n + 1] ?? 0) / (row[i] ?? 1)).slice(0, n)
}

const FIELDS = 100
const SOILS = [
  { fc: 0.12, wp: 0.045 },
  { fc: 0.23, wp: 0.11 },
  { fc: 0.29, wp: 0.15 },
  { fc: 0.36, wp: 0.22 },
] as const

describe(`${FIELDS} random fields of mixed soils`, () => {
  it.each(Array.from({ length: FIELDS }, (_, seed) => seed))(
    'field %i: each cell within a point before rounding',
    (seed) => {
      const random = seededRandom(1000 + seed)
      const soil = () => SOILS[Math.floor(random.between(0, SOILS.length - 1e-9))] ?? SOILS[0]
      const messages = Array.from({ length: 1 + (seed % 9) }, (): SentMessage => {
        const { x, y } = fromPolar({ bearing: random.between(0, 360), distance: random.between(20, 370) })
        const { fc, wp } = soil()
        const value = () => Math.max(0.001, wp + random.between(-0.15, 1.4) * (fc - wp))
        return { x, y, fc, wp, sensors: threeOf([value(), value(), value()]) }
      })
      const settings: [number, number, number] = [
        random.between(0.3, 2),
        random.between(8, 48),
        random.between(40, 100),
      ]
      // a zone over the north on every other field
      const over = soil()
      const polygon = [
        { x: -400, y: 10 },
        { x: 400, y: 10 },
        { x: 400, y: 400 },
        { x: -400, y: 400 },
      ].map((corner): [number, number] => {
        const { lat, lng } = toLatLng(PLACE, corner)
        return [lat, lng]
      })
      const zoned = seed % 2 === 0
      const zones = zoned
        ? [{ id: 1, name: 'North', field_capacity: over.fc, wilting_point: over.wp, polygon }]
        : []
      const { water } = compute(inputsOf(messages, settings, zones))
      const expected = independently(messages, settings, (_, y) => (zoned && y > 10 ? over : null))
      let worst = 0
      for (let sector = 0; sector < 180; sector += 1)
        for (let zone = 0; zone < TOWERS.length; zone += 1) {
          const actual = water[9 * sector + zone]?.rawPercent ?? Number.NaN
          const gap = Math.abs(actual - expected(sector, zone))
          worst = gap <= worst ? worst : gap
        }
      expect(worst).toBeLessThan(1)
    },
  )
})
