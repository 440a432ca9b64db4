/** Schemas of the water balance: which field needs water next, when, and how certain that is. */
import * as z from 'zod/mini'
import { CROP_KEYS } from '../agronomy/balance/crop-keys.ts'
import { systemName } from './fields.ts'

/**
 * How an answer is known. Measured: its probes have reported within a day. Estimated: computed from weather, crop and the
 * applied water. Guessed: some of that weather is not known either.
 */
const doubt = z.enum(['measured', 'estimated', 'guessed'])
export type Doubt = z.infer<typeof doubt>

/**
 * Where a day's crop evapotranspiration comes from: complete weather data, temperatures alone, the days around it, the
 * drying of the soil at the probes, or the long-term mean of the latitude and season.
 */
const etSource = z.enum(['weather', 'temperatures', 'neighbours', 'probes', 'usual'])
export type EtSource = z.infer<typeof etSource>

const share = z.nullable(z.number())

const state = z
  .enum(['no_crop', 'not_planted', 'waiting', 'known'])
  .check(
    z.describe(
      'no_crop: no crop is set; not_planted: the planting day is in the future; waiting: nothing is computed yet.',
    ),
  )

/** Rain for which a start can wait. */
const likelyRain = z.object({
  mm: z.number().check(z.describe('Forecast from now until a day after the latest start.')),
  chance_percent: z.number().check(z.describe('Probability on the most likely day.')),
  expected_mm: z.number().check(z.describe('Sum of probability times amount.')),
  day: z.string().check(z.describe('The most likely day.')),
})

const answer = {
  refill_at: z.nullable(z.string()),
  driest_percent: share.check(
    z.describe('Current available water of the root zone in the driest tenth of the field.'),
  ),
  refill_percent: share.check(z.describe('Available water below which the crop is stressed.')),
  start_by: z
    .nullable(z.string())
    .check(z.describe('Latest start of a pass that reaches every sector in time; may be in the past.')),
  rain_likely: z.nullable(likelyRain).check(z.describe('Rain for which the start can wait.')),
  doubt: z.nullable(doubt).check(z.describe('Certainty of the answer; null unless the state is known.')),
}

/** One system of the list. */
const fieldOutlook = z.object({
  system: z.string(),
  state,
  refill_in_days: z
    .nullable(z.number())
    .check(
      z.describe(
        'Days until the driest tenth of the field is at its refill point; 0: it is there now. Null while the state is known: more than a week.',
      ),
    ),
  ...answer,
  computed_at: z.nullable(z.string()),
})
export type FieldOutlook = z.infer<typeof fieldOutlook>
export const outlookList = z.array(fieldOutlook).check(z.describe('In the order of their names.'))

/** A point of the curve; shares are per cent of available water of the root zone. */
const coursePoint = z.object({
  at: z.string(),
  driest_percent: z.number(),
  mean_percent: z.number(),
  pass_driest_percent: z
    .nullable(z.number())
    .check(z.describe('With one pass; null before the pass starts.')),
  pass_mean_percent: z.nullable(z.number()),
})
export type CoursePoint = z.infer<typeof coursePoint>

/** Water of one day, past or forecast. */
const waterDay = z.object({
  day: z.string(),
  forecast: z.boolean(),
  use_mm: z.number().check(z.describe('Evapotranspiration, past or expected; mean of the field.')),
  use_source: etSource,
  rain_mm: z.number().check(z.describe('For a future day the forecast amount, whatever its probability.')),
  rain_expected_mm: z.number().check(z.describe('For a future day the sum of probability times amount.')),
  rain_known: z.boolean(),
  rain_chance_percent: z.nullable(z.number()),
  irrigation_mm: z
    .number()
    .check(z.describe("Depth that reached the soil, from the machine's records; mean of the field.")),
})

/** Water lost and gained in a period, mean of the field. */
const waterStretch = z.object({
  from: z.string(),
  until: z.string(),
  use_mm: z.number().check(z.describe('Evapotranspiration.')),
  rain_mm: z.number().check(z.describe('For future days the sum of probability times amount.')),
})
export type WaterStretch = z.infer<typeof waterStretch>

/** One pass at the current settings and timer. */
const passAhead = z.object({
  starts_at: z.string().check(z.describe('`start_by`, or now if that is past or the field can wait.')),
  running: z.boolean().check(z.describe('The pass is already running.')),
  hours: z
    .nullable(z.number())
    .check(z.describe('Duration of a whole pass; null if the speed is not known.')),
  timer_percent: z.nullable(z.number()).check(z.describe('Reported by the panel; null: not reported.')),
  gross_mm: z.number().check(z.describe('Gross depth at 100 % and at that timer.')),
  net_mm: z.number().check(z.describe('Mean depth that reaches the root zone.')),
  unmet_mm: z.number().check(z.describe('Mean depth missing to the target; carried over.')),
})

/** One system on the timeline of a pump. */
const pumpTurn = z.object({
  system: z.nullable(z.string()).check(z.describe('Null for a system that the caller is not a member of.')),
  starts_at: z.string(),
  ends_at: z.string(),
  start_by: z.nullable(z.string()),
  late_hours: z.number().check(z.describe('How much later than `start_by` it starts.')),
})

const pumpPlan = z.object({
  pump: z.string(),
  fits: z.boolean().check(z.describe('Every system starts in time.')),
  turns: z.array(pumpTurn).check(z.describe('In the order of their starts.')),
})
export type PumpPlan = z.infer<typeof pumpPlan>

const knownBalance = z.object({
  ...answer,
  crop: z.enum(CROP_KEYS),
  root_mm: z
    .number()
    .check(
      z.describe('Reported depth of the root zone: as set, else the current rooting depth of the crop.'),
    ),
  target_percent: z.number(),
  mean_percent: z.number(),
  course: z.array(coursePoint).check(z.describe('From a week ago to the end of the forecast.')),
  days: z.array(waterDay),
  stretches: z
    .optional(z.array(waterStretch))
    .check(
      z.describe(
        'Consecutive, from some days ago to the end of the weather data: what prescriptions add and subtract until the arm arrives. Empty if the weather of today is not known.',
      ),
    ),
  pass: z.nullable(passAhead).check(z.describe('Null before the first settings.')),
  probes: z.int().check(z.describe('Number of probes whose readings of the last days were used.')),
  forecast_until: z.nullable(z.string()).check(z.describe('Last day with forecast rain; null: none.')),
  contradicting: z
    .optional(z.array(z.int()))
    .check(
      z.describe(
        'Probes whose readings the balance of the other probes excludes; meanwhile maps are interpolated from the probes alone.',
      ),
    ),
  surface: z
    .boolean()
    .check(z.describe('Maps use the balance: crop and weather of the last week are known.')),
})
/** What is stored of a balance. */
export type KnownBalance = z.infer<typeof knownBalance>

export const fieldBalance = z.object({
  system: z.string(),
  state,
  computed_at: z.nullable(z.string()),
  known: z.nullable(knownBalance),
  layer_mm: z.number(),
  layers: z.int(),
  cells_b64: z
    .nullable(z.string())
    .check(
      z.describe(
        'Current available water of each cell and layer: byte (9 i + j) x layers + k is sector i, zone j + 1, layer k; share = byte / 160 - 0.1, 255 where the machine has no such zone.',
      ),
    ),
  pump: z.nullable(pumpPlan).check(z.describe('Null unless several systems share its pump.')),
})
export type FieldBalance = z.infer<typeof fieldBalance>

export const balanceQuery = z.object({ system: systemName })

export const balancePaths = { outlooks: '/api/outlooks/', one: '/api/balance/' } as const

/** Address of the balance of one system. */
export function balancePath(system: string): string {
  return `${balancePaths.one}?system=${encodeURIComponent(system)}`
}
