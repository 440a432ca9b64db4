/** Finds columns by the names that people and loggers use, and reports what is missing. */
import { isUnit } from '../loggers/quantity.ts'
import { ImportUnclear } from './import-unclear.ts'

export const STATION_NAMES = [
  'probe',
  'probe_number',
  'number',
  'station',
  'station_id',
  'station id',
  'station_name',
  'station name',
  'stationid',
  'site id',
  'site_id',
  'siteid',
  'site',
  'location',
  'sensor',
  'logger',
  'logger_id',
  'device',
  'device_id',
  'node',
  'node_id',
  'plot',
  'estação',
  'estacao',
  'estación',
  'estacion',
  'stazione',
  'messstelle',
]
export const cell = (cells: readonly string[], column: number) => cells[column]?.trim() ?? ''
/** No logger's heading is longer, and searching for units takes time proportional to its spaces. */
const NAME_MOST = 400
export const bareName = (name: string) => name.slice(0, NAME_MOST).trim().toLowerCase()
/** Without the unit or the zone at its end. */
export const plainName = (name: string): string =>
  withoutUnit(bareName(name))
    .replace(/\s*[([][^)\]]*[)\]]$/, '')
    .replace(/,?\s*(gmt|utc)\s?[+-−]?[\d:]*$/, '')

/** `Depth, cm` */
function withoutUnit(name: string): string {
  const [, title, unit = ''] = /^([^,]+),\s*([^,]{1,12})$/.exec(name) ?? []
  return title !== undefined && (unit === 'local' || isUnit(unit)) ? title : name
}

export const among = (names: readonly string[], candidates: readonly string[]) =>
  candidates.map((name) => names.indexOf(name)).find((column) => column >= 0)

export function columnOf(
  header: readonly string[],
  requested: string | undefined,
  option: string,
  guesses: readonly string[],
): number {
  const candidates = requested === undefined ? guesses : [bareName(requested)]
  const bare = header.map(bareName)
  const found = among(bare, candidates) ?? among(header.map(plainName), candidates)
  if (found === undefined) throw noColumn(option, requested, header)
  const twins = bare.filter((name) => name === bare[found]).length
  if (twins > 1)
    throw ImportUnclear.of('ask_called_alike', header[found]?.trim() ?? '', String(twins), option)
  return found
}

export function noColumn(
  option: string,
  requested: string | undefined,
  header: readonly string[],
): ImportUnclear {
  const wide =
    option === 'depth' || option === 'value' ? ', or with --depths COLUMN=CM,.. for a wide file' : ''
  const names = header.slice(0, COLUMNS_TOLD).map((name) => name.trim().slice(0, 40))
  const more = header.length > COLUMNS_TOLD ? `, and ${header.length - COLUMNS_TOLD} more` : ''
  const columns = `${names.join(', ')}${more}`
  if (requested !== undefined) return ImportUnclear.of('ask_no_column', requested, columns, option, wide)
  return ImportUnclear.of(ASKED[option] ?? 'ask_value', columns)
}

const ASKED: Readonly<Record<string, 'ask_station' | 'ask_time' | 'ask_depth'>> = {
  station: 'ask_station',
  time: 'ask_time',
  depth: 'ask_depth',
}
const COLUMNS_TOLD = 40
