/** Fields as they lie from above: quarter sections, most with a circle in them, moist here and dry there. */
import { seededRandom } from '../../agronomy/seeded-random.ts'
import type { SeededRandom } from '../../agronomy/seeded-random.ts'

/** Side of a quarter section, and radius of the circle in it, in drawing units. */
export const QUARTER = 100
export const RADIUS = 45
/** Steps of moisture in the picture, dry to wet. */
export const SHADES = 12

/** One patch of equal moisture around the circle's centre. */
export interface Patch {
  path: string
  shade: number
}

export interface Quarter {
  x: number
  y: number
  /** Kind of the ground around the circle, 0 to 3. */
  ground: number
  circle: { shade: number; patches: Patch[]; arm: number; rings: number } | null
  /** Rows of a field without a pivot: along x or along y. */
  rows: 'x' | 'y'
}

/** Points on a patch's edge. */
const POINTS = 12
const PATCHES_DEEP = 3

/**
 * Quarter sections of a grid, row by row.
 *
 * @param seed equal seeds give equal fields
 */
export function fieldsFromAbove(columns: number, rows: number, seed: number): Quarter[] {
  const random = seededRandom(seed)
  return Array.from({ length: columns * rows }, (_, index) => {
    const quarter = { x: (index % columns) * QUARTER, y: Math.floor(index / columns) * QUARTER }
    return { ...quarter, ...field(random) }
  })
}

function field(random: SeededRandom): Omit<Quarter, 'x' | 'y'> {
  const ground = Math.floor(random.between(0, 4))
  const rows = random.next() < 0.5 ? 'x' : 'y'
  if (random.next() < 0.16) return { ground, rows, circle: null }
  const shade = Math.floor(random.between(4, 8))
  const drier = pocket(random, shade, -1)
  const wetter = pocket(random, shade, 1)
  const circle = { shade, patches: [...drier, ...wetter], arm: random.between(0, 360), rings: 4 }
  return { ground, rows, circle }
}

/** Nested patches, each one shade further from the field's own. */
function pocket(random: SeededRandom, shade: number, step: number): Patch[] {
  const bearing = random.between(0, 2 * Math.PI)
  const off = random.between(0.35, 0.8) * RADIUS
  const centre = { x: off * Math.cos(bearing), y: off * Math.sin(bearing) }
  const size = random.between(0.45, 0.85) * RADIUS
  const lobes = Array.from({ length: 3 }, () => ({
    swell: random.between(0.05, 0.16),
    turn: random.between(0, 2 * Math.PI),
  }))
  return Array.from({ length: PATCHES_DEEP }, (_, depth) => {
    const reach = size * (1 - depth / (PATCHES_DEEP + 0.4))
    return { path: closedCurve(edge(centre, reach, lobes)), shade: shade + step * (depth + 1) }
  })
}

interface Point {
  x: number
  y: number
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

/** A smooth closed path through points (uniform Catmull-Rom as cubic Bezier curves). */
export function closedCurve(points: readonly Point[]): string {
  const at = (i: number) => points[(i + points.length) % points.length] ?? { x: 0, y: 0 }
  const one = (value: number) => Math.round(value * 10) / 10
  const pair = (x: number, y: number) => `${one(x)} ${one(y)}`
  const curves = points.map((here, i) => {
    const [before, next, after] = [at(i - 1), at(i + 1), at(i + 2)]
    const first = pair(here.x + (next.x - before.x) / 6, here.y + (next.y - before.y) / 6)
    const second = pair(next.x - (after.x - here.x) / 6, next.y - (after.y - here.y) / 6)
    return `C${first} ${second} ${pair(next.x, next.y)}`
  })
  return `M${pair(at(0).x, at(0).y)}${curves.join('')}Z`
}
