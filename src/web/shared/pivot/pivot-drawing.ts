/** Geometry of the pivot picture: a circle or part circle to scale, 100 units from pivot to wetted edge. */
import { fromPolar, normaliseBearing } from '#agronomy/pivot/pivot-geometry.ts'
import type { Arc, Pivot } from '#agronomy/pivot/pivot.ts'

/** Wetted radius in units of the picture. */
export const EDGE = 100
const ARROW_FROM_DEGREES = 5
const ARROW_TO_DEGREES = 17
const ARROW_RADIUS = 0.72 * EDGE
const ARROW_HEAD = 7

const FULL_DEG = 360

/** The part of a pivot that a drawing without a map needs. */
export type PivotShape = Pick<Pivot, 'towerRadiiM' | 'wettedRadiusM' | 'arc'>

export interface PicturePoint {
  x: number
  y: number
}

const round = (value: number) => Math.round(value * 100) / 100 + 0

/** The point at a bearing; north is up and y points down. */
export function pointAt(bearing: number, radius: number): PicturePoint {
  const { x, y } = fromPolar({ bearing, distance: radius })
  return { x: round(x), y: round(-y) }
}

const text = ({ x, y }: PicturePoint) => `${x} ${y}`

/** Degrees from the start of an arc to its end, clockwise; 360 for a full circle. */
export function sweepOf(arc: Arc): number {
  return arc === null ? 360 : normaliseBearing(arc[1] - arc[0]) || 360
}

/** An arc at one radius, clockwise from a bearing. */
export function curvePath(radius: number, from: number, sweep: number): string {
  // One arc command cannot draw a whole circle: its ends would be the same point.
  const parts = sweep > 180 ? 2 : 1
  const ends = Array.from({ length: parts }, (_, part) => from + (sweep * (part + 1)) / parts)
  const arcs = ends.map((end) => `A ${radius} ${radius} 0 0 1 ${text(pointAt(end, radius))}`)
  return [`M ${text(pointAt(from, radius))}`, ...arcs].join(' ')
}

/** A slice from the pivot point; a whole circle has no straight sides. */
export function slicePath(radius: number, from: number, sweep: number): string {
  const curve = curvePath(radius, from, sweep)
  return sweep >= 360 ? `${curve} Z` : `M 0 0 ${curve.replace('M', 'L')} Z`
}

/** Edge of the field, and one ring at each tower. */
export function fieldDrawing({ towerRadiiM, wettedRadiusM, arc }: PivotShape) {
  const from = arc?.[0] ?? 0
  const sweep = sweepOf(arc)
  const radii = towerRadiiM.map((radius) => round((radius / wettedRadiusM) * EDGE))
  return { edge: slicePath(EDGE, from, sweep), radii, rings: radii.map((r) => curvePath(r, from, sweep)) }
}

/** The ring of one tower, from the tower before it; the overhang belongs to the last. To be filled by the even-odd rule. */
export function ringDrawing(shape: PivotShape, tower: number): string {
  const { radii } = fieldDrawing(shape)
  const from = shape.arc?.[0] ?? 0
  const sweep = sweepOf(shape.arc)
  const outer = tower >= radii.length ? EDGE : (radii[tower - 1] ?? EDGE)
  const inner = radii[tower - 2]
  const slice = slicePath(outer, from, sweep)
  return inner === undefined ? slice : `${slice} ${slicePath(inner, from, sweep)}`
}

/** Degrees that the arm can turn from a bearing before it reaches the end of its part circle. */
export function degreesToEnd(arc: Arc, bearing: number, clockwise: boolean): number {
  if (arc === null || sweepOf(arc) === 360) return 360
  const degrees = clockwise ? normaliseBearing(arc[1] - bearing) : normaliseBearing(bearing - arc[0])
  // An arm measured slightly outside its arc is at the end, not a whole turn from it.
  return degrees > sweepOf(arc) ? 0 : degrees
}

function sliceAhead(arc: Arc, bearing: number, clockwise: boolean, degrees: number): string | null {
  const sweep = Math.min(degrees, degreesToEnd(arc, bearing, clockwise))
  if (sweep <= 0) return null
  return slicePath(EDGE, clockwise ? bearing : bearing - sweep, sweep)
}

export interface ArmState {
  angleDeg: number
  /** Null while stopped. */
  clockwise: boolean | null
  /** How far it may have moved since the last telemetry, degrees; null if the position is current. */
  possibleDegrees: number | null
}

/** The watered area as recorded by the machine: slices of the field, [from, to] degrees clockwise. */
export function wateredDrawing(arcs: readonly (readonly [number, number])[]): string[] {
  return arcs.map(([from, to]) =>
    slicePath(EDGE, from, to - from === FULL_DEG ? FULL_DEG : normaliseBearing(to - from)),
  )
}

/** The arm, its towers, its arrow, and where it may be by now. */
export function armDrawing(shape: PivotShape, { angleDeg, clockwise, possibleDegrees }: ArmState) {
  const { radii } = fieldDrawing(shape)
  const turning = clockwise !== null
  return {
    end: pointAt(angleDeg, EDGE),
    towers: radii.map((radius) => pointAt(angleDeg, radius)),
    // a stopped arm may have started in either direction
    possible:
      possibleDegrees === null
        ? null
        : (turning ? [clockwise] : [true, false])
            .map((turn) => sliceAhead(shape.arc, angleDeg, turn, possibleDegrees))
            .join(' '),
    arrow: turning ? arrowDrawing(angleDeg, clockwise) : null,
  }
}

function arrowDrawing(angleDeg: number, clockwise: boolean) {
  const sign = clockwise ? 1 : -1
  const from = pointAt(angleDeg + sign * ARROW_FROM_DEGREES, ARROW_RADIUS)
  const tip = angleDeg + sign * ARROW_TO_DEGREES
  const at = pointAt(tip, ARROW_RADIUS)
  // The arrowhead is tangential: at a right angle to the bearing of its tip.
  const wing = (turn: number) => {
    const { x, y } = fromPolar({ bearing: tip + sign * 270 + turn, distance: ARROW_HEAD })
    return text({ x: round(at.x + x), y: round(at.y - y) })
  }
  return {
    shaft: `M ${text(from)} A ${ARROW_RADIUS} ${ARROW_RADIUS} 0 0 ${clockwise ? 1 : 0} ${text(at)}`,
    head: `M ${wing(35)} L ${text(at)} L ${wing(-35)}`,
  }
}
