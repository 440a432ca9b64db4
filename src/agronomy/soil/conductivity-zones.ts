/** Splits soil conductivity into ranked zones: it shows where soils change, not what they hold. */

import type { FieldPoint } from '../pivot/pivot-geometry.ts'

/** A measured conductivity, in the unit of its file. */
export type MeasuredPoint = FieldPoint & { readonly value: number }

/** Rounds of Lloyd's algorithm; in one dimension it settles long before. */
const ROUNDS_MAX = 100

/**
 * Natural breaks by one-dimensional k-means started at the quantiles (Lloyd 1982). Deterministic. O(n log n +
 * iterations x n).
 *
 * @param values finite numbers, any unit, shape [n]
 * @param count k, groups wanted, 2 or more
 * @returns ascending, shape [at most k - 1]
 * @throws RangeError when there is no value, one is not finite, or fewer than two groups are wanted
 * @example naturalBreaks([1, 2, 9, 10, 30, 31], 3) // [5.5, 20]
 */
export function naturalBreaks(values: readonly number[], count: number): number[] {
  if (values.length === 0 || !values.every(Number.isFinite) || !(count >= 2))
    throw new RangeError(`${values.length} values into ${count} groups`)
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? 0
  let means = [...new Set(Array.from({ length: count }, (_, i) => at((i + 0.5) / count)))]
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const next = meansOfGroups(sorted, breaksBetween(means))
    if (next.length === means.length && next.every((mean, i) => mean === means[i])) break
    means = next
  }
  return breaksBetween(means)
}

function breaksBetween(means: readonly number[]): number[] {
  return means.slice(1).map((mean, i) => (mean + (means[i] ?? mean)) / 2)
}

function meansOfGroups(sorted: readonly number[], breaks: readonly number[]): number[] {
  const groups = Array.from({ length: breaks.length + 1 }, () => ({ sum: 0, count: 0 }))
  for (const value of sorted) {
    const group = groups[classOf(value, breaks)]
    if (!group) continue
    group.sum += value
    group.count += 1
  }
  return groups.filter(({ count }) => count > 0).map(({ sum, count }) => sum / count)
}

/**
 * Which group a value belongs to.
 *
 * @param value any number
 * @param breaks rising
 * @returns 0 for values below the first break, up to breaks.length
 * @example classOf(7, [5.5, 20]) // 1
 */
export function classOf(value: number, breaks: readonly number[]): number {
  const above = breaks.findIndex((edge) => value < edge)
  return above === -1 ? breaks.length : above
}

/** How many of the nearest points are averaged for a place. */
const NEIGHBOURS = 8

/** A square grid over a circle, rows from south to north, cells from west to east. */
export type CircleGrid = {
  /** Cells on a side. */
  readonly side: number
  /** Width of a cell, m. */
  readonly cellM: number
  /** Class of each cell, from 0; -1 outside the circle and where no point is near, shape [side x side]. */
  readonly classes: Int8Array
}

/**
 * Class of each grid cell over a circle: inverse-distance weighting of the 8 nearest points (power 2), then a 3 x 3
 * majority filter. O(side^2 x n).
 *
 * @param points measured, m about the pivot, shape [n]
 * @param radiusM radius of the circle, m, above 0
 * @returns the grid; no class where the nearest point is further than a quarter of the radius
 * @throws RangeError when the radius is not above 0 or there is no point
 * @example classGrid([{ x: 0, y: 0, value: 3 }], 100, [2], 2).classes // { 0: 1, 1: 1, 2: 1, 3: 1 }
 */
export function classGrid(
  points: readonly MeasuredPoint[],
  radiusM: number,
  breaks: readonly number[],
  side: number,
): CircleGrid {
  if (!(radiusM > 0) || points.length === 0)
    throw new RangeError(`${points.length} points, radius ${radiusM} m`)
  const cellM = (2 * radiusM) / side
  const classes = new Int8Array(side * side).fill(-1)
  const maxDistance = Math.max(radiusM / 4, cellM)
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const place = { x: -radiusM + (column + 0.5) * cellM, y: -radiusM + (row + 0.5) * cellM }
      // a cell that the edge of the circle runs through belongs to it
      if (Math.hypot(place.x, place.y) > radiusM + cellM) continue
      const value = inverseDistanceMean(points, place, maxDistance)
      if (value !== null) classes[row * side + column] = classOf(value, breaks)
    }
  }
  return { side, cellM, classes: majority(classes, side) }
}

function inverseDistanceMean(
  points: readonly MeasuredPoint[],
  place: FieldPoint,
  farthest: number,
): number | null {
  const near: { distance2: number; value: number }[] = []
  for (const { x, y, value } of points) {
    const distance2 = (x - place.x) ** 2 + (y - place.y) ** 2
    const last = near.at(-1)
    if (near.length === NEIGHBOURS && last && distance2 >= last.distance2) continue
    if (near.length === NEIGHBOURS) near.pop()
    const after = near.findIndex((point) => point.distance2 > distance2)
    near.splice(after === -1 ? near.length : after, 0, { distance2, value })
  }
  const [first] = near
  if (!first || first.distance2 > farthest ** 2) return null
  if (first.distance2 === 0) return first.value
  const weights = near.map(({ distance2 }) => 1 / distance2)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return near.reduce((sum, { value }, i) => sum + value * (weights[i] ?? 0), 0) / total
}

/** Each cell takes the class that most of its neighbourhood has, its own among equals. */
function majority(classes: Int8Array, side: number): Int8Array {
  return classes.map((own, at) => {
    if (own < 0) return own
    const counts = new Map<number, number>()
    const [row, column] = [Math.floor(at / side), at % side]
    for (let y = Math.max(0, row - 1); y <= Math.min(side - 1, row + 1); y += 1) {
      for (let x = Math.max(0, column - 1); x <= Math.min(side - 1, column + 1); x += 1) {
        const neighbour = classes[y * side + x] ?? -1
        if (neighbour >= 0) counts.set(neighbour, (counts.get(neighbour) ?? 0) + 1)
      }
    }
    let dominant = own
    for (const [candidate, count] of counts) if (count > (counts.get(dominant) ?? 0)) dominant = candidate
    return dominant
  })
}
