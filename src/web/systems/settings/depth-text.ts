/** A typed depth: inches on the wire and in what is stored, in the customer's unit on the screen. */
import { inchesToMm, mmToInches } from '../../../agronomy/units.ts'
import { numberOf } from './settings-values.ts'
import type { DepthUnit } from './settings.text.ts'

/** Fine enough that every millimetre with two decimals comes back as it was typed. */
const INCH_DECIMALS = 4
const MM_DECIMALS = 2

const rounded = (value: number, decimals: number) => String(Number(value.toFixed(decimals)))

/** What the field shows for a depth in inches; text that is no number stays as it is. */
export function shownDepth(inches: string, unit: DepthUnit): string {
  const value = numberOf(inches)
  return unit === 'in' || value === null ? inches : rounded(inchesToMm(value), MM_DECIMALS)
}

/** Inches of what was typed; text that is no number stays as it is. */
export function typedInches(text: string, unit: DepthUnit): string {
  const value = numberOf(text)
  return unit === 'in' || value === null ? text : rounded(mmToInches(value), INCH_DECIMALS)
}
