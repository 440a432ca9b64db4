/** Typed catch cans, in feet and inches or metres and millimetres, and their request body. */
import { CANS_LEAST } from '#agronomy/passes/depth-factor.ts'
import { M_PER_FOOT, MM_PER_INCH } from '#agronomy/units.ts'
import type { CansBody } from '#contract/passes.ts'
import type { DepthUnit } from '../settings/settings.text.ts'

/** Unit of distances by the unit of depths. */
export const distanceUnit = { in: 'ft', mm: 'm' } as const satisfies Record<DepthUnit, string>

export interface TypedCan {
  distance: string
  caught: string
}

interface CatchCanInput {
  system: string
  pass: string
  bearing: string
  typed: readonly TypedCan[]
  unit: DepthUnit
}

/** NaN if not a number; accepts a decimal comma. */
function numberIn(text: string): number {
  const plain = text.trim().replace(',', '.')
  return plain === '' ? Number.NaN : Number(plain)
}

/** Null until there is enough valid input; empty cans are ignored. */
export function bodyOf({ system, pass, bearing, typed, unit }: CatchCanInput): CansBody | null {
  const filled = typed.filter(({ distance, caught }) => distance !== '' || caught !== '')
  const cans = filled.map(({ distance, caught }) => ({
    distance_m: numberIn(distance) * (unit === 'in' ? M_PER_FOOT : 1),
    depth_in: numberIn(caught) / (unit === 'mm' ? MM_PER_INCH : 1),
  }))
  const along = numberIn(bearing)
  const complete = cans.every(({ distance_m, depth_in }) => Number.isFinite(distance_m + depth_in))
  if (!Number.isFinite(along) || !complete || cans.length < CANS_LEAST) return null
  return { system_name: system, pass_from: pass, bearing: along, cans, unit, confirmed: false }
}
