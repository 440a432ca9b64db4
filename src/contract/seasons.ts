/** Schemas of seasons: monthly water use of each system and its licence. */
import * as z from 'zod/mini'
import { M2_PER_ACRE, M_PER_FOOT } from '../agronomy/units.ts'
import { role } from './systems.ts'
import { systemName } from './fields.ts'

const M3_PER_ACRE_FOOT = M2_PER_ACRE * M_PER_FOOT

/** Units in which licences are written. */
export const volumeUnit = z.enum(['acre_feet', 'acre_inches', 'm3', 'dam3'], 'volume_unit_unknown')
export type VolumeUnit = z.infer<typeof volumeUnit>

/** Cubic metres in one of each, exact by definition. */
export const M3_PER_UNIT: Record<VolumeUnit, number> = {
  acre_feet: M3_PER_ACRE_FOOT,
  acre_inches: M3_PER_ACRE_FOOT / 12,
  m3: 1,
  dam3: 1000,
}

/** More than a thousand pivots use: a larger licence is a typing error. */
const LICENCE_MAX_M3 = 1e9

/** Body of a licence: what may be diverted in a calendar year. */
export const licenceBody = z
  .object(
    { volume: z.number('licence_volume_invalid').check(z.gt(0, 'licence_volume_invalid')), unit: volumeUnit },
    'invalid_request',
  )
  .check(
    z.refine(({ volume, unit }) => volume * M3_PER_UNIT[unit] <= LICENCE_MAX_M3, {
      message: 'licence_volume_invalid',
      path: ['volume'],
    }),
  )

export type LicenceBody = z.infer<typeof licenceBody>

const year = z.string('season_year_invalid').check(z.regex(/^(19|20|21)\d\d$/, 'season_year_invalid'))
export const seasonQuery = z.object({ year })
export const licenceQuery = z.object({ system: systemName, year })

/**
 * Source of a month's volume: flow measured by the machine, integrated over time; its as-applied records, depth times
 * area; or none.
 */
const waterMethod = z.enum(['flow', 'as_applied', 'none'])
export type WaterMethod = z.infer<typeof waterMethod>

const seasonMonth = z.object({
  month: z.int().check(z.describe('1 to 12, in the time zone of the system.')),
  volume_m3: z.number(),
  method: waterMethod,
  gaps: z.int().check(z.describe('Arcs passed without a record; their water is not in the volume.')),
  gap_degrees: z.number().check(z.describe('Their total length.')),
  unheard_hours: z
    .number()
    .check(z.describe('Time with water on and no flow reading; that water is not in the volume.')),
})
export type SeasonMonth = z.infer<typeof seasonMonth>

const seasonSystem = z.object({
  system: z.string(),
  time_zone: z.string(),
  role,
  licence: z
    .nullable(
      z.object({
        volume: z.number().check(z.describe('As it was entered.')),
        unit: volumeUnit,
        volume_m3: z.number(),
        from_year: z.int(),
      }),
    )
    .check(z.describe('Licence in force in that year; null if none was entered.')),
  volume_m3: z.number(),
  months: z.array(seasonMonth).check(z.describe('All twelve.')),
  metered: z
    .array(z.object({ meter: z.int(), volume_m3: z.number() }))
    .check(z.describe('Counted in the year by water meters beside the machine; empty if there are none.')),
})
export type SeasonSystem = z.infer<typeof seasonSystem>

export const season = z.object({
  year: z.int(),
  first_year: z.int().check(z.describe('The first with a record of any of the systems.')),
  systems: z.array(seasonSystem),
})
export type Season = z.infer<typeof season>

export const seasonPaths = {
  one: '/api/season/',
  export: '/api/season/export/',
  licence: '/api/season/licence/',
} as const

/** URL of the licence of one system, from a year on. */
export function licencePath(system: string, from: number): string {
  return `${seasonPaths.licence}?${new URLSearchParams({ system, year: String(from) }).toString()}`
}
