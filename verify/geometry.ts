/** Compares pivot geometry and hydraulics with a document of cases computed elsewhere, without reading any file. */

import {
  type CaseComparison,
  type CaseRefusal,
  type CaseFigures,
  caseFigure,
  caseNumbers,
  caseRecord,
  caseRecords,
  compareCases,
  compareDocument,
  roundedTo,
} from './case-document.ts'
import { bearingAndDistance, normaliseBearing, sectorOf } from '../src/agronomy/pivot/pivot-geometry.ts'
import {
  degreesPerHour,
  depthAtTimer,
  depthPerPass,
  GPM_HOURS_PER_ACRE_INCH,
  revolutionHours,
  timerForDepth,
} from '../src/agronomy/pivot/pivot-hydraulics.ts'
import { wettedAcres, zoneAreas, zoneIndexAt } from '../src/agronomy/pivot/pivot-zones.ts'
import { testPatternPrescription } from '../src/agronomy/prescription/prescription.ts'
import { prescriptionTotals } from '../src/agronomy/prescription/prescription-totals.ts'
import { sprinklerRate, valveOpenSeconds } from '../src/agronomy/pivot/pivot-hydraulics.ts'
import { inchesToMm, M2_PER_ACRE } from '../src/agronomy/units.ts'

/** The pivot of the cases in their own units: 800 gpm, 10 ft/min at timer 100 %. */
const FLOW_GPM = 800
const SPEED_AT_100 = 10 * 0.3048

/** The cases have seven decimals of a degree (1 cm) and use a great circle, ours a plane at the pivot. */
const BEARING_TOLERANCE = 0.01
const DISTANCE_TOLERANCE = 0.03

/**
 * Recomputes a document: zones, times, depths and rates of one pivot, bearings, sectors, duty and test patterns.
 *
 * @param document parsed JSON with pivot_A, AD_QT, constants, bearing, sector, indexing, duty_cycle_60s, test_pattern
 * @returns one comparison for each group of figures, or what is missing in the document
 * @example verifyGeometry({}) // { reason: 'pivot_A is missing' }
 */
export function verifyGeometry(document: unknown): CaseComparison[] | CaseRefusal {
  return compareDocument(() => comparisonsOf(document))
}

function comparisonsOf(document: unknown): CaseComparison[] {
  const figures = caseRecord(document, 'document')
  const pivot = caseRecord(figures['pivot_A'], 'pivot_A')
  return [
    ...zoneComparisons(pivot),
    ...timerComparisons(pivot),
    ...rateComparisons(pivot),
    ...constantComparisons(figures),
    ...bearingComparisons(caseRecord(figures['bearing'], 'bearing')),
    ...sectorComparisons(figures),
    ...valveComparisons(figures, pivot),
  ]
}

function outerRadii(pivot: CaseFigures): number[] {
  return caseRecords(pivot, 'zones').map((zone) => caseFigure(zone, 'outer_m'))
}

function zoneComparisons(pivot: CaseFigures): CaseComparison[] {
  const radii = outerRadii(pivot)
  const areas = zoneAreas(radii)
  const total = areas.reduce((sum, area) => sum + area, 0)
  const zones = caseRecords(pivot, 'zones').map((zone, k) => ({ zone, area: areas[k] ?? Number.NaN }))
  return [
    compareCases(
      'area of each zone, m2',
      roundedTo(2),
      zones.map(({ zone, area }) => [area, caseFigure(zone, 'area_m2')]),
    ),
    compareCases(
      'area of each zone, acres',
      roundedTo(4),
      zones.map(({ zone, area }) => [area / M2_PER_ACRE, caseFigure(zone, 'area_ac')]),
    ),
    compareCases(
      'share of each zone, %',
      roundedTo(3),
      zones.map(({ zone, area }) => [(100 * area) / total, caseFigure(zone, 'share_pct')]),
    ),
    compareCases(
      'zone of its middle',
      0,
      zones.map(({ zone }) => [
        (zoneIndexAt((caseFigure(zone, 'inner_m') + caseFigure(zone, 'outer_m')) / 2, radii) ?? -1) + 1,
        caseFigure(zone, 'zone'),
      ]),
    ),
    compareCases('wetted area, acres', 1e-9, [
      [wettedAcres(caseFigure(pivot, 'wetted_radius_m')), caseFigure(pivot, 'area_ac')],
    ]),
  ]
}

function timerComparisons(pivot: CaseFigures): CaseComparison[] {
  const drive = caseFigure(pivot, 'lrdu_radius_m')
  const hoursAt = (timer: number) => revolutionHours(drive, SPEED_AT_100, timer)
  const depthAt100 = depthPerPass(FLOW_GPM, hoursAt(100), caseFigure(pivot, 'area_ac'))
  const depths = caseRecords(pivot, 'timer_to_depth').map((row) => ({
    row,
    timer: caseFigure(row, 'timer_pct'),
  }))
  const timers = caseRecords(pivot, 'depth_to_timer').map((row) => ({
    row,
    timer: timerForDepth(caseFigure(row, 'target_in'), depthAt100),
  }))
  return [
    compareCases('hours and depth at timer 100 %', 1e-9, [
      [hoursAt(100), caseFigure(pivot, 'T100_h')],
      [inchesToMm(depthAt100), caseFigure(pivot, 'd100_mm')],
    ]),
    compareCases(
      'hours per revolution',
      roundedTo(4),
      depths.map(({ row, timer }) => [hoursAt(timer), caseFigure(row, 'hours_per_rev')]),
    ),
    compareCases(
      'degrees per hour',
      roundedTo(4),
      depths.map(({ row, timer }) => [
        degreesPerHour(drive, SPEED_AT_100, timer),
        caseFigure(row, 'deg_per_hour'),
      ]),
    ),
    compareCases(
      'depth at a timer, in',
      roundedTo(5),
      depths.map(({ row, timer }) => [depthAtTimer(depthAt100, timer), caseFigure(row, 'gross_depth_in')]),
    ),
    compareCases(
      'timer for a depth, %',
      roundedTo(4),
      timers.map(({ row, timer }) => [timer, caseFigure(row, 'timer_pct_raw')]),
    ),
    compareCases(
      'hours for a depth',
      roundedTo(3),
      timers.map(({ row, timer }) => [hoursAt(timer), caseFigure(row, 'hours_per_rev')]),
    ),
  ]
}

function rateComparisons(pivot: CaseFigures): CaseComparison[] {
  const rows = caseRecords(pivot, 'rate').map((row) => ({
    row,
    rate: sprinklerRate(
      caseFigure(pivot, 'd100_mm'),
      caseFigure(pivot, 'T100_h'),
      caseFigure(row, 'r_m'),
      caseFigure(row, 'wetted_diam_m'),
    ),
  }))
  return [
    compareCases(
      'mean rate under the pipe, mm/h',
      roundedTo(3),
      rows.map(({ row, rate }) => [rate.meanMmPerHour, caseFigure(row, 'mean_mm_h')]),
    ),
    // Their constant of the peak is itself rounded to six figures.
    compareCases(
      'peak rate under the pipe, mm/h',
      2e-3,
      rows.map(({ row, rate }) => [rate.peakMmPerHour, caseFigure(row, 'peak_mm_h')]),
    ),
  ]
}

function constantComparisons(figures: CaseFigures): CaseComparison[] {
  const constants = caseRecord(figures['constants'], 'constants')
  return [
    compareCases('gallons and inches', roundedTo(4), [
      [GPM_HOURS_PER_ACRE_INCH, caseFigure(constants, 'gpm_hours_per_acre_inch')],
      [GPM_HOURS_PER_ACRE_INCH * 60, caseFigure(constants, 'gal_per_acre_inch')],
      [inchesToMm(1), caseFigure(constants, 'mm_per_in')],
    ]),
    compareCases(
      'depth per pass, in',
      roundedTo(5),
      caseRecords(figures, 'AD_QT').map((row) => [
        depthPerPass(caseFigure(row, 'gpm_per_ac'), caseFigure(row, 'hours'), 1),
        caseFigure(row, 'depth_in'),
      ]),
    ),
  ]
}

function bearingComparisons(figures: CaseFigures): CaseComparison[] {
  const [lat = Number.NaN, lng = Number.NaN] = caseNumbers(figures['centre'], 'centre')
  const rows = caseRecords(figures, 'cases').map((row) => ({
    row,
    polar: bearingAndDistance({ lat, lng }, { lat: caseFigure(row, 'lat'), lng: caseFigure(row, 'lon') }),
  }))
  return [
    compareCases(
      'bearing, degrees',
      BEARING_TOLERANCE,
      rows.map(({ row, polar }) => [
        normaliseBearing(polar.bearing - caseFigure(row, 'bearing_deg') + 180),
        180,
      ]),
    ),
    compareCases(
      'distance, m',
      DISTANCE_TOLERANCE,
      rows.map(({ row, polar }) => [polar.distance, caseFigure(row, 'dist_m')]),
    ),
  ]
}

function sectorComparisons(figures: CaseFigures): CaseComparison[] {
  return [
    compareCases(
      'sectors of a circle',
      0,
      caseRecords(figures, 'sector').map((row) => [
        sectorOf(360 - 1e-9, caseFigure(row, 'delta_deg')) + 1,
        caseFigure(row, 'sectors'),
      ]),
    ),
    compareCases(
      'sector of a bearing',
      0,
      caseRecords(figures, 'indexing').map((row) => [
        sectorOf(caseFigure(row, 'angle'), caseFigure(row, 'delta')),
        caseFigure(row, 'index'),
      ]),
    ),
  ]
}

function valveComparisons(figures: CaseFigures, measures: CaseFigures): CaseComparison[] {
  const radii = outerRadii(measures)
  const pivot = {
    place: { lat: 51, lng: -114 },
    towerRadiiM: [...radii.slice(0, -1), caseFigure(measures, 'lrdu_radius_m')],
    wettedRadiusM: caseFigure(measures, 'wetted_radius_m'),
    arc: null,
    flowGpm: FLOW_GPM,
    speed100MMin: SPEED_AT_100,
  }
  const flowOf = (tower: number) =>
    prescriptionTotals({
      percent: testPatternPrescription(tower, radii.length),
      rateIn: 1,
      pivot,
      basePercent: 100,
      timerPct: null,
    }).sectorFlowGpm?.[0] ?? Number.NaN
  return [
    compareCases(
      'seconds of a valve',
      0,
      caseRecords(figures, 'duty_cycle_60s').map((row) => [
        valveOpenSeconds(caseFigure(row, 'rx'), caseFigure(row, 'cycle_s')),
        caseFigure(row, 'on_s'),
      ]),
    ),
    compareCases(
      'flow of a test pattern, gpm',
      roundedTo(2),
      caseRecords(figures, 'test_pattern').map((row) => [
        flowOf(caseFigure(row, 'tower')),
        caseFigure(row, 'flow_gpm'),
      ]),
    ),
  ]
}
