/** Fields shared by many bodies: the system name, which is also its identifier, and soil limits. */
import * as z from 'zod/mini'
import { SYSTEM_NAME_MAX } from './limits.ts'

/** Letters, digits, space, `-`, `_`, `.`; not starting with `.`. */
export const SYSTEM_NAME = /^[A-Za-z0-9 _-][A-Za-z0-9 _.-]*$/

export const systemName = z
  .string('system_not_selected')
  .check(z.minLength(1, 'system_not_selected'), z.maxLength(SYSTEM_NAME_MAX, 'system_not_found'))

/** Soil textures by name; their water limits are in agronomy. */
export const texture = z.enum(
  ['sand', 'loamy_sand', 'sandy_loam', 'loam', 'silt_loam', 'silt', 'silt_clay_loam', 'silty_clay', 'clay'],
  'texture_invalid',
)

/** Source of the limits in force: set for the probe, from its soil zone, set for the system, or derived from the system's texture. */
export const soilSource = z.enum(['zone', 'probe', 'system', 'texture'])
export type SoilSource = z.infer<typeof soilSource>

/** Body of every error answer; its code is one of `errors.ts`. */
export const problemBody = z.object({
  message: z.string(),
  detail: z.string(),
  code: z.string(),
  field: z.optional(z.string()),
  current: z.optional(z.unknown()),
})
