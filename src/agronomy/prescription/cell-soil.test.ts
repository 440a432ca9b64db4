/** Cells take the shares at their centre and the limits of their zone or nearest probe, or are unknown. */
import { describe, expect, it } from 'vitest'
import { cellMiddle, cellSoils, type SoilProbe } from './cell-soil.ts'
import { type LayeredField, solveLayers, profileAt } from '../surface/layered-field.ts'
import type { FieldPoint } from '../pivot/pivot-geometry.ts'
import { cellIndex } from './prescription.ts'

const RADII = [100, 200]
const LOAM = { fieldCapacity: 0.3, wiltingPoint: 0.1 }

/** One layer; in a point it is that point's value. */
function surfaceThrough(...points: (FieldPoint & { value: number })[]): LayeredField {
  return solveLayers(
    points.map(({ value, ...place }) => ({
      ...place,
      limits: LOAM,
      layers: [{ topMm: 0, bottomMm: 600, share: value }],
    })),
    200,
  )
}

const west: SoilProbe = { x: -150, y: 0, reporting: true, outlier: false, ...LOAM }
const east: SoilProbe = {
  x: 150,
  y: 0,
  reporting: true,
  outlier: false,
  fieldCapacity: 0.25,
  wiltingPoint: 0.12,
}
const east2 = cellIndex(44, 1)
const west2 = cellIndex(134, 1)

/** Exactly in the middle of the two cells that hold the probes, so that the surface there is the value itself. */
const [atEast, atWest] = [cellMiddle(44, 1, RADII), cellMiddle(134, 1, RADII)]
const surface = surfaceThrough({ ...atEast, value: 1.2 }, { ...atWest, value: -0.15 })
const field = {
  probes: [west, east],
  zones: [],
  surface,
  lastSurface: null,
  outlierSurface: null,
  outerRadii: RADII,
}

describe('a field of two probes', () => {
  const soils = cellSoils(field, profileAt)

  it('gives each cell the share of its middle and the limits of its nearest probe', () => {
    const [layer] = soils[east2] ?? []
    expect(layer?.share).toBeCloseTo(1.2, 9)
    expect(layer).toMatchObject({
      topMm: 0,
      bottomMm: 600,
      fieldCapacity: 0.25,
      wiltingPoint: 0.12,
      lastShare: null,
    })
    expect(soils[west2]?.[0]?.share).toBeCloseTo(-0.15, 9)
    expect(soils[west2]?.[0]).toMatchObject(LOAM)
  })

  it('has no soil in zones that the system lacks', () => {
    expect(soils).toHaveLength(1620)
    expect(soils.filter((soil) => soil !== null)).toHaveLength(360)
    expect(soils[cellIndex(44, 2)]).toBeNull()
  })
})

it('gives a cell whose middle a soil zone covers the limits of the zone', () => {
  const clay = { fieldCapacity: 0.36, wiltingPoint: 0.22 }
  const outline = [
    { x: 0, y: -300 },
    { x: 300, y: -300 },
    { x: 300, y: 300 },
    { x: 0, y: 300 },
  ]
  const soils = cellSoils({ ...field, zones: [{ outline, limits: clay }] }, profileAt)
  expect(soils[east2]?.[0]).toMatchObject(clay)
  expect(soils[west2]?.[0]).toMatchObject(LOAM)
  expect(soils.filter((soil) => soil?.[0]?.fieldCapacity === 0.36)).toHaveLength(180)
})

describe('a probe that is silent', () => {
  it('leaves its cells unknown and the others known', () => {
    const probes = [west, { ...east, reporting: false }]
    const soils = cellSoils({ ...field, probes }, profileAt)
    expect(soils[east2]).toBeNull()
    expect(soils[west2]).not.toBeNull()
    expect(soils.filter((soil) => soil === null).length).toBe(1620 - 180)
  })

  it('provides the last-known surface next to the trusted one', () => {
    const lastSurface = surfaceThrough({ ...atEast, value: 0.1 }, { ...atWest, value: -0.15 })
    const soils = cellSoils({ ...field, lastSurface }, profileAt)
    expect(soils[east2]?.[0]?.share).toBeCloseTo(1.2, 9)
    expect(soils[east2]?.[0]?.lastShare).toBeCloseTo(0.1, 9)
  })
})

it('is unknown without a surface or probes', () => {
  const knownSoils = (soils: readonly unknown[]) => soils.filter((soil) => soil !== null)
  expect(knownSoils(cellSoils({ ...field, surface: null }, profileAt))).toEqual([])
  expect(knownSoils(cellSoils({ ...field, probes: [] }, profileAt))).toEqual([])
})

it('lets a disagreeing probe raise its own cells only', () => {
  const outlierSurface = surfaceThrough({ ...atEast, value: 0.1 }, { ...atWest, value: -0.15 })
  const soils = cellSoils({ ...field, probes: [west, { ...east, outlier: true }], outlierSurface }, profileAt)
  expect(soils[east2]?.[0]?.share).toBeCloseTo(1.2, 9)
  expect(soils[east2]?.[0]?.lastShare).toBeCloseTo(0.1, 9)
  expect(soils[west2]?.[0]?.lastShare).toBeNull()
})

it('refuses two surfaces of other layers', () => {
  const lastSurface = { layers: [], groups: [] }
  expect(() => cellSoils({ ...field, lastSurface }, profileAt)).toThrow(RangeError)
})

it('takes the half-depth of a cell', () => {
  const { x, y } = cellMiddle(44, 1, RADII)
  // sqrt((100^2 + 200^2) / 2) m at 89 degrees.
  expect(Math.hypot(x, y)).toBeCloseTo(158.113_883, 6)
  expect((Math.atan2(x, y) * 180) / Math.PI).toBeCloseTo(89, 9)
  expect(() => cellMiddle(0, 2, RADII)).toThrow(RangeError)
})
