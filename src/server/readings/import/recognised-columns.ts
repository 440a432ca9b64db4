/** Takes every column whose heading or options are sufficient, and asks if two would be the same sensor. */
import { importMessage, type ImportMessage, importSentence } from '#contract/imports/import-sentences.ts'
import { type ColumnHead, GROUND, labelDepth, readColumn } from '../loggers/column-name.ts'
import { depthIn } from '../loggers/depth.ts'
import { type Quantity, unitOfQuantity } from '../loggers/quantity.ts'
import type { ImportChoice, SensorChoice } from './import-choice.ts'
import { ImportUnclear } from './import-unclear.ts'
import {
  type FigureColumn,
  type Figures,
  IN_SOIL,
  isWatermark,
  type MeasuredCells,
  NAMES,
} from './figure-columns.ts'
import { among, bareName, noColumn, plainName, STATION_NAMES } from './named-columns.ts'

/** A column with a known quantity. */
interface Found extends FigureColumn {
  probe?: number | undefined
  depthCm?: number | undefined
  group?: string | undefined
  /** Its heading says that it is in the soil. */
  ground?: boolean
}

/** Every column that its heading or an option identifies. */
export function recognised(heads: readonly ColumnHead[], choice: ImportChoice): Figures {
  const left = new Map<number, ImportMessage>()
  const matched = new Set<string>()
  const found = heads.flatMap((head, column) => {
    const options = optionFor(heads, head, choice.sensors, matched)
    const recognition = recognise(head, options)
    if (recognition === null) return []
    if ('code' in recognition) {
      left.set(column, recognition)
      return []
    }
    return [{ column, ...recognition }]
  })
  refuseUnmatched(heads, choice, matched)
  const deep = withDepths(found, left)
  const columns = numbered(withoutSecondWarmth(withoutLesserSalinity(deep, left), left), choice, left)
  const measuredCells = bySensor(columns)
  return {
    meanings: columns.map(meaningOf),
    columns,
    measured: () => measuredCells,
    probed: columns.length > 0 && columns.every(({ probe }) => probe !== undefined),
    trouble: questionsOf(columns, heads, left, namesStation(heads, choice)),
    places: new Map(columns.map(({ column, probe, depthCm }) => [column, { probe, depthCm }])),
    left,
  }
}

/** @returns why the column is not used, or null when there is nothing to say about it */
function recognise(
  head: ColumnHead,
  options: ReturnType<typeof optionFor>,
): Omit<Found, 'column'> | ImportMessage | null {
  if (options === null) return importMessage('said_so')
  const heading = readColumn(head)
  const quantity = heading.quantity ?? (options?.own ? quantityBy(options) : undefined)
  if (quantity === undefined)
    return head.fixed === 'time' ? null : (heading.why ?? importMessage('name_unknown'))
  const unitKnown = heading.unit !== undefined || options?.unit !== undefined
  if (!unitKnown && quantity === 'ec') return importMessage('ec_unit_unsaid')
  if (!unitKnown && quantity === 'battery') return importMessage('battery_unit_unsaid')
  return {
    name: head.name.trim(),
    quantity,
    unit: options?.own ? (options.unit ?? heading.unit) : heading.unit,
    probe: options?.probe ?? heading.probe,
    depthCm: options?.depthCm ?? heading.depthCm ?? labelDepth(head.name) ?? depthIn(` ${head.sensor ?? ''}`),
    group: head.group,
    watermark: isWatermark(head),
    unitTold: options?.own === true && options.unit !== undefined,
    ground: head.fixed !== undefined || head.name.startsWith('STO.') || GROUND.test(head.name),
  }
}

/** @throws ImportUnclear for options of a column that the file does not have, or has twice */
function refuseUnmatched(
  heads: readonly ColumnHead[],
  choice: ImportChoice,
  matched: ReadonlySet<string>,
): void {
  const unmatched = [...(choice.sensors?.keys() ?? [])].find((name) => !matched.has(name))
  if (unmatched === undefined) return
  const names = heads.map(({ name }) => name)
  if (names.filter((name) => bareName(name) === bareName(unmatched)).length > 1)
    throw ImportUnclear.of('ask_same_names', unmatched, '')
  throw noColumn('sensors', unmatched, names)
}

/** Sensors outside the soil have no depth; a temperature alone may be of anything. */
function withDepths(found: readonly Found[], left: Map<number, ImportMessage>): Found[] {
  const placed = found.map((column) => ({
    ...column,
    depthCm: column.depthCm ?? depthOfGroup(found, column),
  }))
  return placed.filter(({ column, quantity, depthCm }) => {
    if (!IN_SOIL.has(quantity) || depthCm !== undefined) return true
    if (quantity === 'moisture' || quantity === 'tension') return true
    left.set(column, importMessage('depth_unsaid'))
    return false
  })
}

/** Whether the stations of the readings are known, by an option or by a column. */
function namesStation(heads: readonly ColumnHead[], choice: ImportChoice): boolean {
  if (choice.station !== undefined) return true
  return (
    among(
      heads.map(({ name }) => plainName(name)),
      STATION_NAMES,
    ) !== undefined
  )
}

/** The columns of one sensor together: of the same probe and depth. */
function bySensor(columns: readonly Found[]): MeasuredCells[] {
  const sensors = Map.groupBy(
    columns,
    ({ probe, quantity, depthCm }) => `${probe ?? ''}/${IN_SOIL.has(quantity) ? (depthCm ?? '?') : 'none'}`,
  )
  return [...sensors.values()].map((figures): MeasuredCells => {
    const [first] = figures
    const soil = first !== undefined && IN_SOIL.has(first.quantity)
    return { probe: first?.probe, depth: soil ? String(first.depthCm ?? '') : null, figures }
  })
}

/** Sensors outside the soil in a file whose sensors all name their probe: assigned to the only probe, or ignored. */
function numbered(found: readonly Found[], choice: ImportChoice, left: Map<number, ImportMessage>): Found[] {
  const deep = found.filter(({ quantity }) => IN_SOIL.has(quantity))
  if (choice.probe !== undefined || choice.station !== undefined || deep.length === 0) return [...found]
  if (deep.some(({ probe }) => probe === undefined)) return [...found]
  const probes = new Set(deep.map(({ probe }) => probe))
  return found.flatMap((column) => {
    if (column.probe !== undefined) return [column]
    const [only, another] = probes
    if (another === undefined && (column.quantity === 'battery' || column.quantity === 'charge'))
      return [{ ...column, probe: only }]
    left.set(column.column, importMessage('number_unsaid'))
    return []
  })
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

/** Options for this column by name, port, label or serial number; `own`: for it alone. */
function optionFor(
  heads: readonly ColumnHead[],
  head: ColumnHead,
  sensors: ImportChoice['sensors'],
  matched: Set<string>,
): (SensorChoice & { own: boolean }) | null | undefined {
  for (const [name, options] of sensors ?? []) {
    const own = bareName(head.name) === bareName(name) || plainName(head.name) === bareName(name)
    if (!own && !calls(head, name)) continue
    if (own && heads.filter((candidate) => bareName(candidate.name) === bareName(name)).length > 1) continue
    matched.add(name)
    return options === null ? null : { ...options, own: own || head.group === undefined }
  }
  return undefined
}

/** Whether a name means the port, the label or the serial number of a column. */
export function calls({ name, group }: ColumnHead, columnName: string): boolean {
  const bareColumn = bareName(columnName)
  if (group !== undefined && bareName(group) === bareColumn) return true
  const label = /LBL:\s*([^,)]+)/.exec(name)?.[1]
  const serial = /SEN S\/N:\s*(\w+)/.exec(name)?.[1]
  return (label !== undefined && bareName(label) === bareColumn) || serial?.toLowerCase() === bareColumn
}

/** Temperature and salinity of a port have the depth of its moisture. */
function depthOfGroup(found: readonly Found[], { group, quantity }: Found): number | undefined {
  if (group === undefined || !IN_SOIL.has(quantity)) return undefined
  return found.find((column) => column.group === group && column.depthCm !== undefined)?.depthCm
}

/** Of several salinities of one sensor, that of the saturation extract is used, as in crop tables. */
function withoutLesserSalinity(found: readonly Found[], left: Map<number, ImportMessage>): Found[] {
  const isEc = (column: Found) => column.quantity === 'ec'
  return found.filter((column) => {
    if (!isEc(column)) return true
    const sameSensor = found.filter(
      (otherColumn) =>
        isEc(otherColumn) &&
        otherColumn.probe === column.probe &&
        otherColumn.depthCm === column.depthCm &&
        otherColumn.group === column.group,
    )
    const best =
      sameSensor.find(({ name }) => /saturation|sat/i.test(name)) ??
      sameSensor.find(({ name }) => /bulk/i.test(name)) ??
      sameSensor[0]
    if (best === column) return true
    left.set(column.column, importMessage('other_is_kept', best?.name ?? 'another'))
    return false
  })
}

/** Two sensors at one place, on separate ports, both report temperature: that of the moisture sensor is stored. */
function withoutSecondWarmth(found: readonly Found[], left: Map<number, ImportMessage>): Found[] {
  const portHas = ({ group }: Found, quantity: Quantity) =>
    found.some((column) => column.group === group && column.quantity === quantity)
  return found.filter((column) => {
    if (column.quantity !== 'temperature' || column.group === undefined || portHas(column, 'moisture'))
      return true
    const other = found.find(
      (candidate) =>
        candidate.quantity === 'temperature' &&
        candidate.group !== undefined &&
        candidate.group !== column.group &&
        candidate.probe === column.probe &&
        candidate.depthCm === column.depthCm &&
        portHas(candidate, 'moisture'),
    )
    if (!other || !portHas(column, 'tension')) return true
    left.set(column.column, importMessage('other_is_kept', other.group ?? other.name))
    return false
  })
}

/** Questions about columns that are needed. */
function questionsOf(
  found: readonly Found[],
  heads: readonly ColumnHead[],
  left: ReadonlyMap<number, ImportMessage>,
  stationed: boolean,
): ImportUnclear | undefined {
  const header = heads.map(({ name }) => name)
  const deep = found.filter(({ quantity }) => quantity === 'moisture' || quantity === 'tension')
  // next to raw counts the temperature alone is not wanted
  const hasRawCounts = [...left.values()].some(({ code }) => code === 'raw_counts' || code === 'permittivity')
  const alone = found.some(({ quantity, ground }) => !IN_SOIL.has(quantity) || (ground && !hasRawCounts))
  if (deep.length === 0 && !alone) return nothingUsable(header, left)
  return depthsMissing(deep, header, stationed) ?? twins(found)
}

const UNUSABLE: ReadonlySet<string> = new Set([
  'raw_counts',
  'permittivity',
  'unit_of_other',
  'layer_needed',
  'share_of_capacity',
])

function nothingUsable(header: readonly string[], left: ReadonlyMap<number, ImportMessage>): ImportUnclear {
  const unusable = [...left].filter(([, { code }]) => UNUSABLE.has(code)).slice(0, 3)
  if (unusable.length === 0) return noColumn('depth', undefined, header)
  const names = unusable.map(([column]) => header[column] ?? '')
  const reasons = unusable.map(([column, why]) => `"${header[column] ?? ''}": ${importSentence(why)}`)
  return ImportUnclear.of('ask_nothing', names.join(', '), reasons.join('; '))
}

function depthsMissing(
  deep: readonly Found[],
  header: readonly string[],
  stationed: boolean,
): ImportUnclear | undefined {
  const depthless = deep.filter(({ depthCm }) => depthCm === undefined)
  if (depthless.length === 0) return undefined
  if (stationed && depthless.length === deep.length && depthless.every(({ group }) => group === undefined))
    return noColumn('depth', undefined, header)
  const names = [...new Set(depthless.map(({ group, name }) => group ?? name))]
  const example = names.slice(0, 2).map((name, i) => `${name}=P1-${20 + 20 * i}cm`)
  return ImportUnclear.of(
    'ask_depths',
    names.slice(0, 8).join(', '),
    example.join(','),
    names.length === 1 ? 'is' : 'are',
  )
}

/** Two columns that would be the same sensor. */
function twins(found: readonly Found[]): ImportUnclear | undefined {
  for (const [i, column] of found.entries()) {
    const { quantity, probe, depthCm } = column
    const twin = found
      .slice(i + 1)
      .find((other) => other.quantity === quantity && other.probe === probe && other.depthCm === depthCm)
    if (!twin) continue
    const [name, twinName] = [column.group ?? column.name, twin.group ?? twin.name]
    const where = depthCm === undefined ? '' : ` at ${depthCm} cm`
    if (name === twinName) return ImportUnclear.of('ask_same_names', name, where)
    return ImportUnclear.of('ask_twins', name, twinName, NAMES[quantity], where)
  }
  return undefined
}
