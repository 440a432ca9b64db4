/** The arm of a pivot: where it stands after a while, and which sectors it passed. Pure. */
import { degreesPerHour } from '../agronomy/pivot/pivot-hydraulics.ts'
import type { Arc } from '../agronomy/pivot/pivot.ts'
import { normaliseBearing, SECTOR_DEGREES } from '../agronomy/pivot/pivot-geometry.ts'

/** The percent timer runs the last tower for this share of each minute. */
const CYCLE_MS = 60_000
const HOUR_MS = 3_600_000
/** Rounding of angles and times: a thousandth of a millimetre of travel, a nanosecond. */
const TINY = 1e-9

export type PivotShape = { driveRadiusM: number; speed100MMin: number; arc: Arc }

/** `turned` is in degrees clockwise from the start of the arc (or from north), so that an arc may cross north. */
export type PivotState = { turned: number; direction: 'FORWARD' | 'REVERSE'; cycleMs: number }

/** Time spent over one sector within a step; `from` and `to` count from the step's beginning. */
export type SectorPass = { sector: number; fromMs: number; toMs: number; degrees: number }

function origin(arc: Arc): number {
  return arc ? normaliseBearing(arc[0]) : 0
}

/** Degrees between the ends of the arc, 360 for a full circle. */
export function sweepOf(arc: Arc): number {
  return arc ? normaliseBearing(arc[1] - arc[0]) || 360 : 360
}

function hasEnds(arc: Arc): boolean {
  return sweepOf(arc) < 360
}

export function pivotAt(arc: Arc, bearing: number, direction: PivotState['direction']): PivotState {
  const turned = normaliseBearing(bearing - origin(arc))
  const sweep = sweepOf(arc)
  if (turned <= sweep) return { turned, direction, cycleMs: 0 }
  // Outside the arc it cannot stand: the nearer end.
  return { turned: turned - sweep < 360 - turned ? sweep : 0, direction, cycleMs: 0 }
}

export function angleOf(arc: Arc, state: PivotState): number {
  return normaliseBearing(origin(arc) + state.turned)
}

/** The sector that the arm is moving over, and the degrees left of it; on an edge, the one it moves into. */
function sectorAhead(angle: number, direction: PivotState['direction']): { sector: number; left: number } {
  const sectors = 360 / SECTOR_DEGREES
  const edges = angle / SECTOR_DEGREES
  if (direction === 'FORWARD') {
    const index = Math.floor(edges + TINY)
    return { sector: index % sectors, left: (index + 1) * SECTOR_DEGREES - angle }
  }
  const index = Math.ceil(edges - TINY) - 1
  return { sector: (index + sectors) % sectors, left: angle - index * SECTOR_DEGREES }
}

function moved(arc: Arc, state: PivotState, degrees: number): PivotState {
  const turned = state.turned + (state.direction === 'FORWARD' ? degrees : -degrees)
  if (!hasEnds(arc)) return { ...state, turned: normaliseBearing(turned) }
  return { ...state, turned: Math.min(sweepOf(arc), Math.max(0, turned)) }
}

function turnedRound(arc: Arc, state: PivotState): PivotState {
  if (!hasEnds(arc)) return state
  if (state.direction === 'FORWARD' && state.turned >= sweepOf(arc) - TINY)
    return { ...state, direction: 'REVERSE' }
  if (state.direction === 'REVERSE' && state.turned <= TINY) return { ...state, direction: 'FORWARD' }
  return state
}

function degreesToEnd(arc: Arc, state: PivotState): number {
  if (!hasEnds(arc)) return Infinity
  return state.direction === 'FORWARD' ? sweepOf(arc) - state.turned : state.turned
}

/** One stretch in which nothing changes: running to the next edge or standing for the rest of the minute. */
function stretch(shape: PivotShape, state: PivotState, ms: number, onMs: number, edge: number) {
  if (state.cycleMs >= onMs - TINY) {
    return { ms: Math.min(ms, CYCLE_MS - state.cycleMs), degrees: 0 }
  }
  const perMs = degreesPerHour(shape.driveRadiusM, shape.speed100MMin, 100) / HOUR_MS
  const reach = Math.min(edge, degreesToEnd(shape.arc, state))
  const run = Math.min(ms, onMs - state.cycleMs, reach / perMs)
  return { ms: run, degrees: Math.min(reach, run * perMs) }
}

/**
 * The arm after `ms` of running, with the timer (per cent) of the sector that it is over; at an end of its arc it
 * turns round.
 */
export function turn(
  shape: PivotShape,
  start: PivotState,
  ms: number,
  timerOf: (sector: number) => number,
): { state: PivotState; passes: SectorPass[] } {
  const passes: SectorPass[] = []
  let state = start
  let at = 0
  while (ms - at > TINY) {
    state = turnedRound(shape.arc, state)
    const ahead = sectorAhead(angleOf(shape.arc, state), state.direction)
    const onMs = (CYCLE_MS * timerOf(ahead.sector)) / 100
    const part = stretch(shape, state, ms - at, onMs, ahead.left)
    state = moved(shape.arc, state, part.degrees)
    const cycleMs = state.cycleMs + part.ms
    state = { ...state, cycleMs: CYCLE_MS - cycleMs < TINY ? 0 : cycleMs }
    addPass(passes, { sector: ahead.sector, fromMs: at, toMs: at + part.ms, degrees: part.degrees })
    at += part.ms
  }
  return { state, passes }
}

function addPass(passes: SectorPass[], pass: SectorPass): void {
  const last = passes.at(-1)
  if (last?.sector !== pass.sector) passes.push(pass)
  else passes.splice(-1, 1, { ...last, toMs: pass.toMs, degrees: last.degrees + pass.degrees })
}
