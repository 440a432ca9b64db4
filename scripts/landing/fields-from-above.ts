/** Fields seen from above: quarter sections, most with a circle in them, with moist and dry areas. */
import { seededRandom } from '../../src/agronomy/seeded-random.ts'
import type { SeededRandom } from '../../src/agronomy/seeded-random.ts'
import { closedCurve } from './svg.ts'
import type { Point } from './svg.ts'

/** Side of a quarter section, and radius of the circle in it, in drawing units. */
export const QUARTER = 130
export const RADIUS = 59
/** Steps of moisture in the picture, dry to wet. */
export const SHADES = 12

/** One patch of equal moisture around the circle's centre. */
interface Patch {
  path: string
  shade: number
}

/** A watered circle; each is used in several quarters, rotated, so that the picture stays small. */
export interface Field {
  shade: number
  patches: Patch[]
  arm: number
}

export interface Quarter {
  x: number
  y: number
  /** Kind of the ground around the circle, 0 to 4. */
  ground: number
  /** Which field is here, and its rotation, degrees; null is farmed without irrigation. */
  field: { design: number; turn: number } | null
  /** Rows of a field without a pivot: along x or along y. */
  rows: 'x' | 'y'
}

/** Points on a patch's edge. */
const POINTS = 7
const PATCHES_DEEP = 3

/**
 * Quarter sections of a grid, row by row.
 *
 * @param seed equal seeds give equal fields
 */
export function quartersFromAbove(columns: number, rows: number, designs: number, seed: number): Quarter[] {
  const random = seededRandom(seed)
  return Array.from({ length: columns * rows }, (_, index) => {
    const ground = Math.floor(random.between(0, 5))
    const axis = random.next() < 0.5 ? 'x' : 'y'
    const dryland = random.next() < 0.18
    const field = { design: Math.floor(random.between(0, designs)), turn: Math.round(random.between(0, 360)) }
    const place = { x: (index % columns) * QUARTER, y: Math.floor(index / columns) * QUARTER }
    return { ...place, ground, rows: axis, field: dryland ? null : field }
  })
}

/** As many different fields as requested. */
export function fieldDesigns(count: number, seed: number): Field[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    const shade = Math.floor(random.between(4, 8))
    const patches = [...pocket(random, shade, -1), ...pocket(random, shade, 1)]
    return { shade, patches, arm: Math.round(random.between(0, 360)) }
  })
}

/** Nested patches, each one shade further from the field's own. */
function pocket(random: SeededRandom, shade: number, step: number): Patch[] {
  const bearing = random.between(0, 2 * Math.PI)
  const off = random.between(0.35, 0.8) * RADIUS
  const centre = { x: off * Math.cos(bearing), y: off * Math.sin(bearing) }
  const size = random.between(0.5, 0.9) * RADIUS
  const lobes = Array.from({ length: 2 }, () => ({
    swell: random.between(0.06, 0.18),
    turn: random.between(0, 2 * Math.PI),
  }))
  return Array.from({ length: PATCHES_DEEP }, (_, depth) => {
    const reach = size * (1 - depth / (PATCHES_DEEP + 0.3))
    return { path: closedCurve(edge(centre, reach, lobes)), shade: shade + step * (depth + 1) }
  })
}

function edge(centre: Point, reach: number, lobes: { swell: number; turn: number }[]): Point[] {
  return Array.from({ length: POINTS }, (_, i) => {
    const angle = (2 * Math.PI * i) / POINTS
    const swell = lobes.reduce((sum, lobe, k) => sum + lobe.swell * Math.cos((k + 2) * angle + lobe.turn), 1)
    return {
      x: centre.x + reach * swell * Math.cos(angle),
      y: centre.y + reach * swell * Math.sin(angle),
    }
  })
}
