/** Estimates when the soil reaches its refill line, from its drying rate since the last water. */

export type RefillForecast =
  /** `days` from the last reading; `since`: seconds, from when on the drying is measured; `perDay` in m3/m3. */
  | { kind: 'days' | 'far'; days: number; since: number; perDay: number }
  /** At or below the refill line. */
  | { kind: 'reached' }
  /** Not drying since then. */
  | { kind: 'steady'; since: number }
  /** Less than a day of readings since the last water. */
  | { kind: 'short' }
  | { kind: 'none' }

export interface WaterLine {
  /** Seconds since 1970, in order. */
  times: readonly number[]
  /** m3/m3; null in silences. */
  values: readonly (number | null)[]
}

const DAY_S = 86_400
/** Older readings say little about how fast the soil dries now. */
const RECENT_S = 7 * DAY_S
const MIN_DRYING_S = DAY_S
const MIN_READINGS = 4
/** A slower fall, m3/m3 a day, is within sensor drift. */
const MIN_FALL = 0.0005
/** Further ahead it depends on the weather, not on the last week. */
export const FAR_DAYS = 60

/**
 * The straight line of least squares through the readings of the last seven days since the soil was wettest, or since it
 * last fell below full where that is a day ago: drainage is faster than uptake by roots.
 *
 * @param line of the root zone
 * @param full field capacity, m3/m3
 * @param refill m3/m3
 */
export function refillForecast({ times, values }: WaterLine, full: number, refill: number): RefillForecast {
  const last = values.findLastIndex((value) => value !== null)
  const [end = 0, now] = [times[last], values[last]]
  if (now == null) return { kind: 'none' }
  if (now <= refill) return { kind: 'reached' }
  const recent = Array.from({ length: last + 1 }, (_, i) => ({
    time: times[i] ?? 0,
    theta: values[i] ?? null,
  })).filter((reading): reading is Reading => reading.theta !== null && end - reading.time <= RECENT_S)
  const drying = recent.slice(startOfDrying(recent, end, full))
  const since = drying[0]?.time ?? end
  if (end - since < MIN_DRYING_S || drying.length < MIN_READINGS) return { kind: 'short' }
  const { slope, at } = straightLine(drying)
  const perDay = -slope * DAY_S
  if (perDay < MIN_FALL) return { kind: 'steady', since }
  const days = Math.max(0, (at(end) - refill) / perDay)
  return { kind: days > FAR_DAYS ? 'far' : 'days', days, since, perDay }
}

interface Reading {
  time: number
  theta: number
}

function startOfDrying(recent: readonly Reading[], end: number, full: number): number {
  const wettest = recent.reduce(
    (best, reading, i) => (reading.theta > (recent[best]?.theta ?? 0) ? i : best),
    0,
  )
  const drained = recent.findLastIndex(({ theta }) => theta >= full) + 1
  const fell = recent[drained]
  return drained > wettest && fell && end - fell.time >= MIN_DRYING_S ? drained : wettest
}

/** Least squares through points; times are relative to the first one, to keep precision. */
function straightLine(points: readonly Reading[]): { slope: number; at: (time: number) => number } {
  const [origin = 0] = points.map(({ time }) => time)
  const mean = (valueOf: (point: Reading) => number) =>
    points.reduce((sum, point) => sum + valueOf(point), 0) / points.length
  const middle = mean(({ time }) => time - origin)
  const level = mean(({ theta }) => theta)
  const spread = mean(({ time }) => (time - origin - middle) ** 2)
  const slope = mean(({ time, theta }) => (time - origin - middle) * (theta - level)) / spread
  return { slope, at: (time) => level + slope * (time - origin - middle) }
}
