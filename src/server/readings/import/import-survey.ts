/** Determines from the first lines of a file how it has to be read; asks if that is ambiguous. */
import { importMessage, type ImportMessage } from '#contract/imports/import-sentences.ts'
import { type ColumnHead, readColumn } from '../loggers/column-name.ts'
import { unitOfQuantity, WATERMARK_FAULTS } from '../loggers/quantity.ts'
import type { ImportChoice } from './import-choice.ts'
import { ImportUnclear } from './import-unclear.ts'
import { type FigureColumn, kindOf } from './figure-columns.ts'
import { type ColumnPlan, columnPlan, unitsOf } from './import-columns.ts'
import { type DateOrder, dateOrderOf } from '../date-order.ts'
import { type Decimal, decimalOf, numberReader } from './import-number.ts'
import {
  looksLikeCubicMetres,
  MOISTURE_UNITS,
  type MoistureUnit,
  toCubicMetres,
  unitOf,
} from '../moisture-unit.ts'

/** A value in the stored unit of its quantity. */
export type Conversion = (figure: number) => number

/** How a file is read, and from what that was derived. */
export interface Understanding {
  plan: ColumnPlan
  unit: MoistureUnit
  /** By column index. */
  conversions: ReadonlyMap<number, Conversion>
  /** Values that mean that a sensor failed, by column index. */
  faults: ReadonlyMap<number, ReadonlySet<number>>
  /** Units of other quantities than moisture, for the report. */
  otherUnits: ImportMessage[]
  decimal: Decimal
  dateOrder: DateOrder | undefined
}

/** Lines examined; later lines that differ are refused one by one. */
export const SURVEY_LINES = 2000

const UNITS = MOISTURE_UNITS.join(', ')

/**
 * @param header the lines above the columns, or only their names
 * @param lines the first lines, at most SURVEY_LINES
 * @throws ImportUnclear naming the option that answers it
 */
export function understand(
  header: readonly (string | ColumnHead)[],
  lines: readonly (readonly string[])[],
  choice: ImportChoice,
): Understanding {
  const heads = header.map((head) => (typeof head === 'string' ? { name: head } : head))
  const plan = columnPlan(heads, choice, lines)
  const cells = plan.figures.flatMap(({ column }) => lines.map((line) => line[column]?.trim() ?? ''))
  const decimal = choice.decimal ?? decimalOf(cells)
  if (decimal === null) throw ImportUnclear.of('ask_decimal')
  const readFigure = numberReader(decimal, choice.missing)
  const figuresOf = (columns: readonly FigureColumn[]) =>
    columns.flatMap(({ column, quantity }) =>
      lines
        .map((line) => readFigure(line[column]?.trim() ?? '', kindOf(quantity)))
        .filter((figure) => typeof figure === 'number'),
    )
  const moist = plan.figures.filter(({ quantity }) => quantity === 'moisture')
  const otherFigures = plan.figures.filter(({ quantity }) => quantity !== 'moisture')
  const units = unitsFor(moist, figuresOf, choice)
  const [unit = 'm3/m3'] = units.values()
  const conversions = new Map<number, Conversion>(
    [...units].map(([column, columnUnit]) => [column, (figure: number) => toCubicMetres(figure, columnUnit)]),
  )
  const american = heads.some(isAmerican)
  for (const figure of otherFigures)
    conversions.set(figure.column, conversionOf(figure, figuresOf([figure]), american))
  const times = lines.map((line) => plan.time(line))
  return {
    faults: faultsOf(otherFigures),
    plan,
    decimal,
    unit,
    conversions,
    otherUnits: otherUnits(otherFigures),
    dateOrder: orderFor(times, choice, plan.orderNamed),
  }
}

function otherUnits(columns: readonly FigureColumn[]): ImportMessage[] {
  const notes = columns.flatMap(({ quantity, unit }): [string, ImportMessage][] => {
    const unitName = unit === undefined ? undefined : unitOfQuantity(quantity, unit)?.name
    return unitName === undefined || (USUAL[quantity] === unitName && quantity !== 'tension')
      ? []
      : [[`${quantity} ${unitName}`, importMessage('read_unit', quantity, unitName)]]
  })
  return [...new Map(notes).values()]
}

/** Default if a heading states none. */
const USUAL: Partial<Record<FigureColumn['quantity'], string>> = { temperature: '°C', ec: 'dS/m' }

const faultsOf = (columns: readonly FigureColumn[]) =>
  new Map(
    columns.flatMap(({ column, quantity, unit = '', watermark }): [number, ReadonlySet<number>][] => {
      const tensionUnit = quantity === 'tension' ? unitOfQuantity(quantity, unit) : null
      const faults =
        tensionUnit?.faults ?? (watermark && tensionUnit?.name === 'kPa' ? WATERMARK_FAULTS : undefined)
      return faults ? [[column, faults]] : []
    }),
  )

/** A heading with inches or °F: the unit left out of another column may be imperial too. */
function isAmerican(head: ColumnHead): boolean {
  const unit = readColumn(head).unit ?? ''
  return (
    /^(in|inch|inches|ft|in\/ft|mph|gpm|gal|gallons|psi)$/i.test(unit.trim()) ||
    unitOfQuantity('temperature', unit)?.name === '°F' ||
    /\d\s?(?:"|in\b|inch|ft\b|feet)/i.test(head.name) ||
    /irrometer|watermark/i.test(`${head.name} ${head.sensor ?? ''}`)
  )
}

function conversionOf(
  { quantity, unit, unitTold, name }: FigureColumn,
  figures: readonly number[],
  american: boolean,
): Conversion {
  const text = unit ?? USUAL[quantity]
  const knownUnit = text === undefined ? null : unitOfQuantity(quantity, text)
  if (!knownUnit && text === undefined)
    throw ImportUnclear.of('ask_unit_of', name, quantity, unitsOf(quantity))
  if (!knownUnit) throw ImportUnclear.of('ask_unit_other', name, text ?? '', quantity, unitsOf(quantity))
  const hot = quantity === 'temperature' && knownUnit?.name === '°C' && mostAbove(figures, WARMEST_SOIL_C)
  if (hot && unit !== undefined && !unitTold)
    throw ImportUnclear.of('ask_hot', name, unit, String(greatest(figures)))
  const doubtful = american ? COLDEST_SOIL_F : MILDEST_SOIL_F
  if (quantity === 'temperature' && unit === undefined && mostAbove(figures, WARMEST_SOIL_C))
    throw ImportUnclear.of('ask_warm', name, String(greatest(figures)))
  if (quantity === 'temperature' && unit === undefined && mostAbove(figures, doubtful))
    throw ImportUnclear.of('ask_degrees', name, String(least(figures)), String(greatest(figures)))
  if (quantity !== 'tension' || knownUnit.name === 'pF') return (figure) => knownUnit.toKept(figure)
  // a matric potential is negative where a tension is positive
  const below = figures.filter((figure) => figure < 0).length
  const sign = below * 2 > figures.filter((figure) => figure !== 0).length ? -1 : 1
  return (figure) => sign * knownUnit.toKept(figure) + 0
}

/** The values decide before the heading. */
function orderFor(
  times: readonly string[],
  { dateOrder }: ImportChoice,
  namedOrder: DateOrder | undefined,
): DateOrder | undefined {
  if (dateOrder) return dateOrder
  const observed = dateOrderOf(times)
  if ('order' in observed) return observed.order
  if (namedOrder) return namedOrder
  throw ImportUnclear.of('ask_order', observed.unclear.slice(0, 20))
}

/** For each column separately if every one states its own, else for all together. */
function unitsFor(
  columns: readonly FigureColumn[],
  figuresOf: (columns: readonly FigureColumn[]) => number[],
  choice: ImportChoice,
): ReadonlyMap<number, MoistureUnit> {
  const apart = choice.unit === undefined && columns.every((column) => unitNamed(column) !== undefined)
  const sharedUnit = apart ? null : unitFor(columns, figuresOf(columns), choice)
  // one column of fractions does not turn another column of per cent into fractions
  const odd =
    choice.unit ?? columns.find((column) => sharedUnit === 'm3/m3' && mostAbove(figuresOf([column]), WETTEST))
  if (typeof odd === 'object') unitFor([{ ...odd, unit: undefined }], figuresOf([odd]), choice)
  return new Map(
    columns.map(
      (figure) => [figure.column, sharedUnit ?? unitFor([figure], figuresOf([figure]), choice)] as const,
    ),
  )
}

function unitFor(
  columns: readonly FigureColumn[],
  figures: readonly number[],
  { unit }: ImportChoice,
): MoistureUnit {
  if (unit) return unit
  const units = new Set(columns.map(unitNamed).filter((columnUnit) => columnUnit !== undefined))
  const [first, second] = units
  if (second !== undefined) throw ImportUnclear.of('ask_two_units', [...units].join(' and '))
  const span: [string, string] =
    figures.length > 0 ? [String(least(figures)), String(greatest(figures))] : ['', '']
  if (first !== undefined && first !== 'm3/m3') {
    if (figures.length > 0 && greatest(figures) <= 1)
      throw ImportUnclear.of('ask_unit_said', first, ...span, UNITS)
    return first
  }
  // values that claim to be m3/m3 and are not are stored as invalid one by one, unless they must be another quantity
  if (first === 'm3/m3' && figures.length > 0 && greatest(figures.map(Math.abs)) <= WETTEST) return first
  if (!looksLikeCubicMetres(figures)) throw ImportUnclear.of('ask_unit', ...span, UNITS)
  return 'm3/m3'
}

function unitNamed({ name, unit }: FigureColumn): MoistureUnit | undefined {
  const moistureUnit = unit === undefined ? undefined : unitOf(unit)
  if (moistureUnit === null) throw ImportUnclear.of('ask_unit_unknown', name, unit ?? '', UNITS)
  return moistureUnit
}

/** No sensor shows more than this in m3/m3, even when it is broken. */
const WETTEST = 1.5
/** Deeper than its surface, no soil under a crop is warmer. */
const WARMEST_SOIL_C = 45
/** Few soils are as warm as this in °C, and many as cold in °F. */
const MILDEST_SOIL_F = 28
/** Below it, nobody means °F: soil is seldom colder. */
const COLDEST_SOIL_F = 10
const mostAbove = (figures: readonly number[], limit: number) =>
  figures.filter((figure) => figure > limit).length * 2 > figures.length

const least = (figures: readonly number[]) => figures.reduce((a, b) => Math.min(a, b))
const greatest = (figures: readonly number[]) => figures.reduce((a, b) => Math.max(a, b))
