/** Texts of the readings import: format, options, and result. */
import type { ReadingsFileQuery, ReadingsFileReport } from '#contract/accounts/provider.ts'
import type { FileColumn } from '#contract/readings.ts'
import { number } from '../../kit/formats.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('readingsfile', {
  importReadings: 'Import readings',
  description:
    'A logger file: Campbell, METER, HOBO, Sentek, ISMN, TOMST, SCAN, SNOTEL or any table. Nothing is stored until you have seen how it was read.',
  reading: 'Reading the file…',
  storing: 'Storing…',
  cancel: 'Cancel',
  cancelled:
    'Cancelled. What was stored by then stays; the same file again stores the rest, and nothing twice.',
  tooLarge: (mb: Figure) => `A file can have at most ${mb} MB here; your provider can import a larger one.`,
  notInFile: 'The file does not say',
  understood: 'Understood',
  columns: 'Columns of the file',
  sensorOf: (name: Figure) => `Which sensor ${name} is`,
  sensorHint: 'P3-20cm, a number for a gauge or a meter, or none',
  leftOut: (why: Figure) => `left out: ${why}`,
  firstReadings: 'The first readings',
  counts: (readings: Figure, lines: Figure, stored: Figure, known: Figure, invalid: Figure) =>
    `Lines: ${lines}. Readings: ${readings}, of which ${stored} new, ${known} already stored, ${invalid} kept as invalid.`,
  refusedLines: (count: Figure) => `Refused lines: ${count}`,
  line: (number: Figure, reason: string) => `line ${number}: ${reason}`,
  andMore: (count: Figure) => `and ${count} more`,
  changeReading: 'Change how it is read',
  readAgain: 'Read again',
  asFileSays: 'As the file says',
  wholeFile: 'The whole file is from probe',
  stations: 'Probes of stations',
  stationsHint: 'For example North=1,South=2',
  moistureIn: 'Moisture in',
  depthsIn: 'Depths in',
  datesAs: 'Dates as',
  decimalsWith: 'Figures with a decimal',
  clock: 'The logger’s clock',
  clockLocal: 'changes with daylight saving time',
  clockStandard: 'keeps standard time all year',
  dmy: 'day, month, year',
  mdy: 'month, day, year',
  ymd: 'year, month, day',
  point: 'point',
  comma: 'comma',
  store: (count: Figure) => `Store readings (${count})`,
  stored: (count: Figure, known: Figure) => `Readings stored: ${count}. Already there: ${known}.`,
  forgetAnswers: 'Forget earlier answers',
  station: 'station',
  depth: 'depth',
  time: 'time',
  moisture: 'moisture',
  tension: 'tension',
  temperature: 'temperature',
  ec: 'salinity',
  rain: 'rain',
  rainTotal: 'rain counter',
  flow: 'flow',
  volume: 'water counter',
  battery: 'battery',
  charge: 'battery charge',
})

/** How to read a file, as entered by the user; empty for what the file itself states. */
export interface FileOptions {
  probe: string
  probes: string
  unit: string
  depth_unit: string
  date_order: string
  decimal: string
  clock: string
  /** By name of the column, or of its port. */
  sensors: Readonly<Record<string, string>>
  fresh: boolean
}

export const NO_OPTIONS: FileOptions = {
  probe: '',
  probes: '',
  unit: '',
  depth_unit: '',
  date_order: '',
  decimal: '',
  clock: '',
  sensors: {},
  fresh: false,
}

const same = (...values: string[]) => values.map((value) => ({ value, label: value }))

/** Questions with a short list of answers. */
export const CHOICES: {
  key: 'unit' | 'depth_unit' | 'date_order' | 'decimal' | 'clock'
  label: string
  options: { value: string; label: string }[]
}[] = [
  { key: 'unit', label: text.moistureIn, options: same('m3/m3', '%', 'mm/m', 'mm/10cm', 'in/ft') },
  { key: 'depth_unit', label: text.depthsIn, options: same('cm', 'm', 'mm', 'in', 'ft') },
  {
    key: 'date_order',
    label: text.datesAs,
    options: [
      { value: 'DMY', label: text.dmy },
      { value: 'MDY', label: text.mdy },
      { value: 'YMD', label: text.ymd },
    ],
  },
  {
    key: 'decimal',
    label: text.decimalsWith,
    options: [
      { value: '.', label: text.point },
      { value: ',', label: text.comma },
    ],
  },
  {
    key: 'clock',
    label: text.clock,
    options: [
      { value: 'standard', label: text.clockStandard },
      { value: 'local', label: text.clockLocal },
    ],
  },
]

/** As query parameters; empty answers are left out. */
export function queryOf({ sensors, fresh, ...message }: FileOptions): Omit<ReadingsFileQuery, 'system'> {
  const named = Object.entries(sensors).filter(([, sensor]) => sensor.trim() !== '')
  const texts = Object.entries(message).filter(([, value]) => value.trim() !== '')
  return {
    ...Object.fromEntries(texts.map(([key, value]) => [key, value.trim()])),
    ...(named.length > 0
      ? { sensors: named.map(([name, sensor]) => `${name}=${sensor.trim()}`).join(',') }
      : {}),
    ...(fresh ? { fresh: 'true' as const } : {}),
  }
}

/** Columns of one port are one sensor, and share one entry. */
export const sensorKey = ({ name, group }: FileColumn): string => group?.split(', ')[0] ?? name

/** A message of the import, translated if the page is not in English. */
const translated: Partial<Record<string, (...params: string[]) => string>> = inLanguage('importmessages', {})

export const importedText = (message: FileColumn['because'], english: string): string =>
  (message && translated[message.code]?.(...message.params)) ?? english

/** Units, clock and earlier answers, as lines. */
export function understoodLines({
  kept,
  kept_as: keptAs,
  read_as: readAs,
  report,
}: ReadingsFileReport): string[] {
  const lines = readAs.flatMap((message) => importedText(message, '') || [])
  const english = report?.understood.slice(1).filter((line) => !line.startsWith('left out')) ?? []
  return [...(kept === null ? [] : [importedText(keptAs, kept)]), ...(lines.length > 0 ? lines : english)]
}

/** Refused lines with their reasons. */
export function refusedLines({ refused_as: refusedAs, report }: ReadingsFileReport): string[] {
  return (report?.refusals ?? []).map((english, i) => {
    const message = refusedAs[i]
    const reason = message && importedText(message.because, '')
    return message && reason ? text.line(message.line, reason) : english
  })
}

/** How a column is read, or why it is not. */
export function takenForText({ use, unit, why, because }: FileColumn): string {
  if (use === null) return text.leftOut(importedText(because, why ?? ''))
  const word = text[use]
  return unit === null ? word : `${word} (${unit})`
}

/** For example `P3-20cm`; empty if the file does not give probe and depth. */
export function sensorText({ probe, depthCm }: FileColumn): string {
  return probe === null ? '' : depthCm === null ? String(probe) : `P${probe}-${depthCm}cm`
}

export function countsText({ report }: ReadingsFileReport): string {
  if (!report) return ''
  const { readings, lines, stored, duplicate, invalid } = report
  return text.counts(number(readings), number(lines), number(stored), number(duplicate), number(invalid))
}
