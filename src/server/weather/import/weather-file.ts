/** Parses a weather station's file into hours and days, and reports every unusable line and cell. */
import { type ImportMessage, importSentence } from '#contract/imports/import-sentences.ts'
import { type DateOrder, dateOrderOf } from '../../readings/date-order.ts'
import { ImportUnclear } from '../../readings/import/import-unclear.ts'
import { type CsvOptions, csvOf, DELIMITERS, type FileLine } from '../../readings/import/import-file.ts'
import { type Decimal, decimalOf, numberReader } from '../../readings/import/import-number.ts'
import { timeReader } from '../../readings/local-time.ts'
import { dayReader } from '../../readings/zone-days.ts'
import {
  daysOfHours,
  type MeasuredDay,
  type Site,
  storedDay,
  type StoredDay,
  type WeatherHour,
} from '../weather.rules.ts'
import {
  type ColumnChoice,
  isHeader,
  type Quantity,
  type QuantityColumn,
  weatherColumns,
  type WeatherColumns,
} from './weather-columns.ts'

/** Options for a file. */
export interface WeatherFileChoice extends ColumnChoice, CsvOptions {
  decimal?: Decimal
  dateOrder?: DateOrder
  missing?: readonly string[]
  /** Whether a time is the end or the start of a line's interval. */
  stamp?: 'begin' | 'end'
}

export interface ReadWeatherFile {
  /** How it was interpreted, in words. */
  understood: string[]
  lines: number
  hours: WeatherHour[]
  days: StoredDay[]
  /** Number of skipped lines and cells. */
  refused: number
  /** The first of them, with line numbers. */
  refusals: string[]
}

interface FileSetting {
  /** For times without a zone. */
  timeZone: string
  /** Time zone of the system, for the boundaries of days. */
  dayZone: string
  site: Site
  now: Date
}

const HOUR_MS = 3_600_000
/** Sample lines from which the format is detected. */
const SURVEY_LINES = 500
/** Lines in which column names are searched; loggers write a preamble. */
const HEADER_WITHIN_LINES = 30
const REFUSED_SHOWN = 20
const SHOWN = 40
/** With longer intervals, lines are days. */
const DAILY_FROM_HOURS = 20

/** Plausible ranges; a figure outside is from a defective instrument, or in another unit. */
const POSSIBLE: Record<Quantity, readonly [number, number]> = {
  max: [-60, 60],
  min: [-60, 60],
  temperature: [-60, 60],
  dew_point: [-60, 45],
  humidity_max: [0, 105],
  humidity_min: [0, 105],
  humidity: [0, 105],
  wind: [0, 60],
  radiation: [-10, 1500],
  rain: [0, 500],
}

/**
 * @throws ImportUnclear if the file is ambiguous; the message says which option to give
 * @example (await readWeatherFile(Buffer.from('Date,Rain (mm)\n2026-07-06,27'), {}, setting)).days[0]?.rainMm // 27
 */
export async function readWeatherFile(
  bytes: Uint8Array,
  choice: WeatherFileChoice,
  setting: FileSetting,
): Promise<ReadWeatherFile> {
  const { headerLine, header, lines, skipped, about } = await linesOf(bytes, choice)
  const columns = weatherColumns(header, choice)
  const survey = lines.slice(0, SURVEY_LINES)
  const decimal = decimalFor(survey, columns, choice)
  const dateOrder = orderFor(survey, columns, choice)
  const reader: LineReader = {
    columns,
    readNumber: numberReader(decimal, ['M', ...(choice.missing ?? [])]),
    readTime: timeReader(setting.timeZone, dateOrder),
  }
  const account = openAccount(skipped)
  const timed = lines.flatMap((line) => timedLine(line, reader, account))
  const step = stepOf(timed)
  if (step > HOUR_MS && !isDaily(step))
    throw new ImportUnclear(
      `lines are ${Math.round(step / HOUR_MS)} h apart: a station's file has a line a day, or one an hour or more often`,
    )
  const stamp = stampOf(timed, step, columns, choice)
  const understood = {
    decimal,
    dateOrder,
    step,
    stamp,
    columns,
    about,
    headerLine,
    timeZone: setting.timeZone,
  }
  const intervals = timed
    .map((line) => ({ ...line, from: line.at - (stamp === 'end' ? step : 0) }))
    .filter((line) => isPast(line, step, setting.now, account))
    .map((line) => ({ ...line, values: valuesOf(line, step / HOUR_MS, reader, account) }))
  return {
    understood: understoodWords(understood),
    lines: lines.length,
    ...(isDaily(step)
      ? { hours: [], days: daysOfLines(intervals, step, setting) }
      : hoursOfLines(intervals, step, setting)),
    ...account.close(),
  }
}

interface ReadLines {
  headerLine: number
  header: readonly string[]
  lines: FileLine[]
  skipped: { number: number; reason: string }[]
  about: string
}

/** The delimiter is derived from the first line; below a preamble, from the column names. */
async function linesOf(bytes: Uint8Array, choice: WeatherFileChoice): Promise<ReadLines> {
  const tried = await linesBy(bytes, choice)
  if (tried.found || choice.delimiter !== undefined) return tried
  for (const delimiter of DELIMITERS) {
    const candidate = await linesBy(bytes, { ...choice, delimiter })
    if (candidate.found) return candidate
  }
  return tried
}

async function linesBy(
  bytes: Uint8Array,
  choice: WeatherFileChoice,
): Promise<ReadLines & { found: boolean }> {
  const skipped: ReadLines['skipped'] = []
  const source = csvOf(bytes, choice)
  const allLines: FileLine[] = []
  const skip = (number: number, reason: ImportMessage) =>
    skipped.push({ number, reason: importSentence(reason) })
  for await (const line of source.lines(skip)) allLines.push(line)
  const at = allLines.findIndex(({ cells }, i) => i < HEADER_WITHIN_LINES && isHeader(cells, choice))
  const header = allLines[Math.max(0, at)]
  if (!header) throw new ImportUnclear('the file has no lines')
  const lines = allLines.slice(Math.max(0, at) + 1)
  return {
    found: at >= 0,
    headerLine: header.number,
    header: header.cells,
    lines,
    skipped,
    about: source.about,
  }
}

function decimalFor(
  lines: readonly FileLine[],
  { quantities }: WeatherColumns,
  { decimal }: WeatherFileChoice,
): Decimal {
  const cells = lines.flatMap((line) => quantities.map(({ column }) => line.cells[column]?.trim() ?? ''))
  const knownDecimal = decimal ?? decimalOf(cells)
  if (knownDecimal !== null) return knownDecimal
  throw new ImportUnclear(
    'decimal: figures with a point and figures with a comma stand in the file; say with --decimal which it is',
  )
}

function orderFor(
  lines: readonly FileLine[],
  { time }: WeatherColumns,
  { dateOrder }: WeatherFileChoice,
): DateOrder | undefined {
  if (dateOrder) return dateOrder
  const order = dateOrderOf(lines.map(({ cells }) => time(cells)))
  if ('order' in order) return order.order
  throw new ImportUnclear(
    `date order: "${order.unclear.slice(0, 20)}" can be read in more than one way; say with --date-order whether it is DMY, MDY or YMD`,
  )
}

interface LineReader {
  columns: WeatherColumns
  readNumber: ReturnType<typeof numberReader>
  readTime: ReturnType<typeof timeReader>
}

/** A line with its instant, ms; for a date alone the start of the day. */
interface TimedLine extends FileLine {
  at: number
  /** Its time is a date alone. */
  date: boolean
}

type Account = ReturnType<typeof openAccount>

function timedLine(line: FileLine, { columns, readTime }: LineReader, account: Account): TimedLine[] {
  const text = columns.time(line.cells)
  const at = readTime(text)
  if (at === null) {
    account.refuse(line.number, `${displayText(text)} is not a time`)
    return []
  }
  return [{ ...line, at: Date.parse(at), date: !text.includes(':') }]
}

/** The usual interval of lines, ms; a day if there is only one line. */
function stepOf(lines: readonly TimedLine[]): number {
  const times = lines.map(({ at }) => at).sort((a, b) => a - b)
  const gaps = times.flatMap((at, i) =>
    i > 0 && at > (times[i - 1] ?? at) ? [at - (times[i - 1] ?? at)] : [],
  )
  const usual = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 24 * HOUR_MS
  // a day of 23 or 25 hours is a day
  return isDaily(usual) ? 24 * HOUR_MS : usual
}

function isDaily(step: number): boolean {
  return step >= DAILY_FROM_HOURS * HOUR_MS
}

function stampOf(
  lines: readonly TimedLine[],
  step: number,
  { timeNames }: WeatherColumns,
  { stamp }: WeatherFileChoice,
): 'begin' | 'end' {
  if (stamp) return stamp
  if (!isDaily(step)) return 'end'
  if (lines.every(({ date }) => date)) return 'begin'
  const midnight = lines.every(({ cells }) => cells.some((cell) => /(^|[ T])0?0:00(:00)?\b/.test(cell)))
  if (midnight)
    throw new ImportUnclear(
      `stamp: "${timeNames.join(' ')}" is midnight in every line; say with --stamp whether that is the begin or the end of its day`,
    )
  return 'end'
}

function isPast(
  { number, from }: { number: number; from: number },
  step: number,
  now: Date,
  account: Account,
) {
  const past = from + step / 2 <= now.getTime()
  if (!past) account.refuse(number, 'its time lies ahead')
  return past
}

type Values = Partial<Record<Quantity, number>>
interface MeasuredLine extends TimedLine {
  from: number
  values: Values
}

function valuesOf(line: FileLine, hours: number, reader: LineReader, account: Account): Values {
  const values: Values = {}
  for (const column of reader.columns.quantities) {
    const value = valueOf(line, column, hours, reader, account)
    if (value !== null) values[column.quantity] = value
  }
  return values
}

/** T is a trace; rain accumulated over several days, or uncertain, belongs to no known day. */
const [TRACE, OF_NO_DAY] = [/^T$/i, /^[ACFLMS]$|^\d+(\.\d+)?[AS]$/i]

function valueOf(
  { number, cells }: FileLine,
  { quantity, column, name, convert, flag }: QuantityColumn,
  hours: number,
  { readNumber }: LineReader,
  account: Account,
): number | null {
  const text = cells[column]?.trim() ?? ''
  const flagged = flag === null ? '' : (cells[flag]?.trim() ?? '')
  if (quantity === 'rain') {
    if (TRACE.test(text) || (text === '' && TRACE.test(flagged))) return 0
    if (OF_NO_DAY.test(text) || OF_NO_DAY.test(flagged)) return null
  }
  const read = readNumber(text)
  if (read === undefined) return null
  const where = `${displayText(text)} in ${name.slice(0, SHOWN)}`
  if (read === null) {
    account.refuse(number, `${where} is not a number`)
    return null
  }
  const value = convert(read, hours)
  const [least, most] = POSSIBLE[quantity]
  // at night an instrument shows slightly negative radiation
  if (value >= least && value <= most) return quantity === 'radiation' ? Math.max(0, value) : value
  account.refuse(number, `${where} cannot be right`)
  return null
}

function daysOfLines(
  lines: readonly MeasuredLine[],
  step: number,
  { dayZone, site }: FileSetting,
): StoredDay[] {
  const dayOf = dayReader(dayZone)
  const byDay = new Map<string, Values>()
  for (const { from, values } of lines) {
    // the day that contains most of it: rain that is read at seven fell the day before
    const day = dayOf(new Date(from + step / 2))
    byDay.set(day, { ...byDay.get(day), ...values })
  }
  return [...byDay]
    .filter(([, values]) => Object.keys(values).length > 0)
    .map(([day, values]) => storedDay(measuredDay(day, values), site))
    .sort((a, b) => a.day.localeCompare(b.day))
}

function measuredDay(day: string, values: Values): MeasuredDay {
  return {
    day,
    maxC: values.max ?? null,
    minC: values.min ?? null,
    dewPointC: values.dew_point ?? null,
    humidityMaxPct: percent(values.humidity_max),
    humidityMinPct: percent(values.humidity_min),
    windMS: values.wind ?? null,
    radiationMj: values.radiation === undefined ? null : (values.radiation * 86_400) / 1e6,
    rainMm: values.rain ?? null,
  }
}

/** Instruments show slightly more than 100 %. */
const percent = (value: number | undefined) => (value === undefined ? null : Math.min(100, value))

function hoursOfLines(
  lines: readonly MeasuredLine[],
  step: number,
  { dayZone, site, now }: FileSetting,
): { hours: WeatherHour[]; days: StoredDay[] } {
  const byHour = new Map<number, Values[]>()
  for (const { from, values } of lines) {
    const end = (Math.floor((from + step / 2) / HOUR_MS) + 1) * HOUR_MS
    const hourLines = byHour.get(end)
    if (hourLines) hourLines.push(values)
    else byHour.set(end, [values])
  }
  const expected = Math.max(1, Math.round(HOUR_MS / step))
  const hours = [...byHour]
    .sort(([a], [b]) => a - b)
    .map(([end, hourLines]) => hourOf(new Date(end), hourLines, expected))
  return { hours, days: daysOfHours(hours, dayReader(dayZone), site, now) }
}

/** From all lines of an hour; with fewer its sums are unknown. */
function hourOf(at: Date, lines: readonly Values[], expected: number): WeatherHour {
  const everyValue = (quantity: Quantity) => {
    const figures = lines.map((values) => values[quantity]).filter((value) => value !== undefined)
    return figures.length >= expected ? figures : null
  }
  const mean = (quantity: Quantity) => {
    const figures = everyValue(quantity)
    return figures && figures.reduce((sum, value) => sum + value, 0) / figures.length
  }
  const rain = everyValue('rain')
  return {
    at,
    temperatureC: mean('temperature'),
    dewPointC: mean('dew_point'),
    humidityPct: percent(mean('humidity') ?? undefined),
    windMS: mean('wind'),
    radiationWM2: mean('radiation'),
    rainMm: rain && rain.reduce((sum, value) => sum + value, 0),
    rainChancePct: null,
    sourceEtMm: null,
  }
}

function openAccount(skipped: readonly { number: number; reason: string }[]) {
  const refused = [...skipped]
  return {
    refuse(number: number, reason: string) {
      refused.push({ number, reason })
    },
    close: () => ({
      refused: refused.length,
      refusals: refused
        .sort((a, b) => a.number - b.number)
        .slice(0, REFUSED_SHOWN)
        .map(({ number, reason }) => `line ${number}: ${reason}`),
    }),
  }
}

/** A cell for display: short, and without characters that a terminal would interpret. */
function displayText(text: string): string {
  const plain = text.replaceAll(/\p{C}/gu, '\u{FFFD}')
  return `"${plain.length > SHOWN ? `${plain.slice(0, SHOWN)}…` : plain}"`
}

function understoodWords({
  columns,
  about,
  headerLine,
  decimal,
  dateOrder,
  step,
  stamp,
  timeZone,
}: {
  columns: WeatherColumns
  about: string
  headerLine: number
  decimal: Decimal
  dateOrder: DateOrder | undefined
  step: number
  stamp: 'begin' | 'end'
  timeZone: string
}): string[] {
  const meanings = columns.quantities.map(
    ({ quantity, name, unit }) => `${WORDS[quantity]} in ${unit} from "${name}"`,
  )
  const comma = decimal === ',' ? ', decimal comma' : ''
  const order = dateOrder ? `, dates as ${dateOrder}` : ''
  return [
    `${about}, names in line ${headerLine}: time from "${columns.timeNames.join(' ')}", ${meanings.join(', ')}`,
    `${stepWords(step, stamp)}; times of ${timeZone}${order}${comma}`,
    ...(columns.unused.length > 0 ? [`not used: ${columns.unused.slice(0, 20).join(', ')}`] : []),
  ]
}

const WORDS: Record<Quantity, string> = {
  max: 'highest temperature',
  min: 'lowest temperature',
  temperature: 'temperature',
  dew_point: 'dew point',
  humidity_max: 'highest humidity',
  humidity_min: 'lowest humidity',
  humidity: 'humidity',
  wind: 'wind',
  radiation: 'sunshine',
  rain: 'rain',
}

function stepWords(step: number, stamp: 'begin' | 'end'): string {
  if (isDaily(step))
    return stamp === 'begin'
      ? 'one line a day, for the day that it names'
      : 'one line a day, for the 24 hours before its time'
  const minutes = Math.round(step / 60_000)
  return `one line every ${minutes} min, for the ${minutes} min ${stamp === 'begin' ? 'after' : 'before'} its time`
}
