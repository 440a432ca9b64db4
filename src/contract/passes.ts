/** Schemas of passes: what the machine did, the dry arc, and catch-can results. */
import * as z from 'zod/mini'
import { CANS_LEAST, DEPTH_FACTOR_RANGE } from '../agronomy/passes/depth-factor.ts'
import { prescriptionPreview } from './prescriptions.ts'
import { systemName } from './fields.ts'

const arc = z.tuple([z.number(), z.number()])
const instant = z.iso.datetime('invalid_request')
const degrees360 = z.array(z.number())

const passEnd = z.enum(['FINISHED', 'REVERSED', 'STOPPED', 'FAULT', 'MOVED', 'RUNNING'])

const pass = z.object({
  from: z.string(),
  to: z.string(),
  day: z.string().check(z.describe('Local date on which it began, YYYY-MM-DD.')),
  clockwise: z.boolean(),
  start_deg: z.number(),
  end_deg: z.number(),
  swept_deg: z.number(),
  unrecorded_deg: z
    .number()
    .check(z.describe('Degrees passed with water on and without a record, usually after a power failure.')),
  hours: z.number(),
  ended: passEnd.check(
    z.describe(
      'MOVED: the arm was moved elsewhere without water. A change of prescription does not end a pass.',
    ),
  ),
  code: z.nullable(z.string()).check(z.describe('The fault that ended it.')),
  dry_arc: z
    .nullable(arc)
    .check(z.describe('Arcs that received no water when it ended short, [from, to] clockwise.')),
  dry_deg: z.number(),
  depth_in: z.number().check(z.describe("Gross, mean over the swept area, from the machine's records.")),
  volume_m3: z.number().check(z.describe("Applied, from the machine's records.")),
  pumped_m3: z
    .nullable(z.number())
    .check(z.describe('From the flow meter; null if too much of its record is missing.')),
  unexplained_m3: z.nullable(z.number()).check(z.describe('Pumped less applied.')),
  unexplained_percent: z
    .nullable(z.number())
    .check(z.describe('Per cent of the greater of the two: -100 to 100.')),
  alarm: z
    .boolean()
    .check(z.describe('Unexplained is more than 5 % in either direction, from the fifth degree on.')),
  depth_factor: z
    .nullable(z.number())
    .check(z.describe('Result of a catch-can test; the next two figures include it, the others do not.')),
  corrected_depth_in: z.nullable(z.number()),
  corrected_volume_m3: z.nullable(z.number()),
})
export type PassView = z.infer<typeof pass>

const canUnit = z.enum(['in', 'mm'], 'can_invalid')
const depthFactor = z.object({
  factor: z.number(),
  cans_in: z.array(z.number()),
  distances_m: z
    .nullable(z.array(z.number()))
    .check(
      z.describe(
        'Distance of each can from the pivot point; this and the next two are null for tests from before they were stored.',
      ),
    ),
  bearing: z.nullable(z.number()),
  unit: z.nullable(canUnit),
  computed_in: z.number(),
  pass_from: z.string(),
  who: z.string(),
  when: z.string(),
})

/** Days of which one page holds the passes that began on them. */
export const PASSES_PAGE_DAYS = 60
export const passesQuery = z.object({
  system: systemName,
  before: z
    .optional(instant)
    .check(z.describe('Only passes that began earlier: the `next` of the previous page.')),
})
export const passList = z.object({
  passes: z.array(pass).check(z.describe('Newest first.')),
  next: z.nullable(z.string()),
  finish: z
    .nullable(z.object({ arc, degrees: z.number(), clockwise: z.boolean(), since: z.string() }))
    .check(z.describe('A pass that stopped short within the last three days and has not been finished.')),
  finishing: z
    .nullable(z.object({ arc, degrees: z.number(), dry_deg: z.number(), since: z.string() }))
    .check(z.describe('The arc that is being finished, and how much of it is still dry.')),
  factors: z.array(depthFactor).check(z.describe('Newest first.')),
})
export type PassList = z.infer<typeof passList>

export const passDegreesQuery = z.object({ system: systemName, from: instant })
/** One pass in the list, with dates in the field's time zone. */
export const passDegrees = z.object({
  from: z.string(),
  days: z.array(
    z.object({
      day: z.string(),
      depth_in: degrees360.check(z.describe('Gross, mean over the wetted radius, on each degree.')),
      swept: degrees360.check(z.describe('Share of each degree that the arm passed, 0 to 1.')),
    }),
  ),
})
export type PassDegrees = z.infer<typeof passDegrees>

const proven = {
  asked_mm: z
    .nullable(z.number())
    .check(z.describe('Gross, from the prescription that was running; null if there is no record of it.')),
  laid_mm: z.number().check(z.describe("Gross, from the machine's records and the catch-can factor.")),
  gained_mm: z
    .nullable(z.number())
    .check(
      z.describe(
        'Rise of its probes from their last reading before the arm to their highest within a day after it, over the soil that they measure; null without a reading.',
      ),
    ),
  probes: z.int(),
}
/** Proof of irrigation: prescribed and applied depth and gain of the soil; means over what the pass covered. */
export const passProof = z.object({
  from: z.string(),
  ...proven,
  zones: z
    .array(
      z.object({
        name: z.nullable(z.string()).check(z.describe('Null for the rest of the field.')),
        kind: z.enum(['geofence', 'soil', 'rest']),
        ...proven,
      }),
    )
    .check(z.describe('Geofences first, then soil zones, then the rest; each cell belongs to one of them.')),
  left_out: z
    .array(z.int())
    .check(z.describe('Numbers of probes with readings that are not trusted and therefore not used here.')),
  dry_valves: z
    .array(z.object({ tower: z.int(), passes: z.int() }))
    .check(
      z.describe(
        'For how many passes in a row no probe below gained water although it was applied; at least three.',
      ),
    ),
})
export type PassProof = z.infer<typeof passProof>

export const wateredQuery = z.object({ system: systemName })
/** Arcs wetted in the newest pass: [from, to] degrees clockwise. */
export const watered = z.object({
  arcs: z.array(arc),
  since: z.nullable(z.string()),
})
export type Watered = z.infer<typeof watered>

const pumpRemedy = z
  .optional(z.literal('raise', 'pump_remedy_unknown'))
  .check(
    z.describe(
      '`raise`: where the pump would fall below its minimum flow, the lowest percentages are raised.',
    ),
  )
export const finishPreviewQuery = z.object({ system: systemName, pump_remedy: pumpRemedy })
export const finishPreview = z.object({
  arc,
  degrees: z.number(),
  clockwise: z.boolean().check(z.describe('Direction of the pass.')),
  settings_rev: z.int(),
  prescription: prescriptionPreview,
})
export type FinishPreview = z.infer<typeof finishPreview>

/** Body of finishing a pass: the arc that the user saw, so that nothing else is watered than what was agreed to. */
export const finishBody = z.object(
  { system_name: systemName, arc, pump_remedy: pumpRemedy },
  'invalid_request',
)
export type FinishBody = z.infer<typeof finishBody>
export const finishEndBody = z.object({ system_name: systemName }, 'invalid_request')
export type FinishEndBody = z.infer<typeof finishEndBody>

const can = z.object({
  distance_m: z.number('can_invalid').check(z.gt(0, 'can_invalid'), z.maximum(2000, 'can_invalid')),
  depth_in: z.number('can_invalid').check(z.minimum(0, 'can_invalid'), z.maximum(10, 'can_invalid')),
})
/** Cans in one line from the pivot point under one pass; nothing is stored without `confirmed`. */
export const cansBody = z.object(
  {
    system_name: systemName,
    pass_from: instant,
    bearing: z.number('can_invalid').check(z.minimum(0, 'can_invalid'), z.maximum(360, 'can_invalid')),
    cans: z
      .array(can, 'cans_too_few')
      .check(z.minLength(CANS_LEAST, 'cans_too_few'), z.maxLength(100, 'cans_too_few')),
    unit: z
      .optional(canUnit)
      .check(
        z.describe('Units of the readings: inches and feet, or millimetres and metres; stored with them.'),
      ),
    confirmed: z.boolean('invalid_request'),
  },
  'invalid_request',
)
export type CansBody = z.infer<typeof cansBody>
export const cansAnswer = z.object({
  factor: z.number().check(z.describe(`From ${DEPTH_FACTOR_RANGE.min} to ${DEPTH_FACTOR_RANGE.max}.`)),
  measured_in: z.number(),
  computed_in: z.number(),
  stored: z.boolean(),
})
export type CansAnswer = z.infer<typeof cansAnswer>

export const passPaths = {
  list: '/api/passes/',
  degrees: '/api/passes/degrees/',
  proof: '/api/passes/proof/',
  watered: '/api/passes/watered/',
  finishPreview: '/api/passes/finish-preview/',
  finish: '/api/passes/finish/',
  finishEnd: '/api/passes/finish-end/',
  cans: '/api/passes/cans/',
  file: '/api/passes/file/',
} as const
