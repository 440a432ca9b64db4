/** Typed catch cans, in feet and inches or in metres and millimetres, and what is sent of them. */
import { CANS_LEAST } from '#agronomy/passes/depth-factor.ts'
import { M_PER_FOOT, MM_PER_INCH } from '#agronomy/units.ts'
import type { CansBody } from '#contract/passes.ts'
import type { DepthUnit } from '../settings/settings.text.ts'

/** Distances of those who read depths in inches, or in millimetres. */
export const distanceUnit = { in: 'ft', mm: 'm' } as const satisfies Record<DepthUnit, string>

export interface TypedCan {
  distance: string
  inside: string
}

interface Typed {
  system: string
  pass: string
  bearing: string
  typed: readonly TypedCan[]
  unit: DepthUnit
}

/** Text that is no number is none; a comma before the decimals is read as a point. */
function numberIn(text: string): number {
  const plain = text.trim().replace(',', '.')
  return plain === '' ? Number.NaN : Number(plain)
}

/** Null until enough of it can be read; cans left empty do not count. */
export function bodyOf({ system, pass, bearing, typed, unit }: Typed): CansBody | null {
  const filled = typed.filter(({ distance, inside }) => distance !== '' || inside !== '')
  const cans = filled.map(({ distance, inside }) => ({
    distance_m: numberIn(distance) * (unit === 'in' ? M_PER_FOOT : 1),
    depth_in: numberIn(inside) / (unit === 'mm' ? MM_PER_INCH : 1),
  }))
  const along = numberIn(bearing)
  const whole = cans.every(({ distance_m, depth_in }) => Number.isFinite(distance_m + depth_in))
  if (!Number.isFinite(along) || !whole || cans.length < CANS_LEAST) return null
  return { system_name: system, pass_from: pass, bearing: along, cans, unit, confirmed: false }
}
