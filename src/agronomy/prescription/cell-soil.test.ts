/** Cells take the surface in their middle and the limits of their nearest probe, or nothing. */
import { describe, expect, it } from 'vitest'
import { cellMiddle, cellSoils, nearestProbe, type SoilProbe } from './cell-soil.ts'
import type { KrigingPoint } from '../kriging/kriging.ts'
import { solveMoisture } from '../surface/moisture-field.ts'
import { type MoistureField } from '../surface/solved-field.ts'
import { cellIndex } from './prescription.ts'

const RADII = [100, 200]

/** In a point it is that point's value. */
function surfaceThrough(...points: KrigingPoint[]): MoistureField {
  const field = solveMoisture(points, 200)
  if ('reason' in field) throw new Error(field.reason)
  return field
}

const west: SoilProbe = { x: -150, y: 0, trusted: true, fieldCapacity: 0.3, wiltingPoint: 0.1 }
const east: SoilProbe = { x: 150, y: 0, trusted: true, fieldCapacity: 0.25, wiltingPoint: 0.12 }
const east2 = cellIndex(44, 1)
const west2 = cellIndex(134, 1)

/** Exactly in the middle of the two cells that hold the probes, so that the surface there is the value itself. */
const [atEast, atWest] = [cellMiddle(44, 1, RADII), cellMiddle(134, 1, RADII)]
const surface = surfaceThrough({ ...atEast, value: 0.2 }, { ...atWest, value: 0.15 })

describe('a field of two probes', () => {
  const soils = cellSoils({ probes: [west, east], surface, lastSurface: null, outerRadii: RADII })

  it('gives each cell the surface in its middle and the limits of its nearest probe', () => {
    const [layer] = soils[east2] ?? []
    expect(layer?.theta).toBeCloseTo(0.2, 9)
    expect(layer).toMatchObject({ topMm: 0, fieldCapacity: 0.25, wiltingPoint: 0.12, lastTheta: null })
    expect(soils[west2]?.[0]?.theta).toBeCloseTo(0.15, 9)
    expect(soils[west2]?.[0]).toMatchObject({ fieldCapacity: 0.3, wiltingPoint: 0.1 })
  })

  it('has no soil in zones that the system lacks', () => {
    expect(soils).toHaveLength(1620)
    expect(soils.filter((soil) => soil !== null)).toHaveLength(360)
    expect(soils[cellIndex(44, 2)]).toBeNull()
  })
})

describe('a probe that is not trusted', () => {
  it('leaves its cells unknown and the others known', () => {
    const probes = [west, { ...east, trusted: false }]
    const soils = cellSoils({ probes, surface, lastSurface: null, outerRadii: RADII })
    expect(soils[east2]).toBeNull()
    expect(soils[west2]).not.toBeNull()
    expect(soils.filter((soil) => soil === null).length).toBe(1620 - 180)
  })

  it('carries the last surface beside the trusted one', () => {
    const lastSurface = surfaceThrough({ ...atEast, value: 0.1 }, { ...atWest, value: 0.15 })
    const soils = cellSoils({ probes: [west, east], surface, lastSurface, outerRadii: RADII })
    expect(soils[east2]?.[0]?.theta).toBeCloseTo(0.2, 9)
    expect(soils[east2]?.[0]?.lastTheta).toBeCloseTo(0.1, 9)
  })
})

it('knows nothing without a surface or without probes', () => {
  const known = (soils: readonly unknown[]) => soils.filter((soil) => soil !== null)
  expect(known(cellSoils({ probes: [west], surface: null, lastSurface: null, outerRadii: RADII }))).toEqual(
    [],
  )
  expect(known(cellSoils({ probes: [], surface, lastSurface: null, outerRadii: RADII }))).toEqual([])
})

it('keeps a surface that overshoots within what soil can hold', () => {
  const wild = surfaceThrough({ ...atEast, value: 0.7 }, { ...atWest, value: -0.1 })
  const soils = cellSoils({ probes: [west, east], surface: wild, lastSurface: null, outerRadii: RADII })
  expect(soils[east2]?.[0]?.theta).toBe(0.6)
  expect(soils[west2]?.[0]?.theta).toBe(0)
})

it('halves a cell by its middle', () => {
  const { x, y } = cellMiddle(44, 1, RADII)
  // sqrt((100^2 + 200^2) / 2) m at 89 degrees.
  expect(Math.hypot(x, y)).toBeCloseTo(158.113_883, 6)
  expect((Math.atan2(x, y) * 180) / Math.PI).toBeCloseTo(89, 9)
  expect(() => cellMiddle(0, 2, RADII)).toThrow(RangeError)
})

it('takes the first of equally near probes', () => {
  expect(nearestProbe({ x: 0, y: 10 }, [west, east])).toBe(west)
  expect(nearestProbe({ x: 0, y: 10 }, [])).toBeNull()
})
