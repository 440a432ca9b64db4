/** Gaps in a series of readings, and downsampling that keeps every extreme. */
import type { RangeOfReadings } from '../readings/readings-range.store.ts'

/** A gap of up to an hour does not interrupt a sensor's line. */
const GAP_MS_MIN = 3_600_000
/** A reading later than so many usual intervals means that others are missing. */
const LATE = 1.5
/** Number of intervals sufficient to determine the usual one. */
const SAMPLE = 999

/**
 * Longest time between two readings that are joined by a line: one and a half of the usual interval, an hour at least.
 *
 * @param times in order
 * @returns milliseconds
 */
export function gapAfter(times: Float64Array): number {
  const count = Math.min(SAMPLE, times.length - 1)
  if (count < 1) return GAP_MS_MIN
  const step = (times.length - 1) / count
  const intervals = Float64Array.from({ length: count }, (_, i) => {
    const at = Math.floor(i * step)
    return (times[at + 1] ?? 0) - (times[at] ?? 0)
  }).sort()
  return Math.max(GAP_MS_MIN, LATE * (intervals[Math.floor(count / 2)] ?? 0))
}

/** Equal intervals between two instants, milliseconds. */
export interface Buckets {
  from: number
  to: number
  count: number
}

/**
 * The lowest and highest value of each interval at their positions, and the two ends of the series. O(n).
 *
 * @returns indexes of the readings kept, in order; at most two for each interval and two more
 */
export function extremes({ times, values }: RangeOfReadings, { from, to, count }: Buckets): number[] {
  const indices: number[] = []
  const keep = (index: number) => {
    if (index >= 0 && indices.at(-1) !== index) indices.push(index)
  }
  let bucket = -1
  let [least, greatest] = [-1, -1]
  const close = () => {
    keep(Math.min(least, greatest))
    keep(Math.max(least, greatest))
  }
  keep(times.length - 1 < 0 ? -1 : 0)
  for (let i = 0; i < times.length; i += 1) {
    const own = Math.floor((((times[i] ?? 0) - from) / (to - from)) * count)
    if (own !== bucket) {
      close()
      bucket = own
      least = i
      greatest = i
    }
    const value = values[i] ?? 0
    if (value < (values[least] ?? 0)) least = i
    if (value > (values[greatest] ?? 0)) greatest = i
  }
  close()
  keep(times.length - 1)
  return indices
}
