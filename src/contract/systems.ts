/** Schemas of systems: the list, settings, and their delivery. */
import * as z from 'zod/mini'
import { pivotFields } from './pivot.ts'
import { deliveryState, deliveryTimes, mode, telemetryView } from './delivery.ts'
import { APPLICATION_RATE_IN, EFFICIENCY, ROOT_DEPTH_IN, TARGET_MOISTURE_PERCENT, VWC } from './limits.ts'
import { systemName, texture } from './fields.ts'

const bearing = z.number().check(z.minimum(0), z.maximum(360))
const aSwitch = z.boolean('switches_invalid')
const tower = z.boolean('towers_invalid')

/** The API always carries nine towers, whatever the machine has. */
export const towers = z.strictObject(
  { 1: tower, 2: tower, 3: tower, 4: tower, 5: tower, 6: tower, 7: tower, 8: tower, 9: tower },
  'towers_invalid',
)
export type Towers = z.infer<typeof towers>

export const applicationRate = z
  .number('application_rate_range')
  .check(
    z.minimum(APPLICATION_RATE_IN.min, 'application_rate_range'),
    z.maximum(APPLICATION_RATE_IN.max, 'application_rate_range'),
  )
const rootDepth = z
  .number('root_depth_range')
  .check(z.gt(ROOT_DEPTH_IN.above, 'root_depth_range'), z.maximum(ROOT_DEPTH_IN.max, 'root_depth_range'))
const targetMoisture = z
  .number('target_moisture_range')
  .check(
    z.minimum(TARGET_MOISTURE_PERCENT.min, 'target_moisture_range'),
    z.maximum(TARGET_MOISTURE_PERCENT.max, 'target_moisture_range'),
  )

const settingsOn = z.object({
  system_name: systemName,
  is_system_on: z.literal(true, 'switches_invalid'),
  is_test_pattern_on: aSwitch,
  is_speed_switch_on: aSwitch,
  application_rate: applicationRate,
  root_depth: rootDepth,
  target_moisture: targetMoisture,
  towers,
  pump_remedy: z
    .optional(z.literal('raise', 'pump_remedy_unknown'))
    .check(
      z.describe(
        '`raise`: where the pump would fall below its minimum flow, the lowest percentages are raised.',
      ),
    ),
})

/** OFF needs only the rate; other fields are cleared, not refused (decision 25). */
const settingsOff = z.object({
  system_name: systemName,
  is_system_on: z.literal(false, 'switches_invalid'),
  is_test_pattern_on: z.optional(z.unknown()),
  is_speed_switch_on: z.optional(z.unknown()),
  application_rate: applicationRate,
  root_depth: z.optional(z.unknown()),
  target_moisture: z.optional(z.unknown()),
  towers: z.optional(z.unknown()),
  pump_remedy: z.optional(z.unknown()),
})

/** Body of `POST /api/system-input/`; every message is a code of `errors.ts`. */
export const systemInput = z.discriminatedUnion('is_system_on', [settingsOn, settingsOff], 'switches_invalid')
export type SystemInput = z.infer<typeof systemInput>

/** Settings as they are stored and shown; OFF clears the last four together. */
export const settings = z.object({
  is_system_on: z.boolean(),
  is_test_pattern_on: z.boolean(),
  is_speed_switch_on: z.boolean(),
  application_rate: z.number(),
  root_depth: z.nullable(z.number()),
  target_moisture: z.nullable(z.number()),
  towers,
  finish_arc: z
    .optional(z.tuple([bearing, bearing]))
    .check(
      z.describe(
        'Only this arc is watered, [from, to] degrees clockwise: the dry arc of a pass that stopped short. Ends by itself, or with the next settings; a test pattern interrupts it.',
      ),
    ),
  finish_since: z
    .optional(z.string())
    .check(z.describe("When that pass stopped, by the machine's own clock: its records from then on count.")),
  finish_remedy: z
    .optional(z.literal('raise'))
    .check(z.describe('The same as `pump_remedy`, for that arc alone.')),
  pump_remedy: z
    .optional(z.literal('raise'))
    .check(z.describe('Lowest percentages are raised where the pump would fall below its minimum flow.')),
})
export type Settings = z.infer<typeof settings>

export const systemInputAnswer = z.object({
  message: z.string(),
  command_id: z.string(),
  settings_rev: z.int(),
  delivery: deliveryState,
})
export type SystemInputAnswer = z.infer<typeof systemInputAnswer>

/** `If-Match` of a setting: the revision that the user saw, quoted. */
export const SETTINGS_TAG = /^"(\d{1,9})"$/
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{8,128}$/

/** `current` of a 409: the settings stored by someone else in the meantime; `settings` is null before the first ones. */
export const currentSettings = z.object({
  settings: z.nullable(settings),
  settings_rev: z.int(),
  who: z.nullable(z.string()),
  when: z.nullable(z.string()),
})
export type CurrentSettings = z.infer<typeof currentSettings>

export const role = z.enum(['owner', 'operator', 'viewer'])
export type Role = z.infer<typeof role>

export type Mode = z.infer<typeof mode>

/** What a machine reports to be running, and its result for the newest desired state it has received. */
const reportedView = z.object({
  rev: z.int(),
  settings_rev: z.int(),
  mode: z.nullable(mode),
  at: z.nullable(z.string()),
  result: z.nullable(z.enum(['APPLIED', 'REJECTED', 'EXPIRED'])),
  code: z.nullable(z.string()),
  fallback: z.boolean().check(z.describe('Runs its fallback because a setting has expired.')),
  rate_in: z.nullable(z.number()).check(z.describe('Requested gross depth of one pass at 100 %, inches.')),
  timer_pct: z
    .nullable(z.array(z.number()))
    .check(
      z.describe(
        'Requested timer of each sector under speed control; otherwise null: one timer for the rate.',
      ),
    ),
})
export type ReportedView = z.infer<typeof reportedView>

/**
 * Warnings to the owner: the newest setting expires within 12 hours, it has expired, or the machine runs its fallback.
 */
const systemWarning = z.enum(['expires_soon', 'expired', 'fallback'])
export type SystemWarning = z.infer<typeof systemWarning>

export const systemView = z.object({
  name: z.string(),
  controller: z.string().check(z.describe('Opaque id of the controller; part of its topics.')),
  time_zone: z.string(),
  ...pivotFields,
  role,
  online: z.boolean(),
  last_seen: z.nullable(z.string()),
  telemetry: z.nullable(telemetryView),
  desired: z.nullable(z.extend(settings, { settings_rev: z.int(), rev: z.int() })),
  reported: z.nullable(reportedView),
  delivery: z.nullable(deliveryState),
  delivery_times: z.nullable(deliveryTimes),
  delivery_code: z.nullable(z.string()).check(z.describe('Why the controller refused, as its own code.')),
  depth_factor: z
    .nullable(z.number())
    .check(z.describe('Depth measured by catch cans divided by the computed depth; null: never measured.')),
  valid_until: z.nullable(z.string()).check(z.describe('When the newest publication expires.')),
  warnings: z.array(systemWarning),
  fault: z
    .nullable(z.object({ code: z.string(), at: z.string() }))
    .check(z.describe('The newest fault reported by the machine, until it starts again.')),
  local_only: z.boolean().check(z.describe('Locked by the owner: new settings are refused.')),
  provider_stop: z.boolean().check(z.describe('The provider has blocked all new settings.')),
  texture,
  field_capacity: z.nullable(z.number()).check(z.describe('m3/m3; null: that of the texture.')),
  wilting_point: z.nullable(z.number()).check(z.describe('m3/m3; null: that of the texture.')),
  application_efficiency: z
    .number()
    .check(z.describe('Share of the gross depth that reaches the root zone.')),
})
export type SystemView = z.infer<typeof systemView>
export const systemList = z.array(systemView)

const waterLimit = z.nullable(
  z
    .number('soil_limits_invalid')
    .check(z.gt(0, 'soil_limits_invalid'), z.maximum(VWC.max, 'soil_limits_invalid')),
)

/** Body of `PATCH /api/systems/{name}/`, for the owner only; fields left out stay, null resets to the texture's limit. */
export const systemPatch = z.partial(
  z.object({
    local_only: aSwitch,
    texture,
    field_capacity: waterLimit,
    wilting_point: waterLimit,
    application_efficiency: z
      .number('efficiency_range')
      .check(z.minimum(EFFICIENCY.min, 'efficiency_range'), z.maximum(EFFICIENCY.max, 'efficiency_range')),
    time_zone: z.string('time_zone_invalid').check(z.maxLength(64, 'time_zone_invalid')),
  }),
)
export type SystemPatch = z.infer<typeof systemPatch>
export const systemParams = z.object({ name: systemName })

/** One row of a system's history: who changed what, and how far its delivery got. */
const systemCommand = z.object({
  command_id: z.string(),
  settings_rev: z.int(),
  rev: z.int().check(z.describe('The newest publication that carries it.')),
  who: z.string(),
  when: z.string(),
  from: z.nullable(settings),
  to: settings,
  delivery: deliveryState,
  delivery_times: deliveryTimes,
  delivery_code: z.nullable(z.string()),
})
export type SystemCommand = z.infer<typeof systemCommand>

export const COMMANDS_PER_PAGE = 50
/** `before`: only commands older than this settings revision, the `next` of the previous page. */
export const systemCommandsQuery = z.object({
  system: systemName,
  before: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
})
export const systemCommandsAnswer = z.object({
  commands: z.array(systemCommand),
  next: z.nullable(z.int()),
})
export type SystemCommandsAnswer = z.infer<typeof systemCommandsAnswer>

export const systemGroup = z.object({ system_group: z.array(z.string()) })
export const fetchSystemsQuery = z.object({ userId: z.string().check(z.regex(/^\d{1,10}$/)) })
export const fetchSystemsAnswer = z.object({ systems: z.array(z.string()) })

export const systemPaths = {
  group: '/api/system-group/',
  list: '/api/systems/',
  one: '/api/systems/:name/',
  input: '/api/system-input/',
  commands: '/api/system-commands/',
  fetchSystems: '/dev4/fetchSystems',
} as const

/** URL of one system. */
export function systemPath(name: string): string {
  return `/api/systems/${encodeURIComponent(name)}/`
}
