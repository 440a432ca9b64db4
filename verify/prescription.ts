/** Compares the prescription engine with a document of cases computed elsewhere, without reading any file. */

import {
  type CaseComparison,
  type CaseRefusal,
  type CaseFigures,
  type CasePair,
  caseFigure,
  caseNumbers,
  caseRecord,
  caseRecords,
  caseText,
  compareCases,
  compareDocument,
  roundedTo,
} from './case-document.ts'
import { type CellWater, cellWater, type SoilLayer } from '../src/agronomy/prescription/cell-water.ts'
import { availableShare } from '../src/agronomy/soil/available-water.ts'
import { insideSamples, SAMPLES_PER_CELL } from '../src/agronomy/prescription/geofence-cells.ts'
import type { LatLng } from '../src/agronomy/pivot/pivot.ts'
import {
  bearingAndDistance,
  type FieldPoint,
  sectorOf,
  toFieldPoint,
} from '../src/agronomy/pivot/pivot-geometry.ts'
import { wettedAcres, zoneIndexAt } from '../src/agronomy/pivot/pivot-zones.ts'
import { cellIndex, CELLS, PRESCRIPTION_REASONS } from '../src/agronomy/prescription/prescription.ts'
import {
  computePrescription,
  type PrescriptionInput,
} from '../src/agronomy/prescription/prescription-engine.ts'
import { areaWeightedPercent, sectorTimer } from '../src/agronomy/prescription/sector-speed.ts'

/** The timer of the speed case, in its own units. */
const SPEED_CASE_BASE = 50

/** Zones of the speed case, in its own units. */
const SPEED_CASE_ZONES = [0, 0, 20, 40, 60, 60, 80, 100, 100]

/**
 * Recomputes a document: the water of single cells, and a grid with geofences, uniform, a test pattern and a timer.
 *
 * @param document parsed JSON with cell_cases and grid_case
 * @returns one comparison for each group of figures, or what is missing in the document
 * @example verifyPrescription({}) // { reason: 'grid_case is missing' }
 */
export function verifyPrescription(document: unknown): CaseComparison[] | CaseRefusal {
  return compareDocument(() => comparisonsOf(document))
}

function comparisonsOf(document: unknown): CaseComparison[] {
  const figures = caseRecord(document, 'document')
  const grid = caseRecord(figures['grid_case'], 'grid_case')
  return [
    ...waterComparisons(caseRecords(figures, 'cell_cases')),
    ...fieldComparisons(grid),
    ...patternComparisons(grid),
    ...speedComparisons(grid),
  ]
}

function waterComparisons(cases: readonly CaseFigures[]): CaseComparison[] {
  const rows = cases.map((record) => ({
    ours: waterOf(record),
    theirs: caseRecord(record['expected'], 'expected'),
  }))
  const computed = rows.filter(({ theirs }) => theirs['net_mm'] !== undefined)
  const figures = (name: string, ours: (water: CellWater) => number | null) =>
    computed.map((row): CasePair => [ours(row.ours), caseFigure(row.theirs, name)])
  return [
    compareCases(
      'percentage of a cell',
      0,
      rows.map(({ ours, theirs }) => [ours.percent, caseFigure(theirs, 'rx')]),
    ),
    compareCases(
      'reason of a cell',
      0,
      rows.map(({ ours, theirs }) => [ours.reason, caseText(theirs, 'reason')]),
    ),
    compareCases(
      'net depth, mm',
      roundedTo(6),
      figures('net_mm', (water) => water.netMm),
    ),
    compareCases(
      'gross depth, mm',
      roundedTo(6),
      figures('gross_mm', (water) => water.grossMm),
    ),
    compareCases(
      'raw percentage',
      roundedTo(6),
      figures('raw_pct', (water) => water.rawPercent),
    ),
    compareCases(
      'share of the root zone known',
      roundedTo(6),
      figures('coverage', (water) => water.cover),
    ),
  ]
}

function waterOf(record: CaseFigures): CellWater {
  const params = caseRecord(record['params'], 'params')
  return cellWater(
    caseRecords(record, 'layers').map(layerOf),
    {
      rateIn: caseFigure(record, 'application_rate_in'),
      rootDepthIn: caseFigure(record, 'root_depth_in'),
      targetPercent: caseFigure(record, 'target_moisture_pct'),
    },
    {
      efficiency: caseFigure(params, 'ea'),
      leastPercent: caseFigure(params, 'min_rx'),
      stepPercent: caseFigure(params, 'step'),
      etMm: caseFigure(params, 'et_mm'),
      rainMm: caseFigure(params, 'rain_mm'),
    },
  )
}

function layerOf(layer: CaseFigures): SoilLayer {
  const limits = { fieldCapacity: caseFigure(layer, 'fc'), wiltingPoint: caseFigure(layer, 'wp') }
  const theta = layer['theta'] === null ? null : caseFigure(layer, 'theta')
  return {
    topMm: caseFigure(layer, 'top'),
    bottomMm: caseFigure(layer, 'bottom'),
    share: availableShare(theta, limits),
    ...limits,
  }
}

function centreOf(grid: CaseFigures): LatLng {
  const [lat = Number.NaN, lng = Number.NaN] = caseNumbers(grid['centre'], 'centre')
  return { lat, lng }
}

function fencesOf(grid: CaseFigures) {
  const centre = centreOf(grid)
  return caseRecords(grid, 'geofences').map((fence) => ({
    id: caseText(fence, 'id'),
    percent: caseFigure(fence, 'pct'),
    enabled: true,
    pins: pinsOf(fence, centre),
  }))
}

function pinsOf(fence: CaseFigures, centre: LatLng): FieldPoint[] {
  const outline = fence['polygon_latlng']
  if (!Array.isArray(outline)) throw new RangeError('polygon_latlng is missing')
  return outline.map((pin: unknown) => {
    const [lat = Number.NaN, lng = Number.NaN] = caseNumbers(pin, 'polygon_latlng')
    return toFieldPoint(centre, { lat, lng })
  })
}

/** A field in which the soil of every cell requires the grid's base percentage, at 1 in. */
function inputOf(grid: CaseFigures): PrescriptionInput {
  const radii = caseNumbers(grid['zone_outer_m'], 'zone_outer_m')
  const percent = caseFigure(grid, 'base_rx')
  // Root zone 254 mm, FC 0.30, WP 0.10, target 50 %: raw = 100 (0.5 - share) 0.2 10 / 0.85.
  const layer = {
    topMm: 0,
    bottomMm: 254,
    share: 0.5 - (percent * 0.85) / 200,
    fieldCapacity: 0.3,
    wiltingPoint: 0.1,
  }
  return {
    pivot: {
      place: { lat: 51, lng: -114 },
      towerRadiiM: radii,
      wettedRadiusM: radii.at(-1) ?? Number.NaN,
      arc: null,
      flowGpm: null,
      speed100MMin: null,
    },
    on: true,
    testTower: null,
    speedControl: false,
    rateIn: 1,
    rootDepthIn: 10,
    targetPercent: 50,
    geofences: fencesOf(grid),
    soil: Array.from({ length: CELLS }, () => [layer]),
  }
}

function fieldComparisons(grid: CaseFigures): CaseComparison[] {
  const radii = caseNumbers(grid['zone_outer_m'], 'zone_outer_m')
  const fences = fencesOf(grid)
  const computed = computePrescription(inputOf(grid))
  const cells = caseRecords(grid, 'cells').map((row) => ({
    row,
    cell: cellIndex(caseFigure(row, 'sector'), caseFigure(row, 'zone') - 1),
  }))
  const inside = fences.map(({ id, pins }) => ({ id, samples: insideSamples(pins, radii) }))
  const shares = cells.flatMap(({ row, cell }) =>
    inside.map(({ id, samples }): CasePair => [
      (samples[cell] ?? 0) / SAMPLES_PER_CELL,
      caseFigure(caseRecord(row['coverage'], 'coverage'), id),
    ]),
  )
  const sourceOf = (cell: number) => {
    const fence = fences[(computed.geofence[cell] ?? 0) - 1]
    if (fence === undefined) return PRESCRIPTION_REASONS[computed.reason[cell] ?? -1] ?? ''
    return fence.percent === 0 ? 'GEOFENCE_EXCLUSION' : `GEOFENCE:${fence.id}`
  }
  return [
    compareCases(
      'cell of a place',
      0,
      caseRecords(grid, 'points').flatMap((point) => pointPairs(point, centreOf(grid), radii)),
    ),
    compareCases('share of a cell under a geofence', 1e-9, shares),
    compareCases(
      'percentage on the grid',
      0,
      cells.map(({ row, cell }) => [computed.percent[cell] ?? null, caseFigure(row, 'rx')]),
    ),
    compareCases(
      'what decides on the grid',
      0,
      cells.map(({ row, cell }) => [sourceOf(cell), caseText(row, 'source')]),
    ),
  ]
}

function pointPairs(point: CaseFigures, centre: LatLng, radii: readonly number[]): CasePair[] {
  const { bearing, distance } = bearingAndDistance(centre, {
    lat: caseFigure(point, 'lat'),
    lng: caseFigure(point, 'lon'),
  })
  const zone = zoneIndexAt(distance, radii)
  if (point['cell'] === null) return [[zone, null]]
  const [sector = -1, theirZone = -1] = caseNumbers(point['cell'], 'cell')
  return [
    [sectorOf(bearing), sector],
    [zone, theirZone],
  ]
}

function patternComparisons(grid: CaseFigures): CaseComparison[] {
  const uniform = caseRecord(grid['uniform'], 'uniform')
  const pattern = caseRecord(grid['test_pattern'], 'test_pattern')
  const zones = caseNumbers(pattern['rx_by_zone'], 'rx_by_zone')
  const input = inputOf(grid)
  const off = computePrescription({ ...input, on: false })
  const test = computePrescription({ ...input, testTower: zones.indexOf(100) + 1 })
  return [
    compareCases(
      'percentage when OFF',
      0,
      [...off.percent].map((percent) => [percent, caseFigure(uniform, 'rx')]),
    ),
    compareCases(
      'percentage under test',
      0,
      [...test.percent].map((percent, cell) => [percent, zones[cell % zones.length] ?? null]),
    ),
    compareCases('volume, m3', roundedTo(3), [
      [off.totals.volumeM3, caseFigure(uniform, 'gross_volume_m3_at_1in')],
      [test.totals.volumeM3, caseFigure(pattern, 'volume_m3_at_1in')],
    ]),
    compareCases('volume, acre-inches', roundedTo(4), [
      [wettedAcres(input.pivot.wettedRadiusM), caseFigure(uniform, 'acre_inch')],
    ]),
  ]
}

function speedComparisons(grid: CaseFigures): CaseComparison[] {
  const speed = caseRecord(grid['sector_speed'], 'sector_speed')
  const mean = areaWeightedPercent(SPEED_CASE_ZONES, caseNumbers(grid['zone_outer_m'], 'zone_outer_m'))
  return [
    compareCases('mean of a sector, %', roundedTo(3), [[mean, caseFigure(speed, 'mean_rx')]]),
    compareCases('timer of a sector, %', roundedTo(4), [
      [sectorTimer(SPEED_CASE_BASE, mean).percent, caseFigure(speed, 'timer_base50')],
    ]),
  ]
}
