/** Encodes surface cells as one byte each, with the scale of the bytes. */
import { OUTSIDE_CELL, type QuantisedCells } from '#contract/maps.ts'

const STEPS = 254
/** A step is never finer than a sensor's resolution. */
const LEAST_STEP = 1e-5

/**
 * Consecutive surfaces in one scale: value = offset + step x byte, 255 outside.
 *
 * @param surfaces m3/m3, NaN outside; at least one value in all
 */
export function quantised(surfaces: readonly Float32Array[]): QuantisedCells {
  let [least, most] = [Infinity, -Infinity]
  for (const cells of surfaces)
    for (const value of cells) {
      if (value < least) least = value
      if (value > most) most = value
    }
  const offset = least === Infinity ? 0 : rounded(least)
  const step = Math.max(LEAST_STEP, most === -Infinity ? 0 : rounded((most - offset) / STEPS) + LEAST_STEP)
  const bytes = Buffer.alloc(
    surfaces.reduce((sum, { length }) => sum + length, 0),
    OUTSIDE_CELL,
  )
  let at = 0
  for (const cells of surfaces)
    for (const value of cells) {
      if (!Number.isNaN(value)) bytes[at] = Math.max(0, Math.min(STEPS, Math.round((value - offset) / step)))
      at += 1
    }
  return { offset, step, b64: bytes.toString('base64') }
}

/** Rounded to the smallest step, so that the numbers of an answer are short. */
function rounded(value: number): number {
  return Math.floor(value / LEAST_STEP) * LEAST_STEP
}
