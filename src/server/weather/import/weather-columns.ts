/** Decides which columns of a station's file contain the time and which quantity in which unit: by the options, else by their names. */
import { ImportUnclear } from '../../readings/import/import-unclear.ts'

/** Quantities of a station, as named in the options. */
export const QUANTITIES = [
  'max',
  'min',
  'temperature',
  'dew_point',
  'humidity_max',
  'humidity_min',
  'humidity',
  'wind',
  'radiation',
  'rain',
] as const
export type Quantity = (typeof QUANTITIES)[number]

type Kind = 'temperature' | 'humidity' | 'wind' | 'radiation' | 'rain'

/** Conversion of a unit to SI, and of sums over the interval of a line. */
type Convert = (value: number, hours: number) => number

const MJ_PER_W_HOUR = 0.0036
/** To deg C, %, m/s, W/m2 (mean of the line) and mm (its sum). */
const UNITS: Record<Kind, Record<string, Convert>> = {
  temperature: { C: (t) => t, F: (t) => (t - 32) / 1.8, K: (t) => t - 273.15 },
  humidity: { '%': (share) => share },
  wind: {
    'm/s': (speed) => speed,
    'km/h': (speed) => speed / 3.6,
    mph: (speed) => speed * 0.44704,
    kn: (speed) => speed * 0.514444,
    // wind run over the interval of the line
    km: (run, hours) => run / hours / 3.6,
  },
  radiation: {
    'W/m2': (mean) => mean,
    'MJ/m2': (sum, hours) => sum / hours / MJ_PER_W_HOUR,
    'kJ/m2': (sum, hours) => sum / 1000 / hours / MJ_PER_W_HOUR,
    ly: (sum, hours) => (sum * 0.04184) / hours / MJ_PER_W_HOUR,
  },
  rain: { mm: (depth) => depth, cm: (depth) => depth * 10, in: (depth) => depth * 25.4 },
}

const KINDS: Record<Quantity, Kind> = {
  max: 'temperature',
  min: 'temperature',
  temperature: 'temperature',
  dew_point: 'temperature',
  humidity_max: 'humidity',
  humidity_min: 'humidity',
  humidity: 'humidity',
  wind: 'wind',
  radiation: 'radiation',
  rain: 'rain',
}

/** Spellings, without case, blanks and signs. */
const SPELLINGS: Record<string, string> = {
  c: 'C',
  degc: 'C',
  celsius: 'C',
  f: 'F',
  degf: 'F',
  fahrenheit: 'F',
  k: 'K',
  pct: '%',
  percent: '%',
  '%': '%',
  ms: 'm/s',
  mps: 'm/s',
  ms1: 'm/s',
  meterssecond: 'm/s',
  kmh: 'km/h',
  kph: 'km/h',
  kmhr: 'km/h',
  mph: 'mph',
  kn: 'kn',
  kt: 'kn',
  kts: 'kn',
  knots: 'kn',
  km: 'km',
  kmd: 'km',
  kmday: 'km',
  wm2: 'W/m2',
  wattsm2: 'W/m2',
  mjm2: 'MJ/m2',
  mjm2d: 'MJ/m2',
  mjm2day: 'MJ/m2',
  kjm2: 'kJ/m2',
  kjm2d: 'kJ/m2',
  kjm2day: 'kJ/m2',
  ly: 'ly',
  langley: 'ly',
  langleys: 'ly',
  mm: 'mm',
  cm: 'cm',
  in: 'in',
  inch: 'in',
  inches: 'in',
}

/** Names of columns, without case, blanks, signs and units. */
const NAMES: Record<Quantity, readonly string[]> = {
  max: words(
    'tmax maxt maxtemp maxtemperature tempmax temperaturemax maximumtemperature maximumtemp maxairtemp',
  ).concat(words('maxairtemperature airtempmax airtemperaturemax airtmax hightemp temphigh hitemp tx')),
  min: words(
    'tmin mint mintemp mintemperature tempmin temperaturemin minimumtemperature minimumtemp minairtemp',
  ).concat(words('minairtemperature airtempmin airtemperaturemin airtmin lowtemp templow lotemp tn')),
  temperature: words(
    't temp temperature airtemp airtemperature outsidetemp outsidetemperature outdoortemp',
  ).concat(words('outdoortemperature tempout airtavg airtempavg tempavg avgtemp')),
  dew_point: words('dewpoint dewpt dewpointtemp dewpointtemperature tdew dew td'),
  humidity_max: words(
    'rhmax maxrh maxhumidity humiditymax maxrelhumidity maxrelativehumidity maximumrelativehumidity',
  ),
  humidity_min: words(
    'rhmin minrh minhumidity humiditymin minrelhumidity minrelativehumidity minimumrelativehumidity',
  ),
  humidity: words(
    'rh rhavg humidity relhum relhumidity relativehumidity outhum outsidehumidity outdoorhumidity hum',
  ),
  wind: words(
    'wind windspeed ws wsavg avgwindspeed averagewindspeed meanwindspeed windspeedavg windavg avgwind',
  ).concat(words('windrun u2 windspeed2m windspeed10m windsavg')),
  radiation: words(
    'solar solarrad solarradiation radiation rad globalradiation shortwaveradiation srad rs',
  ).concat(words('insolation incomingsolarradiation slravg solaravg sr')),
  rain: words(
    'rain rainfall precip precipitation prec prcp pcpn ppt totalprecip totalprecipitation raintotal rr',
  ).concat(words('totalrain dailyrain raintot raindepth raincatch')),
}

/** Column names of known networks, with their units. */
const NETWORKS: Record<string, readonly [Quantity, string]> = {
  TMAXC: ['max', 'C'],
  TMINC: ['min', 'C'],
  WINDKM: ['wind', 'km'],
  PRECMM: ['rain', 'mm'],
  RHMAX: ['humidity_max', '%'],
  RHMIN: ['humidity_min', '%'],
  SRKJD: ['radiation', 'kJ/m2'],
  MAX_TEMPERATURE: ['max', 'C'],
  MIN_TEMPERATURE: ['min', 'C'],
  MAX_REL_HUMIDITY: ['humidity_max', '%'],
  MIN_REL_HUMIDITY: ['humidity_min', '%'],
  TOTAL_PRECIPITATION: ['rain', 'mm'],
}

const TIME_NAMES = words('time timestamp datetime date day localdate at tmstamp dateandtime observationtime')

function words(text: string): readonly string[] {
  return text.split(' ')
}

/** Options for the columns; those left out are derived from the file, or asked for. */
export interface ColumnChoice {
  /** Column by quantity, and of the time. */
  columns?: ReadonlyMap<string, string>
  /** Unit by quantity, or by its kind. */
  units?: ReadonlyMap<string, string>
}

/** One column that is used. */
export interface QuantityColumn {
  quantity: Quantity
  column: number
  /** As in the file. */
  name: string
  unit: string
  convert: Convert
  /** Column with the quality flag of the figure; null: none. */
  flag: number | null
}

export interface WeatherColumns {
  quantities: QuantityColumn[]
  /** Columns of the time: one, a date and a clock, or a year, a month and a day. */
  timeNames: string[]
  time(cells: readonly string[]): string
  /** Names of columns that are not used. */
  unused: string[]
}

/** Whether these could be the column names of a station. */
export function isHeader(cells: readonly string[], choice: ColumnChoice): boolean {
  return (
    timeColumns(cells, choice) !== null &&
    QUANTITIES.some((quantity) => find(cells, quantity, choice) !== null)
  )
}

/** @throws ImportUnclear if the time, every quantity or a unit is missing */
export function weatherColumns(header: readonly string[], choice: ColumnChoice): WeatherColumns {
  const time = timeColumns(header, choice)
  const listed = header.slice(0, COLUMNS_TOLD).map((name) => name.trim().slice(0, 40))
  if (!time)
    throw new ImportUnclear(
      `time: say with --columns time=COLUMN which column it is; the file has ${listed.join(', ')}`,
    )
  const found = QUANTITIES.flatMap((quantity) => {
    const column = find(header, quantity, choice)
    return column === null ? [] : [{ quantity, column, name: header[column]?.trim() ?? '' }]
  })
  if (found.length === 0)
    throw new ImportUnclear(
      `columns: no weather is found; say with --columns rain=COLUMN,max=COLUMN,.. which columns they are; the file has ${listed.join(', ')}`,
    )
  const quantities = found.map(({ quantity, column, name }) => {
    const unit = unitOf(quantity, name, choice) ?? unitBeside(quantity, found, choice)
    if (unit === null) throw unitMissing(quantity, name)
    const convert = UNITS[KINDS[quantity]][unit] ?? ((value: number) => value)
    return { quantity, column, name, unit, convert, flag: flagOf(header, name) }
  })
  const used = new Set([
    ...time.columns,
    ...quantities.flatMap(({ column, flag }) => (flag === null ? [column] : [column, flag])),
  ])
  return {
    quantities,
    timeNames: time.columns.map((column) => header[column]?.trim() ?? ''),
    time: time.read,
    unused: header.map((name) => name.trim()).filter((name, i) => name !== '' && !used.has(i)),
  }
}

const COLUMNS_TOLD = 40

/** @throws ImportUnclear for a unit that does not belong to the quantity */
function unitOf(quantity: Quantity, name: string, { units }: ColumnChoice): string | null {
  const kind = KINDS[quantity]
  const knownUnits = Object.keys(UNITS[kind])
  const chosenUnit = units?.get(quantity) ?? units?.get(kind)
  if (chosenUnit !== undefined) {
    const unit = knownUnits.find((candidate) => candidate === (SPELLINGS[squashed(chosenUnit)] ?? chosenUnit))
    if (unit === undefined)
      throw new ImportUnclear(
        `units: "${chosenUnit.slice(0, 20)}" is no unit of ${kind}; it is one of ${knownUnits.join(', ')}`,
      )
    return unit
  }
  if (kind === 'humidity') return '%'
  const network = NETWORKS[name.trim()]
  if (network?.[0] === quantity) return network[1]
  const unitInName = SPELLINGS[partsOf(name).unit]
  return knownUnits.find((candidate) => candidate === unitInName) ?? null
}

/** The unit of another temperature in the file: no station uses two. */
function unitBeside(
  quantity: Quantity,
  found: readonly { quantity: Quantity; name: string }[],
  choice: ColumnChoice,
): string | null {
  if (KINDS[quantity] !== 'temperature') return null
  const units = found
    .filter((column) => KINDS[column.quantity] === 'temperature')
    .map((column) => unitOf(column.quantity, column.name, choice))
  return units.find((unit) => unit !== null) ?? null
}

function unitMissing(quantity: Quantity, name: string): ImportUnclear {
  const kind = KINDS[quantity]
  const choices = Object.keys(UNITS[kind]).map((unit) => `${kind}=${unit}`)
  return new ImportUnclear(
    `units: the column "${name.slice(0, 40)}" does not say its unit; say with --units which it is: ${choices.join(', ')}`,
  )
}

function find(header: readonly string[], quantity: Quantity, { columns }: ColumnChoice): number | null {
  const chosenColumn = columns?.get(quantity)
  if (chosenColumn !== undefined) return columnNamed(header, chosenColumn, quantity)
  const network = header.findIndex((name) => NETWORKS[name.trim()]?.[0] === quantity)
  if (network >= 0) return network
  // the names in order of preference: the plainest first
  const bases = header.map((name) => partsOf(name).base)
  const at = NAMES[quantity].map((name) => bases.indexOf(name)).find((column) => column >= 0)
  return at ?? null
}

function columnNamed(header: readonly string[], name: string, quantity: string): number {
  const column = header.findIndex((title) => title.trim().toLowerCase() === name.trim().toLowerCase())
  if (column < 0) throw new ImportUnclear(`${quantity}: there is no column "${name.slice(0, 60)}"`)
  return column
}

/** A column with the flag of a figure, for example `Total Precip Flag`. */
function flagOf(header: readonly string[], name: string): number | null {
  const flagName = `${partsOf(name).base}flag`
  const column = header.findIndex((title) => squashed(title) === flagName)
  return column < 0 ? null : column
}

interface TimeColumns {
  columns: number[]
  read(cells: readonly string[]): string
}

function timeColumns(header: readonly string[], { columns }: ColumnChoice): TimeColumns | null {
  const timeNames = columns?.get('time')?.split('+')
  const cell = (cells: readonly string[], column: number) => cells[column]?.trim() ?? ''
  const columnsAt = (indexes: number[]): TimeColumns => ({
    columns: indexes,
    read: (cells) => indexes.map((column) => cell(cells, column)).join(' '),
  })
  if (timeNames !== undefined) return columnsAt(timeNames.map((name) => columnNamed(header, name, 'time')))
  const names = header.map(squashed)
  const [year, month, day] = ['year', 'month', 'day'].map((name) => names.indexOf(name))
  const at = TIME_NAMES.filter((name) => name !== 'day').map((name) => names.indexOf(name))
  const column = at.find((index) => index >= 0)
  if (column === undefined && year !== undefined && month !== undefined && day !== undefined)
    return year < 0 || month < 0 || day < 0
      ? null
      : {
          columns: [year, month, day],
          read: (cells) => [year, month, day].map((index) => cell(cells, index)).join('-'),
        }
  const [date, clock] = [names.indexOf('date'), names.indexOf('time')]
  if (date >= 0 && clock >= 0) return columnsAt([date, clock])
  return column === undefined ? null : columnsAt([column])
}

/** No station's heading is longer, and longer ones take longer to search for a unit. */
const NAME_MOST = 400

/** Quantity and unit in a name: `Max Temp (°C)`, `precip_mm`. */
function partsOf(name: string): { base: string; unit: string } {
  const plain = name.slice(0, NAME_MOST).trim().toLowerCase()
  const [, before = plain, inside] = /^(.*?)\s*[([]([^)\]]*)[)\]]\s*$/.exec(plain) ?? []
  if (inside !== undefined && SPELLINGS[squashed(inside)] !== undefined)
    return { base: squashed(before), unit: squashed(inside) }
  // the longest ending that is a unit: w_m2 before m2
  const tokens = before.split(/[\s_./-]+/)
  for (let from = 1; from < tokens.length; from += 1) {
    const unit = squashed(tokens.slice(from).join(''))
    if (SPELLINGS[unit] !== undefined) return { base: squashed(tokens.slice(0, from).join('')), unit }
  }
  return { base: squashed(before), unit: '' }
}

/** Without case, blanks and signs; powers as digits. */
function squashed(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('²', '2')
    .replaceAll(/[°º]/g, 'deg')
    .replaceAll(/[^a-z0-9%]/g, '')
    .replace(/^degdeg/, 'deg')
}
