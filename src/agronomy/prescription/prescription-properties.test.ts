/** Invariants of prescriptions for random machines, soils, geofences and settings, with a new seed each run. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellSoils } from './cell-soil.ts'
import type { SoilLayer } from './cell-water.ts'
import { type LayeredField, solveLayers, profileAt } from '../surface/layered-field.ts'
import { type FieldPoint, fromPolar, toPolar } from '../pivot/pivot-geometry.ts'
import { CELLS, cellIndex, SECTORS, ZONES } from './prescription.ts'
import { computePrescription, type PrescriptionInput } from './prescription-engine.ts'

/** 10,000 fields in the long tests, a tenth of them each time. */
const MORE = process.env['SOAK'] ? 10 : 1
const ANYTHING = 400 * MORE
const SURFACES = 150 * MORE
const PROFILES = 100 * MORE
const WETTER = 150 * MORE
const TURNED = 200 * MORE

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })

const place = fc
  .record({ bearing: between(0, 360), distance: between(0, 500) })
  .map((polar) => fromPolar(polar))

const pins = fc
  .record({
    middle: place,
    reach: fc.array(between(1, 200), { minLength: 3, maxLength: 8 }),
    first: between(0, 360),
  })
  .map(({ middle, reach, first }) =>
    reach.map((distance, k): FieldPoint => {
      const { x, y } = fromPolar({ bearing: first + (360 * k) / reach.length, distance })
      return { x: middle.x + x, y: middle.y + y }
    }),
  )

const geofence = fc.record({
  percent: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100 })),
  enabled: fc.boolean(),
  pins,
})

/** Possible, absurd or missing shares. */
const anyShare = fc.oneof(
  { weight: 5, arbitrary: between(-0.5, 2) },
  { weight: 1, arbitrary: fc.constantFrom(null, Infinity, Number.NaN) },
)

/** A profile of up to four layers of 200 mm. */
const profileOf = (share: fc.Arbitrary<number | null>) =>
  fc
    .record({
      shares: fc.array(share, { minLength: 1, maxLength: 4 }),
      wiltingPoint: between(0.02, 0.2),
      span: between(0.05, 0.2),
    })
    .map(({ shares, wiltingPoint, span }) =>
      shares.map((value, k): SoilLayer => ({
        topMm: 200 * k,
        bottomMm: 200 * (k + 1),
        share: value,
        fieldCapacity: wiltingPoint + span,
        wiltingPoint,
      })),
    )

/** A few profiles, dealt out to the cells in blocks that do not fit the pivot's symmetry. */
const fieldOf = (share: fc.Arbitrary<number | null>) =>
  fc
    .record({
      profiles: fc.array(fc.option(profileOf(share), { freq: 6 }), { minLength: 1, maxLength: 6 }),
      block: fc.integer({ min: 1, max: 400 }),
    })
    .map(({ profiles, block }) =>
      Array.from(
        { length: CELLS },
        (_, cell) => profiles[Math.floor(cell / block) % profiles.length] ?? null,
      ),
    )

const pivot = fc
  .record({ spans: fc.array(between(20, 60), { minLength: 1, maxLength: ZONES }), overhang: between(0, 30) })
  .map(({ spans, overhang }) => {
    const towerRadii = spans.map((_, k) => spans.slice(0, k + 1).reduce((sum, span) => sum + span, 0))
    return {
      place: { lat: 51, lng: -114 },
      towerRadiiM: towerRadii,
      wettedRadiusM: (towerRadii.at(-1) ?? 0) + overhang,
      arc: null,
      flowGpm: 800,
      speed100MMin: 3,
    }
  })

const inputOf = (share: fc.Arbitrary<number | null>): fc.Arbitrary<PrescriptionInput> =>
  fc.record({
    pivot,
    on: fc.constant(true),
    testTower: fc.constant(null),
    speedControl: fc.boolean(),
    rateIn: between(0.2, 2),
    rootDepthIn: between(1, 80),
    targetPercent: between(20, 100),
    geofences: fc.array(geofence, { maxLength: 4 }),
    soil: fieldOf(share),
  })

/** Index of the first cell of which something does not hold, or -1: quicker than one expectation for each cell. */
function firstCell(bytes: Uint8Array, holds: (percent: number, cell: number) => boolean): number {
  return bytes.findIndex((percent, cell) => !holds(percent, cell))
}

const notLowerThan = (before: Uint8Array) => (percent: number, cell: number) => percent >= (before[cell] ?? 0)
const notHigherThan = (before: Uint8Array) => (percent: number, cell: number) =>
  percent <= (before[cell] ?? 0)

describe('any field', () => {
  it(`has 0 to 100 % everywhere, 100 % when OFF, and the same bytes for the same input (${ANYTHING} fields)`, () => {
    fc.assert(
      fc.property(inputOf(anyShare), (input) => {
        const towers = input.pivot.towerRadiiM.length
        const computed = computePrescription(input)
        expect(
          firstCell(
            computed.percent,
            (percent, cell) => percent <= 100 && (cell % ZONES < towers || percent === 0),
          ),
        ).toBe(-1)
        expect(computed.speed?.timerPct.every((timer) => timer > 0 && timer <= 100) ?? true).toBe(true)
        expect(computed.totals.volumeM3).toBeLessThanOrEqual(computed.totals.uniformVolumeM3 * (1 + 1e-12))

        const off = computePrescription({ ...input, on: false })
        expect(firstCell(off.percent, (percent, cell) => percent === (cell % ZONES < towers ? 100 : 0))).toBe(
          -1,
        )

        const again = computePrescription(structuredClone(input))
        expect(again.percent).toEqual(computed.percent)
        expect(again.reason).toEqual(computed.reason)
        expect(again.totals).toEqual(computed.totals)
      }),
      { numRuns: ANYTHING, seed: 51 },
    )
  }, 300_000)
})

/** Probes with a value each, of which one stops being trusted. */
const probes = fc.uniqueArray(fc.record({ place, value: between(-0.2, 1.5) }), {
  minLength: 1,
  maxLength: 6,
  selector: ({ place: { x, y } }) => `${Math.round(x / 20)} ${Math.round(y / 20)}`,
})

const LOAM = { fieldCapacity: 0.3, wiltingPoint: 0.1 }
const TO_THE_ROOTS_END = 2100

function surfaceThrough(points: readonly { place: FieldPoint; value: number }[]): LayeredField | null {
  const field = solveLayers(
    points.map(({ place: at, value }) => ({
      ...at,
      limits: LOAM,
      layers: [{ topMm: 0, bottomMm: TO_THE_ROOTS_END, share: value }],
    })),
    300,
  )
  return field.groups.length === 0 ? null : field
}

describe('a sensor that falls silent, absurd or suspect', () => {
  it(`never lowers a cell of a surface (${SURFACES} fields)`, () => {
    const inputs = fc.record({ input: inputOf(fc.constant(0.2)), all: probes, lost: fc.nat() })
    fc.assert(
      fc.property(inputs, ({ input, all, lost }) => {
        const outerRadii = [...input.pivot.towerRadiiM.slice(0, -1), input.pivot.wettedRadiusM]
        const silent = lost % all.length
        const soilOf = (trusted: (at: number) => boolean, last: LayeredField | null) =>
          cellSoils(
            {
              probes: all.map((probe, at) => ({
                ...probe.place,
                reporting: trusted(at),
                outlier: false,
                ...LOAM,
              })),
              zones: [],
              surface: surfaceThrough(all.filter((_, at) => trusted(at))),
              lastSurface: last,
              outlierSurface: null,
              outerRadii,
            },
            profileAt,
          )
        const before = computePrescription({ ...input, soil: soilOf(() => true, null) })
        const soil = soilOf((at) => at !== silent, surfaceThrough(all))
        const after = computePrescription({ ...input, soil })
        expect(firstCell(after.percent, notLowerThan(before.percent))).toBe(-1)
      }),
      { numRuns: SURFACES, seed: 52 },
    )
  }, 300_000)

  it(`never lowers a cell of a profile (${PROFILES} fields)`, () => {
    const inputs = fc.record({
      input: inputOf(between(-0.5, 2)),
      lost: fc.integer({ min: 0, max: 3 }),
      says: fc.constantFrom(null, Infinity, Number.NaN),
    })
    fc.assert(
      fc.property(inputs, ({ input, lost, says }) => {
        const soil = eachProfile(input, (layers) =>
          layers.map((layer, k) => (k === lost ? { ...layer, share: says, lastShare: layer.share } : layer)),
        )
        const before = computePrescription(input)
        const after = computePrescription({ ...input, soil })
        expect(firstCell(after.percent, notLowerThan(before.percent))).toBe(-1)
      }),
      { numRuns: PROFILES, seed: 53 },
    )
  }, 300_000)
})

/** Changes each profile once, so that cells keep sharing them. */
function eachProfile(
  { soil }: PrescriptionInput,
  change: (layers: readonly SoilLayer[]) => readonly SoilLayer[],
): (readonly SoilLayer[] | null)[] {
  const changed = new Map<readonly SoilLayer[], readonly SoilLayer[]>()
  return (soil ?? []).map((layers) => {
    if (layers === null) return null
    const replacement = changed.get(layers) ?? change(layers)
    changed.set(layers, replacement)
    return replacement
  })
}

describe('more water in the soil', () => {
  it(`never raises a cell (${WETTER} fields)`, () => {
    const inputs = fc.record({
      input: inputOf(between(-0.5, 1.5)),
      more: fc.array(between(0, 0.5), { minLength: 4, maxLength: 4 }),
    })
    fc.assert(
      fc.property(inputs, ({ input, more }) => {
        const soil = eachProfile(input, (layers) =>
          layers.map((layer, k) => ({ ...layer, share: (layer.share ?? 0) + (more[k] ?? 0) })),
        )
        const dry = computePrescription(input)
        const wet = computePrescription({ ...input, soil })
        expect(firstCell(wet.percent, notHigherThan(dry.percent))).toBe(-1)
        expect(wet.totals.volumeM3).toBeLessThanOrEqual(dry.totals.volumeM3)
      }),
      { numRuns: WETTER, seed: 54 },
    )
  }, 300_000)
})

describe('a field rotated by whole sectors', () => {
  it(`rotates its prescription (${TURNED} fields)`, () => {
    const inputs = fc.record({ input: inputOf(anyShare), sectors: fc.integer({ min: 1, max: SECTORS - 1 }) })
    fc.assert(
      fc.property(inputs, ({ input, sectors: any }) => {
        // Half of the fields are turned by one sector, the smallest turn.
        const sectors = any % 2 === 0 ? 1 : any
        const from = (cell: number) => {
          const sector = (Math.floor(cell / ZONES) - sectors + SECTORS) % SECTORS
          return cellIndex(sector, cell % ZONES)
        }
        const turned = computePrescription({
          ...input,
          geofences: input.geofences.map((fence) => ({
            ...fence,
            pins: fence.pins.map(turnBy(2 * sectors)),
          })),
          soil: Array.from({ length: CELLS }, (_, cell) => input.soil?.[from(cell)] ?? null),
        })
        const straight = computePrescription(input)
        expect(firstCell(turned.percent, (percent, cell) => percent === straight.percent[from(cell)])).toBe(
          -1,
        )
        expect(firstCell(turned.reason, (reason, cell) => reason === straight.reason[from(cell)])).toBe(-1)
        expect(
          firstCell(turned.fallback, (fallback, cell) => fallback === straight.fallback[from(cell)]),
        ).toBe(-1)
      }),
      { numRuns: TURNED, seed: 55 },
    )
  }, 300_000)
})

function turnBy(degrees: number) {
  return (pin: FieldPoint): FieldPoint => {
    const { bearing, distance } = toPolar(pin)
    return fromPolar({ bearing: bearing + degrees, distance })
  }
}
