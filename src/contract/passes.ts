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
  day: z.string().check(z.describe("The field's own day on which it began, YYYY-MM-DD.")),
  clockwise: z.boolean(),
  start_deg: z.number(),
  end_deg: z.number(),
  swept_deg: z.number(),
  unrecorded_deg: z
    .number()
    .check(
      z.describe(
        'The last of these, gone over with water on, of which no record came: the power went before.',
      ),
    ),
  hours: z.number(),
  ended: passEnd.check(
    z.describe('MOVED: the arm was taken elsewhere without water. A change of prescription ends no pass.'),
  ),
  code: z.nullable(z.string()).check(z.describe('The fault that ended it.')),
  dry_arc: z
    .nullable(arc)
    .check(z.describe('Degrees that got none when it ended short, [from, to] clockwise.')),
  dry_deg: z.number(),
  depth_in: z.number().check(z.describe('Gross, mean over what was swept, by the record of the machine.')),
  volume_m3: z.number().check(z.describe('Applied, by the record of the machine.')),
  pumped_m3: z
    .nullable(z.number())
    .check(z.describe('By the flow meter; null where too little of it was heard.')),
  unexplained_m3: z.nullable(z.number()).check(z.describe('Pumped less applied.')),
  unexplained_percent: z.nullable(z.number()).check(z.describe('Of the greater of the two: -100 to 100.')),
  alarm: z
    .boolean()
    .check(z.describe('Unexplained is more than 5 %, one way or the other, from the fifth degree on.')),
  depth_factor: z
    .nullable(z.number())
    .check(z.describe('What catch cans found; the two below are by it, the others as they were.')),
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
    .check(z.describe('Where each stood; this and the next two are null before they were kept.')),
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
    .check(z.describe('Only passes that began earlier, the `next` of the former page.')),
})
export const passList = z.object({
  passes: z.array(pass).check(z.describe('Newest first.')),
  next: z.nullable(z.string()),
  finish: z
    .nullable(z.object({ arc, degrees: z.number(), clockwise: z.boolean(), since: z.string() }))
    .check(z.describe('A pass that stopped short within the last three days and was not finished since.')),
  finishing: z
    .nullable(z.object({ arc, degrees: z.number(), dry_deg: z.number(), since: z.string() }))
    .check(z.describe('The arc that is being finished, and how much of it is still dry.')),
  factors: z.array(depthFactor).check(z.describe('Newest first.')),
})
export type PassList = z.infer<typeof passList>

export const passDegreesQuery = z.object({ system: systemName, from: instant })
/** One pass by the field's own days. */
export const passDegrees = z.object({
  from: z.string(),
  days: z.array(
    z.object({
      day: z.string(),
      depth_in: degrees360.check(z.describe('Gross, mean over the wetted radius, on each degree.')),
      swept: degrees360.check(z.describe('Share of each degree that the arm went over, 0 to 1.')),
    }),
  ),
})
export type PassDegrees = z.infer<typeof passDegrees>

const proven = {
  asked_mm: z
    .nullable(z.number())
    .check(z.describe('Gross, by the prescription that ran; null where none is known.')),
  laid_mm: z.number().check(z.describe('Gross, by the record of the machine and what catch cans found.')),
  gained_mm: z
    .nullable(z.number())
    .check(
      z.describe(
        'By which its probes rose from their last word before the arm to their highest within a day after, over the soil that they reach; null without one.',
      ),
    ),
  probes: z.int(),
}
/** Proof of water: prescribed and applied depth and gain of the soil; means over what the pass covered. */
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
    .check(z.describe('Geofences before soil zones before the rest; each place is in one.')),
  left_out: z
    .array(z.int())
    .check(z.describe('Numbers of probes that were read, but are not believed: nothing here rests on them.')),
  dry_valves: z
    .array(z.object({ tower: z.int(), passes: z.int() }))
    .check(
      z.describe('No probe under them gained in so many passes, three at least, though water was laid.'),
    ),
})
export type PassProof = z.infer<typeof passProof>

export const wateredQuery = z.object({ system: systemName })
/** What was wetted in the newest pass: stretches of degrees, [from, to] clockwise. */
export const watered = z.object({
  arcs: z.array(arc),
  since: z.nullable(z.string()),
})
export type Watered = z.infer<typeof watered>

const pumpRemedy = z
  .optional(z.literal('raise', 'pump_remedy_unknown'))
  .check(z.describe('`raise`: where the pump draws too little, lowest percentages are raised.'))
export const finishPreviewQuery = z.object({ system: systemName, pump_remedy: pumpRemedy })
export const finishPreview = z.object({
  arc,
  degrees: z.number(),
  clockwise: z.boolean().check(z.describe('The way in which the pass went.')),
  settings_rev: z.int(),
  prescription: prescriptionPreview,
})
export type FinishPreview = z.infer<typeof finishPreview>

/** Body of finishing a pass: the arc that the user saw, so that nothing else is watered than what was agreed to. */
export const finishBody = z.object(
  { system_name: systemName, arc, pump_remedy: pumpRemedy },
  'invalid_request',
)
export const finishEndBody = z.object({ system_name: systemName }, 'invalid_request')

const can = z.object({
  distance_m: z.number('can_invalid').check(z.gt(0, 'can_invalid'), z.maximum(2000, 'can_invalid')),
  depth_in: z.number('can_invalid').check(z.minimum(0, 'can_invalid'), z.maximum(10, 'can_invalid')),
})
/** Cans in one line from the pivot point under one pass; nothing is stored before `confirmed`. */
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
        z.describe('In which they were read: inches and feet, or millimetres and metres; kept with them.'),
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
