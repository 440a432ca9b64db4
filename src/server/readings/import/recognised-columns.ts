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
  const found = heads.flatMap((head, column): Found[] => {
    const said = optionFor(heads, head, choice.sensors, matched)
    const read = readColumn(head)
    if (said === null) {
      left.set(column, importMessage('said_so'))
      return []
    }
    const quantity = read.quantity ?? (said?.own ? quantityBy(said) : undefined)
    if (quantity === undefined) {
      if (head.fixed !== 'time') left.set(column, read.why ?? importMessage('name_unknown'))
      return []
    }
    if (
      read.unit === undefined &&
      said?.unit === undefined &&
      (quantity === 'ec' || quantity === 'battery')
    ) {
      left.set(
        column,
        quantity === 'ec' ? importMessage('ec_unit_unsaid') : importMessage('battery_unit_unsaid'),
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
        depthCm: said?.depthCm ?? read.depthCm ?? labelDepth(head.name) ?? depthIn(` ${head.sensor ?? ''}`),
        group: head.group,
        watermark: isWatermark(head),
        unitTold: said?.own === true && said.unit !== undefined,
        ground: head.fixed !== undefined || head.name.startsWith('STO.') || GROUND.test(head.name),
      },
    ]
  })
  const unknown = [...(choice.sensors?.keys() ?? [])].find((name) => !matched.has(name))
  if (unknown !== undefined && heads.filter(({ name }) => bareName(name) === bareName(unknown)).length > 1)
    throw ImportUnclear.of('ask_same_names', unknown, '')
  if (unknown !== undefined)
    throw noColumn(
      'sensors',
      unknown,
      heads.map(({ name }) => name),
    )
  const placed = found.map((each) => ({ ...each, depthCm: each.depthCm ?? depthOfGroup(found, each) }))
  const kept = placed.filter((each) => {
    // sensors outside the soil have no depth; a temperature alone may be of anything
    if (!IN_SOIL.has(each.quantity) || each.depthCm !== undefined) return true
    if (each.quantity === 'moisture' || each.quantity === 'tension') return true
    left.set(each.column, importMessage('depth_unsaid'))
    return false
  })
  const single = numbered(withoutSecondWarmth(withoutLesserSalinity(kept, left), left), choice, left)
  const stationed =
    choice.station !== undefined ||
    among(
      heads.map(({ name }) => plainName(name)),
      STATION_NAMES,
    ) !== undefined
  const trouble = questionsOf(single, heads, left, stationed)
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

/** Sensors outside the soil in a file whose sensors all name their probe: assigned to the only probe, or ignored. */
function numbered(found: readonly Found[], choice: ImportChoice, left: Map<number, ImportMessage>): Found[] {
  const deep = found.filter(({ quantity }) => IN_SOIL.has(quantity))
  if (choice.probe !== undefined || choice.station !== undefined || deep.length === 0) return [...found]
  if (deep.some(({ probe }) => probe === undefined)) return [...found]
  const probes = new Set(deep.map(({ probe }) => probe))
  return found.flatMap((each) => {
    if (each.probe !== undefined) return [each]
    const [only, another] = probes
    if (another === undefined && (each.quantity === 'battery' || each.quantity === 'charge'))
      return [{ ...each, probe: only }]
    left.set(each.column, importMessage('number_unsaid'))
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
export function calls({ name, group }: ColumnHead, called: string): boolean {
  const wanted = bareName(called)
  if (group !== undefined && bareName(group) === wanted) return true
  const label = /LBL:\s*([^,)]+)/.exec(name)?.[1]
  const serial = /SEN S\/N:\s*(\w+)/.exec(name)?.[1]
  return (label !== undefined && bareName(label) === wanted) || serial?.toLowerCase() === wanted
}

/** Temperature and salinity of a port have the depth of its moisture. */
function depthOfGroup(found: readonly Found[], { group, quantity }: Found): number | undefined {
  if (group === undefined || !IN_SOIL.has(quantity)) return undefined
  return found.find((each) => each.group === group && each.depthCm !== undefined)?.depthCm
}

/** Of several salinities of one sensor, that of the saturation extract is used, as in crop tables. */
function withoutLesserSalinity(found: readonly Found[], left: Map<number, ImportMessage>): Found[] {
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
    left.set(each.column, importMessage('other_is_kept', best?.name ?? 'another'))
    return false
  })
}

/** Two sensors at one place, on separate ports, both report temperature: that of the moisture sensor is stored. */
function withoutSecondWarmth(found: readonly Found[], left: Map<number, ImportMessage>): Found[] {
  const portHas = ({ group }: Found, quantity: Quantity) =>
    found.some((each) => each.group === group && each.quantity === quantity)
  return found.filter((each) => {
    if (each.quantity !== 'temperature' || each.group === undefined || portHas(each, 'moisture')) return true
    const other = found.find(
      (one) =>
        one.quantity === 'temperature' &&
        one.group !== undefined &&
        one.group !== each.group &&
        one.probe === each.probe &&
        one.depthCm === each.depthCm &&
        portHas(one, 'moisture'),
    )
    if (!other || !portHas(each, 'tension')) return true
    left.set(each.column, importMessage('other_is_kept', other.group ?? other.name))
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
  // beside raw counts the temperature alone is not wanted
  const counted = [...left.values()].some(({ code }) => code === 'raw_counts' || code === 'permittivity')
  const alone = found.some(({ quantity, ground }) => !IN_SOIL.has(quantity) || (ground && !counted))
  if (deep.length === 0 && !alone) {
    const raw = [...left].filter(
      ([, { code }]) =>
        code === 'raw_counts' ||
        code === 'permittivity' ||
        code === 'unit_of_other' ||
        code === 'layer_needed' ||
        code === 'share_of_capacity',
    )
    const whys = raw.slice(0, 3).map(([column, why]) => `"${header[column] ?? ''}": ${importSentence(why)}`)
    const names = raw.slice(0, 3).map(([column]) => header[column] ?? '')
    return whys.length > 0
      ? ImportUnclear.of('ask_nothing', names.join(', '), whys.join('; '))
      : noColumn('depth', undefined, header)
  }
  const open = deep.filter(({ depthCm }) => depthCm === undefined)
  const [bare] = open
  if (bare) {
    if (stationed && open.length === deep.length && open.every(({ group }) => group === undefined))
      return noColumn('depth', undefined, header)
    const names = [...new Set(open.map(({ group, name }) => group ?? name))]
    const example = names.slice(0, 2).map((name, i) => `${name}=P1-${20 + 20 * i}cm`)
    return ImportUnclear.of(
      'ask_depths',
      names.slice(0, 8).join(', '),
      example.join(','),
      names.length === 1 ? 'is' : 'are',
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
    if (one === other) return ImportUnclear.of('ask_same_names', one, where)
    return ImportUnclear.of('ask_twins', one, other, NAMES[each.quantity], where)
  }
  return undefined
}
