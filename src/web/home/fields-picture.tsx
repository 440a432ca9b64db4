/** The picture of the landing page: fields from above, drawn with the moisture colours of the maps. */
import { hexColour, moistureRamp } from '../../agronomy/colour-ramp.ts'
import { QUARTER, RADIUS, SHADES, fieldsFromAbove } from './fields-from-above.ts'
import type { Quarter } from './fields-from-above.ts'
import css from './fields-picture.module.css'

const COLUMNS = 14
const ROWS = 6
const SEED = 77
/** Half the width of the road allowance between sections. */
const VERGE = 2.5

const quarters = fieldsFromAbove(COLUMNS, ROWS, SEED)
const shades = moistureRamp(SHADES).map(hexColour)
const grounds = [css.ground0, css.ground1, css.ground2, css.ground3]

export function FieldsPicture({ label }: { label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      className={css.picture}
      viewBox={`0 0 ${COLUMNS * QUARTER} ${ROWS * QUARTER}`}
      preserveAspectRatio="xMidYMid slice"
    >
      <defs>
        <clipPath id="fields-circle">
          <circle r={RADIUS} />
        </clipPath>
      </defs>
      <rect width="100%" height="100%" className={css.road} />
      {quarters.map((quarter) => (
        <g key={`${quarter.x}-${quarter.y}`} transform={`translate(${quarter.x} ${quarter.y})`}>
          <Ground quarter={quarter} />
          {quarter.circle ? <Circle circle={quarter.circle} /> : <Rows along={quarter.rows} />}
        </g>
      ))}
    </svg>
  )
}

function Ground({ quarter }: { quarter: Quarter }) {
  // A section is two quarters wide and high; its road runs along its outer sides only.
  const left = quarter.x % (2 * QUARTER) === 0 ? VERGE : 0.5
  const top = quarter.y % (2 * QUARTER) === 0 ? VERGE : 0.5
  const side = (near: number) => QUARTER - near - (near === VERGE ? 0.5 : VERGE)
  return <rect x={left} y={top} width={side(left)} height={side(top)} className={grounds[quarter.ground]} />
}

function Circle({ circle }: { circle: NonNullable<Quarter['circle']> }) {
  const rings = Array.from({ length: circle.rings }, (_, i) => ((i + 1) * RADIUS) / (circle.rings + 1))
  return (
    <g transform={`translate(${QUARTER / 2} ${QUARTER / 2})`}>
      <g clipPath="url(#fields-circle)">
        <circle r={RADIUS} fill={shades[circle.shade]} />
        {circle.patches.map((patch) => (
          <path key={patch.path} d={patch.path} fill={shades[patch.shade]} />
        ))}
      </g>
      {rings.map((radius) => (
        <circle key={radius} r={radius} className={css.ring} />
      ))}
      <circle r={RADIUS} className={css.rim} />
      <g transform={`rotate(${Math.round(circle.arm)})`}>
        <line y2={-RADIUS} className={css.arm} />
        {rings.map((radius) => (
          <circle key={radius} cy={-radius} r="1.1" className={css.tower} />
        ))}
      </g>
      <circle r="2" className={css.tower} />
    </g>
  )
}

const FURROWS = [12, 24, 36, 48, 60, 72, 84] as const

function Rows({ along }: { along: 'x' | 'y' }) {
  return FURROWS.map((at) =>
    along === 'x' ? (
      <line key={at} x1="6" x2="94" y1={at + 2} y2={at + 2} className={css.furrow} />
    ) : (
      <line key={at} y1="6" y2="94" x1={at + 2} x2={at + 2} className={css.furrow} />
    ),
  )
}
