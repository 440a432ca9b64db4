/** A prescription as a file to download. */
import type { ExportFormat } from '../../contract/prescriptions.ts'
import { Problem } from '../kit/problem.ts'
import { csvFile } from './export-csv.ts'
import { geoJsonFile } from './export-geojson.ts'
import { workOrderFile } from './export-pail.ts'
import { shapefileParts } from './export-shapefile.ts'
import { type ExportedPrescription, exportedPrescription } from './exported-cells.rules.ts'
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

/** No name of a system can leave a folder, hide a file or look like an option. */
function baseName({ system, rev }: ExportedPrescription): string {
  const safe = system.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '')
  return `prescription-${safe || 'system'}-rev-${rev}`
}
