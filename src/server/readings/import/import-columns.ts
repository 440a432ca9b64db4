/** Decides which columns of a file contain station, time, depths and values: by the options given, else by their headings. */
import { importMessage, type ImportMessage, importSentence } from '#contract/imports/import-sentences.ts'
import { type ColumnHead, readColumn } from '../loggers/column-name.ts'
import { rounded } from '../loggers/depth.ts'
import { type Quantity, unitNames } from '../loggers/quantity.ts'
import {
  bracketUnit,
  figureAt,
  type FigureColumn,
  type Figures,
  IN_SOIL,
  leftOf,
  type MeasuredCells,
  NAMES,
} from './figure-columns.ts'
import { among, bareName, cell, columnOf, plainName, STATION_NAMES } from './named-columns.ts'
import { calls, recognised } from './recognised-columns.ts'
import { orderNamed, TIME_NAMES, timeCells } from './time-columns.ts'
import type { DateOrder } from '../date-order.ts'
import type { DepthUnit, ImportChoice } from './import-choice.ts'
import { ImportUnclear } from './import-unclear.ts'

/** How a column is used, for the report. */
export interface ColumnUse {
  name: string
  /** Its port, or the text above the name. */
  group: string | null
  use: 'station' | 'time' | 'depth' | Quantity | null
  unit: string | null
  depthCm: number | null
  probe: number | null
  /** Why it is ignored. */
  why: string | null
  /** The same as a code, for other languages. */
  because: ImportMessage | null
}

export interface ColumnPlan {
  /** Each column used and its meaning; for the report. */
  meanings: string[]
  figures: FigureColumn[]
  uses: ColumnUse[]
  /** Columns of which each line fills one, with a single measurement. */
  spread: ReadonlySet<number> | null
  station(cells: readonly string[]): string | undefined
  time(cells: readonly string[]): string
  /** Its times are days since 1899-12-30. */
  serial: boolean
  /** Order of dates stated in the heading: `Date (MM/DD/YYYY)`. */
  orderNamed: DateOrder | undefined
  measured(cells: readonly string[]): readonly MeasuredCells[]
}

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
  'profundidad',
  'profundidade',
  'profondità',
  'tiefe',
  'diepte',
]
const VALUE_NAMES = ['value', 'vwc', 'moisture', 'theta', 'soil_moisture', 'vwc_pct']
/** `P3-20cm`, the product's own sensor names. */
const SENSOR_COLUMN = /^P(\d{1,6})-(\d{1,4}(?:\.\d+)?)cm\b/i

/**
 * @param heads the column headings
 * @param sample some lines, used to find a time column without a usual name
 * @throws ImportUnclear if a required column is neither named nor found
 */
export function columnPlan(
  heads: readonly ColumnHead[],
  choice: ImportChoice,
  sample: readonly (readonly string[])[] = [],
): ColumnPlan {
  const header = heads.map(({ name }) => name)
  const byName = choice.station === undefined && choice.depths === undefined && choice.sensors === undefined
  const sensors = byName ? sensorColumns(header) : []
  const figures =
    sensors.length > 0
      ? sensorCells(heads, sensors)
      : choice.depths
        ? wideCells(heads, choice.depths, choice)
        : isLong(header, choice)
          ? longCells(heads, choice)
          : recognised(heads, choice)
  // without any value to store, the probe need not be known
  if (figures.trouble && /^(value|sensors):/.test(figures.trouble.message)) throw figures.trouble
  const alone = sensors.length > 0 || choice.probe !== undefined || figures.probed
  const station = alone
    ? stationMaybe(header, choice)
    : columnOf(header, choice.station, 'station', STATION_NAMES)
  const time = timeCells(heads, choice.time, sample)
  if (figures.depthColumn !== undefined) oneUnitOfDepths(heads, figures.depthColumn, choice, sample)
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
    serial: time.serial,
    orderNamed: orderNamed(time.columns.map(name)),
    measured: figures.measured,
  }
}

/** The meaning of the columns as far as it is known while something is still open. */
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

/** A station column that is redundant because of an option is used only if it was named. */
const stationMaybe = (header: readonly string[], { station }: ImportChoice) =>
  station === undefined ? null : columnOf(header, station, 'station', [])

function usesOf(
  heads: readonly ColumnHead[],
  figures: Figures,
  used: ReadonlyMap<number, ColumnUse['use']>,
): ColumnUse[] {
  return heads.map(({ name, group, sensor }, column): ColumnUse => {
    const figure = figures.columns.find((candidate) => candidate.column === column)
    const place = figures.places.get(column)
    const use = used.get(column) ?? (figures.depthColumn === column ? 'depth' : (figure?.quantity ?? null))
    const because = use === null ? (figures.left.get(column) ?? importMessage('not_needed')) : null
    return {
      name: name.trim(),
      group: group === undefined ? null : [group, sensor].filter(Boolean).join(', '),
      use,
      unit: figure?.unit ?? null,
      depthCm: place?.depthCm ?? null,
      probe: place?.probe ?? null,
      why: because && importSentence(because),
      because,
    }
  })
}

/** One measurement per line: its depth is in a column. */
function isLong(header: readonly string[], choice: ImportChoice): boolean {
  if (choice.depth !== undefined || choice.value !== undefined) return true
  if (choice.sensors) return false
  return (
    among(header.map(bareName), DEPTH_NAMES) !== undefined ||
    among(header.map(plainName), DEPTH_NAMES) !== undefined
  )
}

const CM_PER: Record<DepthUnit, number> = { cm: 1, m: 100, mm: 0.1, in: 2.54, ft: 30.48 }

function longCells(heads: readonly ColumnHead[], choice: ImportChoice): Figures {
  const header = heads.map(({ name }) => name)
  const depth = columnOf(header, choice.depth, 'depth', DEPTH_NAMES)
  const headings = heads.map((head, column) => ({ column, ...readColumn(head) }))
  const sure = headings.filter(({ column, quantity }) => column !== depth && quantity !== undefined)
  const values = sure.filter(({ quantity }) => quantity === 'moisture' || quantity === 'tension')
  const usual = among(header.map(bareName), VALUE_NAMES) ?? among(header.map(plainName), VALUE_NAMES)
  const alone = values.every(
    (column) => values.filter((otherColumn) => otherColumn.quantity === column.quantity).length === 1,
  )
  const spread = heads.some((head) => head.spread)
  const valueColumn =
    choice.value === undefined && (usual === undefined || spread) && alone
      ? (values.find(({ quantity }) => quantity === 'moisture') ?? values[0])?.column
      : undefined
  const value =
    valueColumn ??
    (spread && sure.length > 0 ? undefined : columnOf(header, choice.value, 'value', VALUE_NAMES))
  const tension =
    valueColumn === undefined
      ? undefined
      : values.find(({ quantity, column }) => quantity === 'tension' && column !== valueColumn)
  const outsideSoil = spread
    ? sure.filter(({ quantity }) => quantity !== undefined && !IN_SOIL.has(quantity))
    : []
  const side = (columnName: string | undefined, option: string, quantity: Quantity) => {
    if (columnName !== undefined) return columnOf(header, columnName, option, [])
    const found = sure.filter((candidate) => candidate.quantity === quantity && candidate.column !== value)
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
      : [figureAt(heads, value, headings[value]?.quantity === 'tension' ? 'tension' : 'moisture')]),
    ...(tension === undefined ? [] : [figureAt(heads, tension.column, 'tension')]),
    ...(temperature === null ? [] : [figureAt(heads, temperature, 'temperature')]),
    ...(ec === null ? [] : [figureAt(heads, ec, 'ec')]),
  ]
  const outsideFigures = outsideSoil.map(({ column, quantity = 'battery' }) =>
    figureAt(heads, column, quantity),
  )
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
      ...[...columns, ...outsideFigures].map(({ quantity, column }) => `${NAMES[quantity]} ${name(column)}`),
    ],
    columns: [...columns, ...outsideFigures],
    measured: (cells) => [
      { depth: depthCell(cells), figures: columns },
      ...(outsideFigures.length > 0 ? [{ depth: null, figures: outsideFigures }] : []),
    ],
    probed: false,
    depthColumn: depth,
    places: new Map(),
    left: new Map(headings.flatMap(({ column, why }) => (why === undefined ? [] : [[column, why]]))),
  }
}

/** Depths of soil sensors, cm; larger numbers are in another unit. */
const DEPTHS_CM = { least: 2, most: 300 }

/** @throws ImportUnclear if depths without a unit cannot be centimetres */
function oneUnitOfDepths(
  heads: readonly ColumnHead[],
  column: number,
  { depthUnit }: ImportChoice,
  sample: readonly (readonly string[])[],
): void {
  const name = heads[column]?.name ?? ''
  if (depthUnit !== undefined || depthUnitOf(name) !== undefined) return
  const depths = sample.flatMap((cells) => {
    const text = cell(cells, column).replace(',', '.')
    return /^-?\d+(\.\d+)?$/.test(text) && Number(text) !== 0 ? [Math.abs(Number(text))] : []
  })
  const most = depths.reduce((a, b) => Math.max(a, b), 0)
  if (depths.length === 0 || (most >= DEPTHS_CM.least && most <= DEPTHS_CM.most)) return
  throw ImportUnclear.of('ask_depth_unit', name.trim(), String(most))
}

function depthUnitOf(name: string): DepthUnit | undefined {
  const unit = /[([_\s](cm|mm|m|in|inch|inches|ft|feet)[)\]]?$/i.exec(name.trim())?.[1]?.toLowerCase()
  if (unit === undefined) return undefined
  if (unit.startsWith('in')) return 'in'
  return unit === 'feet'
    ? 'ft'
    : unit === 'cm' || unit === 'mm' || unit === 'm' || unit === 'ft'
      ? unit
      : undefined
}

type SideMaps = Pick<ImportChoice, 'temperatures' | 'ecs'>

/** One measurement per depth, with all its quantities. */
function wideCells(
  heads: readonly ColumnHead[],
  depths: ReadonlyMap<string, number>,
  { temperatures, ecs }: SideMaps,
): Figures {
  const header = heads.map(({ name }) => name)
  const at = new Map<number, FigureColumn[]>()
  const addColumns = (quantity: Quantity, option: string, map?: ReadonlyMap<string, number>) => {
    for (const [name, depth] of map ?? []) {
      const column = columnsCalled(heads, name, quantity) ?? columnOf(header, name, option, [])
      const columnQuantity =
        quantity === 'moisture' && readColumn(heads[column] ?? { name }).quantity === 'tension'
          ? 'tension'
          : quantity
      const sameDepth = at.get(depth) ?? []
      if (sameDepth.some((figure) => figure.quantity === columnQuantity))
        throw ImportUnclear.of('ask_two_at_depth', option, NAMES[columnQuantity], String(depth))
      at.set(depth, [...sameDepth, figureAt(heads, column, columnQuantity)])
    }
  }
  addColumns('moisture', 'depths', depths)
  addColumns('temperature', 'temperature', temperatures)
  addColumns('ec', 'ec', ecs)
  const columns = [...at].flatMap(([, figures]) => figures)
  const measuredCells = [...at].map(([depth, figures]) => ({ depth: String(depth), figures }))
  return {
    meanings: QUANTITY_ORDER.flatMap((quantity) =>
      [...at].flatMap(([depth, figures]) =>
        figures
          .filter((figure) => figure.quantity === quantity)
          .map((figure) => `${NAMES[quantity]} at ${depth} cm ${figure.name}`),
      ),
    ),
    columns,
    measured: () => measuredCells,
    probed: false,
    places: new Map(
      [...at].flatMap(([depthCm, figures]) => figures.map(({ column }) => [column, { depthCm }])),
    ),
    left: leftOf(heads, columns),
  }
}

const QUANTITY_ORDER: readonly Quantity[] = ['moisture', 'tension', 'temperature', 'ec']

/** A port means its only column of the quantity. */
function columnsCalled(heads: readonly ColumnHead[], name: string, quantity: Quantity): number | null {
  const grouped = heads.flatMap((head, column) =>
    calls(head, name) && bareName(head.name) !== bareName(name) ? [column] : [],
  )
  const fitting = grouped.filter((column) => {
    const headingQuantity = readColumn(heads[column] ?? { name }).quantity
    return headingQuantity === quantity || (quantity === 'moisture' && headingQuantity === 'tension')
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

function sensorCells(heads: readonly ColumnHead[], sensors: readonly SensorColumn[]): Figures {
  const columns = sensors.map(({ column, name }): FigureColumn => {
    const { quantity, unit } = readColumn({ name })
    const soilQuantity = quantity !== undefined && IN_SOIL.has(quantity) ? quantity : 'moisture'
    return { column, name, quantity: soilQuantity, unit: unit ?? bracketUnit(name) }
  })
  const measuredCells = sensors.map(({ probe, depth }, i) => ({
    probe,
    depth,
    figures: columns.slice(i, i + 1),
  }))
  return {
    meanings: sensors.map(
      ({ name, probe, depth }, i) =>
        `${NAMES[columns[i]?.quantity ?? 'moisture']} of probe ${probe} at ${depth} cm ${name}`,
    ),
    columns,
    measured: () => measuredCells,
    probed: true,
    left: leftOf(heads, columns),
    places: new Map(sensors.map(({ column, probe, depth }) => [column, { probe, depthCm: Number(depth) }])),
  }
}

/** Accepted spellings of a unit, for a message. */
export const unitsOf = (quantity: Quantity): string => unitNames(quantity).join(', ')
