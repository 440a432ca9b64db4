/** Readings as rows: lowest and highest by day for the table, every single one for a file. */
import type { GraphData } from '../../contract/graphs.ts'

export interface DayRow {
  /** As 2026-07-06, of the field's time zone. */
  day: string
  /** One for each series, m3/m3; null for a day without readings. */
  ranges: ({ min: number; max: number } | null)[]
  /** Gross inches applied by passes that began on this day. */
  waterIn: number
}

/** Days of a time zone as 2026-07-06. */
export function dayReader(timeZone: string): (seconds: number) => string {
  // the Swedish format is the ISO date
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone })
  return (seconds) => format.format(seconds * 1000)
}

/** Newest day first; days with neither readings nor water are left out. */
export function dayRows({ times, series, events, time_zone: timeZone }: GraphData): DayRow[] {
  const dayOf = dayReader(timeZone)
  const rows = new Map<string, DayRow>()
  const rowOf = (day: string) => {
    const row = rows.get(day) ?? { day, ranges: series.map(() => null), waterIn: 0 }
    rows.set(day, row)
    return row
  }
  times.forEach((time, at) => {
    const { ranges } = rowOf(dayOf(time))
    series.forEach(({ values }, i) => {
      const value = values[at]
      if (value == null) return
      const { min, max } = ranges[i] ?? { min: value, max: value }
      ranges[i] = { min: Math.min(min, value), max: Math.max(max, value) }
    })
  })
  for (const { from, depth_in: inches } of events) rowOf(dayOf(from)).waterIn += inches
  return [...rows.values()].toSorted((a, b) => (a.day < b.day ? 1 : -1))
}

/** Text that spreadsheets would run as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const escaped = FORMULA_START.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/** @param rows whose texts are escaped, so that spreadsheets do not run them as formulas */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** @param parts one after the other in time; sensors may differ */
export function readingRows(parts: readonly GraphData[]): (string | number | null)[][] {
  const sensors = [...new Set(parts.flatMap(({ series }) => series.map(({ sensor }) => sensor)))]
  const zone = parts[0]?.time_zone ?? 'UTC'
  // the Swedish format is 2026-07-06 14:30:00
  const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
  const head = ['time (UTC)', `time (${zone})`, ...sensors.map((sensor) => `${sensor} (% by volume)`)]
  const rows = parts.flatMap(({ times, series }) => {
    const columns = sensors.map((sensor) => series.find((line) => line.sensor === sensor)?.values)
    return times.map((time, row) => [
      new Date(time * 1000).toISOString(),
      local.format(time * 1000),
      ...columns.map((values) => percent(values?.[row])),
    ])
  })
  return [head, ...rows]
}

/** Four decimals, free of binary noise. */
function percent(theta: number | null | undefined): number | null {
  return theta == null ? null : Math.round(theta * 1e6) / 1e4
}
