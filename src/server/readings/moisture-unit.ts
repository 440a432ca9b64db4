/** Units of moisture in logger files, and their detection. */
import { VWC } from '../../contract/limits.ts'
import { unitOfQuantity } from './loggers/quantity.ts'

/** Units per 1 m3/m3. */
const PER_CUBIC_METRE = { 'm3/m3': 1, '%': 100, 'mm/m': 1000, 'mm/10cm': 100, 'in/ft': 12 } as const

export type MoistureUnit = keyof typeof PER_CUBIC_METRE
export const MOISTURE_UNITS = ['m3/m3', '%', 'mm/m', 'mm/10cm', 'in/ft'] as const satisfies MoistureUnit[]

/** @returns m3/m3, rounded to twelve digits, so that 23.5 % is 0.235 */
export function toCubicMetres(value: number, unit: MoistureUnit): number {
  return unit === 'm3/m3' ? value : Number((value / PER_CUBIC_METRE[unit]).toPrecision(12))
}

/** @returns null if the text is no known spelling of a unit */
export function unitOf(text: string): MoistureUnit | null {
  const unitName = unitOfQuantity('moisture', text)?.name
  return MOISTURE_UNITS.find((unit) => unit === unitName) ?? null
}

/**
 * Whether these can be m3/m3: most are in the range of soil. An empty list is ambiguous.
 *
 * @param values figures of the first lines, as they stand in the file
 */
export function looksLikeCubicMetres(values: readonly number[]): boolean {
  const inside = values.filter((value) => value >= VWC.min && value <= VWC.max).length
  return inside * 2 >= values.length
}
