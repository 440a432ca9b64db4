/** Explains the percentage of one prescription cell in words and numbers. */
import { outerRadii } from '../../agronomy/pivot/pivot.ts'
import { pivotOf } from '../../contract/pivot.ts'
import { cellFacts, cellSentence } from './cell-reason.ts'
import { SECTOR_DEGREES } from '../../agronomy/pivot/pivot-geometry.ts'
import type { SoilLayer } from '../../agronomy/prescription/cell-water.ts'
import { cellIndex, SECTORS } from '../../agronomy/prescription/prescription.ts'
import { moistureOfShare } from '../../agronomy/soil/available-water.ts'
import type { CellExplanation, PrescriptionInputs } from '../../contract/prescriptions.ts'
import { Problem } from '../kit/problem.ts'
import type { Computation } from './computed-prescription.ts'
import type { Found } from './shown-prescription.ts'
import { soilOfCell } from './field-soil.rules.ts'

/**
 * @param computed again, from what the prescription was made of
 * @param zone the tower's number, from 1
 * @throws Problem('cell_unknown')
 */
export function explainCell(
  { rev, shown: { inputs } }: Found,
  computed: Computation,
  sector: number,
  zone: number,
): CellExplanation {
  const radii = outerRadii(pivotOf(inputs))
  const outer = radii[zone - 1]
  if (outer === undefined || sector >= SECTORS)
    throw new Problem('cell_unknown', { field: outer ? 'sector' : 'zone' })
  const place = cellIndex(sector, zone - 1)
  const fences = inputs.geofences.map(({ name, prescription }) => ({ name, percent: prescription }))
  const rateIn = inputs.settings?.application_rate ?? null
  const weather = weatherOf(inputs, sector)
  const facts = { ...cellFacts(computed, place, fences, rateIn ?? 0), weather }
  const { percent, reason, water } = facts
  const soil = soilOfCell(inputs, sector, zone - 1)
  return {
    rev,
    sector,
    zone,
    from_deg: sector * SECTOR_DEGREES,
    to_deg: (sector + 1) * SECTOR_DEGREES,
    inner_m: radii[zone - 2] ?? 0,
    outer_m: outer,
    percent,
    reason,
    words: { in: cellSentence(facts, 'in'), mm: cellSentence(facts, 'mm') },
    depth_in: rateIn === null ? null : (rateIn * percent) / 100,
    need_mm: water.needMm,
    net_mm: water.netMm,
    gross_mm: water.grossMm,
    raw_percent: rateIn === null ? null : water.rawPercent,
    available_percent: water.share === null ? null : 100 * water.share,
    vwc: water.theta,
    weather,
    cover_percent: 100 * water.cover,
    soil: soil && {
      field_capacity: soil.limits.fieldCapacity,
      wilting_point: soil.limits.wiltingPoint,
      source: soil.source,
      zone: soil.zone,
      guessed: soil.guessed,
      layers: (computed.soil?.[place] ?? []).map(layerOf),
    },
    without_geofence: reason === 'GEOFENCE' ? { percent: water.percent, reason: water.reason } : null,
    geofence: forcing(inputs, computed.geofence[place] ?? 0),
    probe: soil && { ...soil.probe, distance_m: soil.distanceM },
  }
}

/** The weather terms of a sector. */
function weatherOf({ weather }: PrescriptionInputs, sector: number) {
  if (weather === undefined) return null
  const { et_mm, rain_mm, sectors } = weather
  return { et_mm: sectors?.et_mm[sector] ?? et_mm, rain_mm: sectors?.rain_mm[sector] ?? rain_mm }
}

function forcing({ geofences }: PrescriptionInputs, count: number): CellExplanation['geofence'] {
  const found = geofences[count - 1]
  return found ? { id: found.id, name: found.name, prescription: found.prescription } : null
}

function layerOf({ topMm, bottomMm, share, ...limits }: SoilLayer) {
  return {
    top_mm: topMm,
    bottom_mm: bottomMm,
    available_percent: share === null ? null : 100 * share,
    vwc: share === null ? null : moistureOfShare(share, limits),
  }
}
