/** Formats depths in the user's unit. */
import { inchesToMm } from '#agronomy/units.ts'
import { quantity } from '../../kit/formats.ts'

/** In the given unit, for example `0.8 inches` or `20.3 mm`. */
export function depth(inches: number, unit: 'in' | 'mm'): string {
  return unit === 'mm' ? quantity(inchesToMm(inches), 'mm', 1) : quantity(inches, 'inches')
}
