/** The water ahead of a field: when it needs some, by when to start, what a pass does, and how sure all of that is. */
import type { CoursePoint, KnownBalance } from '#contract/balance.ts'
import type { SystemView } from '#contract/systems.ts'
import { useBalance } from '../../api/balance.ts'
import { useUnit } from '../../api/preferences.ts'
import { number } from '../../kit/formats.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import {
  doubtSentence,
  noAnswer,
  passSentence,
  pumpSentence,
  refillHeadline,
  startSentence,
  turnWords,
} from './ahead.text.ts'
import css from './water-ahead.module.css'

export function WaterAhead({ system, now }: { system: SystemView; now: number }) {
  const { data, isError, isFetching, refetch } = useBalance(system.name)
  const { unit } = useUnit()
  const zone = system.time_zone
  const { known = null, pump = null } = data ?? {}
  return (
    <section aria-labelledby="water-ahead" className={css.ahead}>
      <h2 id="water-ahead">Water ahead</h2>
      {known ? (
        <>
          <p className={css.headline}>{refillHeadline(known, now)}</p>
          <p>{startSentence(known, now, zone, unit)}</p>
          <p>{passSentence(known, unit)}</p>
          <Curve known={known} now={now} timeZone={zone} />
          <p className={css.soft}>
            Driest tenth of the ground: {number(known.driest_percent ?? 0, 0)}% of available water now, refill
            at {number(known.refill_percent ?? 0, 0)}%. {doubtSentence(known.doubt)}
          </p>
          {pump ? (
            <>
              <p>{pumpSentence(pump)}</p>
              <ol>
                {pump.turns.map((turn) => (
                  <li key={`${turn.system} ${turn.starts_at}`}>{turnWords(turn, zone)}</li>
                ))}
              </ol>
            </>
          ) : null}
        </>
      ) : isError ? (
        <Notice tone="attention" onRetry={() => void refetch()} retrying={isFetching}>
          The water ahead could not be fetched. Everything else works without it.
        </Notice>
      ) : data ? (
        <p>{noAnswer(data)}</p>
      ) : (
        <LoadingText>Loading the water ahead…</LoadingText>
      )}
    </section>
  )
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [560, 220, 84, 32, 12]
const [DAY_MS, WEEK_MS] = [86_400_000, 7 * 86_400_000]

/** The driest tenth from a week back to a week ahead, between full and refill; dotted with one pass. */
function Curve({ known, now, timeZone }: { known: KnownBalance; now: number; timeZone: string }) {
  const points = known.course.filter(({ at }) => Math.abs(Date.parse(at) - now) <= WEEK_MS)
  const x = (at: number) => LEFT + ((WIDTH - LEFT) * (at - now + WEEK_MS)) / (2 * WEEK_MS)
  const y = (percent: number) =>
    TOP + (HEIGHT - TOP - BOTTOM) * (1 - Math.min(110, Math.max(0, percent)) / 110)
  const line = (of: (point: CoursePoint) => number | null) =>
    points
      .flatMap((point) => {
        const value = of(point)
        return value === null ? [] : [`${x(Date.parse(point.at)).toFixed(1)},${y(value).toFixed(1)}`]
      })
      .join(' ')
  const refill = known.refill_percent ?? 0
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone })
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={css.curve}
      role="img"
      aria-label={`Available water of the driest tenth: ${number(points[0]?.driest_percent ?? 0, 0)}% a week ago, ${number(known.driest_percent ?? 0, 0)}% now, ${number(points.at(-1)?.driest_percent ?? 0, 0)}% in a week without a pass, ${number(points.at(-1)?.pass_driest_percent ?? points.at(-1)?.driest_percent ?? 0, 0)}% with one.`}
    >
      {[
        { name: 'Full', at: 100, css: css.line },
        { name: 'Refill', at: refill, css: css.refill },
      ].map((limit) => (
        <g key={limit.name}>
          <line x1={LEFT} x2={WIDTH} y1={y(limit.at)} y2={y(limit.at)} className={limit.css} />
          <text x={0} y={y(limit.at) + 5}>
            {limit.name}
          </text>
        </g>
      ))}
      <line x1={x(now)} x2={x(now)} y1={TOP} y2={HEIGHT - BOTTOM} className={css.now} />
      {[-6, -3, 0, 3, 6].map((days) => (
        <text key={days} x={x(now + days * DAY_MS)} y={HEIGHT - 4} textAnchor="middle">
          {days === 0 ? 'Now' : day.format(now + days * DAY_MS)}
        </text>
      ))}
      <polyline points={line(({ driest_percent: driest }) => driest)} className={css.driest} />
      <polyline points={line(({ pass_driest_percent: driest }) => driest)} className={css.pass} />
    </svg>
  )
}
