/** Texts of the weather station file: options, result, and what is stored. */
import type { Weather, WeatherFileQuery, WeatherFileReport } from '#contract/weather.ts'
import { day as dayOfMonth, number } from '../../kit/formats.ts'
import { depthText, type DepthUnit, text } from './weather.text.ts'

/** How to read a file, as entered by the user; empty for what the file itself states. */
export interface FileOptions {
  rain: string
  temperature: string
  wind: string
  radiation: string
  date_order: string
  decimal: string
  stamp: string
  wind_height: string
  columns: string
}

export const NO_OPTIONS: FileOptions = {
  rain: '',
  temperature: '',
  wind: '',
  radiation: '',
  date_order: '',
  decimal: '',
  stamp: '',
  wind_height: '',
  columns: '',
}

const same = (...values: string[]) => values.map((value) => ({ value, label: value }))

/** Questions with a short list of answers. */
export const CHOICES: {
  key: Exclude<keyof FileOptions, 'columns'>
  label: string
  options: { value: string; label: string }[]
}[] = [
  { key: 'rain', label: text.rainIn, options: same('mm', 'cm', 'in') },
  {
    key: 'temperature',
    label: text.temperatureIn,
    options: [
      { value: 'C', label: '°C' },
      { value: 'F', label: '°F' },
    ],
  },
  {
    key: 'wind',
    label: text.windIn,
    options: [...same('m/s', 'km/h', 'mph', 'kn'), { value: 'km', label: text.windRun }],
  },
  {
    key: 'radiation',
    label: text.sunshineIn,
    options: same('W/m2', 'MJ/m2', 'kJ/m2', 'ly'),
  },
  {
    key: 'date_order',
    label: text.datesAs,
    options: [
      { value: 'DMY', label: text.dmy },
      { value: 'MDY', label: text.mdy },
      { value: 'YMD', label: text.ymd },
    ],
  },
  {
    key: 'decimal',
    label: text.decimalsWith,
    options: [
      { value: '.', label: text.decimalPoint },
      { value: ',', label: text.decimalComma },
    ],
  },
  {
    key: 'stamp',
    label: text.timeMeaning,
    options: [
      { value: 'begin', label: text.lineStart },
      { value: 'end', label: text.lineEnd },
    ],
  },
  {
    key: 'wind_height',
    label: text.windMeasuredAt,
    options: [
      { value: '2', label: '2 m' },
      { value: '3', label: '3 m' },
      { value: '10', label: '10 m' },
    ],
  },
]

const UNITS = ['rain', 'temperature', 'wind', 'radiation'] as const
const OTHERS = ['date_order', 'decimal', 'stamp', 'wind_height'] as const

/** As query parameters; empty answers are left out. */
export function queryOf(reading: FileOptions): Omit<WeatherFileQuery, 'system'> {
  const units = UNITS.filter((key) => reading[key] !== '').map((key) => `${key}=${reading[key]}`)
  const columns = reading.columns.trim()
  return {
    ...(units.length > 0 ? { units: units.join(',') } : {}),
    ...(columns === '' ? {} : { columns }),
    ...Object.fromEntries(OTHERS.filter((key) => reading[key] !== '').map((key) => [key, reading[key]])),
  }
}

/** For example `1 day`, `96 days`. */
export function dayCountText(days: number): string {
  return days === 1 ? text.oneDay : text.manyDays(days)
}

/** The content of the file, for example `96 days, 1 May to 4 Aug: rain of 96, ET of 90, measured for 88.` */
export function fileCounts(report: WeatherFileReport): string {
  const { days, hours, first, last, rain_days: rain, et_days: et, measured_et_days: measured } = report
  if (first === null || last === null) return hours > 0 ? text.noWholeDay(hours) : text.noLineUsed
  const all = measured === et ? '' : text.nothingEstimated(measured)
  return text.fileSummary(dayCountText(days), dayOfYear(first), dayOfYear(last), rain, et, all)
}

/** What is stored already. */
export function savedStationSentence(file: Weather['file']): string {
  if (file === null) return text.stationHint
  const { name, days, first, last } = file
  return text.savedRange(name, dayCountText(days), dayOfYear(first), dayOfYear(last))
}

/** Header and rows of the first days; only columns that the file has. */
export function previewTable({ first_days: days }: WeatherFileReport, unit: DepthUnit): string[][] {
  const depth = (mm: number) => depthText(mm, unit)
  const columns = [
    { name: text.rain, of: (day: Day) => day.rain_mm, text: depth },
    { name: text.lowC, of: (day: Day) => day.min_c, text: (value: number) => number(value, 1) },
    { name: text.highC, of: (day: Day) => day.max_c, text: (value: number) => number(value, 1) },
    { name: text.windMS, of: (day: Day) => day.wind_m_s, text: (value: number) => number(value, 1) },
    { name: text.sunMjM, of: (day: Day) => day.radiation_mj, text: (value: number) => number(value, 1) },
    { name: 'ET', of: (day: Day) => day.reference_et_mm, text: depth },
  ].filter(({ of }) => days.some((day) => of(day) !== null))
  const cell = (value: number | null, text: (value: number) => string) => (value === null ? '–' : text(value))
  return [
    [text.dayColumn, ...columns.map(({ name }) => name)],
    ...days.map((day) => [dayOfYear(day.day), ...columns.map(({ of, text }) => cell(of(day), text))]),
  ]
}
type Day = WeatherFileReport['first_days'][number]

/** With the year, because the file may be old. */
function dayOfYear(day: string): string {
  return `${dayOfMonth(day, 'UTC')} ${day.slice(0, 4)}`
}
