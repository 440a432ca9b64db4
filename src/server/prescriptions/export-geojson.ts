/** A prescription as GeoJSON (RFC 7946): one polygon a cell, outlines anticlockwise. */
import { cellRing, type ExportedPrescription } from './exported-cells.rules.ts'

export function geoJsonFile(prescription: ExportedPrescription): string {
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
      id: `${cell.sector}-${cell.tower}`,
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
