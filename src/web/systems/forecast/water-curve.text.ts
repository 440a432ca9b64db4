/** The bars below the curve of the water forecast, and the description of the chart. */
import { mmToInches } from '#agronomy/units.ts'
import type { CoursePoint, KnownBalance } from '#contract/balance.ts'
import { decimals, quantity } from '../../kit/formats.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('watercurve', {
  full: 'Full',
  refill: 'Refill',
  now: 'Now',
  water: 'Water',
  driestGround: 'driest ground',
  withOnePass: 'with one pass',
  rain: (unit: Figure) => `rain (${unit})`,
  mayNotCome: 'may not come',
  appliedByPivot: 'put down by the pivot',
  noRainForecast: 'No rain in the forecast.',
  rainForecast: (depth: Figure) => `Rain in the forecast: ${depth}.`,
  twoWeeks: (before: Figure, now: Figure, after: Figure, pass: Figure, rain: Figure) =>
    `Available water of the driest tenth: ${before} a week ago, ${now} now, ${after} in a week without a pass, ${pass} with one. ${rain}`,
  barPass: 'A bar is a pass of the pivot, the line across it the latest start.',
})

/** Water of one day, mean of the field. */
export interface WaterBar {
  day: string
  /** Midnights in the system's time zone, ms. */
  from: number
  to: number
  laidMm: number
  /** For future days the full forecast amount. */
  rainMm: number
  /** Chance times amount; for past days the amount. */
  expectedMm: number
}

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** Smaller amounts are too low for a label. */
export const LABELLED_MM = 0.5

/** The time at which a day begins in a time zone; correct across clock changes. */
function midnightOf(day: string, timeZone: string): number {
  const utc = Date.parse(day)
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(utc)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '00'
  const local = Date.parse(`${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:00Z`)
  return utc - (local - utc)
}

/** Days of the picture: a week back and a week ahead. */
export function waterBars({ days }: Pick<KnownBalance, 'days'>, now: number, timeZone: string): WaterBar[] {
  return days
    .map(({ day, irrigation_mm, rain_mm, rain_expected_mm, forecast }) => {
      const from = midnightOf(day, timeZone)
      const expectedMm = forecast ? Math.min(rain_mm, rain_expected_mm) : rain_mm
      return { day, from, to: from + DAY_MS, laidMm: irrigation_mm, rainMm: rain_mm, expectedMm }
    })
    .filter(({ from, to }) => to > now - WEEK_MS && from < now + WEEK_MS)
}

/** Labels of bars that are higher than their neighbours, in the account's unit; empty for the others. */
export function barLabels(bars: readonly WaterBar[], unit: 'in' | 'mm'): string[] {
  const totals = bars.map(({ laidMm, rainMm }) => laidMm + rainMm)
  return totals.map((mm, i) => {
    const [before = 0, after = 0] = [totals[i - 1], totals[i + 1]]
    if (mm < LABELLED_MM || before > mm || after >= mm) return ''
    return unit === 'mm' ? decimals(mm, 0) : decimals(mmToInches(mm), 2)
  })
}

/** Description of the picture for screen readers. */
export function curveWords(
  known: KnownBalance,
  points: readonly CoursePoint[],
  bars: readonly WaterBar[],
  unit: 'in' | 'mm',
): string {
  const percent = (value: number | null | undefined) => quantity(value ?? 0, '%', 0)
  const [first, last] = [points[0], points.at(-1)]
  const forecast = new Set(known.days.flatMap((day) => (day.forecast ? [day.day] : [])))
  const foretold = bars.filter(({ day, rainMm }) => forecast.has(day) && rainMm >= LABELLED_MM)
  const mm = foretold.reduce((sum, { rainMm }) => sum + rainMm, 0)
  const depth = unit === 'mm' ? quantity(mm, 'mm', 0) : quantity(mmToInches(mm), 'in', 2)
  const rain = foretold.length === 0 ? text.noRainForecast : text.rainForecast(depth)
  return text.twoWeeks(
    percent(first?.driest_percent),
    percent(known.driest_percent),
    percent(last?.driest_percent),
    percent(last?.pass_driest_percent ?? last?.driest_percent),
    rain,
  )
}
