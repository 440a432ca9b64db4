/** Detects implausible sensors from their own history, and probes that disagree with their neighbours (decision 017). */

import type { FieldPoint } from '../pivot/pivot-geometry.ts'
import { isValidMoisture } from './root-zone.ts'

/** One reading of one sensor: time, ms since 1970; theta, m3/m3. */
export type SensorReading = { readonly at: number; readonly theta: number }

/** A span of time, ms since 1970, in which rain or the machine wetted the soil over the sensor. */
export type Watering = { readonly from: number; readonly to: number }

/** Why a sensor is suspect; the rules are those of {@link suspectSensor}. */
export type Suspicion = 'STILL' | 'JUMP' | 'TOO_WET' | 'STAYS_WET'

const HOUR_MS = 3_600_000

/** A value that changes by no more than this, m3/m3, over this time is stuck. */
const STILL = { within: 0.0005, forMs: 48 * HOUR_MS } as const

/** A change of more than this, m3/m3, within this time is a jump; the sensor stays suspect for three days. */
const JUMP = { above: 0.15, withinMs: HOUR_MS, heldMs: 72 * HOUR_MS } as const

/** More than this above field capacity, m3/m3, for this time is too wet: soil drains within a day. */
const TOO_WET = { above: 0.1, forMs: 24 * HOUR_MS } as const

/** More than this above field capacity, m3/m3, for this time without water, while the others fall by more than that. */
const STAYS_WET = { above: 0.03, forMs: 72 * HOUR_MS, othersFall: 0.001 } as const

/** Delay of water to a sensor: a rise within this time after it is explained. */
const WATER_LAG_MS = 6 * HOUR_MS

/** Tolerance for floating-point rounding at thresholds. */
const NOISE = 1e-9

/** Length of history that all rules need, ms. */
export const SUSPICION_WINDOW_MS = STAYS_WET.forMs + 24 * HOUR_MS

/**
 * Judges a sensor by its latest readings (decision 017). STILL: constant within 0.0005 for 48 h. JUMP: more than 0.15
 * within an hour, not explained by water within 6 h, until 72 h after it has returned. TOO_WET: above FC + 0.10 for 24
 * h. STAYS_WET: above FC + 0.03 for 72 h without water while the others dry. O(n log n), and O(readings per hour) for
 * each that differs by a jump from one of the hour before it.
 *
 * @param series readings in any order; invalid values are left out
 * @param fieldCapacity FC at the sensor, m3/m3
 * @param waterings when water was applied or rain fell
 * @param otherSensors series of sensors of other probes
 * @returns the first rule broken, or null
 * @throws RangeError when field capacity is not finite
 * @example suspectSensor([{ at: 0, theta: 0.2 }, { at: 172800000, theta: 0.2 }], 0.3, []) // 'STILL'
 */
export function suspectSensor(
  series: readonly SensorReading[],
  fieldCapacity: number,
  waterings: readonly Watering[],
  otherSensors: readonly (readonly SensorReading[])[] = [],
): Suspicion | null {
  if (!Number.isFinite(fieldCapacity)) throw new RangeError(`field capacity ${fieldCapacity}`)
  const readings = validReadings(series)
  if (isStuck(readings)) return 'STILL'
  if (jumped(readings, waterings)) return 'JUMP'
  if (runAbove(readings, TOO_WET.forMs, fieldCapacity + TOO_WET.above)) return 'TOO_WET'
  const wet = runAbove(readings, STAYS_WET.forMs, fieldCapacity + STAYS_WET.above)
  if (wet === null || waterings.some(({ from, to }) => from <= wet.to && to >= wet.from)) return null
  return othersFall(otherSensors, wet) ? 'STAYS_WET' : null
}

function validReadings(series: readonly SensorReading[]): SensorReading[] {
  return series
    .filter(({ at, theta }) => Number.isFinite(at) && isValidMoisture(theta))
    .sort((a, b) => a.at - b.at)
}

function isStuck(readings: readonly SensorReading[]): boolean {
  const run = latestRun(readings, STILL.forMs)
  if (run === null) return false
  const values = run.map(({ theta }) => theta)
  const spread = values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b))
  return spread <= STILL.within + NOISE
}

/** The span of the latest run of this length, where all of it lies above the limit; else null. */
function runAbove(readings: readonly SensorReading[], forMs: number, limit: number): Watering | null {
  const run = latestRun(readings, forMs)
  const [first, last] = [run?.[0], run?.at(-1)]
  if (!run || !first || !last || !run.every(({ theta }) => theta > limit + NOISE)) return null
  return { from: last.at - forMs, to: last.at }
}

/** The median change over a span, of the sensors that read before it or in its first day, and in its last. */
function othersFall(otherSensors: readonly (readonly SensorReading[])[], { from, to }: Watering): boolean {
  const day = 24 * HOUR_MS
  const changes = otherSensors
    .flatMap((series) => {
      const readings = validReadings(series)
      const before = readings.findLast(({ at }) => at <= from) ?? readings.find(({ at }) => at <= from + day)
      const after = readings.findLast(({ at }) => at <= to && at > to - day)
      return before && after ? [after.theta - before.theta] : []
    })
    .sort((a, b) => a - b)
  if (changes.length === 0) return false
  const middle = (changes.length - 1) / 2
  const median = ((changes[Math.floor(middle)] ?? 0) + (changes[Math.ceil(middle)] ?? 0)) / 2
  return median < -STAYS_WET.othersFall
}

/** The readings of the last `forMs` with the one at or before its beginning; null when there is none such. */
function latestRun(readings: readonly SensorReading[], forMs: number): readonly SensorReading[] | null {
  const latest = readings.at(-1)
  if (latest === undefined) return null
  const start = readings.findLastIndex(({ at }) => at <= latest.at - forMs)
  return start === -1 ? null : readings.slice(start)
}

/** A jump begins at its first reading and ends when the value has returned; the sensor stays suspect for a while after it. */
function jumped(readings: readonly SensorReading[], waterings: readonly Watering[]): boolean {
  let base: number | null = null
  let flaggedUntil = -Infinity
  let oldest = 0
  const extremes = slidingExtremes()
  for (const [at, reading] of readings.entries()) {
    if (base !== null) {
      if (Math.abs(reading.theta - base) > JUMP.above + NOISE) continue
      base = null
      flaggedUntil = reading.at + JUMP.heldMs
      oldest = at
    }
    while ((readings[oldest]?.at ?? reading.at) < reading.at - JUMP.withinMs) oldest += 1
    const before = extremes.differ(oldest, reading.theta, JUMP.above + NOISE)
      ? firstWhere(readings, [oldest, at], (earlier) => isJump(earlier, reading, waterings))
      : null
    base = before?.theta ?? null
    extremes.add(at, reading.theta)
  }
  return base !== null || (readings.at(-1)?.at ?? Infinity) <= flaggedUntil
}

/**
 * The value from which a sensor first changed by more than this, up or down, within a span. O(n), and O(readings in the
 * span) for the change.
 *
 * @param readings in the order of time
 * @param above m3/m3
 * @param withinMs the span
 * @returns the earlier value of the first such pair, m3/m3; null without one
 * @example valueBeforeChange([{ at: 0, theta: 0.2 }, { at: 60000, theta: 0.4 }], 0.15, 3600000) // 0.2
 */
export function valueBeforeChange(
  readings: readonly SensorReading[],
  above: number,
  withinMs: number,
): number | null {
  const extremes = slidingExtremes()
  let oldest = 0
  for (const [at, { at: time, theta }] of readings.entries()) {
    if (!Number.isFinite(theta)) continue
    while ((readings[oldest]?.at ?? time) < time - withinMs) oldest += 1
    if (extremes.differ(oldest, theta, above))
      return (
        firstWhere(readings, [oldest, at], (earlier) => Math.abs(theta - earlier.theta) > above)?.theta ??
        null
      )
    extremes.add(at, theta)
  }
  return null
}

/** Least and greatest value of a window that only moves forward: each index enters and leaves either list once. */
function slidingExtremes() {
  const least: [index: number, value: number][] = []
  const greatest: [index: number, value: number][] = []
  let [leastFrom, greatestFrom] = [0, 0]
  return {
    /** Whether a value of the window, which begins at this index, differs from the given one by more than this. */
    differ(oldest: number, value: number, by: number): boolean {
      while ((least[leastFrom]?.[0] ?? oldest) < oldest) leastFrom += 1
      while ((greatest[greatestFrom]?.[0] ?? oldest) < oldest) greatestFrom += 1
      const [min, max] = [least[leastFrom]?.[1] ?? value, greatest[greatestFrom]?.[1] ?? value]
      return value - min > by || max - value > by
    },
    add(index: number, value: number): void {
      while (least.length > leastFrom && (least.at(-1)?.[1] ?? value) >= value) least.pop()
      while (greatest.length > greatestFrom && (greatest.at(-1)?.[1] ?? value) <= value) greatest.pop()
      least.push([index, value])
      greatest.push([index, value])
    },
  }
}

/** @param range from the first index to before the second */
function firstWhere(
  readings: readonly SensorReading[],
  [from, to]: readonly [number, number],
  matches: (reading: SensorReading) => boolean,
): SensorReading | null {
  for (let at = from; at < to; at += 1) {
    const reading = readings[at]
    if (reading && matches(reading)) return reading
  }
  return null
}

function isJump(before: SensorReading, after: SensorReading, waterings: readonly Watering[]): boolean {
  const rise = after.theta - before.theta
  return Math.abs(rise) > JUMP.above + NOISE && !(rise > 0 && watered(before.at, after.at, waterings))
}

function watered(from: number, to: number, waterings: readonly Watering[]): boolean {
  return waterings.some((water) => water.from <= to && water.to >= from - WATER_LAG_MS)
}

/** A trusted probe and its value for its root zone. */
export type ReportingProbe = FieldPoint & {
  /** Share of available water of the root zone, a layer above field capacity as full. */
  readonly share: number
  /** Whether it has enough readings to be judged: on a field's first day normal differences are unknown. */
  readonly watched: boolean
  /** Whether it was watered recently, which explains wetter soil. */
  readonly watered: boolean
}

/** How a probe differs from its neighbours, see {@link probeDoubts}. */
export type Doubt = 'WETTER' | 'DRIER' | 'ONLY'

/** A doubt, with the least and greatest share of its neighbours; null without any. */
export type DoubtedProbe = { readonly doubt: Doubt; readonly neighbours: readonly [number, number] | null }

/** Number of nearest probes compared. */
const NEIGHBOURS = 3

/** Shares that differ by more than this disagree (decision 017). */
const DISAGREEMENT = 0.35

/**
 * Compares each probe with its three nearest. WETTER: more than 0.35 above all of them without recent water. DRIER:
 * more than 0.35 below all of them, none of which is WETTER. ONLY: no other probe. O(n^2 log n).
 *
 * @param probes trusted, shape [n]
 * @returns the doubt about each, or null, shape [n]
 * @example probeDoubts([{ x: 0, y: 0, share: 0.9, watched: true, watered: false }, { x: 9, y: 0, share: 0.5, watched: true, watered: false }]).map((each) => each && each.doubt) // { 0: 'WETTER', 1: null }
 */
export function probeDoubts(probes: readonly ReportingProbe[]): (DoubtedProbe | null)[] {
  if (probes.length === 1) return [{ doubt: 'ONLY', neighbours: null }]
  const neighbours = probes.map((probe) => nearest(probe, probes))
  const ranges = neighbours.map((near): [number, number] => {
    const shares = near.map(({ share }) => share)
    return [Math.min(...shares), Math.max(...shares)]
  })
  const wetter = new Set(
    probes.filter(
      ({ share, watched, watered }, i) =>
        watched && !watered && share > (ranges[i]?.[1] ?? Infinity) + DISAGREEMENT,
    ),
  )
  return probes.map((probe, i) => {
    const range = ranges[i] ?? null
    if (wetter.has(probe)) return { doubt: 'WETTER', neighbours: range }
    const dry = probe.watched && probe.share < (range?.[0] ?? -Infinity) - DISAGREEMENT
    const drier = dry && !neighbours[i]?.some((neighbour) => wetter.has(neighbour))
    return drier ? { doubt: 'DRIER', neighbours: range } : null
  })
}

function nearest(probe: ReportingProbe, probes: readonly ReportingProbe[]): ReportingProbe[] {
  return probes
    .filter((other) => other !== probe)
    .map((other) => ({ other, distance: Math.hypot(other.x - probe.x, other.y - probe.y) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, NEIGHBOURS)
    .map(({ other }) => other)
}
