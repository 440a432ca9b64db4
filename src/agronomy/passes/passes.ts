/** Splits the as-applied record of a pivot into passes where the arm finished, reversed or stopped, by the degree. */

import { degreeWithin, normaliseBearing, SECTOR_DEGREES } from '../pivot/pivot-geometry.ts'
import { outerRadii, type Pivot } from '../pivot/pivot.ts'
import { zoneAreas } from '../pivot/pivot-zones.ts'
import { inchesToMm } from '../units.ts'

/** A stay of the arm over one sector, as the machine recorded it. */
export type Stay = {
  /** i, 0 to 179. */
  readonly sector: number
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  /** Gross depth, mean over the whole sector, by zone, in, shape [9]. */
  readonly depthIn: readonly number[]
}

/** A stay with the part of its sector that the arm was over, degrees from the sector's beginning, 0 to 2. */
export type CoveredStay = Stay & { readonly low: number; readonly high: number }

/** State reported by the machine at one instant; valid until the next one. */
export type TrackPoint = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly angleDeg: number
  readonly moving: boolean
  readonly wet: boolean
  /** Pumped since the machine first reported, by its flow meter, m3. */
  readonly pumpedM3: number
  /** Time with water on since then without a reported flow, ms. */
  readonly unheardMs: number
}

/** An event reported by the machine. */
export type PassEvent = { readonly at: number; readonly code: string }

/** Why a pass ended; RUNNING has not. */
export type PassEnd = 'FINISHED' | 'REVERSED' | 'STOPPED' | 'FAULT' | 'MOVED' | 'RUNNING'

/** One pass. */
export type Pass = {
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly clockwise: boolean
  /** Bearings at which it began and ended, degrees in [0, 360). */
  readonly startDeg: number
  readonly endDeg: number
  /** Degrees swept, 0 to 360. */
  readonly sweptDeg: number
  /** Of these without a record although the water was on, as after a power failure. */
  readonly unrecordedDeg: number
  readonly ended: PassEnd
  /** The event of a fault that ended it; else null. */
  readonly code: string | null
  /** Arc that remained dry: [from, to] clockwise; null if none. */
  readonly dryArc: readonly [number, number] | null
  readonly stays: readonly CoveredStay[]
  /** Gross depth on each degree, mean over the wetted radius, in, shape [360]. */
  readonly depthIn: readonly number[]
  /** Share of each degree that was swept, 0 to 1, shape [360]. */
  readonly swept: readonly number[]
  /** Applied, m3. */
  readonly appliedM3: number
  /** Pumped by the flow meter, m3; null if too much of its record is missing. */
  readonly pumpedM3: number | null
}

/** Input of {@link cutPasses}. */
export type PassRecord = {
  readonly pivot: Pick<Pivot, 'towerRadiiM' | 'wettedRadiusM' | 'arc'>
  /** In the order of their beginnings. */
  readonly stays: readonly Stay[]
  /** In order. */
  readonly track: readonly TrackPoint[]
  readonly events: readonly PassEvent[]
}

/** A pass that resumes within this time is one pass, ms. */
export const ONE_PASS_MS = 48 * 3_600_000
/** The arm is stopped between two records that are this far apart, ms: controllers end one as they begin the next. */
const STATIONARY_MS = 60_000
/** If more of a pass than this share has no reported flow, pumped and applied cannot be compared. */
const MAX_UNMETERED = 0.1
/** An arc this short is no dry arc, degrees. */
const MIN_DRY_DEG = 1
/** A reported angle may lag by this much, degrees. */
const ANGLE_TOLERANCE_DEG = 1
/** Rounding difference between a reported angle and a record, degrees. */
const ROUNDING_DEG = 0.05
const FULL_DEG = 360
const SECTORS = FULL_DEG / SECTOR_DEGREES
const HALF = SECTORS / 2
const MM_PER_M = 1000

/** A pass under construction. */
type Draft = {
  stays: CoveredStay[]
  /** 1 clockwise, -1 anticlockwise, 0 while the arm has not left its sector. */
  direction: number
  ended: PassEnd
  code: string | null
  /** Degrees beyond its last record. */
  beyondDeg: number
  /** Unrecorded parts before its last record. */
  gaps: Gap[]
}

/** Degrees clockwise from a bearing. */
type Gap = { readonly fromDeg: number; readonly sweep: number }

/**
 * Splits the record into passes (decision 020). O(n log t) for n stays and t track points.
 *
 * @param record pivot, stays, track and events
 * @returns passes in order; the last one is RUNNING while the machine moves with water on
 * @throws RangeError when the radii of the pivot do not increase
 * @example cutPasses({ pivot: { towerRadiiM: [100], wettedRadiusM: 100, arc: null }, stays: [], track: [], events: [] }) // []
 */
export function cutPasses(record: PassRecord): Pass[] {
  // without water a stay is a closed sector or a dry move; a recorded depth counts even without a report
  const wet = record.stays.filter(
    (stay) => stay.depthIn.some((depth) => depth > 0) || wateredAt(record.track, (stay.from + stay.to) / 2),
  )
  const drafts: Draft[] = []
  for (const [i, stay] of wet.entries()) {
    const former = drafts.at(-1)
    const covered = coveredPart(record, stay, { before: wet[i - 1], after: wet[i + 1] })
    if (former && extendPass(record, former, covered)) continue
    drafts.push({ stays: [covered], direction: 0, ended: 'RUNNING', code: null, beyondDeg: 0, gaps: [] })
  }
  const last = drafts.at(-1)
  if (last) endLast(record, last)
  return drafts.map((draft) => passOf(record, draft))
}

/** Adds a stay to a pass; false if the pass ended before it. */
function extendPass(record: PassRecord, draft: Draft, stay: CoveredStay): boolean {
  const last = draft.stays.at(-1)
  if (!last || draft.ended !== 'RUNNING') return false
  const step = stepBetween(last.sector, stay.sector)
  const stopped = stay.from - last.to > STATIONARY_MS
  const reversed = draft.direction !== 0 && step !== 0 && Math.sign(step) !== draft.direction
  const gap = stopped ? gapBefore(record, draft, stay) : null
  const discontinuous = Math.abs(step) > 1 && !gap
  const late = stay.from - last.to > ONE_PASS_MS
  // it stopped at the end of its pass and resumes in the same sector
  const resumed = step === 0 && isStationaryBetween(record.track, last.to, stay.from) && atEnd(record, draft)
  if (reversed || discontinuous || late || resumed || completesCircle(record, draft, stay)) {
    if (completesCircle(record, draft, stay) || atEnd(record, draft)) draft.ended = 'FINISHED'
    else if (stopped) endStopped(record, draft, { from: last.to, to: last.to })
    else draft.ended = reversed ? 'REVERSED' : 'MOVED'
    return false
  }
  draft.direction = draft.direction || Math.sign(step)
  draft.stays.push(stay)
  if (gap) draft.gaps.push(gap)
  return true
}

/** Unrecorded part that the arm watered before it stopped where this stay begins. */
function gapBefore(record: PassRecord, draft: Draft, stay: CoveredStay): Gap | null {
  const last = draft.stays.at(-1)
  const track = record.track.slice(0, (pointAt(record.track, stay.from) ?? -1) + 1)
  const stop = last && wetStopAfter(track, last.to)
  if (!stop || Math.abs(stepBetween(stop.angleDeg / SECTOR_DEGREES, stay.sector)) > 1) return null
  const sweep = degreesBeyond(record, draft, stop.angleDeg)
  const { endDeg } = endsOf(draft)
  return sweep > 0 ? { fromDeg: draft.direction < 0 ? endDeg - sweep : endDeg, sweep } : null
}

/** Whether it was stationary between two records, however briefly. */
function isStationaryBetween(track: readonly TrackPoint[], from: number, to: number): boolean {
  return to - from > STATIONARY_MS || track.some(({ at, moving }) => !moving && at >= from && at <= to)
}

/** Sectors from one to another, at most half a circle, clockwise above 0. */
function stepBetween(from: number, to: number): number {
  return ((((to - from + HALF) % SECTORS) + SECTORS) % SECTORS) - HALF
}

/** Whether a further stay goes beyond the start of the pass, by more than a degree. */
function completesCircle({ pivot }: PassRecord, draft: Draft, stay: CoveredStay): boolean {
  const step = stepBetween(draft.stays.at(-1)?.sector ?? stay.sector, stay.sector)
  if (step === 0 || (pivot.arc && sweepOf(pivot.arc) < FULL_DEG)) return false
  const remainingDeg = FULL_DEG - sweptOf(draft)
  return (
    remainingDeg < SECTOR_DEGREES / 2 &&
    (remainingDeg < ROUNDING_DEG || stay.high - stay.low > remainingDeg + MIN_DRY_DEG)
  )
}

function sweepOf(arc: readonly [number, number]): number {
  return normaliseBearing(arc[1] - arc[0]) || FULL_DEG
}

/** Degrees from the start to the end of a pass in its direction. */
function sweptOf(draft: Draft): number {
  const { startDeg, endDeg } = endsOf(draft)
  const sectors = new Set(draft.stays.map(({ sector }) => sector)).size
  const sweptDeg = normaliseBearing(draft.direction < 0 ? startDeg - endDeg : endDeg - startDeg)
  // back at its start it has completed the circle if it covered more than half of the sectors
  return sectors > HALF && sweptDeg < FULL_DEG / 2 ? sweptDeg + FULL_DEG : sweptDeg
}

function endsOf({ stays, direction, beyondDeg }: Draft): { startDeg: number; endDeg: number } {
  const [first, last] = [stays[0], stays.at(-1)]
  if (!first || !last) throw new RangeError('a pass has stays')
  const at = (stay: CoveredStay, edge: number) => stay.sector * SECTOR_DEGREES + edge
  return direction < 0
    ? { startDeg: at(first, first.high), endDeg: at(last, last.low) - beyondDeg }
    : { startDeg: at(first, first.low), endDeg: at(last, last.high) + beyondDeg }
}

/** Whether it has reached the end of its arc. */
function atEnd({ pivot: { arc } }: PassRecord, draft: Draft): boolean {
  if (!arc || sweepOf(arc) === FULL_DEG) return sweptOf(draft) + MIN_DRY_DEG > FULL_DEG
  const { endDeg } = endsOf(draft)
  const remainingDeg = normaliseBearing(draft.direction < 0 ? endDeg - arc[0] : arc[1] - endDeg)
  return remainingDeg < MIN_DRY_DEG || remainingDeg > FULL_DEG - MIN_DRY_DEG
}

const STARTED = 'STARTED'
const STOPPED = 'STOPPED'
/** An event this long before or after the last record of a pass is about its end, ms. */
const EVENT_TOLERANCE_MS = 120_000

/** @param span from its last record to its stop */
function endStopped({ events }: PassRecord, draft: Draft, span: { from: number; to: number }): void {
  const nearby = events
    .filter(({ at }) => at >= span.from - EVENT_TOLERANCE_MS && at <= span.to + EVENT_TOLERANCE_MS)
    .toSorted((a, b) => a.at - b.at)
  // a fault from before it started again did not end it
  const started = nearby.findLastIndex(({ code }) => code === STARTED)
  const fault = nearby.slice(started + 1).find(({ code }) => FAULTS.has(code))
  draft.ended = fault ? 'FAULT' : 'STOPPED'
  draft.code = fault?.code ?? null
}

const POWER_LOST = 'POWER_LOST'
const FAULTS: ReadonlySet<string> = new Set([
  'LOW_PRESSURE',
  'HIGH_PRESSURE',
  'LOW_FLOW',
  'HIGH_FLOW',
  'MISALIGNED',
  POWER_LOST,
  'VALVE_FAULT',
  'CABLE_FAULT',
])
/** Events that imply whether a machine moves. */
const MOTION_EVENTS: ReadonlySet<string> = new Set([STARTED, STOPPED, POWER_LOST])

/** Sets how the newest pass ended; it may still be running. */
function endLast(record: PassRecord, draft: Draft): void {
  const last = draft.stays.at(-1)
  if (!last) return
  const now = record.track.at(-1)
  const lastEvent = record.events
    .filter(({ code }) => code === STARTED || code === STOPPED || FAULTS.has(code))
    .toSorted((a, b) => a.at - b.at)
    .at(-1)
  // the later of event and position counts: without power no position is reported; after other faults it may keep moving
  const byEvent =
    lastEvent !== undefined && (!now || (lastEvent.at > now.at && MOTION_EVENTS.has(lastEvent.code)))
  const stopped = byEvent ? lastEvent.code !== STARTED : now !== undefined && !now.moving
  if (!stopped) return
  const stop = wetStopAfter(record.track, last.to) ?? (byEvent && now?.moving && now.wet ? now : null)
  if (stop) draft.beyondDeg = degreesBeyond(record, draft, stop.angleDeg)
  if (atEnd(record, draft)) draft.ended = 'FINISHED'
  else endStopped(record, draft, { from: last.to, to: Math.max(last.to, stop?.at ?? 0, lastEvent?.at ?? 0) })
}

/** Where the arm stopped after the last record, if its water was on until then. */
function wetStopAfter(track: readonly TrackPoint[], recordedTo: number): TrackPoint | null {
  const stop = track.findLast((point, i) => {
    const before = track[i - 1]
    return !point.moving && point.at >= recordedTo - STATIONARY_MS && before?.moving === true && before.wet
  })
  return stop ?? null
}

/** Degrees of a pass beyond its last record, up to the arm's position; 0 if that is not ahead within the pass. */
function degreesBeyond(record: PassRecord, draft: Draft, angleDeg: number): number {
  const dry = draft.direction === 0 ? null : dryAhead(record, draft)
  if (!dry) return 0
  const { endDeg } = endsOf(draft)
  const beyond = normaliseBearing(draft.direction * (angleDeg - endDeg))
  return beyond > ROUNDING_DEG && beyond <= normaliseBearing(dry[1] - dry[0]) ? beyond : 0
}

/** The newest point at an instant, or before it; null before the first. */
function pointAt(track: readonly TrackPoint[], at: number): number | null {
  let [low, high] = [0, track.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((track[middle]?.at ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return low === 0 ? null : low - 1
}

function wateredAt(track: readonly TrackPoint[], at: number): boolean {
  const point = pointAt(track, at)
  return point === null || (track[point]?.wet ?? true)
}

/** Bearing of the arm from the track: of the stationary arm, or of a point close in time; else null. */
function angleAt(track: readonly TrackPoint[], at: number): number | null {
  const index = pointAt(track, at)
  const [point, next] = [index === null ? undefined : track[index], track[(index ?? -1) + 1]]
  if (point && !point.moving) return point.angleDeg
  const near = [point, next]
    .filter((candidate) => candidate !== undefined)
    .toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0]
  return near && Math.abs(near.at - at) <= STATIONARY_MS ? near.angleDeg : null
}

/** End of a stay without a successor: the next position of the stopped arm, however late it was reported. */
function endAngle(track: readonly TrackPoint[], at: number): number | null {
  const next = track[(pointAt(track, at) ?? -1) + 1]
  return angleAt(track, at) ?? (next && !next.moving ? next.angleDeg : null)
}

/** Direction in which the arm crossed the edge between two stays; 0 if they do not adjoin. */
function crossedEdge(before: Stay | undefined, after: Stay | undefined): number {
  if (!before || !after || after.from - before.to > STATIONARY_MS) return 0
  const step = stepBetween(before.sector, after.sector)
  return Math.abs(step) === 1 ? step : 0
}

/** The part of its sector that a stay covered: to the edges that it crossed, to the reported angles elsewhere. */
function coveredPart(
  { track }: PassRecord,
  stay: Stay,
  { before, after }: { before: Stay | undefined; after: Stay | undefined },
): CoveredStay {
  const [entryEdge, exitEdge] = [crossedEdge(before, stay), crossedEdge(stay, after)]
  const from =
    entryEdge === 0 ? insideOf(stay, angleAt(track, stay.from)) : entryEdge > 0 ? 0 : SECTOR_DEGREES
  const to = exitEdge === 0 ? insideOf(stay, endAngle(track, stay.to)) : exitEdge > 0 ? SECTOR_DEGREES : 0
  if (from === null && to === null) return { ...stay, low: 0, high: SECTOR_DEGREES }
  // an unreported end is the other edge
  const start = from ?? (exitEdge < 0 ? SECTOR_DEGREES : 0)
  const end = to ?? (entryEdge < 0 ? 0 : SECTOR_DEGREES)
  return { ...stay, low: Math.min(start, end), high: Math.max(start, end) }
}

/** An angle as degrees within the sector of a stay; null where it is not known. */
function insideOf({ sector }: Stay, angle: number | null): number | null {
  if (angle === null) return null
  const inside = normaliseBearing(angle - sector * SECTOR_DEGREES)
  if (inside <= SECTOR_DEGREES) return inside
  if (inside <= SECTOR_DEGREES + ANGLE_TOLERANCE_DEG) return SECTOR_DEGREES
  // an angle far away is an old one: the arm moved while the link was down
  return inside >= FULL_DEG - ANGLE_TOLERANCE_DEG ? 0 : null
}

function passOf(record: PassRecord, draft: Draft): Pass {
  const { stays, direction, ended, code } = draft
  const { startDeg, endDeg } = endsOf(draft)
  const areas = zoneAreas(outerRadii(record.pivot))
  const bins = depthByDegree(stays, record.pivot)
  const unrecorded = unrecordedOf(draft)
  const total = areas.reduce((sum, area) => sum + area, 0)
  const degreeM2 = total / FULL_DEG
  const [from, to] = [stays[0]?.from ?? 0, stays.at(-1)?.to ?? 0]
  return {
    from,
    to,
    clockwise: direction >= 0,
    startDeg: normaliseBearing(startDeg),
    endDeg: normaliseBearing(endDeg),
    sweptDeg: Math.min(FULL_DEG, sweptOf(draft)),
    unrecordedDeg: unrecorded.reduce((sum, { sweep }) => sum + sweep, 0),
    ended,
    code,
    dryArc: ended === 'STOPPED' || ended === 'FAULT' || ended === 'REVERSED' ? dryAhead(record, draft) : null,
    stays,
    depthIn: bins.depthIn,
    swept: bins.swept.map((share, degree) =>
      unrecorded.reduce(
        (sum, { fromDeg, sweep }) => Math.min(1, sum + degreeWithin(degree, fromDeg, sweep)),
        share,
      ),
    ),
    appliedM3: bins.depthIn.reduce((sum, depth) => sum + (degreeM2 * inchesToMm(depth)) / MM_PER_M, 0),
    pumpedM3: pumpedBetween(record.track, from, to),
  }
}

/** Unrecorded parts were swept too, at an unknown depth. */
function unrecordedOf(draft: Draft): Gap[] {
  const { endDeg } = endsOf(draft)
  const fromDeg = draft.direction < 0 ? endDeg : endDeg - draft.beyondDeg
  return [...draft.gaps, { fromDeg, sweep: draft.beyondDeg }]
}

/** The arc between the actual and the planned end of a pass. */
function dryAhead({ pivot: { arc } }: PassRecord, draft: Draft): readonly [number, number] | null {
  const { startDeg, endDeg } = endsOf(draft)
  const part = arc && sweepOf(arc) < FULL_DEG ? arc : null
  const goal = part ? (draft.direction < 0 ? part[0] : part[1]) : startDeg
  const [from, to] = draft.direction < 0 ? [goal, endDeg] : [endDeg, goal]
  const degrees = normaliseBearing(to - from)
  return degrees < MIN_DRY_DEG ? null : [normaliseBearing(from), normaliseBearing(to)]
}

/**
 * Depth and swept share of each degree; the water of a stay is spread evenly over the part that the arm covered.
 *
 * @param stays of one pass, or of a part of it such as a day
 * @returns depth, mean over the wetted radius, in, and share swept, 0 to 1; shape [360] each
 * @throws RangeError when the radii of the pivot do not increase
 * @example depthByDegree([{ sector: 0, from: 0, to: 1, depthIn: [0.3], low: 0, high: 1 }], { towerRadiiM: [100], wettedRadiusM: 100 }).depthIn[0] // 0.6
 */
export function depthByDegree(
  stays: readonly CoveredStay[],
  pivot: Pick<Pivot, 'towerRadiiM' | 'wettedRadiusM'>,
): { depthIn: number[]; swept: number[] } {
  const areas = zoneAreas(outerRadii(pivot))
  const total = areas.reduce((sum, area) => sum + area, 0)
  const depthIn = Array<number>(FULL_DEG).fill(0)
  const swept = Array<number>(FULL_DEG).fill(0)
  for (const stay of stays) {
    const mean = areas.reduce((sum, area, zone) => sum + area * (stay.depthIn[zone] ?? 0), 0) / total
    for (let half = 0; half < SECTOR_DEGREES; half += 1) {
      const degree = stay.sector * SECTOR_DEGREES + half
      depthIn[degree] = (depthIn[degree] ?? 0) + mean * SECTOR_DEGREES * shareOn(stay, half)
      swept[degree] = Math.min(1, (swept[degree] ?? 0) + overlap(stay, half))
    }
  }
  return { depthIn, swept }
}

/** Degrees of one half of its sector that a stay was over, 0 to 1. */
function overlap({ low, high }: CoveredStay, half: number): number {
  return Math.max(0, Math.min(high, half + 1) - Math.max(low, half))
}

/** Share of the water of a stay on one half of its sector. */
function shareOn(stay: CoveredStay, half: number): number {
  const width = stay.high - stay.low
  if (width > 0) return overlap(stay, half) / width
  // a stationary arm has watered one degree
  return Math.min(SECTOR_DEGREES - 1, Math.floor(stay.low)) === half ? 1 : 0
}

/**
 * Gross depth recorded for a pass at one place.
 *
 * @param bearing of the place, degrees
 * @param zone its zone, 0 to 8
 * @returns depth, in
 * @throws RangeError when the bearing is not finite
 * @example recordedDepth([{ sector: 0, from: 0, to: 1, depthIn: [0.3], low: 0, high: 2 }], 1.5, 0) // 0.3
 */
export function recordedDepth(stays: readonly CoveredStay[], bearing: number, zone: number): number {
  const degree = Math.floor(normaliseBearing(bearing))
  const [sector, half] = [Math.floor(degree / SECTOR_DEGREES), degree % SECTOR_DEGREES]
  return stays
    .filter((stay) => stay.sector === sector)
    .reduce((sum, stay) => sum + (stay.depthIn[zone] ?? 0) * SECTOR_DEGREES * shareOn(stay, half), 0)
}

/**
 * Volume pumped between two instants by the flow meter; unmetered time is assumed to have the mean flow.
 *
 * @param from milliseconds since 1970
 * @param to milliseconds since 1970, not before `from`
 * @returns m3; null outside the track, or where more than a tenth of the time is unmetered
 * @example pumpedBetween([{ at: 0, angleDeg: 0, moving: true, wet: true, pumpedM3: 5, unheardMs: 0 }, { at: 100, angleDeg: 1, moving: true, wet: true, pumpedM3: 7, unheardMs: 0 }], 0, 50) // 1
 */
export function pumpedBetween(track: readonly TrackPoint[], from: number, to: number): number | null {
  const [start, end] = [meterAt(track, from), meterAt(track, to)]
  if (!start || !end) return null
  const unmetered = (end.unheardMs - start.unheardMs) / Math.max(1, to - from)
  return unmetered > MAX_UNMETERED ? null : (end.pumpedM3 - start.pumpedM3) / (1 - unmetered)
}

/** The meter at an instant: linear between two points, constant shortly before the first and after the last. */
function meterAt(
  track: readonly TrackPoint[],
  at: number,
): Pick<TrackPoint, 'pumpedM3' | 'unheardMs'> | null {
  const index = pointAt(track, at)
  const [point, next] = [index === null ? undefined : track[index], track[(index ?? -1) + 1]]
  if (!point) return next && next.at - at <= EVENT_TOLERANCE_MS ? next : null
  if (!next) return at - point.at <= EVENT_TOLERANCE_MS || !point.wet ? point : null
  const share = (at - point.at) / (next.at - point.at)
  return {
    pumpedM3: point.pumpedM3 + share * (next.pumpedM3 - point.pumpedM3),
    unheardMs: point.unheardMs + share * (next.unheardMs - point.unheardMs),
  }
}
