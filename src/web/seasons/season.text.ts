/** What the season's page says: volumes in the unit chosen, how they are known, what is left of a licence. */
import { M3_PER_UNIT } from '../../contract/seasons.ts'
import type { SeasonMonth, SeasonSystem, VolumeUnit, WaterMethod } from '../../contract/seasons.ts'
import { number, quantity } from '../kit/formats.ts'

export const UNIT_WORDS: Record<VolumeUnit, string> = {
  acre_feet: 'acre-feet',
  acre_inches: 'acre-inches',
  m3: 'm³',
  dam3: 'dam³',
}
export const VOLUME_UNITS = Object.entries(UNIT_WORDS).map(([value, label]) => ({ value, label }))

const DIGITS: Record<VolumeUnit, number> = { acre_feet: 1, acre_inches: 0, m3: 0, dam3: 2 }

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Without its unit, for columns that name it once. */
export function volumeIn(cubicMetres: number, unit: VolumeUnit): string {
  return number(cubicMetres / M3_PER_UNIT[unit], DIGITS[unit])
}

export function volumeWords(cubicMetres: number, unit: VolumeUnit): string {
  return quantity(cubicMetres / M3_PER_UNIT[unit], UNIT_WORDS[unit], DIGITS[unit])
}

/** Short, for a column. */
export const METHOD_WORDS: Record<WaterMethod, string> = {
  flow: 'Flow meter',
  as_applied: 'As-applied records',
  none: 'No record',
}

/** In whole sentences, for whoever was not there. */
export const METHOD_NOTES: Record<WaterMethod, string | null> = {
  flow: 'Flow meter: the flow that the machine measured, summed over time.',
  as_applied:
    'As-applied records: the depth that each part of the field was given, as the machine recorded it, times its area. This is no reading of a meter.',
  none: null,
}

/** What a month leaves out; null where nothing is known to be missing. */
export function gapSentence({
  gaps,
  gap_degrees: degrees,
  unheard_hours: hours,
}: SeasonMonth): string | null {
  if (hours >= 0.05) return `Meter not heard for ${quantity(hours, 'h', 1)} with water on`
  if (gaps === 0) return null
  const where = gaps === 1 ? 'in one gap' : `in ${number(gaps)} gaps`
  return `No record of ${quantity(degrees, '°', 0).replace('\u00A0', '')} ${where}`
}

export interface LicenceUse {
  /** May be above 100. */
  percent: number
  sentence: string
  exceeded: boolean
}

/** What is left of the licence, or by how much it is exceeded; null without one. */
export function licenceUse({ licence, volume_m3: taken }: SeasonSystem, unit: VolumeUnit): LicenceUse | null {
  if (!licence) return null
  const percent = (100 * taken) / licence.volume_m3
  const exceeded = taken > licence.volume_m3
  const rest = volumeWords(Math.abs(licence.volume_m3 - taken), unit)
  const share = quantity(percent, '%', 0)
  return {
    percent,
    exceeded,
    sentence: exceeded
      ? `${share} of the licence: ${rest} more than it allows.`
      : `${share} of the licence is used; ${rest} are left.`,
  }
}
