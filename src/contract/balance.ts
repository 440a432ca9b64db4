/** Schemas of the water balance: which field needs water next, when, and how certain that is. */
import * as z from 'zod/mini'
import { CROP_KEYS } from '../agronomy/balance/crop-keys.ts'
import { systemName } from './fields.ts'

/**
 * How an answer is known. Measured: its probes have read within a day. Estimated: reckoned from weather, crop and what the
 * machine laid. Guessed: some of that weather is not known either.
 */
const doubt = z.enum(['measured', 'estimated', 'guessed'])
export type Doubt = z.infer<typeof doubt>

/**
 * Where the crop use of a day comes from: all that reference ET asks for, temperatures alone, the days around, how the soil
 * dried by its probes, or what is usual at that latitude and time of the year.
 */
const etSource = z.enum(['weather', 'temperatures', 'neighbours', 'probes', 'usual'])
export type EtSource = z.infer<typeof etSource>

const share = z.nullable(z.number())

const state = z
  .enum(['no_crop', 'not_planted', 'waiting', 'known'])
  .check(
    z.describe(
      'no_crop: nobody has set one; not_planted: its day is still to come; waiting: nothing is computed yet.',
    ),
  )

/** Rain that is worth waiting for. */
const likelyRain = z.object({
  mm: z.number().check(z.describe('Foretold until the pass must have started, and a day beyond.')),
  chance_percent: z.number().check(z.describe('Of its likeliest day.')),
  expected_mm: z.number().check(z.describe('Sum of chance times amount.')),
  day: z.string().check(z.describe('Its likeliest day.')),
})

const answer = {
  refill_at: z.nullable(z.string()),
  driest_percent: share.check(
    z.describe('Available water of the root zone in the driest tenth of the ground, now.'),
  ),
  refill_percent: share.check(z.describe('Available water at which the crop begins to suffer.')),
  start_by: z
    .nullable(z.string())
    .check(z.describe('Latest start of a pass that comes to every sector in time; may have passed.')),
  rain_likely: z.nullable(likelyRain).check(z.describe('Rain that is worth waiting for; the start is held.')),
  doubt: z.nullable(doubt).check(z.describe('Null unless known.')),
}

/** One system of the list. */
const fieldOutlook = z.object({
  system: z.string(),
  state,
  refill_in_days: z
    .nullable(z.number())
    .check(
      z.describe(
        'Days from now until the driest tenth of the ground is at its refill line; 0: it is there. Null with state known: it can wait a week.',
      ),
    ),
  ...answer,
  computed_at: z.nullable(z.string()),
})
export type FieldOutlook = z.infer<typeof fieldOutlook>
export const outlookList = z.array(fieldOutlook).check(z.describe('By name.'))

/** A point of the curve; shares are per cent of available water of the root zone. */
const coursePoint = z.object({
  at: z.string(),
  driest_percent: z.number(),
  mean_percent: z.number(),
  pass_driest_percent: z.nullable(z.number()).check(z.describe('With one pass; null before it starts.')),
  pass_mean_percent: z.nullable(z.number()),
})
export type CoursePoint = z.infer<typeof coursePoint>

/** What a day brought, or will bring. */
const waterDay = z.object({
  day: z.string(),
  forecast: z.boolean(),
  use_mm: z.number().check(z.describe('What crop and surface took, or will take, mean of the field.')),
  use_source: etSource,
  rain_mm: z.number().check(z.describe('Of a day ahead what was foretold, whatever its chance.')),
  rain_expected_mm: z.number().check(z.describe('Of a day ahead the sum of chance times amount.')),
  rain_known: z.boolean(),
  rain_chance_percent: z.nullable(z.number()),
  irrigation_mm: z
    .number()
    .check(z.describe('What reached the soil by the record of the machine, mean of the field.')),
})

/** Water that leaves and comes in a stretch of time, mean of the field. */
const waterStretch = z.object({
  from: z.string(),
  until: z.string(),
  use_mm: z.number().check(z.describe('What crop and surface take.')),
  rain_mm: z.number().check(z.describe('Ahead the sum of chance times amount.')),
})
export type WaterStretch = z.infer<typeof waterStretch>

/** One pass at the settings and the timer of now. */
const passAhead = z.object({
  starts_at: z.string().check(z.describe('`start_by`, or now where that has passed or the field can wait.')),
  running: z.boolean().check(z.describe('The machine is already laying it.')),
  hours: z
    .nullable(z.number())
    .check(z.describe('Until the arm has been everywhere; null where its speed is not known.')),
  timer_percent: z.nullable(z.number()).check(z.describe('Reported by the panel; null: not heard.')),
  gross_mm: z.number().check(z.describe('At 100 %, as nozzles lay it at that timer.')),
  net_mm: z.number().check(z.describe('Mean that reaches the root zone.')),
  unmet_mm: z.number().check(z.describe('Mean by which it stays short of the target; carried over.')),
})

/** One system on the timeline of a pump. */
const pumpTurn = z.object({
  system: z.nullable(z.string()).check(z.describe('Null for one that only others may see.')),
  starts_at: z.string(),
  ends_at: z.string(),
  start_by: z.nullable(z.string()),
  late_hours: z.number().check(z.describe('By which it starts later than it should.')),
})

const pumpPlan = z.object({
  pump: z.string(),
  fits: z.boolean().check(z.describe('Every system starts in time.')),
  turns: z.array(pumpTurn).check(z.describe('In the order of their starts.')),
})
export type PumpPlan = z.infer<typeof pumpPlan>

const known = z.object({
  ...answer,
  crop: z.enum(CROP_KEYS),
  root_mm: z.number().check(z.describe('Root zone that is told: as set, else the roots of the crop now.')),
  target_percent: z.number(),
  mean_percent: z.number(),
  course: z.array(coursePoint).check(z.describe('A week back, now, and as far ahead as is reckoned.')),
  days: z.array(waterDay),
  stretches: z
    .optional(z.array(waterStretch))
    .check(
      z.describe(
        'From some days back, one after the other, as far ahead as weather is known: what prescriptions count until the arm arrives. Empty where it is not known today.',
      ),
    ),
  pass: z.nullable(passAhead).check(z.describe('Null before anybody has sent settings.')),
  probes: z.int().check(z.describe('Whose readings of the last days it rests on.')),
  forecast_until: z
    .nullable(z.string())
    .check(z.describe('Last day of which a service foretold the rain; null: none.')),
  contradicting: z
    .optional(z.array(z.int()))
    .check(
      z.describe(
        'Probes that read what the balance with the other probes cannot be: while they do, maps go by the probes alone.',
      ),
    ),
  surface: z.boolean().check(z.describe('Maps go by it: crop and weather of the last week are known.')),
})
/** What is stored of a balance. */
export type KnownBalance = z.infer<typeof known>

export const fieldBalance = z.object({
  system: z.string(),
  state,
  computed_at: z.nullable(z.string()),
  known: z.nullable(known),
  layer_mm: z.number(),
  layers: z.int(),
  cells_b64: z
    .nullable(z.string())
    .check(
      z.describe(
        'Available water of each cell and layer now: byte (9 i + j) x layers + k is sector i, zone j + 1, layer k; share = byte / 160 - 0.1, 255 where the machine has no such zone.',
      ),
    ),
  pump: z.nullable(pumpPlan).check(z.describe('Null unless several systems draw on its pump.')),
})
export type FieldBalance = z.infer<typeof fieldBalance>

export const balanceQuery = z.object({ system: systemName })

export const balancePaths = { outlooks: '/api/outlooks/', one: '/api/balance/' } as const

/** Address of the balance of one system. */
export function balancePath(system: string): string {
  return `${balancePaths.one}?system=${encodeURIComponent(system)}`
}
