/** Units in which loggers write how wet the soil is, and how a file tells which one it uses. */
import { VWC } from '../../contract/limits.ts'

/** How many of the unit make 1 m3/m3. */
const PER_CUBIC_METRE = { 'm3/m3': 1, '%': 100, 'mm/m': 1000, 'mm/10cm': 100, 'in/ft': 12 } as const

export type MoistureUnit = keyof typeof PER_CUBIC_METRE
export const MOISTURE_UNITS = ['m3/m3', '%', 'mm/m', 'mm/10cm', 'in/ft'] as const satisfies MoistureUnit[]

const SPELLINGS: Record<string, MoistureUnit> = {
  'm3/m3': 'm3/m3',
  'm³/m³': 'm3/m3',
  'cm3/cm3': 'm3/m3',
  'cm³/cm³': 'm3/m3',
  'in/in': 'm3/m3',
  'v/v': 'm3/m3',
  fraction: 'm3/m3',
  '%': '%',
  '%vol': '%',
  'vol%': '%',
  '%vwc': '%',
  percent: '%',
  pct: '%',
  'mm/m': 'mm/m',
  'mm/10cm': 'mm/10cm',
  'mm/100mm': 'mm/10cm',
  'in/ft': 'in/ft',
}

/** @returns m3/m3; twelve digits, so that 23.5 % is 0.235 and not its neighbour */
export function toCubicMetres(value: number, unit: MoistureUnit): number {
  return unit === 'm3/m3' ? value : Number((value / PER_CUBIC_METRE[unit]).toPrecision(12))
}

/** @returns null when no spelling of a unit is known by that text */
export function unitOf(text: string): MoistureUnit | null {
  return SPELLINGS[text.toLowerCase().replaceAll(/[\s.*^]/g, '')] ?? null
}

/**
 * The unit that stands in a column's name: in brackets, or as a last word such as `vwc_pct`.
 *
 * @returns undefined when there is none; the text in brackets as `unknown` when it is no unit of moisture
 * @example unitInName('VWC 20 cm (%)') // '%'
 * @example unitInName('Port 1 [kPa]') // { unknown: 'kPa' }
 */
export function unitInName(name: string): MoistureUnit | { unknown: string } | undefined {
  const bracket = /[([]([^)\]]+)[)\]]\s*$/.exec(name)?.[1]?.trim()
  if (bracket !== undefined) {
    if (/^\d+(\.\d+)?\s*cm$/i.test(bracket)) return undefined
    return unitOf(bracket) ?? { unknown: bracket }
  }
  const word = /(?:^|[\s_-])(pct|percent|%)$/i.exec(name)?.[1] ?? (name.endsWith('%') ? '%' : '')
  return unitOf(word) ?? undefined
}

/**
 * Whether these can be m3/m3: most of them lie where soil can be. An empty list can be anything.
 *
 * @param values figures of the first lines, as they stand in the file
 */
export function looksLikeCubicMetres(values: readonly number[]): boolean {
  const inside = values.filter((value) => value >= VWC.min && value <= VWC.max).length
  return inside * 2 >= values.length
}
