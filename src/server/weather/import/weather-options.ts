/** Parses and validates the options for a weather station's file, from the command or the call. */
import { DATE_ORDERS } from '../../readings/date-order.ts'
import { ImportUnclear } from '../../readings/import/import-unclear.ts'
import {
  type ImportOptions,
  readChoice,
  readSourceOptions,
  readTimeZone,
} from '../../readings/import/import-options.ts'
import { QUANTITIES } from './weather-columns.ts'
import type { WeatherFileChoice } from './weather-file.ts'

/** Every option by its name, and the form of its value. */
export const WEATHER_FILE_OPTIONS = {
  columns: 'time=COLUMN,rain=COLUMN,..',
  units: 'rain=mm,wind=km/h,..',
  decimal: '.|,',
  'date-order': DATE_ORDERS.join('|'),
  'time-zone': 'ZONE',
  missing: 'TEXT,..',
  delimiter: 'CHARACTER',
  'header-line': 'N',
  stamp: 'begin|end',
  'wind-height': 'METRES',
} as const

type WeatherFileOption = keyof typeof WEATHER_FILE_OPTIONS
export type GivenFileOptions = (name: WeatherFileOption) => string | undefined

const USUAL_WIND_HEIGHT_M = 2
const COLUMN_NAMES: readonly string[] = ['time', ...QUANTITIES]
const UNIT_NAMES: readonly string[] = [...QUANTITIES, 'wind', 'radiation', 'temperature', 'humidity']

/** @throws ImportUnclear naming the invalid option */
export function readFileChoice(options: GivenFileOptions): WeatherFileChoice {
  const stamp = options('stamp')
  if (stamp !== undefined && stamp !== 'begin' && stamp !== 'end')
    throw new ImportUnclear('--stamp: begin or end')
  const { delimiter, headerLine } = readSourceOptions(common(options))
  const { decimal, dateOrder, missing } = readChoice(common(options))
  const columns = pairsOf('columns', options('columns'), COLUMN_NAMES)
  const units = pairsOf('units', options('units'), UNIT_NAMES)
  return {
    delimiter,
    headerLine,
    ...(columns ? { columns } : {}),
    ...(units ? { units } : {}),
    ...(decimal ? { decimal } : {}),
    ...(dateOrder ? { dateOrder } : {}),
    ...(missing ? { missing } : {}),
    ...(stamp ? { stamp } : {}),
  }
}

/** @throws ImportUnclear if it is not a height */
export function readWindHeight(options: GivenFileOptions): number {
  const text = options('wind-height')
  if (text === undefined) return USUAL_WIND_HEIGHT_M
  const metres = /^\d{1,2}(\.\d+)?$/.test(text) ? Number(text) : 0
  if (metres < 0.5 || metres > 30)
    throw new ImportUnclear('--wind-height: metres above the ground, 0.5 to 30')
  return metres
}

/** @throws ImportUnclear if there is no such time zone */
export function readFileTimeZone(options: GivenFileOptions, fallback: string): string {
  return readTimeZone(common(options), fallback)
}

/** Options shared by files of readings and of stations. */
function common(options: GivenFileOptions): ImportOptions {
  const shared = ['decimal', 'date-order', 'time-zone', 'missing', 'delimiter', 'header-line'] as const
  return (name) => {
    const option = shared.find((candidate) => candidate === name)
    return option && options(option)
  }
}

/** A list of `NAME=TEXT`; a column's name may contain blanks, but no commas. */
function pairsOf(
  option: string,
  text: string | undefined,
  names: readonly string[],
): ReadonlyMap<string, string> | undefined {
  if (text === undefined) return undefined
  const pairs = text.split(',').map((item): [string, string] => {
    const [, name = '', value = ''] = /^\s*([a-z_]+)\s*=\s*(.+?)\s*$/.exec(item) ?? []
    if (!names.includes(name))
      throw new ImportUnclear(
        `--${option}: "${item.slice(0, 40)}" is not understood; it is NAME=${option === 'units' ? 'UNIT' : 'COLUMN'},.. with the names ${[...new Set(names)].join(', ')}`,
      )
    return [name, value]
  })
  return new Map(pairs)
}
