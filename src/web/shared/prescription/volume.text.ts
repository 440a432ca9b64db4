/** Volumes of water as irrigators read them. */
import { M2_PER_ACRE, MM_PER_INCH } from '#agronomy/units.ts'
import { quantity } from '../../kit/formats.ts'

const M3_PER_ACRE_INCH = (M2_PER_ACRE * MM_PER_INCH) / 1000

/** Acre-inches for those who read inches, cubic metres for those who read millimetres. */
export function volumeText(cubicMetres: number, unit: 'in' | 'mm'): string {
  return unit === 'in'
    ? quantity(cubicMetres / M3_PER_ACRE_INCH, 'acre-inches', 1)
    : quantity(cubicMetres, 'm³', 0)
}
