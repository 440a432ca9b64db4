/** Irrigation forecast: which part of a field needs water when, the latest start of a pass, and what the pass applies. */
import { at } from '../kriging/vectors.ts'

/** The root zones of a field at some instants, from now on or from before. */
export type FieldCourse = {
  /** Rising, d; 0 is now, and among them. */
  readonly days: readonly number[]
  /** Available water of each cell's root zone, share of field capacity less wilting point, shape [days][n]. */
  readonly shares: readonly Float64Array[]
  /** Ground of each cell, any unit; 0 where none is irrigated; shape [n]. */
  readonly ground: Float64Array
}

/** A pass over a field. */
export type FieldPass = {
  /** From its start until the arm is over a cell, d, shape [n]. */
  readonly arrivalDays: Float64Array
  /** What a valve that is fully open leaves in the root zone, mm. */
  readonly netMm: number
  /** M, share up to which a cell gets water. */
  readonly target: number
  /** Water between wilting point and field capacity in each cell's root zone, mm, above 0, shape [n]. */
  readonly availableMm: Float64Array
}

/** Share of the ground that counts as the driest: less of it may be a stone or a wheel track. */
export const DRIEST_SHARE = 0.1

/**
 * The value below which a share of the ground lies.
 *
 * @param values of the cells, may be infinite, shape [n]
 * @param ground of the cells, 0 or more, shape [n]
 * @param share of the ground, 0 to 1
 * @returns the value; NaN without ground
 * @example groundQuantile(Float64Array.of(3, 1, 2), Float64Array.of(1, 1, 2), 0.3) // 2
 */
export function groundQuantile(values: Float64Array, ground: Float64Array, share: number): number {
  const order = [...values.keys()].filter((cell) => at(ground, cell) > 0)
  order.sort((a, b) => at(values, a) - at(values, b))
  const wanted = share * order.reduce((sum, cell) => sum + at(ground, cell), 0)
  let below = 0
  for (const cell of order) {
    below += at(ground, cell)
    if (below >= wanted) return at(values, cell)
  }
  return Number.NaN
}

/**
 * The mean over the ground.
 *
 * @param values of the cells, shape [n]
 * @param ground of the cells, 0 or more, shape [n]
 * @returns the mean; NaN without ground
 * @example groundMean(Float64Array.of(3, 1), Float64Array.of(1, 3)) // 1.5
 */
export function groundMean(values: Float64Array, ground: Float64Array): number {
  let [sum, all] = [0, 0]
  for (let cell = 0; cell < values.length; cell += 1) {
    if (at(ground, cell) === 0) continue
    sum += at(values, cell) * at(ground, cell)
    all += at(ground, cell)
  }
  return sum / all
}

/**
 * When each cell comes down to a line, from now on; between two instants its water goes straight.
 *
 * @param course of the field
 * @param line share of available water
 * @returns days from now, 0 where it is there already, Infinity where it does not come to it, shape [n]
 * @example daysToLine({ days: [0, 2], shares: [Float64Array.of(0.8, 0.4), Float64Array.of(0.4, 0.3)], ground: Float64Array.of(1, 1) }, 0.5) // { 0: 1.5, 1: 0 }
 */
export function daysToLine({ days, shares, ground }: FieldCourse, line: number): Float64Array {
  const found = new Float64Array(ground.length).fill(Infinity)
  days.forEach((day, k) => {
    const share = shares[k]
    if (day < 0 || share === undefined) return
    const [before, former] = [days[k - 1] ?? 0, shares[k - 1]]
    for (let cell = 0; cell < found.length; cell += 1) {
      if (at(found, cell) !== Infinity || at(share, cell) > line) continue
      const fell = former && day > 0 ? at(former, cell) - at(share, cell) : 0
      const over = former && fell > 0 ? (at(former, cell) - line) / fell : 1
      found[cell] = day > 0 ? before + over * (day - before) : 0
    }
  })
  return found
}

/**
 * When a field comes to its refill line, and when a pass must have started so that the arm is over every sector in time;
 * both for all ground but the driest tenth.
 *
 * @param course of the field
 * @param line share of available water
 * @param arrivalDays of a pass, d, shape [n]
 * @returns days from now; the start may be before now; Infinity where the course does not reach that far
 * @example refillOf({ days: [0, 4], shares: [Float64Array.of(0.9, 0.8), Float64Array.of(0.5, 0.4)], ground: Float64Array.of(1, 1) }, 0.5, Float64Array.of(0, 2)) // { refillDays: 3, startByDays: 1 }
 */
export function refillOf(
  course: FieldCourse,
  line: number,
  arrivalDays: Float64Array,
): { refillDays: number; startByDays: number } {
  const refill = daysToLine(course, line)
  const start = refill.map((day, cell) => day - at(arrivalDays, cell))
  return {
    refillDays: groundQuantile(refill, course.ground, DRIEST_SHARE),
    startByDays: groundQuantile(start, course.ground, DRIEST_SHARE),
  }
}

/** What a pass does to a field. */
export type PassEffect = {
  /** The course with the pass. */
  readonly shares: readonly Float64Array[]
  /** Means over the ground, mm in the root zone: what it gets, and by what it stays short of the target. */
  readonly netMm: number
  readonly unmetMm: number
}

/**
 * A pass that starts at an instant: each cell gets, when the arm comes, what it is short of its target, up to what a fully
 * open valve leaves. What is missing stays missing: the course carries it on.
 *
 * @param course of the field without the pass
 * @param pass over it
 * @param startDays from now, d, 0 or more
 * @returns the course with it, and its water
 * @throws RangeError when the pass starts before now
 * @example passOver({ days: [0, 2], shares: [Float64Array.of(0.5), Float64Array.of(0.4)], ground: Float64Array.of(1) }, { arrivalDays: Float64Array.of(1), netMm: 20, target: 0.7, availableMm: Float64Array.of(100) }, 0).netMm // 20
 */
export function passOver(course: FieldCourse, pass: FieldPass, startDays: number): PassEffect {
  const { days, shares, ground } = course
  if (!(startDays >= 0)) throw new RangeError(`a pass ${startDays} days from now`)
  const arrival = pass.arrivalDays.map((day) => startDays + day)
  const short = arrival.map((day, cell) => {
    const share = shareAt(course, cell, day)
    return Math.max(0, pass.target - share) * at(pass.availableMm, cell)
  })
  const net = short.map((mm) => Math.min(mm, pass.netMm))
  const after = shares.map((share, k) =>
    share.map((without, cell) => {
      const gained = at(net, cell) / at(pass.availableMm, cell)
      return (days[k] ?? 0) < at(arrival, cell) ? without : without + gained
    }),
  )
  return {
    shares: after,
    netMm: groundMean(net, ground),
    unmetMm: groundMean(
      short.map((mm, cell) => mm - at(net, cell)),
      ground,
    ),
  }
}

/** Straight between two instants; the last holds on. */
function shareAt({ days, shares }: FieldCourse, cell: number, day: number): number {
  const next = days.findIndex((each) => each >= day)
  const [before, after] = [shares[next - 1], shares[next]]
  if (!after) return at(shares.at(-1) ?? new Float64Array(0), cell)
  if (!before) return at(after, cell)
  const [from, to] = [days[next - 1] ?? 0, days[next] ?? 0]
  const over = (day - from) / (to - from)
  return at(before, cell) + over * (at(after, cell) - at(before, cell))
}

/** Where the arm is, and which way it goes over the ground. */
export type ArmNow = {
  /** Bearing, degrees. */
  readonly angleDeg: number
  readonly clockwise: boolean
}

/**
 * How long the arm is on its way to a bearing, as a share of a whole revolution: round and round, or to the end of a part
 * circle and back.
 *
 * @param arm where it is
 * @param arc [from, to] clockwise, degrees; null for a whole circle
 * @param bearing degrees
 * @returns revolutions, 0 or more
 * @example revolutionsTo({ angleDeg: 90, clockwise: true }, null, 0) // 0.75
 */
export function revolutionsTo(arm: ArmNow, arc: readonly [number, number] | null, bearing: number): number {
  const turn = (degrees: number) => ((degrees % 360) + 360) % 360
  const ahead = (to: number) => turn(arm.clockwise ? to - arm.angleDeg : arm.angleDeg - to) / 360
  if (arc === null || turn(arc[1] - arc[0]) === 0) return ahead(bearing)
  const end = ahead(arm.clockwise ? arc[1] : arc[0])
  const back = turn(arm.clockwise ? arc[1] - bearing : bearing - arc[0]) / 360
  return ahead(bearing) <= end ? ahead(bearing) : end + back
}
