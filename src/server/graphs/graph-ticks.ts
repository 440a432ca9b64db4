/** Axis ticks: round values of soil water, and days, hours or months of the time zone. */
import { timeReader } from '../readings/local-time.ts'
import { type DaySpan, dayAfter, dayCount } from '../readings/zone-days.ts'

export interface Tick {
  /** Milliseconds since 1970, or a value. */
  at: number
  label: string
}

export interface Reach {
  low: number
  high: number
}

/** Per cent between two adjacent ticks. */
const WATER_STEPS = [1, 2, 5, 10, 20]
const WATER_MARKS_MAX = 6
const WATER_PERCENT = { min: 0, max: 60 }
/** Minimum range, so that noise does not fill the graph. */
const WATER_SPAN_MIN = 8

/**
 * Limits and ticks of the axis of soil water.
 *
 * @param reach lowest and highest of the data, m3/m3
 * @returns limits and ticks, m3/m3; labels in per cent
 */
export function waterAxis(reach: Reach): Reach & { ticks: Tick[] } {
  const [least, greatest] = [reach.low * 100, reach.high * 100]
  const lacking = Math.max(0, WATER_SPAN_MIN - (greatest - least)) / 2
  const pad = Math.max(1, (greatest - least) * 0.08)
  const from = Math.max(WATER_PERCENT.min, least - lacking - pad)
  const to = Math.min(WATER_PERCENT.max, greatest + lacking + pad)
  const step = WATER_STEPS.find((candidate) => (to - from) / candidate <= WATER_MARKS_MAX) ?? 20
  const [low, high] = [Math.floor(from / step) * step, Math.ceil(to / step) * step]
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step)
  return {
    low: low / 100,
    high: high / 100,
    ticks: ticks.map((percent) => ({ at: percent / 100, label: String(percent) })),
  }
}

const HOURS = [3, 6, 12]
const DAYS = [1, 2, 4, 7, 14]
const MONTHS = [1, 2, 3, 6]

/**
 * Ticks of the time axis.
 *
 * @param most how many labels there is space for
 */
export function timeTicks(days: DaySpan, timeZone: string, most: number): Tick[] {
  const readTime = timeReader(timeZone)
  const at = (text: string) => Date.parse(readTime(text) ?? '')
  const count = dayCount(days)
  const hours = HOURS.find((candidate) => (count * 24) / candidate <= most)
  if (hours !== undefined) return hourTicks(days, hours, at)
  const step = DAYS.find((candidate) => count / candidate <= most)
  if (step !== undefined)
    return listed(days.start, days.end, (day) => dayAfter(day, step)).map((day) => ({
      at: at(day),
      label: count <= most ? weekdayText(day) : dayText(day),
    }))
  const months = MONTHS.find((candidate) => count / 30.4 / candidate <= most) ?? 12
  const first = days.start.endsWith('-01') ? days.start : monthAfter(days.start, 1)
  const marks = listed(first, days.end, (day) => monthAfter(day, months))
  const january = (day = '') => day.slice(5, 7) === '01'
  // labels of two consecutive years would overlap
  const showsYear = (day: string, i: number) => january(day) || (i === 0 && !january(marks[1]))
  return marks.map((day, i) => ({ at: at(day), label: monthText(day, showsYear(day, i)) }))
}

function hourTicks(days: DaySpan, hours: number, at: (text: string) => number): Tick[] {
  const clocks = Array.from({ length: 24 / hours }, (_, i) => `${String(i * hours).padStart(2, '0')}:00`)
  const inner = listed(days.start, days.end, (day) => dayAfter(day)).flatMap((day) =>
    clocks.map((clock, i) => ({ at: at(`${day} ${clock}`), label: i === 0 ? dayText(day) : clock })),
  )
  // a skipped hour would coincide with the next one
  return inner.filter((tick, i) => tick.at > (inner[i - 1]?.at ?? -Infinity))
}

function listed(first: string, last: string, next: (day: string) => string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = next(day)) days.push(day)
  return days
}

function monthAfter(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** For example "6 Jul". */
function dayText(day: string): string {
  const date = new Date(day)
  return `${date.getUTCDate()} ${MONTH_NAMES[date.getUTCMonth()]}`
}

/** For example "Mon 6"; the month is in the heading. */
function weekdayText(day: string): string {
  const date = new Date(day)
  return `${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()}`
}

function monthText(day: string, year: boolean): string {
  return `${MONTH_NAMES[Number(day.slice(5, 7)) - 1]}${year ? ` ${day.slice(0, 4)}` : ''}`
}

/** For example "6 to 12 Jul 2026", "28 Jun to 4 Jul 2026", "6 Jul 2026". */
export function rangeText({ start, end }: DaySpan): string {
  const year = (day: string) => day.slice(0, 4)
  if (start === end) return `${dayText(end)} ${year(end)}`
  if (year(start) !== year(end)) return `${dayText(start)} ${year(start)} to ${dayText(end)} ${year(end)}`
  const sameMonth = start.slice(0, 7) === end.slice(0, 7)
  const from = sameMonth ? String(Number(start.slice(8))) : dayText(start)
  return `${from} to ${dayText(end)} ${year(end)}`
}

/** By time zone: creating one takes longer than drawing all the text of a graph. */
const zoneFormats = new Map<string, Intl.DateTimeFormat>()

/** Abbreviation of the zone at an instant, for example "MDT". */
export function zoneText(at: number, timeZone: string): string {
  // only the American locale has the usual abbreviations for North American zones
  const format =
    zoneFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
  zoneFormats.set(timeZone, format)
  const parts = format.formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
}
