/** Looks at the first lines of a file and settles how it is to be read; asks where that cannot be told. */
import { type ImportChoice, ImportUnclear } from './import-choice.ts'
import { type ColumnPlan, columnPlan } from './import-columns.ts'
import { type DateOrder, dateOrderOf } from '../date-order.ts'
import { type Decimal, decimalOf, numberReader } from './import-number.ts'
import { looksLikeCubicMetres, MOISTURE_UNITS, type MoistureUnit, unitInName } from '../moisture-unit.ts'

/** How a file is read, and where that was learnt. */
export interface Understanding {
  plan: ColumnPlan
  unit: MoistureUnit
  decimal: Decimal
  dateOrder: DateOrder | undefined
}

/** Lines that are looked at; the rest are refused one by one where they differ. */
export const SURVEY_LINES = 2000

const UNITS = MOISTURE_UNITS.join(', ')

/**
 * @param header names of the columns
 * @param lines the first lines, at most SURVEY_LINES
 * @throws ImportUnclear naming the option that settles it
 */
export function understand(
  header: readonly string[],
  lines: readonly (readonly string[])[],
  choice: ImportChoice,
): Understanding {
  const plan = columnPlan(header, choice)
  const cells = lines.flatMap((line) => plan.measured(line).flatMap(({ vwc }) => vwc ?? []))
  const decimal = choice.decimal ?? decimalOf(cells)
  if (decimal === null)
    throw new ImportUnclear(
      'decimal: figures with a point and figures with a comma stand in the file; say with --decimal which it is',
    )
  const read = numberReader(decimal, choice.missing)
  const figures = cells.map(read).filter((figure) => typeof figure === 'number')
  const times = lines.map((line) => plan.time(line))
  return { plan, decimal, unit: unitFor(plan, figures, choice), dateOrder: orderFor(times, choice) }
}

function orderFor(times: readonly string[], { dateOrder }: ImportChoice): DateOrder | undefined {
  if (dateOrder) return dateOrder
  const told = dateOrderOf(times)
  if ('order' in told) return told.order
  throw new ImportUnclear(
    `date order: "${told.unclear.slice(0, 20)}" can be read in more than one way; say with --date-order whether it is DMY, MDY or YMD`,
  )
}

function unitFor(plan: ColumnPlan, figures: readonly number[], { unit }: ImportChoice): MoistureUnit {
  if (unit) return unit
  const named = new Set(plan.valueNames.map(unitNamed).filter((each) => each !== undefined))
  const [first, second] = named
  if (second !== undefined)
    throw new ImportUnclear(`unit: the columns name ${[...named].join(' and ')}; import them one by one`)
  const span = figures.length > 0 ? `from ${least(figures)} to ${greatest(figures)}` : ''
  if (first !== undefined && first !== 'm3/m3') {
    if (figures.length > 0 && greatest(figures) <= 1)
      throw new ImportUnclear(
        `unit: the column says ${first}, but its figures run ${span}; say with --unit which it is: ${UNITS}`,
      )
    return first
  }
  if (!looksLikeCubicMetres(figures))
    throw new ImportUnclear(
      `unit: the figures run ${span}, which is no water content in m3/m3; say with --unit which it is: ${UNITS}`,
    )
  return 'm3/m3'
}

function unitNamed(name: string): MoistureUnit | undefined {
  const told = unitInName(name)
  if (typeof told === 'object')
    throw new ImportUnclear(
      `unit: the column "${name}" is in ${told.unknown}, which is no unit of water content known here; say with --unit if it is one of ${UNITS}`,
    )
  return told
}

const least = (figures: readonly number[]) => figures.reduce((a, b) => Math.min(a, b))
const greatest = (figures: readonly number[]) => figures.reduce((a, b) => Math.max(a, b))
