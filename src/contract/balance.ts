/** Calls of the water balance: which field needs water next, when, and how sure that is. */
import * as z from 'zod/mini'

/**
 * How an answer is known. Measured: its probes have read within a day. Estimated: reckoned from weather, crop and what the
 * machine laid. Guessed: some of that weather is not known either.
 */
const doubt = z.enum(['measured', 'estimated', 'guessed'])

const share = z.nullable(z.number())

/** One system of the list. */
const fieldOutlook = z.object({
  system: z.string(),
  state: z
    .enum(['no_crop', 'waiting', 'known'])
    .check(z.describe('no_crop: nobody has set one; waiting: nothing is computed yet.')),
  refill_in_days: z
    .nullable(z.number())
    .check(
      z.describe(
        'Days from now until the driest tenth of the ground is at its refill line; 0: it is there. Null with state known: it can wait a week.',
      ),
    ),
  refill_at: z.nullable(z.string()),
  driest_percent: share.check(
    z.describe('Available water of the root zone in the driest tenth of the ground, now.'),
  ),
  refill_percent: share.check(z.describe('Available water at which the crop begins to suffer.')),
  start_by: z
    .nullable(z.string())
    .check(z.describe('Latest start of a pass that comes to every sector in time; may have passed.')),
  rain_likely: z
    .nullable(z.object({ mm: z.number(), chance_percent: z.number(), day: z.string() }))
    .check(z.describe('Rain that is worth waiting for; the start is held.')),
  doubt: z.nullable(doubt).check(z.describe('Null unless known.')),
  computed_at: z.nullable(z.string()),
})
export type FieldOutlook = z.infer<typeof fieldOutlook>
export const outlookList = z.array(fieldOutlook).check(z.describe('By name.'))

export const balancePaths = { outlooks: '/api/outlooks/' } as const
