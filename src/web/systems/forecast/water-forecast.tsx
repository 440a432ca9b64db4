/** The water forecast of a field: when it needs water, when to start, what a pass does, and how certain that is. */
import type { CoursePoint, KnownBalance, PumpPlan } from '#contract/balance.ts'
import type { SystemView } from '#contract/systems.ts'
import { useBalance } from '../../api/balance.ts'
import { useUnit } from '../../api/preferences.ts'
import { number, unitWord } from '../../kit/formats.ts'
import { localeOr } from '../../language/language.ts'
import { classNames } from '../../ui/class-names.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import {
  doubtSentence,
  noAnswer,
  passSentence,
  pumpSentence,
  text,
  startSentence,
  turnWords,
  whenWords,
} from './forecast.text.ts'
import { refillHeadline } from '../overview/overview.text.ts'
import pumpCss from './pump-timeline.module.css'
import css from './water-forecast.module.css'
import curveCss from './water-curve.module.css'
import {
  barLabels,
  curveWords,
  LABELLED_MM,
  text as curve,
  type WaterBar,
  waterBars,
} from './water-curve.text.ts'

export function WaterForecast({ system, now }: { system: SystemView; now: number }) {
  const { data, isError, isFetching, refetch } = useBalance(system.name)
  const { unit } = useUnit()
  const zone = system.time_zone
  const { known = null, pump = null } = data ?? {}
  return (
    <section aria-labelledby="water-ahead" className={css.ahead}>
      <h2 id="water-ahead">{text.waterForecast}</h2>
      {known ? (
        <>
          <p className={css.headline}>{refillHeadline(known, now)}</p>
          <p>{startSentence(known, now, zone, unit)}</p>
          <p>{passSentence(known, unit)}</p>
          <WaterCurve known={known} now={now} timeZone={zone} unit={unit} />
          <p className={css.soft}>
            {text.driestTenth(
              number(known.driest_percent ?? 0, 0),
              number(known.refill_percent ?? 0, 0),
              doubtSentence(known.doubt),
            )}
          </p>
          {pump ? <PumpTimeline plan={pump} now={now} timeZone={zone} /> : null}
        </>
      ) : isError ? (
        <Notice tone="attention" onRetry={() => void refetch()} retrying={isFetching}>
          {text.notFetched}
        </Notice>
      ) : data ? (
        <p>{noAnswer(data)}</p>
      ) : (
        <LoadingText>{text.loading}</LoadingText>
      )}
    </section>
  )
}

/** Two weeks of the driest tenth of the field, between full and refill, above bars of past and forecast water. */
interface WaterCurveProps {
  known: KnownBalance
  now: number
  timeZone: string
  unit: 'in' | 'mm'
}

const [WIDTH, HEIGHT, LEFT, TOP] = [560, 296, 84, 12]
/** Anchored at its end, so that long day names fit. */
const LAST_LABEL = 6
/** Bars of water below the curve, with the days below them. */
const [CURVE_END, BARS_TOP, BARS_END] = [188, 216, 264]
const [DAY_MS, WEEK_MS] = [86_400_000, 7 * 86_400_000]
/** Minimum range of the bars, mm, so that a drizzle does not look like a flood. */
const MIN_BARS_MM = 10
const MAX_PERCENT = 110

function WaterCurve({ known, now, timeZone, unit }: WaterCurveProps) {
  const points = known.course.filter(({ at }) => Math.abs(Date.parse(at) - now) <= WEEK_MS)
  const bars = waterBars(known, now, timeZone)
  const x = (at: number) => LEFT + ((WIDTH - LEFT) * (at - now + WEEK_MS)) / (2 * WEEK_MS)
  const y = (percent: number) =>
    TOP + (CURVE_END - TOP) * (1 - Math.min(MAX_PERCENT, Math.max(0, percent)) / MAX_PERCENT)
  const line = (valueOf: (point: CoursePoint) => number | null) =>
    points
      .flatMap((point) => {
        const value = valueOf(point)
        return value === null ? [] : [`${x(Date.parse(point.at)).toFixed(1)},${y(value).toFixed(1)}`]
      })
      .join(' ')
  const day = new Intl.DateTimeFormat(localeOr('en-GB'), { weekday: 'short', day: 'numeric', timeZone })
  return (
    <figure className={curveCss.figure}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className={curveCss.curve}
        role="img"
        aria-label={curveWords(known, points, bars, unit)}
      >
        {[
          { name: curve.full, at: 100, css: curveCss.line },
          { name: curve.refill, at: known.refill_percent ?? 0, css: curveCss.refill },
        ].map((limit) => (
          <g key={limit.name}>
            <line x1={LEFT} x2={WIDTH} y1={y(limit.at)} y2={y(limit.at)} className={limit.css} />
            <text x={0} y={y(limit.at) + 5}>
              {limit.name}
            </text>
          </g>
        ))}
        <Bars bars={bars} x={x} unit={unit} />
        <line x1={x(now)} x2={x(now)} y1={TOP} y2={BARS_END} className={curveCss.now} />
        {[-6, -3, 0, 3, LAST_LABEL].map((days) => (
          <text
            key={days}
            x={days === LAST_LABEL ? WIDTH : x(now + days * DAY_MS)}
            y={HEIGHT - 6}
            textAnchor={days === LAST_LABEL ? 'end' : 'middle'}
          >
            {days === 0 ? curve.now : day.format(now + days * DAY_MS)}
          </text>
        ))}
        <polyline points={line(({ driest_percent: driest }) => driest)} className={curveCss.driest} />
        <polyline points={line(({ pass_driest_percent: driest }) => driest)} className={curveCss.pass} />
      </svg>
      <figcaption className={curveCss.key} aria-hidden="true">
        <span className={curveCss.lineKey}>{curve.driestGround}</span>
        {known.pass ? <span className={curveCss.passKey}>{curve.withOnePass}</span> : null}
        <span className={curveCss.rainKey}>{curve.rain(unitWord(unit))}</span>
        <span className={curveCss.unsureKey}>{curve.mayNotCome}</span>
        {bars.some(({ laidMm }) => laidMm >= LABELLED_MM) ? (
          <span className={curveCss.laidKey}>{curve.appliedByPivot}</span>
        ) : null}
      </figcaption>
    </figure>
  )
}

interface BarsProps {
  bars: readonly WaterBar[]
  x(at: number): number
  unit: 'in' | 'mm'
}

/** Past and forecast water: the forecast is solid up to the expected amount, pale above. */
function Bars({ bars, x, unit }: BarsProps) {
  const maxMm = Math.max(MIN_BARS_MM, ...bars.map(({ laidMm, rainMm }) => laidMm + rainMm))
  const high = (mm: number) => ((BARS_END - BARS_TOP) * mm) / maxMm
  const labels = barLabels(bars, unit)
  return (
    <>
      <text x={0} y={BARS_END}>
        {curve.water}
      </text>
      <line x1={LEFT} x2={WIDTH} y1={BARS_END} y2={BARS_END} className={curveCss.line} />
      {bars.map(({ day, from, to, laidMm, rainMm, expectedMm }, i) => {
        const [left, width] = [
          Math.max(LEFT, x(from)) + 3,
          Math.min(WIDTH, x(to)) - Math.max(LEFT, x(from)) - 6,
        ]
        if (width <= 0) return null
        const rect = (mm: number, above: number, className: string | undefined) => (
          <rect
            x={left}
            width={width}
            y={BARS_END - high(above + mm)}
            height={high(mm)}
            className={className}
          />
        )
        return (
          <g key={day}>
            {rect(laidMm, 0, curveCss.laid)}
            {rect(expectedMm, laidMm, curveCss.rain)}
            {rect(rainMm - expectedMm, laidMm + expectedMm, curveCss.unsure)}
            {labels[i] === '' ? null : (
              <text x={left + width / 2} y={BARS_END - high(laidMm + rainMm) - 4} textAnchor="middle">
                {labels[i]}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

/** Fields that share a pump on one timeline: which run when, and which would be late. */
interface PumpTimelineProps {
  plan: PumpPlan
  now: number
  timeZone: string
}

function PumpTimeline({ plan, now, timeZone }: PumpTimelineProps) {
  const { turns } = plan
  const end = Math.max(now + 1, ...turns.map(({ ends_at }) => Date.parse(ends_at)))
  const share = (at: number) =>
    `${((100 * (Math.min(end, Math.max(now, at)) - now)) / (end - now)).toFixed(2)}%`
  const width = (from: number, to: number) => share(now + Math.max(0, to - Math.max(now, from)))
  return (
    <div className={pumpCss.pump}>
      <p>{pumpSentence(plan)}</p>
      {turns.length === 0 ? null : (
        <>
          <ol className={pumpCss.turns}>
            {turns.map((turn) => {
              const [from, to] = [Date.parse(turn.starts_at), Date.parse(turn.ends_at)]
              const by = turn.start_by === null ? null : Date.parse(turn.start_by)
              return (
                <li key={`${turn.system} ${turn.starts_at}`}>
                  {turnWords(turn, timeZone)}
                  <div className={pumpCss.track} aria-hidden="true">
                    <div
                      className={classNames(pumpCss.turn, turn.late_hours >= 1 && pumpCss.late)}
                      style={{ insetInlineStart: share(from), inlineSize: width(from, to) }}
                    />
                    {by === null || by < now ? null : (
                      <div className={pumpCss.by} style={{ insetInlineStart: share(by) }} />
                    )}
                  </div>
                </li>
              )
            })}
          </ol>
          <p className={pumpCss.ends} aria-hidden="true">
            <span>{curve.now}</span>
            <span>{whenWords(new Date(end).toISOString(), timeZone)}</span>
          </p>
          <p className={pumpCss.key}>{curve.barPass}</p>
        </>
      )}
    </div>
  )
}
