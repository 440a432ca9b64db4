/** Finds the time of a line: one column, date and time of day, or separate columns of year, day and hour. */
import type { ColumnHead } from '../loggers/column-name.ts'
import type { DateOrder } from '../date-order.ts'
import { among, bareName, cell, columnOf, plainName } from './named-columns.ts'

export const TIME_NAMES = [
  'timestamp_utc',
  'time_utc',
  'datetime_utc',
  'utc time',
  'utc_time',
  'utc timestamp',
  'utc datetime',
  'time',
  'at',
  'timestamp',
  'timestamps',
  'datetime',
  'date_time',
  'date time',
  'date-time',
  'measurement time',
  'sample time',
  'date/time',
  'date & time',
  'local time',
  'reading time',
  'created_at',
  'recorded_at',
  'measured_at',
  '_time',
  'horodatage',
  'date heure',
  'date et heure',
  'datum',
  'fecha y hora',
  'fecha',
  'data e hora',
  'data/hora',
  'data e ora',
  'data/ora',
  'data',
  'date',
  // the start of an interval
  'timestamp_start',
  'startdatetime',
  'start time',
]
/** Date and time of day in separate columns. */
const PAIRS = [
  ['date', 'time'],
  ['datum', 'uhrzeit'],
  ['datum', 'zeit'],
  ['date', 'heure'],
  ['fecha', 'hora'],
  ['data', 'ora'],
  ['data', 'hora'],
  ['date', 'hour'],
  ['utc_date', 'utc_time'],
] as const
const ORDERS: readonly (readonly [RegExp, DateOrder])[] = [
  [/\bd{1,2}[-/. ]m{1,4}[-/. ]y{2,4}\b/i, 'DMY'],
  [/\bm{1,4}[-/. ]d{1,2}[-/. ]y{2,4}\b/i, 'MDY'],
  [/\by{2,4}[-/. ]m{1,4}[-/. ]d{1,2}\b/i, 'YMD'],
]

export function orderNamed(names: readonly string[]): DateOrder | undefined {
  return ORDERS.find(([form]) => names.some((name) => form.test(bareName(name))))?.[1]
}

export function timeCells(
  heads: readonly ColumnHead[],
  option: string | undefined,
  sample: readonly (readonly string[])[],
) {
  const cells = cellsOfTime(heads, option, sample)
  const [column, another] = cells.columns
  const serial =
    column !== undefined &&
    another === undefined &&
    sample.length > 0 &&
    sample.every((line) => SERIAL.test(cell(line, column)))
  return serial
    ? { ...cells, serial, read: (line: readonly string[]) => serialTime(cell(line, column)) }
    : { ...cells, serial: false }
}

/** Days since the end of 1899, as in spreadsheets, from 2000 to 2064. */
const SERIAL = /^(?:3[6-9]|[45]\d)\d{3}(?:[.,]\d{1,15})?$/
const FIRST_SERIAL_MS = Date.UTC(1899, 11, 30)
const DAY_SECONDS = 86_400

/** @example serialTime('46209.4375') // '2026-07-06 10:30:00' */
function serialTime(text: string): string {
  if (!SERIAL.test(text)) return text
  const seconds = Math.round(Number(text.replace(',', '.')) * DAY_SECONDS)
  return new Date(FIRST_SERIAL_MS + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
}

function cellsOfTime(
  heads: readonly ColumnHead[],
  option: string | undefined,
  sample: readonly (readonly string[])[],
) {
  const header = heads.map(({ name }) => name)
  const names = option?.split('+').map((name) => name.trim())
  if (names?.[0] !== undefined && names[1] !== undefined) {
    const [date, clock] = names.map((name) => columnOf(header, name, 'time', []))
    return joined(date ?? 0, clock ?? 0)
  }
  const alone = (column: number) => ({
    columns: [column],
    read: (cells: readonly string[]) => cell(cells, column),
  })
  const fixed = heads.findIndex((head) => head.fixed === 'time')
  if (option === undefined && fixed >= 0) return alone(fixed)
  const place = (name: string) => {
    const bare = header.map(bareName).indexOf(name)
    return bare >= 0 ? bare : header.map(plainName).indexOf(name)
  }
  if (option === undefined) {
    const pairs = PAIRS.map(([date, clock]) => [place(date), place(clock)] as const)
    const [date, clock] = pairs.find((pair) => pair.every((column) => column >= 0)) ?? []
    if (date !== undefined && clock !== undefined) return joined(date, clock)
    const parts = partColumns(header)
    if (parts) return parts
    const usual = TIME_NAMES.some((name) =>
      header.some((title) => bareName(title) === name || plainName(title) === name),
    )
    const timed = usual ? [] : timedColumns(header.length, sample)
    if (timed.length === 1 && timed[0] !== undefined) return alone(timed[0])
  }
  const found = columnOf(header, option, 'time', TIME_NAMES)
  const clock = option === undefined ? clockBeside(found, header.length, sample) : undefined
  return clock === undefined ? alone(found) : joined(found, clock)
}

const CLOCK = /^\d{1,2}:\d{2}(:\d{2})?(\s?[ap](\.?\s?m\.?)?)?$/i
const CLOCKLESS = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})$/

/** The only time-of-day column beside one of dates, whatever its name: without it all lines of a day would be at midnight. */
function clockBeside(
  date: number,
  width: number,
  sample: readonly (readonly string[])[],
): number | undefined {
  const allMatch = (column: number, form: RegExp) =>
    sample.length > 0 && sample.every((cells) => form.test(cell(cells, column)))
  if (!allMatch(date, CLOCKLESS)) return undefined
  const clocks = Array.from({ length: width }, (_, column) => column).filter((column) =>
    allMatch(column, CLOCK),
  )
  return clocks.length === 1 ? clocks[0] : undefined
}

const PARTS = {
  year: ['year', 'yr', 'yyyy'],
  month: ['month', 'mo', 'mon', 'mm'],
  day: ['day', 'dy', 'dd', 'day_of_month'],
  dayOfYear: ['doy', 'day_of_year', 'julian', 'julian day', 'julian_day', 'jday', 'dayofyear'],
  hour: ['hour', 'hr', 'hh', 'hours'],
  minute: ['minute', 'min', 'mi', 'minutes'],
  clock: ['time', 'hhmm', 'hour_min', 'hrmn'],
} as const

/** Year, month and day, or the day of the year, in separate columns, with an hour, or a time such as 1430. */
function partColumns(header: readonly string[]) {
  const names = header.map(plainName)
  const at = (part: keyof typeof PARTS) => among(names, PARTS[part])
  const [year, month, day, dayOfYear] = [at('year'), at('month'), at('day'), at('dayOfYear')]
  const [hour, minute, clock] = [at('hour'), at('minute'), at('clock')]
  const dated = dayOfYear ?? (month !== undefined ? day : undefined)
  if (year === undefined || dated === undefined || (hour ?? clock) === undefined) return null
  const used = [
    year,
    ...(dayOfYear === undefined ? [month, day] : [dayOfYear]),
    hour ?? clock,
    hour === undefined ? undefined : minute,
  ]
  const columns = used.flatMap((column) => column ?? [])
  const read = (cells: readonly string[]) => {
    const part = (column: number | undefined) =>
      column === undefined ? 0 : Number(cell(cells, column) || 'x')
    const face = hour === undefined ? part(clock) : part(hour) * 100 + part(minute)
    const date = new Date(
      dayOfYear === undefined
        ? Date.UTC(part(year), part(month) - 1, part(day))
        : Date.UTC(part(year), 0, part(dayOfYear)),
    )
    const sound =
      [part(year), face, date.getTime()].every(Number.isInteger) &&
      (dayOfYear !== undefined || date.getUTCDate() === part(day))
    if (!sound) return columns.map((column) => cell(cells, column)).join(' ')
    const two = (figure: number) => String(figure).padStart(2, '0')
    return `${date.toISOString().slice(0, 10)} ${two(Math.floor(face / 100))}:${two(face % 100)}`
  }
  return { columns, read }
}

const DATED =
  /^(1\d{9}(\d{3})?$|(?:19|20)\d{2}(?:0[1-9]|1[0-2])[0-3]\d(\d{4}(\d\d)?)?$|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}[- ][a-z]{3}[- ](?:\d{4}|\d{2})|[a-z]{3,9} \d{1,2},? \d{4})\b/i

/** Columns in which most lines have a date. */
function timedColumns(width: number, sample: readonly (readonly string[])[]): number[] {
  const columns = Array.from({ length: width }, (_, column) => column)
  const dated = (column: number) => sample.filter((cells) => DATED.test(cell(cells, column))).length
  return columns.filter((column) => sample.length > 0 && dated(column) * 10 >= sample.length * 9)
}

/** Two columns, date and time of day; a "time" that includes a date is used alone. */
function joined(date: number, clock: number) {
  const read = (cells: readonly string[]) => {
    const [day, time] = [cell(cells, date), cell(cells, clock)]
    if (/^\d{1,2}:\d{2}/.test(time)) return `${day} ${time}`
    if (/^\d{1,2}\.\d{2}(\.\d{2})?$/.test(time)) return `${day} ${time.replaceAll('.', ':')}`
    // a whole hour
    if (/^\d{1,2}$/.test(time)) return `${day} ${time}:00`
    return /^\d{4}$/.test(time) && /^\d{4}-|^\d{1,2}\/|^\d{8}$/.test(day)
      ? `${day} ${time.slice(0, 2)}:${time.slice(2)}`
      : time || day
  }
  return { columns: [date, clock], read }
}
