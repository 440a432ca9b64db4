/** Irrigation forecast: which part of a field needs water when, the latest start of a pass, and what the pass applies. */
import { at } from '../kriging/vectors.ts'

/** Root zones of a field at several instants. */
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
  /** Net depth of a fully open valve, mm. */
  readonly netMm: number
  /** M, share up to which a cell gets water. */
  readonly target: number
  /** Water between wilting point and field capacity in each cell's root zone, mm, above 0, shape [n]. */
  readonly availableMm: Float64Array
}

/** Share of the ground that counts as the driest; a smaller one may be a stone or a wheel track. */
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
  const targetGround = share * order.reduce((sum, cell) => sum + at(ground, cell), 0)
  let below = 0
  for (const cell of order) {
    below += at(ground, cell)
    if (below >= targetGround) return at(values, cell)
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
  let [sum, total] = [0, 0]
  for (let cell = 0; cell < values.length; cell += 1) {
    if (at(ground, cell) === 0) continue
    sum += at(values, cell) * at(ground, cell)
    total += at(ground, cell)
  }
  return sum / total
}

/**
 * When each cell falls to a line, linear between instants.
 *
 * @param course of the field
 * @param line share of available water
 * @returns days from now, 0 where it is already below, Infinity where it does not reach the line, shape [n]
 * @example daysToLine({ days: [0, 2], shares: [Float64Array.of(0.8, 0.4), Float64Array.of(0.4, 0.3)], ground: Float64Array.of(1, 1) }, 0.5) // { 0: 1.5, 1: 0 }
 */
export function daysToLine({ days, shares, ground }: FieldCourse, line: number): Float64Array {
  const daysTo = new Float64Array(ground.length).fill(Infinity)
  days.forEach((day, k) => {
    const share = shares[k]
    if (day < 0 || share === undefined) return
    const [before, previous] = [days[k - 1] ?? 0, shares[k - 1]]
    for (let cell = 0; cell < daysTo.length; cell += 1) {
      if (at(daysTo, cell) !== Infinity || at(share, cell) > line) continue
      const decrease = previous && day > 0 ? at(previous, cell) - at(share, cell) : 0
      const fraction = previous && decrease > 0 ? (at(previous, cell) - line) / decrease : 1
      daysTo[cell] = day > 0 ? before + fraction * (day - before) : 0
    }
  })
  return daysTo
}

/**
 * When a field reaches its refill line, and the latest start of a pass that reaches every sector in time; both exclude
 * the driest tenth.
 *
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

/** Effect of a pass on a field. */
export type PassEffect = {
  /** The course with the pass. */
  readonly shares: readonly Float64Array[]
  /** Means over the ground, mm: net depth applied, and remaining deficit to the target. */
  readonly netMm: number
  readonly unmetMm: number
}

/**
 * Effect of a pass: each cell gets its deficit to the target when the arm arrives, up to a fully open valve.
 *
 * @param startDays from now, d, 0 or more
 * @returns the course with it, and its water
 * @throws RangeError when the pass starts before now
 * @example passOver({ days: [0, 2], shares: [Float64Array.of(0.5), Float64Array.of(0.4)], ground: Float64Array.of(1) }, { arrivalDays: Float64Array.of(1), netMm: 20, target: 0.7, availableMm: Float64Array.of(100) }, 0).netMm // 20
 */
export function passOver(course: FieldCourse, pass: FieldPass, startDays: number): PassEffect {
  const { days, shares, ground } = course
  if (!(startDays >= 0)) throw new RangeError(`a pass ${startDays} days from now`)
  const arrival = pass.arrivalDays.map((day) => startDays + day)
  const deficitMm = arrival.map((day, cell) => {
    const share = shareAt(course, cell, day)
    return Math.max(0, pass.target - share) * at(pass.availableMm, cell)
  })
  const net = deficitMm.map((mm) => Math.min(mm, pass.netMm))
  const after = shares.map((share, k) =>
    share.map((without, cell) => {
      const increase = at(net, cell) / at(pass.availableMm, cell)
      return (days[k] ?? 0) < at(arrival, cell) ? without : without + increase
    }),
  )
  return {
    shares: after,
    netMm: groundMean(net, ground),
    unmetMm: groundMean(
      deficitMm.map((mm, cell) => mm - at(net, cell)),
      ground,
    ),
  }
}

/** Linear between two instants, constant after the last. */
function shareAt({ days, shares }: FieldCourse, cell: number, day: number): number {
  const next = days.findIndex((instant) => instant >= day)
  const [before, after] = [shares[next - 1], shares[next]]
  if (!after) return at(shares.at(-1) ?? new Float64Array(0), cell)
  if (!before) return at(after, cell)
  const [from, to] = [days[next - 1] ?? 0, days[next] ?? 0]
  const fraction = (day - from) / (to - from)
  return at(before, cell) + fraction * (at(after, cell) - at(before, cell))
}

/** Where the arm is, and which way it goes over the ground. */
export type ArmNow = {
  /** Bearing, degrees. */
  readonly angleDeg: number
  readonly clockwise: boolean
}

/**
 * Travel of the arm to a bearing, in revolutions; on a part circle it may have to reverse at the end.
 *
 * @param arc [from, to] clockwise, degrees; null for a whole circle
 * @param bearing degrees
 * @returns revolutions, 0 or more
 * @example revolutionsTo({ angleDeg: 90, clockwise: true }, null, 0) // 0.75
 */
export function revolutionsTo(arm: ArmNow, arc: readonly [number, number] | null, bearing: number): number {
  const turn = (degrees: number) => ((degrees % 360) + 360) % 360
  const revolutions = (to: number) => turn(arm.clockwise ? to - arm.angleDeg : arm.angleDeg - to) / 360
  if (arc === null || turn(arc[1] - arc[0]) === 0) return revolutions(bearing)
  const end = revolutions(arm.clockwise ? arc[1] : arc[0])
  const back = turn(arm.clockwise ? arc[1] - bearing : bearing - arc[0]) / 360
  return revolutions(bearing) <= end ? revolutions(bearing) : end + back
}
