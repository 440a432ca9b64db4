/** Texts of the season page: volumes in the chosen unit, their source, and what is left of a licence. */
import { M3_PER_UNIT } from '../../contract/seasons.ts'
import type { SeasonMonth, SeasonSystem, VolumeUnit, WaterMethod } from '../../contract/seasons.ts'
import { number, quantity } from '../kit/formats.ts'
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const text = inLanguage('seasons', {
  licenceOf: (system: Figure) => `Licence of ${system}`,
  licenceHint: (year: Figure) =>
    `How much you may divert in a calendar year. It applies from ${year} until you change it.`,
  volumePerYear: 'Volume a year',
  unit: 'Unit',
  saveLicence: 'Save licence',
  saving: 'Saving…',
  noLicence: 'No licence',
  waterOf: (year: Figure) => `Water used in ${year}`,
  pageHint:
    'What each system diverted in a calendar year, beside its licence: for your records, and for whoever issued the licence.',
  backToSetSystems: 'Back to Set Systems',
  summingRecords: 'Adding up the records…',
  waterNotFetched: (year: Figure) => `The water used in ${year} could not be fetched.`,
  year: 'Year',
  volumesIn: 'Volumes in',
  print: 'Print',
  fetching: 'Fetching…',
  downloadCsv: 'Download CSV',
  fileNotFetched: (why: Figure) => `The file could not be fetched: ${why}`,
  noSystems: 'No systems are connected to your account yet. They appear here with their first record.',
  setSystems: 'Set Systems',
  printedCaption: (product: Figure, year: Figure, unit: Figure, now: Figure, nowYear: Figure) =>
    `${product}, calendar year ${year}, volumes in ${unit}. Printed ${now} ${nowYear}.`,
  howMeasured: 'How it was measured',
  noWaterOnRecord: (year: Figure) => `No water is on record for ${year}.`,
  notes:
    'Months and years follow each field’s own time zone. A gap is ground that the arm crossed between two records, or time with the water on when nothing came from the meter. That water is not in the volume.',
  allSystems: 'All systems',
  system: 'System',
  divertedColumn: 'Diverted,',
  licenceColumn: 'Licence,',
  total: 'Total',
  changeLicence: 'Change licence',
  enterLicence: 'Enter licence',
  diverted: 'diverted',
  noLicenceYet: 'No licence is entered.',
  shareOfLicence: (system: Figure) => `Share of the licence of ${system}`,
  licencePerYear: (volume: Figure, fromYear: Figure, share: Figure) =>
    `Licence: ${volume} a year, from ${fromYear} on. ${share}`,
  monthsOf: (system: Figure) => `Months of ${system}`,
  month: 'Month',
  howMeasuredColumn: 'How measured',
  acreFeet: 'acre-feet',
  acreInches: 'acre-inches',
  january: 'January',
  february: 'February',
  march: 'March',
  april: 'April',
  may: 'May',
  june: 'June',
  july: 'July',
  august: 'August',
  september: 'September',
  october: 'October',
  november: 'November',
  december: 'December',
  flowMeter: 'Flow meter',
  asAppliedRecords: 'As-applied records',
  noRecord: 'No record',
  flowMeterMeaning: 'Flow meter: the flow that the machine measured, summed over time.',
  asAppliedMeaning:
    'As-applied records: the depth that each part of the field was given, as the machine recorded it, times its area. It is not a meter reading.',
  meterSilent: (hours: Figure) => `Meter not heard for ${hours} with water on`,
  oneGap: 'in one gap',
  inGaps: (gaps: Figure) => `in ${gaps} gaps`,
  noRecordOf: (days: Figure, where: Figure) => `No record of ${days} ${where}`,
  overLicence: (share: Figure, rest: Figure) => `${share} of the licence: ${rest} over the limit.`,
  underLicence: (share: Figure, rest: Figure) => `${share} of the licence is used, ${rest} left.`,
  noLicenceEntered: 'None',
  months: 'Months',
  metered: (meter: Figure, volume: Figure) => `Water meter ${meter} counted ${volume}`,
  ofSystem: (system: Figure) => `of ${system}`,
})

export const UNIT_WORDS: Record<VolumeUnit, string> = {
  acre_feet: text.acreFeet,
  acre_inches: text.acreInches,
  m3: 'm³',
  dam3: 'dam³',
}
export const VOLUME_UNITS = Object.entries(UNIT_WORDS).map(([value, label]) => ({ value, label }))

const DIGITS: Record<VolumeUnit, number> = { acre_feet: 1, acre_inches: 0, m3: 0, dam3: 2 }

export const MONTHS = [
  text.january,
  text.february,
  text.march,
  text.april,
  text.may,
  text.june,
  text.july,
  text.august,
  text.september,
  text.october,
  text.november,
  text.december,
]

/** Without the unit, for columns whose heading has it. */
export function volumeIn(cubicMetres: number, unit: VolumeUnit): string {
  return number(cubicMetres / M3_PER_UNIT[unit], DIGITS[unit])
}

export function volumeWords(cubicMetres: number, unit: VolumeUnit): string {
  return quantity(cubicMetres / M3_PER_UNIT[unit], UNIT_WORDS[unit], DIGITS[unit])
}

/** Short, for a column. */
export const METHOD_WORDS: Record<WaterMethod, string> = {
  flow: text.flowMeter,
  as_applied: text.asAppliedRecords,
  none: text.noRecord,
}

/** In full sentences, for the printed page. */
export const METHOD_NOTES: Record<WaterMethod, string | null> = {
  flow: text.flowMeterMeaning,
  as_applied: text.asAppliedMeaning,
  none: null,
}

/** What is missing from a month's volume, or null. */
export function gapSentence({
  gaps,
  gap_degrees: degrees,
  unheard_hours: hours,
}: SeasonMonth): string | null {
  if (hours >= 0.05) return text.meterSilent(quantity(hours, 'h', 1))
  if (gaps === 0) return null
  const gapText = gaps === 1 ? text.oneGap : text.inGaps(number(gaps))
  return text.noRecordOf(quantity(degrees, '°', 0).replace('\u00A0', ''), gapText)
}

export interface LicenceUse {
  /** May be above 100. */
  percent: number
  sentence: string
  exceeded: boolean
}

/** What is left of the licence, or by how much it is exceeded; null without a licence. */
export function licenceUse({ licence, volume_m3: taken }: SeasonSystem, unit: VolumeUnit): LicenceUse | null {
  if (!licence) return null
  const percent = (100 * taken) / licence.volume_m3
  const exceeded = taken > licence.volume_m3
  const rest = volumeWords(Math.abs(licence.volume_m3 - taken), unit)
  const share = quantity(percent, '%', 0)
  return {
    percent,
    exceeded,
    sentence: exceeded ? text.overLicence(share, rest) : text.underLicence(share, rest),
  }
}
