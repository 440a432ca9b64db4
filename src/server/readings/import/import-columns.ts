/** Decides which columns of a file hold station, time, depths and values: by the options given, else by what their headings say. */
import { type ColumnHead, readColumn, rounded } from '../loggers/column-name.ts'
import { labelDepth } from '../loggers/file-head.ts'
import { isUnit, type Quantity, unitNames, unitOfQuantity } from '../loggers/quantity.ts'
import type { FigureKind } from './import-number.ts'
import { type DepthUnit, type ImportChoice, ImportUnclear, type SensorChoice } from './import-choice.ts'

/** One column that holds figures. */
export interface FigureColumn {
  column: number
  name: string
  quantity: Quantity
  /** As the file or a person says it. */
  unit?: string | undefined
}

/** The cells of one sensor in a line; undefined where the file has no such column. */
export interface MeasuredCells {
  /** Of a file that names probes in its columns. */
  probe?: number | undefined
  /** Null for what has none: rain, flow, batteries. */
  depth: string | null
  figures: readonly FigureColumn[]
}

/** What becomes of a column, for people. */
export interface ColumnUse {
  name: string
  /** Port, or what stands above the name. */
  group: string | null
  use: 'station' | 'time' | 'depth' | Quantity | null
  unit: string | null
  depthCm: number | null
  probe: number | null
  /** Why it is left out. */
  why: string | null
}

export interface ColumnPlan {
  /** Each column that is used, and what for; for people. */
  meanings: string[]
  figures: FigureColumn[]
  uses: ColumnUse[]
  /** Columns of which a line fills one, being one measurement. */
  spread: ReadonlySet<number> | null
  station(cells: readonly string[]): string | undefined
  time(cells: readonly string[]): string
  measured(cells: readonly string[]): readonly MeasuredCells[]
}

const STATION_NAMES = [
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
]
const TIME_NAMES = [
  'time',
  'at',
  'timestamp',
  'timestamps',
  'datetime',
  'date_time',
  'date time',
  'date-time',
  'measurement time',
  'sample time',
  'date/time',
  'date & time',
  'local time',
  'horodatage',
  'date heure',
  'date et heure',
  'datum',
  'date',
]
/** A date and its clock, each in a column of its own. */
const PAIRS = [
  ['date', 'time'],
  ['datum', 'uhrzeit'],
  ['datum', 'zeit'],
  ['date', 'heure'],
  ['utc_date', 'utc_time'],
] as const
const DEPTH_NAMES = [
  'depth',
  'depth_cm',
  'depthcm',
  'depth_m',
  'depth_in',
  'depth_inches',
  'depth_mm',
  'sensor_depth',
  'profondeur',
]
const VALUE_NAMES = ['value', 'vwc', 'moisture', 'theta', 'soil_moisture', 'vwc_pct']
/** `P3-20cm`, as the product itself names a sensor. */
const SENSOR_COLUMN = /^P(\d{1,6})-(\d{1,4}(?:\.\d+)?)cm\b/i

const cell = (cells: readonly string[], column: number) => cells[column]?.trim() ?? ''
const bareName = (name: string) => name.trim().toLowerCase()
/** Without the unit or the zone at its end. */
const plainName = (name: string) =>
  bareName(name)
    .replace(/\s*[([][^)\]]*[)\]]$/, '')
    .replace(/,?\s*(gmt|utc)\s?[+-−]?[\d:]*$/, '')

const NAMES: Record<Quantity, string> = {
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
}
export const quantityName = (quantity: Quantity): string => NAMES[quantity]
const IN_SOIL: ReadonlySet<Quantity> = new Set(['moisture', 'tension', 'temperature', 'ec'])
export const kindOf = (quantity: Quantity): FigureKind =>
  quantity === 'tension' ? 'potential' : IN_SOIL.has(quantity) ? 'soil' : 'counted'

/**
 * @param heads the columns as the file heads them
 * @param sample some lines, by which a time without a usual name is found
 * @throws ImportUnclear when a needed column is neither named nor found
 */
export function columnPlan(
  heads: readonly ColumnHead[],
  choice: ImportChoice,
  sample: readonly (readonly string[])[] = [],
): ColumnPlan {
  const header = heads.map(({ name }) => name)
  const named = choice.station === undefined && choice.depths === undefined && choice.sensors === undefined
  const sensors = named ? sensorColumns(header) : []
  const figures =
    sensors.length > 0
      ? sensorCells(heads, sensors)
      : choice.depths
        ? wideCells(heads, choice.depths, choice)
        : isLong(header, choice)
          ? longCells(heads, choice)
          : recognised(heads, choice)
  // without anything to keep nobody need say whose it would be
  if (figures.trouble && /^(value|sensors):/.test(figures.trouble.message)) throw figures.trouble
  const alone = sensors.length > 0 || choice.probe !== undefined || figures.probed
  const station = alone
    ? stationMaybe(header, choice)
    : columnOf(header, choice.station, 'station', STATION_NAMES)
  const time = timeCells(heads, choice.time, sample)
  if (figures.trouble) throw figures.trouble
  const used = new Map<number, ColumnUse['use']>(time.columns.map((column) => [column, 'time']))
  if (station !== null) used.set(station, 'station')
  const name = (column: number) => header[column]?.trim() ?? ''
  return {
    meanings: [
      ...(station === null ? [] : [`probe ${name(station)}`]),
      `time ${time.columns.map(name).join(' and ')}`,
      ...figures.meanings,
    ],
    figures: figures.columns,
    uses: usesOf(heads, figures, used),
    spread: heads.some(({ spread }) => spread)
      ? new Set(heads.flatMap(({ spread }, column) => (spread ? [column] : [])))
      : null,
    station: (cells) => (station === null ? undefined : cell(cells, station)),
    time: time.read,
    measured: figures.measured,
  }
}

/** What the columns are taken for, as far as it can be told, while something about them is still open. */
export function columnUses(heads: readonly ColumnHead[], choice: ImportChoice): ColumnUse[] {
  try {
    return columnPlan(heads, choice).uses
  } catch (error) {
    if (!(error instanceof ImportUnclear)) throw error
    const { sensors: _, ...rest } = choice
    const figures = recognised(heads, rest)
    const times = TIME_NAMES.map((name) => heads.findIndex((head) => plainName(head.name) === name))
    const time = heads.findIndex((head) => head.fixed === 'time')
    const column = time < 0 ? times.find((at) => at >= 0) : time
    return usesOf(heads, figures, new Map(column === undefined ? [] : [[column, 'time']]))
  }
}

/** A column of stations that one option makes needless is used where it was named. */
const stationMaybe = (header: readonly string[], { station }: ImportChoice) =>
  station === undefined ? null : columnOf(header, station, 'station', [])

interface Figures {
  meanings: string[]
  columns: FigureColumn[]
  measured: ColumnPlan['measured']
  /** Every sensor says which probe it is. */
  probed: boolean
  depthColumn?: number
  /** What was left open, told after what is missing of station and time. */
  trouble?: ImportUnclear | undefined
  places: ReadonlyMap<number, { probe?: number | undefined; depthCm?: number | undefined }>
  left: ReadonlyMap<number, string>
}

function usesOf(
  heads: readonly ColumnHead[],
  figures: Figures,
  used: ReadonlyMap<number, ColumnUse['use']>,
): ColumnUse[] {
  return heads.map(({ name, group, sensor }, column): ColumnUse => {
    const figure = figures.columns.find((each) => each.column === column)
    const place = figures.places.get(column)
    const use = used.get(column) ?? (figures.depthColumn === column ? 'depth' : (figure?.quantity ?? null))
    return {
      name: name.trim(),
      group: group === undefined ? null : [group, sensor].filter(Boolean).join(', '),
      use,
      unit: figure?.unit ?? null,
      depthCm: place?.depthCm ?? null,
      probe: place?.probe ?? null,
      why: use === null ? (figures.left.get(column) ?? 'it is not needed') : null,
    }
  })
}

function timeCells(
  heads: readonly ColumnHead[],
  given: string | undefined,
  sample: readonly (readonly string[])[],
) {
  const header = heads.map(({ name }) => name)
  const names = given?.split('+').map((name) => name.trim())
  if (names?.[0] !== undefined && names[1] !== undefined) {
    const [date, clock] = names.map((name) => columnOf(header, name, 'time', []))
    return joined(date ?? 0, clock ?? 0)
  }
  const alone = (column: number) => ({
    columns: [column],
    read: (cells: readonly string[]) => cell(cells, column),
  })
  const fixed = heads.findIndex((head) => head.fixed === 'time')
  if (given === undefined && fixed >= 0) return alone(fixed)
  const place = (wanted: string) => {
    const bare = header.map(bareName).indexOf(wanted)
    return bare >= 0 ? bare : header.map(plainName).indexOf(wanted)
  }
  if (given === undefined) {
    const pairs = PAIRS.map(([date, clock]) => [place(date), place(clock)] as const)
    const [date, clock] = pairs.find((pair) => pair.every((column) => column >= 0)) ?? []
    if (date !== undefined && clock !== undefined) return joined(date, clock)
    const usual = TIME_NAMES.some((name) =>
      header.some((each) => bareName(each) === name || plainName(each) === name),
    )
    const told = usual ? [] : timedColumns(header.length, sample)
    if (told.length === 1 && told[0] !== undefined) return alone(told[0])
  }
  return alone(columnOf(header, given, 'time', TIME_NAMES))
}

const DATED =
  /^(1\d{9}(\d{3})?$|(?:19|20)\d{2}(?:0[1-9]|1[0-2])[0-3]\d(\d{4}(\d\d)?)?$|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}[- ][a-z]{3}[- ]\d{4}|[a-z]{3,9} \d{1,2},? \d{4})\b/i

/** Columns in which most lines have a date. */
function timedColumns(width: number, sample: readonly (readonly string[])[]): number[] {
  const columns = Array.from({ length: width }, (_, column) => column)
  const dated = (column: number) => sample.filter((cells) => DATED.test(cell(cells, column))).length
  return columns.filter((column) => sample.length > 0 && dated(column) * 10 >= sample.length * 9)
}

/** Two columns, date and clock; a "time" that is more than a clock stands for itself. */
function joined(date: number, clock: number) {
  const read = (cells: readonly string[]) => {
    const [day, time] = [cell(cells, date), cell(cells, clock)]
    if (/^\d{1,2}:\d{2}/.test(time)) return `${day} ${time}`
    return /^\d{4}$/.test(time) && /^\d{4}-|^\d{1,2}\/|^\d{8}$/.test(day)
      ? `${day} ${time.slice(0, 2)}:${time.slice(2)}`
      : time || day
  }
  return { columns: [date, clock], read }
}

/** A line a measurement: its depth stands in a column. */
function isLong(header: readonly string[], choice: ImportChoice): boolean {
  if (choice.depth !== undefined || choice.value !== undefined) return true
  if (choice.sensors) return false
  return (
    among(header.map(bareName), DEPTH_NAMES) !== undefined ||
    among(header.map(plainName), DEPTH_NAMES) !== undefined
  )
}

const among = (names: readonly string[], wanted: readonly string[]) =>
  wanted.map((name) => names.indexOf(name)).find((column) => column >= 0)

const CM_PER: Record<DepthUnit, number> = { cm: 1, m: 100, mm: 0.1, in: 2.54, ft: 30.48 }

function longCells(heads: readonly ColumnHead[], choice: ImportChoice): Figures {
  const header = heads.map(({ name }) => name)
  const depth = columnOf(header, choice.depth, 'depth', DEPTH_NAMES)
  const told = heads.map((head, column) => ({ column, ...readColumn(head) }))
  const sure = told.filter(({ column, quantity }) => column !== depth && quantity !== undefined)
  const values = sure.filter(({ quantity }) => quantity === 'moisture' || quantity === 'tension')
  const usual = among(header.map(bareName), VALUE_NAMES) ?? among(header.map(plainName), VALUE_NAMES)
  const alone = values.every(
    (each) => values.filter((other) => other.quantity === each.quantity).length === 1,
  )
  const spread = heads.some((head) => head.spread)
  const one =
    choice.value === undefined && (usual === undefined || spread) && alone
      ? (values.find(({ quantity }) => quantity === 'moisture') ?? values[0])?.column
      : undefined
  const value =
    one ?? (spread && sure.length > 0 ? undefined : columnOf(header, choice.value, 'value', VALUE_NAMES))
  const tension =
    one === undefined
      ? undefined
      : values.find(({ quantity, column }) => quantity === 'tension' && column !== one)
  const beside = spread ? sure.filter(({ quantity }) => quantity !== undefined && !IN_SOIL.has(quantity)) : []
  const side = (given: string | undefined, option: string, quantity: Quantity) => {
    if (given !== undefined) return columnOf(header, given, option, [])
    const found = sure.filter((each) => each.quantity === quantity && each.column !== value)
    // without its unit a salinity could be anything
    const usable = found.filter(({ unit }) => quantity !== 'ec' || unit !== undefined)
    return usable.length === 1 ? (usable[0]?.column ?? null) : null
  }
  const [temperature, ec] = [
    side(choice.temperature, 'temperature', 'temperature'),
    side(choice.ec, 'ec', 'ec'),
  ]
  const columns = [
    ...(value === undefined
      ? []
      : [figureAt(heads, value, told[value]?.quantity === 'tension' ? 'tension' : 'moisture')]),
    ...(tension === undefined ? [] : [figureAt(heads, tension.column, 'tension')]),
    ...(temperature === null ? [] : [figureAt(heads, temperature, 'temperature')]),
    ...(ec === null ? [] : [figureAt(heads, ec, 'ec')]),
  ]
  const others = beside.map(({ column, quantity = 'battery' }) => figureAt(heads, column, quantity))
  const scale = CM_PER[choice.depthUnit ?? depthUnitOf(header[depth] ?? '') ?? 'cm']
  const depthCell = (cells: readonly string[]) => {
    const text = cell(cells, depth)
    return scale === 1 || !/^-?\d+([.,]\d+)?$/.test(text)
      ? text.replace(/^-/, '')
      : String(rounded(Math.abs(Number(text.replace(',', '.'))) * scale))
  }
  const name = (column: number) => header[column]?.trim() ?? ''
  return {
    meanings: [
      `depth ${name(depth)}`,
      ...[...columns, ...others].map(({ quantity, column }) => `${NAMES[quantity]} ${name(column)}`),
    ],
    columns: [...columns, ...others],
    measured: (cells) => [
      { depth: depthCell(cells), figures: columns },
      ...(others.length > 0 ? [{ depth: null, figures: others }] : []),
    ],
    probed: false,
    depthColumn: depth,
    places: new Map(),
    left: new Map(told.flatMap(({ column, why }) => (why === undefined ? [] : [[column, why]]))),
  }
}

function depthUnitOf(name: string): DepthUnit | undefined {
  const told = /[([_\s](cm|mm|m|in|inch|inches|ft|feet)[)\]]?$/i.exec(name.trim())?.[1]?.toLowerCase()
  if (told === undefined) return undefined
  if (told.startsWith('in')) return 'in'
  return told === 'feet'
    ? 'ft'
    : told === 'cm' || told === 'mm' || told === 'm' || told === 'ft'
      ? told
      : undefined
}

/** The column as a person or its place says it, in the unit of its heading. */
function figureAt(heads: readonly ColumnHead[], column: number, quantity: Quantity): FigureColumn {
  const head = heads[column] ?? { name: '' }
  return { column, name: head.name.trim(), quantity, unit: unitSaid(head) }
}

const unitSaid = (head: ColumnHead): string | undefined => readColumn(head).unit ?? bracketUnit(head.name)

/** A unit of something else in a heading: what it is meant for must be said. */
function bracketUnit(name: string): string | undefined {
  const bracket = /[([]([^)\]]+)[)\]]\s*$/.exec(name)?.[1]?.trim()
  return bracket !== undefined && isUnit(bracket) ? bracket : undefined
}

type SideMaps = Pick<ImportChoice, 'temperatures' | 'ecs'>

/** One measurement a depth, whatever is known there. */
function wideCells(
  heads: readonly ColumnHead[],
  depths: ReadonlyMap<string, number>,
  { temperatures, ecs }: SideMaps,
): Figures {
  const header = heads.map(({ name }) => name)
  const at = new Map<number, FigureColumn[]>()
  const put = (quantity: Quantity, option: string, map?: ReadonlyMap<string, number>) => {
    for (const [name, depth] of map ?? []) {
      const column = columnsCalled(heads, name, quantity) ?? columnOf(header, name, option, [])
      const told =
        quantity === 'moisture' && readColumn(heads[column] ?? { name }).quantity === 'tension'
          ? 'tension'
          : quantity
      const here = at.get(depth) ?? []
      if (here.some((each) => each.quantity === told))
        throw new ImportUnclear(
          `${option}: two columns are said to hold ${NAMES[told]} at ${depth} cm; say with --sensors which probe each is of`,
        )
      at.set(depth, [...here, figureAt(heads, column, told)])
    }
  }
  put('moisture', 'depths', depths)
  put('temperature', 'temperature', temperatures)
  put('ec', 'ec', ecs)
  const columns = [...at].flatMap(([, figures]) => figures)
  const measured = [...at].map(([depth, figures]) => ({ depth: String(depth), figures }))
  return {
    meanings: QUANTITY_ORDER.flatMap((quantity) =>
      [...at].flatMap(([depth, figures]) =>
        figures
          .filter((each) => each.quantity === quantity)
          .map((each) => `${NAMES[quantity]} at ${depth} cm ${each.name}`),
      ),
    ),
    columns,
    measured: () => measured,
    probed: false,
    places: new Map(
      [...at].flatMap(([depthCm, figures]) => figures.map(({ column }) => [column, { depthCm }])),
    ),
    left: leftOf(heads, columns),
  }
}

const QUANTITY_ORDER: readonly Quantity[] = ['moisture', 'tension', 'temperature', 'ec']

/** A port stands for its one column of the quantity. */
function columnsCalled(heads: readonly ColumnHead[], name: string, quantity: Quantity): number | null {
  const grouped = heads.flatMap((head, column) =>
    calls(head, name) && bareName(head.name) !== bareName(name) ? [column] : [],
  )
  const fitting = grouped.filter((column) => {
    const told = readColumn(heads[column] ?? { name }).quantity
    return told === quantity || (quantity === 'moisture' && told === 'tension')
  })
  return fitting.length === 1 ? (fitting[0] ?? null) : null
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

/** Why the other columns are left out. */
const leftOf = (heads: readonly ColumnHead[], columns: readonly FigureColumn[]) =>
  new Map(
    heads.flatMap((head, column): [number, string][] => {
      const { why } = readColumn(head)
      return why === undefined || columns.some((each) => each.column === column) ? [] : [[column, why]]
    }),
  )

function sensorCells(heads: readonly ColumnHead[], sensors: readonly SensorColumn[]): Figures {
  const columns = sensors.map(({ column, name }): FigureColumn => {
    const { quantity, unit } = readColumn({ name })
    const kept = quantity !== undefined && IN_SOIL.has(quantity) ? quantity : 'moisture'
    return { column, name, quantity: kept, unit: unit ?? bracketUnit(name) }
  })
  const measured = sensors.map(({ probe, depth }, i) => ({ probe, depth, figures: columns.slice(i, i + 1) }))
  return {
    meanings: sensors.map(
      ({ name, probe, depth }, i) =>
        `${NAMES[columns[i]?.quantity ?? 'moisture']} of probe ${probe} at ${depth} cm ${name}`,
    ),
    columns,
    measured: () => measured,
    probed: true,
    left: leftOf(heads, columns),
    places: new Map(sensors.map(({ column, probe, depth }) => [column, { probe, depthCm: Number(depth) }])),
  }
}

interface Found extends FigureColumn {
  probe?: number | undefined
  depthCm?: number | undefined
  group?: string | undefined
}

/** Every column that its heading, or a person, says enough of. */
function recognised(heads: readonly ColumnHead[], choice: ImportChoice): Figures {
  const left = new Map<number, string>()
  const matched = new Set<string>()
  const found = heads.flatMap((head, column): Found[] => {
    const said = saidOf(heads, head, choice.sensors, matched)
    const read = readColumn(head)
    if (said === null) {
      left.set(column, 'it was said to be left out')
      return []
    }
    const quantity = read.quantity ?? (said?.own ? quantityBy(said) : undefined)
    if (quantity === undefined) {
      if (head.fixed !== 'time') left.set(column, read.why ?? 'its name says nothing that is known here')
      return []
    }
    if (
      read.unit === undefined &&
      said?.unit === undefined &&
      (quantity === 'ec' || quantity === 'battery')
    ) {
      left.set(
        column,
        quantity === 'ec'
          ? 'a salinity without a unit could be anything'
          : 'the unit of the battery is not said',
      )
      return []
    }
    return [
      {
        column,
        name: head.name.trim(),
        quantity,
        unit: said?.own ? (said.unit ?? read.unit) : read.unit,
        probe: said?.probe ?? read.probe,
        depthCm: said?.depthCm ?? read.depthCm ?? labelDepth(head.name),
        group: head.group,
      },
    ]
  })
  const unknown = [...(choice.sensors?.keys() ?? [])].find((name) => !matched.has(name))
  if (unknown !== undefined)
    throw noColumn(
      'sensors',
      unknown,
      heads.map(({ name }) => name),
    )
  const placed = found.map((each) => ({ ...each, depthCm: each.depthCm ?? depthOfGroup(found, each) }))
  const kept = placed.filter((each) => {
    // what hangs beside the soil has no depth; a temperature alone may be one of anything
    if (!IN_SOIL.has(each.quantity) || each.depthCm !== undefined) return true
    if (each.quantity === 'moisture' || each.quantity === 'tension') return true
    left.set(each.column, 'it is not said how deep it is measured')
    return false
  })
  const single = withoutLesserSalinity(kept, left)
  const stationed =
    choice.station !== undefined ||
    among(
      heads.map(({ name }) => plainName(name)),
      STATION_NAMES,
    ) !== undefined
  const trouble = troubleOf(single, heads, left, stationed)
  const groups = new Map<string, Found[]>()
  for (const each of single) {
    const key = `${each.probe ?? ''}/${IN_SOIL.has(each.quantity) ? (each.depthCm ?? '?') : 'none'}`
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  const measured = [...groups.values()].map((figures): MeasuredCells => {
    const [first] = figures
    const soil = first !== undefined && IN_SOIL.has(first.quantity)
    return { probe: first?.probe, depth: soil ? String(first.depthCm ?? '') : null, figures }
  })
  return {
    meanings: single.map(meaningOf),
    columns: single,
    measured: () => measured,
    probed: single.length > 0 && single.every(({ probe }) => probe !== undefined),
    trouble,
    places: new Map(single.map(({ column, probe, depthCm }) => [column, { probe, depthCm }])),
    left,
  }
}

const meaningOf = ({ quantity, probe, depthCm, name, group }: Found) =>
  [
    NAMES[quantity],
    ...(probe === undefined ? [] : [`of ${IN_SOIL.has(quantity) ? 'probe' : 'number'} ${probe}`]),
    ...(depthCm === undefined || !IN_SOIL.has(quantity) ? [] : [`at ${depthCm} cm`]),
    ...(group === undefined ? [] : [group]),
    name,
  ].join(' ')

function quantityBy({ depthCm, unit }: SensorChoice): Quantity | undefined {
  if (depthCm === undefined) return undefined
  if (unit === undefined || unitOfQuantity('moisture', unit)) return 'moisture'
  return (['tension', 'ec', 'temperature'] as const).find((quantity) => unitOfQuantity(quantity, unit))
}

/** What a person said of this column by its name, port, label or serial number; `own`: of it alone. */
function saidOf(
  heads: readonly ColumnHead[],
  head: ColumnHead,
  sensors: ImportChoice['sensors'],
  matched: Set<string>,
): (SensorChoice & { own: boolean }) | null | undefined {
  for (const [name, said] of sensors ?? []) {
    const own = bareName(head.name) === bareName(name) || plainName(head.name) === bareName(name)
    if (!own && !calls(head, name)) continue
    if (own && heads.filter((each) => bareName(each.name) === bareName(name)).length > 1) continue
    matched.add(name)
    return said === null ? null : { ...said, own: own || head.group === undefined }
  }
  return undefined
}

/** Whether a name means the port, the label or the serial number of a column. */
function calls({ name, group }: ColumnHead, called: string): boolean {
  const wanted = bareName(called)
  if (group !== undefined && bareName(group) === wanted) return true
  const label = /LBL:\s*([^,)]+)/.exec(name)?.[1]
  const serial = /SEN S\/N:\s*(\w+)/.exec(name)?.[1]
  return (label !== undefined && bareName(label) === wanted) || serial?.toLowerCase() === wanted
}

/** Temperature and salinity of a port stand where its moisture does. */
function depthOfGroup(found: readonly Found[], { group, quantity }: Found): number | undefined {
  if (group === undefined || !IN_SOIL.has(quantity)) return undefined
  return found.find((each) => each.group === group && each.depthCm !== undefined)?.depthCm
}

/** Of several salinities of one sensor the saturation extract's, in which tables of crops are written. */
function withoutLesserSalinity(found: readonly Found[], left: Map<number, string>): Found[] {
  const isEc = (each: Found) => each.quantity === 'ec'
  return found.filter((each) => {
    if (!isEc(each)) return true
    const beside = found.filter(
      (other) =>
        isEc(other) &&
        other.probe === each.probe &&
        other.depthCm === each.depthCm &&
        other.group === each.group,
    )
    const best =
      beside.find(({ name }) => /saturation|sat/i.test(name)) ??
      beside.find(({ name }) => /bulk/i.test(name)) ??
      beside[0]
    if (best === each) return true
    left.set(each.column, `of this sensor ${best?.name ?? 'another'} is kept`)
    return false
  })
}

/** What cannot be told of columns that are wanted. */
function troubleOf(
  found: readonly Found[],
  heads: readonly ColumnHead[],
  left: ReadonlyMap<number, string>,
  stationed: boolean,
): ImportUnclear | undefined {
  const header = heads.map(({ name }) => name)
  const deep = found.filter(({ quantity }) => quantity === 'moisture' || quantity === 'tension')
  if (deep.length === 0 && !found.some(({ quantity }) => !IN_SOIL.has(quantity))) {
    const raw = [...left].filter(
      ([, why]) =>
        why.startsWith('raw counts') || why.startsWith('a permittivity') || why.includes('is no unit'),
    )
    const whys = raw.slice(0, 3).map(([column, why]) => `"${header[column] ?? ''}": ${why}`)
    return whys.length > 0
      ? new ImportUnclear(`value: the file has no column of moisture or tension; ${whys.join('; ')}`)
      : noColumn('depth', undefined, header)
  }
  const open = deep.filter(({ depthCm }) => depthCm === undefined)
  const [bare] = open
  if (bare) {
    if (stationed && open.length === deep.length && open.every(({ group }) => group === undefined))
      return noColumn('depth', undefined, header)
    const names = [...new Set(open.map(({ group, name }) => group ?? name))]
    const example = names.slice(0, 2).map((name, i) => `${name}=P1-${20 + 20 * i}cm`)
    return new ImportUnclear(
      `sensors: it is not said how deep ${names.slice(0, 8).join(', ')} ${names.length === 1 ? 'is' : 'are'}; say with --sensors "${example.join(',')}", which names probe and depth`,
    )
  }
  for (const [i, each] of found.entries()) {
    const twin = found
      .slice(i + 1)
      .find(
        (other) =>
          other.quantity === each.quantity && other.probe === each.probe && other.depthCm === each.depthCm,
      )
    if (!twin) continue
    const [one, other] = [each.group ?? each.name, twin.group ?? twin.name]
    const where = each.depthCm === undefined ? '' : ` at ${each.depthCm} cm`
    if (one === other)
      return new ImportUnclear(
        `sensors: two columns are called "${one}"${where}, so that nobody can say which sensor is which; name them apart in the file`,
      )
    return new ImportUnclear(
      `sensors: "${one}" and "${other}" would both be ${NAMES[each.quantity]}${where} of one probe; say with --sensors which is which, or "${other}=none" to leave one out`,
    )
  }
  return undefined
}

function columnOf(
  header: readonly string[],
  given: string | undefined,
  option: string,
  guesses: readonly string[],
): number {
  const wanted = given === undefined ? guesses : [bareName(given)]
  const bare = header.map(bareName)
  const found = among(bare, wanted) ?? among(header.map(plainName), wanted)
  if (found === undefined) throw noColumn(option, given, header)
  const twins = bare.filter((name) => name === bare[found]).length
  if (twins > 1)
    throw new ImportUnclear(
      `${option}: ${twins} columns are called "${header[found]?.trim()}", so that nobody can say which is meant; name them apart in the file`,
    )
  return found
}

function noColumn(option: string, given: string | undefined, header: readonly string[]): ImportUnclear {
  const what =
    given === undefined ? `say with --${option} which column it is` : `there is no column "${given}"`
  const wide =
    option === 'depth' || option === 'value' ? ', or with --depths COLUMN=CM,.. for a wide file' : ''
  const probe = option === 'station' && given === undefined ? ', or with --probe whose file it is' : ''
  const names = header.slice(0, COLUMNS_TOLD).map((name) => name.trim().slice(0, 40))
  const more = header.length > COLUMNS_TOLD ? `, and ${header.length - COLUMNS_TOLD} more` : ''
  return new ImportUnclear(`${option}: ${what}${wide}${probe}; the file has ${names.join(', ')}${more}`)
}

const COLUMNS_TOLD = 40

/** How a unit of a quantity may be written, for a sentence. */
export const unitsOf = (quantity: Quantity): string => unitNames(quantity).join(', ')
