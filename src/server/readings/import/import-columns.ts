/** Decides which columns of a file hold station, time, depths and values: by the options given, else by their names. */
import { type ImportChoice, ImportUnclear } from './import-choice.ts'

/** The cells of one measurement as they stand in the file; undefined where the file has no such column. */
export interface MeasuredCells {
  /** Of a file that names probes in its columns. */
  probe?: number
  depth: string
  vwc?: string
  temperature?: string
  ec?: string
}

export interface ColumnPlan {
  /** Each column that is used, and what for; for people. */
  meanings: string[]
  /** Names of the columns of moisture. */
  valueNames: string[]
  station(cells: readonly string[]): string | undefined
  time(cells: readonly string[]): string
  measured(cells: readonly string[]): MeasuredCells[]
}

const STATION_NAMES = ['probe', 'probe_number', 'number', 'station', 'sensor', 'logger']
const TIME_NAMES = ['time', 'at', 'timestamp', 'datetime', 'date_time', 'date time', 'date']
const DEPTH_NAMES = ['depth', 'depth_cm', 'depthcm']
const VALUE_NAMES = ['value', 'vwc', 'moisture', 'theta', 'soil_moisture', 'vwc_pct']
/** `vwc_20cm`, `Moisture 20 cm (%)`. */
const DEPTH_COLUMN = /^(?:vwc|vw|swc|theta|moisture|soil[ _]?moisture)[ _-]*(\d{1,4}(?:\.\d+)?) ?_?cm\b/i
/** `P3-20cm`, as the product itself names a sensor. */
const SENSOR_COLUMN = /^P(\d{1,6})-(\d{1,4}(?:\.\d+)?)cm\b/i

const cell = (cells: readonly string[], column: number) => cells[column]?.trim() ?? ''
const bareName = (name: string) => name.trim().toLowerCase()
/** Without the unit at its end. */
const plainName = (name: string) => bareName(name).replace(/\s*[([][^)\]]*[)\]]$/, '')

/** @throws ImportUnclear when a needed column is neither named nor found */
export function columnPlan(header: readonly string[], choice: ImportChoice): ColumnPlan {
  const find = (given: string | undefined, option: string, guesses: readonly string[]) =>
    columnOf(header, given, option, guesses)
  const sensors = choice.station === undefined && choice.depths === undefined ? sensorColumns(header) : []
  const alone = sensors.length > 0 || choice.probe !== undefined
  const station = alone ? null : find(choice.station, 'station', STATION_NAMES)
  const time = timeCells(header, choice.time)
  const figures = sensors.length > 0 ? sensorCells(sensors) : figureCells(header, choice)
  const name = (column: number) => header[column]?.trim() ?? ''
  return {
    meanings: [
      ...(station === null ? [] : [`probe ${name(station)}`]),
      `time ${time.columns.map(name).join(' and ')}`,
      ...figures.meanings,
    ],
    valueNames: figures.valueNames,
    station: (cells) => (station === null ? undefined : cell(cells, station)),
    time: time.read,
    measured: figures.measured,
  }
}

function timeCells(header: readonly string[], given: string | undefined) {
  const names = given?.split('+').map((name) => name.trim())
  if (names?.[0] !== undefined && names[1] !== undefined) {
    const [date, clock] = names.map((name) => columnOf(header, name, 'time', []))
    return joined(date ?? 0, clock ?? 0)
  }
  const [date, clock] = ['date', 'time'].map((name) => header.map(bareName).indexOf(name))
  if (given === undefined && date !== undefined && clock !== undefined && date >= 0 && clock >= 0)
    return joined(date, clock)
  const column = columnOf(header, given, 'time', TIME_NAMES)
  return { columns: [column], read: (cells: readonly string[]) => cell(cells, column) }
}

/** Two columns, date and clock; a "time" that is more than a clock stands for itself. */
function joined(date: number, clock: number) {
  const read = (cells: readonly string[]) => {
    const time = cell(cells, clock)
    return /^\d{1,2}:\d{2}/.test(time) ? `${cell(cells, date)} ${time}` : time
  }
  return { columns: [date, clock], read }
}

interface Figures {
  meanings: string[]
  valueNames: string[]
  measured: ColumnPlan['measured']
}

function figureCells(header: readonly string[], choice: ImportChoice): Figures {
  if (choice.depths) return wideCells(header, choice.depths, choice)
  const long = choice.depth !== undefined || choice.value !== undefined
  const found = long ? [] : header.map((name) => [name.trim(), DEPTH_COLUMN.exec(name.trim())?.[1]] as const)
  const named = found.flatMap(([name, depth]): [string, number][] =>
    depth === undefined ? [] : [[name, Number(depth)]],
  )
  return named.length > 0 ? wideCells(header, new Map(named), choice) : longCells(header, choice)
}

function longCells(header: readonly string[], choice: ImportChoice): Figures {
  const depth = columnOf(header, choice.depth, 'depth', DEPTH_NAMES)
  const value = columnOf(header, choice.value, 'value', VALUE_NAMES)
  const side = (given: string | undefined, option: string) =>
    given === undefined ? null : columnOf(header, given, option, [])
  const [temperature, ec] = [side(choice.temperature, 'temperature'), side(choice.ec, 'ec')]
  const name = (column: number) => header[column]?.trim() ?? ''
  return {
    meanings: [
      `depth ${name(depth)}`,
      `moisture ${name(value)}`,
      ...(temperature === null ? [] : [`temperature ${name(temperature)}`]),
      ...(ec === null ? [] : [`salinity ${name(ec)}`]),
    ],
    valueNames: [name(value)],
    measured: (cells) => [
      {
        depth: cell(cells, depth),
        vwc: cell(cells, value),
        ...(temperature === null ? {} : { temperature: cell(cells, temperature) }),
        ...(ec === null ? {} : { ec: cell(cells, ec) }),
      },
    ],
  }
}

type SideMaps = Pick<ImportChoice, 'temperatures' | 'ecs'>

/** One measurement a depth, whatever is known there. */
function wideCells(
  header: readonly string[],
  depths: ReadonlyMap<string, number>,
  { temperatures, ecs }: SideMaps,
): Figures {
  const at = new Map<number, { vwc?: number; temperature?: number; ec?: number }>()
  const put = (kind: 'vwc' | 'temperature' | 'ec', option: string, map?: ReadonlyMap<string, number>) => {
    for (const [name, depth] of map ?? [])
      at.set(depth, { ...at.get(depth), [kind]: columnOf(header, name, option, []) })
  }
  put('vwc', 'depths', depths)
  put('temperature', 'temperature', temperatures)
  put('ec', 'ec', ecs)
  const columns = [...at].map(([depth, each]) => ({ depth: String(depth), ...each }))
  return {
    meanings: [
      ...[...depths].map(([name, depth]) => `moisture at ${depth} cm ${name}`),
      ...[...(temperatures ?? [])].map(([name, depth]) => `temperature at ${depth} cm ${name}`),
      ...[...(ecs ?? [])].map(([name, depth]) => `salinity at ${depth} cm ${name}`),
    ],
    valueNames: [...depths.keys()],
    measured: (cells) =>
      columns.map(({ depth, vwc, temperature, ec }) => ({
        depth,
        ...(vwc === undefined ? {} : { vwc: cell(cells, vwc) }),
        ...(temperature === undefined ? {} : { temperature: cell(cells, temperature) }),
        ...(ec === undefined ? {} : { ec: cell(cells, ec) }),
      })),
  }
}

interface SensorColumn {
  column: number
  name: string
  probe: number
  depth: string
}

function sensorColumns(header: readonly string[]): SensorColumn[] {
  return header.flatMap((name, column) => {
    const [, probe, depth] = SENSOR_COLUMN.exec(name.trim()) ?? []
    return probe === undefined || depth === undefined
      ? []
      : [{ column, name: name.trim(), probe: Number(probe), depth }]
  })
}

function sensorCells(sensors: readonly SensorColumn[]): Figures {
  return {
    meanings: sensors.map(({ name, probe, depth }) => `moisture of probe ${probe} at ${depth} cm ${name}`),
    valueNames: sensors.map(({ name }) => name),
    measured: (cells) =>
      sensors.map(({ column, probe, depth }) => ({ probe, depth, vwc: cell(cells, column) })),
  }
}

function columnOf(
  header: readonly string[],
  given: string | undefined,
  option: string,
  guesses: readonly string[],
): number {
  const among = (names: readonly string[], wanted: readonly string[]) =>
    wanted.map((name) => names.indexOf(name)).find((column) => column >= 0)
  const wanted = given === undefined ? guesses : [bareName(given)]
  const found = among(header.map(bareName), wanted) ?? among(header.map(plainName), wanted)
  if (found !== undefined) return found
  const what =
    given === undefined ? `say with --${option} which column it is` : `there is no column "${given}"`
  const wide =
    option === 'depth' || option === 'value' ? ', or with --depths COLUMN=CM,.. for a wide file' : ''
  const probe = option === 'station' && given === undefined ? ', or with --probe whose file it is' : ''
  const names = header.slice(0, COLUMNS_TOLD).map((name) => name.trim().slice(0, 40))
  const more = header.length > COLUMNS_TOLD ? `, and ${header.length - COLUMNS_TOLD} more` : ''
  throw new ImportUnclear(`${option}: ${what}${wide}${probe}; the file has ${names.join(', ')}${more}`)
}

const COLUMNS_TOLD = 40
