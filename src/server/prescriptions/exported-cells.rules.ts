/** The cells of a prescription as every export writes them: one row and one outline each. */
import { outerRadii } from '../../agronomy/pivot/pivot.ts'
import { pivotOf } from '../../contract/pivot.ts'
import { fromPolar, sweptSpans, toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import {
  PRESCRIPTION_REASONS,
  type PrescriptionReason,
  SECTORS,
  ZONES,
} from '../../agronomy/prescription/prescription.ts'
import { WATER_RULES } from '../../agronomy/prescription/cell-water.ts'
import { inchesToMm } from '../../agronomy/units.ts'
import { Problem } from '../kit/problem.ts'
import type { Found } from './shown-prescription.ts'

export interface ExportedCell {
  sector: number
  /** From 1. */
  tower: number
  /** Clipped to the arc where the sector reaches beyond it. */
  fromDeg: number
  toDeg: number
  innerM: number
  outerM: number
  percent: number
  /** Gross, per pass. */
  depthIn: number
  depthMm: number
  reason: PrescriptionReason
  /** Name of the geofence that forces it, or empty. */
  geofence: string
}

export interface ExportedPrescription {
  system: string
  rev: number
  settingsRev: number
  madeAt: Date
  sha256: string
  rateIn: number
  inputs: Found['shown']['inputs']
  /** Share of the gross depth that reaches the root zone. */
  efficiency: number
  volumeM3: number
  /** Sector by sector, from the pivot outwards; existing towers within the arc. */
  cells: ExportedCell[]
}

/** @throws Problem('prescription_none') before the first settings */
export function exportedPrescription({
  system,
  rev,
  settingsRev,
  madeAt,
  shown,
}: Found): ExportedPrescription {
  const { inputs, totals, sha256 } = shown
  if (!inputs.settings || !totals) throw new Problem('prescription_none')
  const rateIn = inputs.settings.application_rate
  const radii = outerRadii(pivotOf(inputs))
  const cells = Array.from({ length: SECTORS }, (_, sector) =>
    sweptParts(sector, inputs.arc).flatMap(([fromDeg, toDeg]) =>
      radii.map((outerM, zone): ExportedCell => {
        const cell = sector * ZONES + zone
        const percent = shown.percent[cell] ?? 0
        return {
          sector,
          tower: zone + 1,
          fromDeg,
          toDeg,
          innerM: radii[zone - 1] ?? 0,
          outerM,
          percent,
          depthIn: rounded((rateIn * percent) / 100, 4),
          depthMm: rounded(inchesToMm((rateIn * percent) / 100), 2),
          reason: PRESCRIPTION_REASONS[shown.reason[cell] ?? 0] ?? 'NO_DATA',
          geofence: inputs.geofences[(shown.geofence[cell] ?? 0) - 1]?.name ?? '',
        }
      }),
    ),
  ).flat()
  const { name } = system
  const efficiency = inputs.efficiency ?? WATER_RULES.efficiency
  return {
    system: name,
    rev,
    settingsRev,
    madeAt,
    sha256,
    rateIn,
    inputs,
    efficiency,
    volumeM3: totals.volume_m3,
    cells,
  }
}

/** Bearings have three decimals; parts narrower than a hundredth of a degree are dropped. */
const BEARING_DIGITS = 3
const LEAST_DEGREES = 0.01

function sweptParts(sector: number, arc: ExportedPrescription['inputs']['arc']) {
  return sweptSpans(sector, arc)
    .filter(([from, to]) => to - from >= LEAST_DEGREES)
    .map(([from, to]) => [rounded(from, BEARING_DIGITS), rounded(to, BEARING_DIGITS)] as const)
}

export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

/** Eight decimals are a millimetre. */
const DEGREE_DIGITS = 8

/** A closed clockwise ring of longitude and latitude; each arc has one intermediate point, within 8 cm on any machine. */
export function cellRing(
  { inputs }: Pick<ExportedPrescription, 'inputs'>,
  { fromDeg, toDeg, innerM, outerM }: ExportedCell,
): [lng: number, lat: number][] {
  const { place: pivot } = pivotOf(inputs)
  const at = (bearing: number, distance: number): [number, number] => {
    const { lat, lng } = toLatLng(pivot, fromPolar({ bearing, distance }))
    return [rounded(lng, DEGREE_DIGITS), rounded(lat, DEGREE_DIGITS)]
  }
  const bearings = [fromDeg, (fromDeg + toDeg) / 2, toDeg]
  const outer = bearings.map((bearing) => at(bearing, outerM))
  const inner = innerM === 0 ? [at(0, 0)] : bearings.toReversed().map((bearing) => at(bearing, innerM))
  const ring = [...outer, ...inner]
  return [...ring, ...ring.slice(0, 1)]
}
