/** The pivot picture: field to scale, tower rings, arm, direction and watered area; dashed if it is outdated. */
import { pivotOf } from '#contract/pivot.ts'
import type { SystemView } from '#contract/systems.ts'
import { classNames } from '../../ui/class-names.ts'
import { EDGE, armDrawing, fieldDrawing, wateredDrawing } from '../../shared/pivot/pivot-drawing.ts'
import type { PivotShape } from '../../shared/pivot/pivot-drawing.ts'
import css from './pivot-picture.module.css'
import { positionSentence, possibleTurn } from './system-status.ts'
import type { Freshness } from './system-status.ts'

export interface PivotPictureProps {
  system: SystemView
  freshness: Freshness
  now: number
  /** The area watered by the newest pass as recorded by the machine, [from, to] degrees clockwise. */
  watered?: readonly (readonly [number, number])[]
  /** For lists: without north mark and towers. */
  small?: boolean
}

/** Margin around the field, with room for the north mark. */
const MARGIN = 5
const NORTH_ROOM = 17

export function PivotPicture({ system, freshness, now, watered, small }: PivotPictureProps) {
  const shape = pivotOf(system)
  const { edge, rings } = fieldDrawing(shape)
  const half = EDGE + MARGIN
  const top = half + (small ? 0 : NORTH_ROOM - MARGIN)
  return (
    <svg
      className={classNames(css.picture, small && css.small)}
      viewBox={`${-half} ${-top} ${2 * half} ${half + top}`}
      role="img"
      aria-label={small ? undefined : positionSentence(system, freshness, now)}
      aria-hidden={small}
    >
      <path className={css.field} d={edge} />
      {wateredDrawing(watered ?? []).map((slice) => (
        <path key={slice} className={css.wet} d={slice} />
      ))}
      {rings.map((ring) => (
        <path key={ring} className={css.ring} d={ring} />
      ))}
      <path className={css.edge} d={edge} />
      <Arm shape={shape} system={system} freshness={freshness} now={now} small={small} />
      <circle className={css.pivot} r={small ? 5 : 3.5} />
      {small ? null : <NorthMark />}
    </svg>
  )
}

function Arm({ shape, system, freshness, now, small }: PivotPictureProps & { shape: PivotShape }) {
  const { telemetry } = system
  if (!telemetry || freshness === 'none') return null
  const stale = freshness === 'stale'
  const turning = telemetry.moving && telemetry.direction !== 'STOPPED'
  const arm = armDrawing(shape, {
    angleDeg: telemetry.angle_deg,
    clockwise: turning ? telemetry.direction === 'FORWARD' : null,
    possibleDegrees: stale ? possibleTurn(system, now) : null,
  })
  return (
    <g className={classNames(css.arm, stale && css.stale, turning && css.turning)}>
      {arm.possible ? <path className={css.possible} d={arm.possible} /> : null}
      <line className={css.beam} x2={arm.end.x} y2={arm.end.y} />
      {small
        ? null
        : arm.towers.map(({ x, y }) => (
            <circle key={`${x} ${y}`} className={css.tower} cx={x} cy={y} r={2.6} />
          ))}
      {arm.arrow && !stale && !small ? (
        <g className={css.arrow}>
          <path d={arm.arrow.shaft} />
          <path d={arm.arrow.head} />
        </g>
      ) : null}
    </g>
  )
}

function NorthMark() {
  return (
    <g className={css.north} aria-hidden="true">
      <path d={`M 0 ${-EDGE - 5} v 5`} />
      <text y={-EDGE - 7} textAnchor="middle">
        N
      </text>
    </g>
  )
}
