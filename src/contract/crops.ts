/** Schemas of crops: the crop of a system, its planting date and stage lengths. */
import * as z from 'zod/mini'
import { CROP_KEYS } from '../agronomy/balance/crop-keys.ts'
import { systemName } from './fields.ts'

/** Furthest planting day in the past and in the future: a season and the winter before it. */
export const CROP_START_DAYS = { back: 400, ahead: 200 } as const
/** Longest stage and shortest season, in days and in growing degree days (°C). */
export const STAGE_MAX = { days: 300, degrees: 5000 } as const
export const SEASON_MIN = { days: 30, degrees: 200 } as const

const stagesBy = z.enum(['days', 'degrees'], 'crop_stages_invalid')
export type StagesBy = z.infer<typeof stagesBy>

const stage = z.number('crop_stages_invalid').check(z.minimum(0, 'crop_stages_invalid'))

/** Body of a crop; without `stages`, those of the crop table apply. */
export const cropBody = z.object(
  {
    crop: z.enum(CROP_KEYS, 'crop_unknown'),
    started_on: z
      .string('crop_start_invalid')
      .check(
        z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'crop_start_invalid'),
        z.describe('Day of planting, or of green-up of a perennial or winter crop.'),
      ),
    stages_by: stagesBy,
    stages: z
      .optional(z.tuple([stage, stage, stage, stage], 'crop_stages_invalid'))
      .check(
        z.describe(
          'Initial, development, mid season, late season; days, or growing degree days (°C) above the base temperature of the crop.',
        ),
      ),
  },
  'invalid_request',
)
export type CropBody = z.infer<typeof cropBody>

const plan = z.object({
  crop: z.enum(CROP_KEYS),
  started_on: z.string(),
  stages_by: stagesBy,
  stages: z.tuple([z.number(), z.number(), z.number(), z.number()]),
})
export type CropPlan = z.infer<typeof plan>

const cropEntry = z.object({
  plan: z.nullable(plan).check(z.describe('Null: no crop from then on.')),
  who: z.string(),
  when: z.string(),
})

export const systemCrop = z.object({
  system: z.string(),
  plan: z.nullable(plan).check(z.describe('Current crop; null if none is set.')),
  history: z.array(cropEntry).check(z.describe('The newest twenty, newest first.')),
})
export type SystemCrop = z.infer<typeof systemCrop>

export const cropQuery = z.object({ system: systemName })
export const cropPaths = { one: '/api/crops/' } as const

/** Address of the crop of one system. */
export function cropPath(system: string): string {
  return `${cropPaths.one}?system=${encodeURIComponent(system)}`
}
