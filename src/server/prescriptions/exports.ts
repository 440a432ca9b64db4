/** A prescription as a file to download; GeoJSON and CSV are written here. */
import type { ExportFormat } from '../../contract/prescriptions.ts'
import { csvText } from '../kit/csv.ts'
import { Problem } from '../kit/problem.ts'
import { workOrderFile } from './export-pail.ts'
import { shapefileParts } from './export-shapefile.ts'
import { type ExportedPrescription, exportedPrescription, cellRing } from './exported-cells.rules.ts'
import type { Found } from './shown-prescription.ts'
import { zipOf } from './zip-archive.ts'

export interface ExportedFile {
  /** Letters, digits, `-`, `_` and `.` only. */
  name: string
  type: string
  content: string | Buffer
}

/** @throws Problem('prescription_none') */
export function exportOf(found: Found, format: ExportFormat): ExportedFile {
  const prescription = exportedPrescription(found)
  const base = baseName(prescription)
  switch (format) {
    case 'geojson':
      return { name: `${base}.geojson`, type: 'application/geo+json', content: geoJsonFile(prescription) }
    case 'csv':
      return { name: `${base}.csv`, type: 'text/csv; charset=utf-8', content: csvFile(prescription) }
    case 'pail':
      return { name: `${base}.xml`, type: 'application/xml', content: workOrderFile(prescription) }
    case 'shapefile':
      return { name: `${base}.zip`, type: 'application/zip', content: zippedShapefile(prescription, base) }
    default:
      throw new Problem('export_format_unknown')
  }
}

function zippedShapefile(prescription: ExportedPrescription, base: string): Buffer {
  const parts = shapefileParts(prescription)
  const entries = parts.map(({ suffix, content }) => ({ name: base + suffix, content }))
  return zipOf(entries, prescription.madeAt)
}

/** The name of a system cannot leave a folder, hide a file or look like an option. */
function baseName({ system, rev }: ExportedPrescription): string {
  const safe = system.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '')
  return `prescription-${safe || 'system'}-rev-${rev}`
}

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

function csvFile({ system, rev, cells }: ExportedPrescription): string {
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
  return csvText([COLUMNS, ...rows])
}

function geoJsonFile(prescription: ExportedPrescription): string {
  const { system, rev, settingsRev, madeAt, sha256, rateIn, cells } = prescription
  return JSON.stringify({
    type: 'FeatureCollection',
    // members of our own, which RFC 7946 allows
    system,
    rev,
    settings_rev: settingsRev,
    made_at: madeAt.toISOString(),
    sha256,
    application_rate_in: rateIn,
    features: cells.map((cell) => ({
      type: 'Feature',
      id: `${cell.fromDeg}-${cell.tower}`,
      geometry: { type: 'Polygon', coordinates: [cellRing(prescription, cell).toReversed()] },
      properties: {
        sector: cell.sector,
        tower: cell.tower,
        from_deg: cell.fromDeg,
        to_deg: cell.toDeg,
        inner_m: cell.innerM,
        outer_m: cell.outerM,
        percent: cell.percent,
        depth_in: cell.depthIn,
        depth_mm: cell.depthMm,
        reason: cell.reason,
        geofence: cell.geofence || null,
      },
    })),
  })
}
