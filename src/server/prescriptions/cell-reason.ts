/** A cell's reason in words and numbers for people: "34 %: holds 85 % of its available water (27.7 % by volume), 7 mm short of target". */

import type { CellWater } from '../../agronomy/prescription/cell-water.ts'
import type { ComputedPrescription } from '../../agronomy/prescription/prescription-engine.ts'
import { PRESCRIPTION_REASONS, type PrescriptionReason } from '../../agronomy/prescription/prescription.ts'
import { MM_PER_INCH, inchesToMm } from '../../agronomy/units.ts'

/** Unit of water depths in a sentence. */
export type DepthUnit = 'mm' | 'in'

/** The data that explain one cell. */
export type CellFacts = {
  readonly percent: number
  readonly reason: PrescriptionReason
  /** The need of the soil alone. */
  readonly water: CellWater
  /** The geofence that forces the cell. */
  readonly geofence: { readonly name: string; readonly percent: number } | null
  /** Gross depth of one pass at 100 %, in. */
  readonly rateIn: number
  /** Weather terms until the arm arrives, mm; null or absent for none. */
  readonly weather?: { readonly et_mm: number; readonly rain_mm: number } | null
}

/** Digits of a depth that are useful to a farmer, and the step of one digit more. */
const DIGITS = { mm: 0, in: 2 } as const

/**
 * The data that explain one cell of a prescription.
 *
 * @param computed the prescription
 * @param cell index, 0 to 1619
 * @param geofences the geofences that it was computed with, in the same order
 * @param rateIn the rate that it was computed with, in
 * @returns what {@link cellSentence} says in words
 * @throws RangeError when there is no such cell
 * @example cellFacts({ percent: [80], reason: [7], geofence: [0], water: [{ percent: 80 }] }, 0, [], 1) // { percent: 80, reason: 'OFF', water: { percent: 80 }, geofence: null, rateIn: 1 }
 */
export function cellFacts(
  computed: Pick<ComputedPrescription, 'percent' | 'reason' | 'geofence' | 'water'>,
  cell: number,
  geofences: readonly { readonly name: string; readonly percent: number }[],
  rateIn: number,
): CellFacts {
  const water = computed.water[cell]
  const reason = PRESCRIPTION_REASONS[computed.reason[cell] ?? -1]
  if (water === undefined || reason === undefined) throw new RangeError(`cell ${cell}`)
  const { name, percent } = geofences[(computed.geofence[cell] ?? 0) - 1] ?? {}
  return {
    percent: computed.percent[cell] ?? 0,
    reason,
    water,
    geofence: name === undefined || percent === undefined ? null : { name, percent },
    rateIn,
  }
}

/**
 * A cell in one sentence.
 *
 * @param facts from {@link cellFacts}
 * @param unit of depths of water
 * @returns text: a geofence's name stands in it as its owner wrote it
 * @example cellSentence({ percent: 100, reason: 'OFF', water: {}, geofence: null, rateIn: 1 }, 'mm') // '100 %: the system is OFF, every cell gets the full rate'
 */
export function cellSentence(facts: CellFacts, unit: DepthUnit): string {
  return `${facts.percent}%: ${sentenceOf(facts, unit)}`
}

function sentenceOf(facts: CellFacts, unit: DepthUnit): string {
  const { percent, reason, geofence } = facts
  const soil = soilText(facts, unit)
  switch (reason) {
    case 'OFF':
      return 'the system is OFF, every cell gets the full rate'
    case 'TEST_PATTERN':
      return percent > 0 ? 'test pattern, this tower is open' : 'test pattern on another tower'
    case 'PUMP_MIN':
      return `${soil}; raised so that the pump draws enough over this sector`
    case 'ABSENT':
      return 'the system has no such tower'
    case 'ALREADY_WATERED':
      return 'had its water before the pass stopped, only the dry arc is finished'
    case 'NO_DATA':
      return `${soil}, so it gets the full rate`
    case 'GEOFENCE':
      return `${soil}, geofence '${geofence?.name ?? ''}' forces ${geofence?.percent ?? percent}`
    case 'BELOW_MIN':
      return `${soil}, less than the valves can give`
    case 'HELD':
      return `${soil}, too small a change to ${percent > 0 ? 'close' : 'open'} the valves`
    case 'CLIPPED_MAX':
      return `${soil}, one pass brings ${depthText(onePassMm(facts), unit)}`
    default:
      return soil
  }
}

function soilText({ water: { needMm, share, theta }, weather = null }: CellFacts, unit: DepthUnit): string {
  if (needMm === null || share === null || theta === null) return 'no moisture known here'
  const moistureText = `holds ${shareText(share)} of its available water (${percentText(theta, 1)} by volume)`
  const depth = depthText(Math.abs(needMm), unit)
  const when = weather ? weatherText(weather, unit) : ''
  if (Number.parseFloat(depth) === 0) return `${moistureText}, on target${when}`
  return `${moistureText}, ${depth} ${needMm > 0 ? 'short of' : 'above'} target${when}`
}

function weatherText(
  { et_mm: et, rain_mm: rain }: NonNullable<CellFacts['weather']>,
  unit: DepthUnit,
): string {
  const used = `${depthText(et, unit)} that the crop uses`
  const termsText = rain > 0 ? `${used} and ${depthText(rain, unit)} of rain` : used
  return ` when the arm arrives (with ${termsText} until then)`
}

/** Nothing below the wilting point is available to a crop. */
function shareText(share: number): string {
  return share > 0 ? percentText(share, 0) : 'none'
}

function percentText(share: number, digits: number): string {
  return `${(100 * share).toFixed(digits)}%`
}

/** What a pass at 100 % brings into the root zone, mm. */
function onePassMm({ water: { netMm, grossMm }, rateIn }: CellFacts): number {
  return grossMm ? (inchesToMm(rateIn) * (netMm ?? 0)) / grossMm : 0
}

/** One digit more below the smallest shown value, so that a small depth is not 0. */
function depthText(mm: number, unit: DepthUnit): string {
  const depth = unit === 'mm' ? mm : mm / MM_PER_INCH
  const digits = DIGITS[unit]
  return `${depth.toFixed(depth < 0.95 * 10 ** -digits ? digits + 1 : digits)} ${unit}`
}
