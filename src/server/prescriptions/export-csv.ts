/** A prescription as CSV (RFC 4180): one row a cell, no text that a spreadsheet would take for a formula. */
import type { ExportedPrescription } from './exported-cells.rules.ts'

const COLUMNS = [
  'system',
  'rev',
  'sector',
  'tower',
  'from_deg',
  'to_deg',
  'inner_m',
  'outer_m',
  'percent',
  'depth_in',
  'depth_mm',
  'reason',
  'geofence',
]

export function csvFile({ system, rev, cells }: ExportedPrescription): string {
  const rows = cells.map((cell) => [
    system,
    rev,
    cell.sector,
    cell.tower,
    cell.fromDeg,
    cell.toDeg,
    cell.innerM,
    cell.outerM,
    cell.percent,
    cell.depthIn,
    cell.depthMm,
    cell.reason,
    cell.geofence,
  ])
  return [COLUMNS, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  // what begins so is run, not shown, by a spreadsheet
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
