/** Kinematics of the arm: position after a time, degrees passed, and watering time on each. Pure. */
import { degreesPerHour } from '../agronomy/pivot/pivot-hydraulics.ts'
import type { Arc } from '../agronomy/pivot/pivot.ts'
import { normaliseBearing } from '../agronomy/pivot/pivot-geometry.ts'

/** The percent timer runs the last tower for this share of each minute. */
const CYCLE_MS = 60_000
const HOUR_MS = 3_600_000
/** Rounding of angles and times: a thousandth of a millimetre of travel, a nanosecond. */
const TINY = 1e-9

export type PivotShape = { driveRadiusM: number; speed100MMin: number; arc: Arc }

/** `turned` is in degrees clockwise from the start of the arc (or from north), so that an arc may cross north. */
export type PivotState = {
  turned: number
  direction: 'FORWARD' | 'REVERSE'
  cycleMs: number
  /**
   * Time with water on that is not applied yet; negative while it is applied ahead. Sprinklers throw further than the last
   * tower moves in a minute, so the water of a timer cycle is spread evenly over the distance that the tower moves in it.
   */
  unlaidMs: number
}

/** The arm over one degree (0 to 359) within a step; `from` and `to` count from the step's beginning. */
export type DegreePass = {
  degree: number
  fromMs: number
  toMs: number
  degrees: number
  /** For how long its sprinklers watered this degree. */
  waterMs: number
}

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
  if (turned <= sweep) return { turned, direction, cycleMs: 0, unlaidMs: 0 }
  // The arm cannot be outside the arc: the nearer end.
  return { turned: turned - sweep < 360 - turned ? sweep : 0, direction, cycleMs: 0, unlaidMs: 0 }
}

export function angleOf(arc: Arc, state: PivotState): number {
  return normaliseBearing(origin(arc) + state.turned)
}

/** The degree that the arm is moving over, and the remaining part of it; on an edge, the one it moves into. */
function degreeAhead(angle: number, direction: PivotState['direction']): { degree: number; left: number } {
  if (direction === 'FORWARD') {
    const index = Math.floor(angle + TINY)
    return { degree: index % 360, left: index + 1 - angle }
  }
  const index = Math.ceil(angle - TINY) - 1
  return { degree: (index + 360) % 360, left: angle - index }
}

/** Degrees to a bearing ahead; Infinity if it will not be reached before the arm reverses. */
function degreesTo(arc: Arc, state: PivotState, bearing: number | null): number {
  if (bearing === null) return Infinity
  const way = normaliseBearing(bearing - origin(arc)) - state.turned
  const ahead = state.direction === 'FORWARD' ? way : -way
  if (hasEnds(arc)) return ahead > TINY ? ahead : Infinity
  const round = normaliseBearing(ahead)
  return round > TINY ? round : 360
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

type Stretch = { ms: number; degrees: number; waterMs: number }

/** An interval without changes: moving for at most `reach` degrees, or stopped for the rest of the minute. */
function stretch(shape: PivotShape, state: PivotState, ms: number, onMs: number, reach: number): Stretch {
  const onLeft = onMs - state.cycleMs
  if (onLeft <= TINY) {
    const standMs = Math.min(ms, CYCLE_MS - state.cycleMs)
    return { ms: standMs, degrees: 0, waterMs: 0 }
  }
  const perMs = degreesPerHour(shape.driveRadiusM, shape.speed100MMin, 100) / HOUR_MS
  const run = Math.min(ms, onLeft, reach / perMs)
  // water of the rest of this minute, and the remainder from before, over the rest of its run
  const owedMs = state.unlaidMs + CYCLE_MS - state.cycleMs
  return { ms: run, degrees: Math.min(reach, run * perMs), waterMs: Math.max(0, owedMs * (run / onLeft)) }
}

/**
 * The arm after running for `ms`, with the timer (per cent) of the degree that it is over; at an end of its arc it reverses,
 * at `stopAt` (a bearing) it stops.
 */
export function turn(
  shape: PivotShape,
  start: PivotState,
  ms: number,
  { timerOf, stopAt }: { timerOf: (degree: number) => number; stopAt: number | null },
): { state: PivotState; passes: DegreePass[]; stopped: boolean } {
  const passes: DegreePass[] = []
  let state = start
  let at = 0
  while (ms - at > TINY) {
    state = turnedRound(shape.arc, state)
    const { degree, left } = degreeAhead(angleOf(shape.arc, state), state.direction)
    const onMs = (CYCLE_MS * timerOf(degree)) / 100
    const toStop = degreesTo(shape.arc, state, stopAt)
    const reach = Math.min(left, degreesToEnd(shape.arc, state), toStop)
    const part = stretch(shape, state, ms - at, onMs, reach)
    state = moved(shape.arc, state, part.degrees)
    const cycleMs = state.cycleMs + part.ms
    state = {
      ...state,
      cycleMs: CYCLE_MS - cycleMs < TINY ? 0 : cycleMs,
      unlaidMs: state.unlaidMs + part.ms - part.waterMs,
    }
    addPass(passes, {
      degree,
      fromMs: at,
      toMs: at + part.ms,
      degrees: part.degrees,
      waterMs: part.waterMs,
    })
    at += part.ms
    if (toStop - part.degrees <= TINY) return { state, passes, stopped: true }
  }
  return { state, passes, stopped: false }
}

function addPass(passes: DegreePass[], pass: DegreePass): void {
  const last = passes.at(-1)
  if (last?.degree !== pass.degree) passes.push(pass)
  else
    passes.splice(-1, 1, {
      ...last,
      toMs: pass.toMs,
      degrees: last.degrees + pass.degrees,
      waterMs: last.waterMs + pass.waterMs,
    })
}
