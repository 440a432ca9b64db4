/** Readings as a file for a spreadsheet: comma-separated, with no cell that a spreadsheet would run. */
import type { GraphData } from '../../contract/graphs.ts'

/** What spreadsheets take for a formula. */
const RUNS = /^[=+\-@\t\r]/

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const harmless = RUNS.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** @param rows of which texts are written so that they stay texts */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** @param parts one after the other in time; sensors may differ */
export function readingRows(parts: readonly GraphData[]): (string | number | null)[][] {
  const sensors = [...new Set(parts.flatMap(({ series }) => series.map(({ sensor }) => sensor)))]
  const zone = parts[0]?.time_zone ?? 'UTC'
  // Sweden writes times as 2026-07-06 14:30:00
  const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
  const head = ['time (UTC)', `time (${zone})`, ...sensors.map((sensor) => `${sensor} (% by volume)`)]
  const rows = parts.flatMap(({ times, series }) => {
    const columns = sensors.map((sensor) => series.find((one) => one.sensor === sensor)?.values)
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
