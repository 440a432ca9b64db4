/** Water of a pass in words: volumes, what a pass saves with what that may hide beside it, and what it was reckoned with. */
import { inchesToMm, M2_PER_ACRE, MM_PER_INCH } from '#agronomy/units.ts'
import type { PrescriptionInputs, PrescriptionTotals } from '#contract/prescriptions.ts'
import { quantity } from '../../kit/formats.ts'

const M3_PER_ACRE_INCH = (M2_PER_ACRE * MM_PER_INCH) / 1000

/** Acre-inches for those who read inches, cubic metres for those who read millimetres. */
export function volumeText(cubicMetres: number, unit: 'in' | 'mm'): string {
  return unit === 'in'
    ? quantity(cubicMetres / M3_PER_ACRE_INCH, 'acre-inches', 1)
    : quantity(cubicMetres, 'm³', 0)
}

type Unit = 'in' | 'mm'

/** Shares that a person would not tell from none. */
const NONE_PERCENT = 0.5

export interface SavingFacts {
  /** Less water than a uniform pass at the same rate. */
  saving: string
  /** What stays short; null where it is not known. */
  unmet: string | null
  /** Ground without data; null where it is not known. */
  unknown: string | null
  /** No figure of a saving should be read without a look at these. */
  doubtful: boolean
}

export function savingFacts(
  totals: Pick<PrescriptionTotals, 'saving_percent' | 'unmet_m3' | 'no_data_percent' | 'uniform_volume_m3'>,
  unit: Unit,
): SavingFacts {
  const { saving_percent: percent, unmet_m3: unmet, no_data_percent: blind, uniform_volume_m3: all } = totals
  const short = unmet != null && all > 0 && (100 * unmet) / all >= NONE_PERCENT
  const blank = blind != null && blind >= NONE_PERCENT
  return {
    saving: percent >= NONE_PERCENT ? quantity(percent, '%', 0) : 'nothing',
    unmet: unmet == null ? null : short ? volumeText(unmet, unit) : 'nothing',
    unknown: blind == null ? null : blank ? `${quantity(blind, '%', 0)} of the field` : 'none',
    doubtful: percent >= NONE_PERCENT && (short || blank),
  }
}

const EFFICIENCY = 0.85

function depthText(mm: number, unit: Unit): string {
  return unit === 'mm' ? quantity(mm, 'mm', 1) : quantity(mm / inchesToMm(1), 'inches', 2)
}

/** One line for what a pass was reckoned with. */
export function assumptionLine({ efficiency = EFFICIENCY, weather }: PrescriptionInputs, unit: Unit): string {
  const rain = weather?.rain_mm ? `${depthText(weather.rain_mm, unit)} of rain` : 'no rain'
  const et = weather?.et_mm ? `${depthText(weather.et_mm, unit)} used by the crop` : 'no crop use'
  return `Reckoned with ${quantity(100 * efficiency, '%', 0)} efficiency, ${rain}, ${et} until the arm arrives`
}
