/** Schemas of alert preferences: kinds, quiet hours, mail and browsers. */
import * as z from 'zod/mini'
import { systemName } from '../fields.ts'
import { ALERT_KINDS } from './alerts.ts'

/** Channels of alert messages. */
export type AlertChannel = 'mail' | 'push'

/** Maximum of the minimum duration before a message, minutes. */
const ALERT_AFTER_MAX_MIN = 20_160

const afterMinutes = z
  .nullable(
    z
      .int('alert_choice_invalid')
      .check(z.minimum(0, 'alert_choice_invalid'), z.maximum(ALERT_AFTER_MAX_MIN, 'alert_choice_invalid')),
  )
  .check(z.describe('Minutes that the condition must last before a message is sent; null: the default.'))

const choice = {
  kind: z.enum(ALERT_KINDS, 'alert_choice_invalid'),
  mail: z.boolean('alert_choice_invalid'),
  push: z.boolean('alert_choice_invalid'),
  after_minutes: afterMinutes,
}
/** Alert preferences of one person for one system. */
export const alertRules = z.object({
  system: z.string(),
  kinds: z.array(
    z.object({
      ...choice,
      usual_minutes: z.int().check(z.describe('Default duration before the condition becomes an alert.')),
      offer: z
        .nullable(z.object({ after_minutes: z.int(), sent: z.int(), would_send: z.int() }))
        .check(
          z.describe(
            'For a frequent alert: how many messages the last 30 days would have sent with this longer duration, computed from past alerts.',
          ),
        ),
    }),
  ),
})
export type AlertRules = z.infer<typeof alertRules>

/** Kinds that are left out stay unchanged. */
export const alertRulesBody = z.object({ kinds: z.array(z.object(choice)) }, 'alert_choice_invalid')
export type AlertRulesBody = z.infer<typeof alertRulesBody>
export const alertRulesQuery = z.object({ system: systemName })

const timeOfDay = z
  .string('quiet_hours_invalid')
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'quiet_hours_invalid'))
const quietHours = z.nullable(z.object({ from: timeOfDay, until: timeOfDay }, 'quiet_hours_invalid'))

/** When no messages are sent to a person. */
export const alertTimes = z.object({
  quiet: quietHours.check(
    z.describe('Alerts that begin during quiet hours are sent at their end if they are still open.'),
  ),
  urgent_anyway: z
    .boolean('quiet_hours_invalid')
    .check(z.describe('Whether an alert for a machine stopped with water on ignores quiet hours.')),
  time_zone: z.string('time_zone_invalid').check(z.maxLength(64, 'time_zone_invalid')),
})
export type AlertTimes = z.infer<typeof alertTimes>

const pushEndpoint = z
  .string('push_invalid')
  .check(z.regex(/^https?:\/\/[\x21-\x7e]{1,1000}$/, 'push_invalid'))
/** Of a browser as `PushSubscription.toJSON()` gives it: its service, and its key and secret, base64url. */
export const pushBody = z.object({
  endpoint: pushEndpoint,
  keys: z.object(
    {
      p256dh: z.string('push_invalid').check(z.regex(/^[A-Za-z0-9_-]{86,88}$/, 'push_invalid')),
      auth: z.string('push_invalid').check(z.regex(/^[A-Za-z0-9_-]{22,24}$/, 'push_invalid')),
    },
    'push_invalid',
  ),
  language: z.enum(['en', 'fr'], 'push_invalid'),
})
export type PushBody = z.infer<typeof pushBody>
export const pushEndBody = z.object({ endpoint: pushEndpoint })
export type PushEndBody = z.infer<typeof pushEndBody>
export const pushAnswer = z.object({
  public_key: z.string().check(z.describe('P-256, uncompressed, base64url (RFC 8292).')),
  devices: z.int().check(z.describe('Number of my browsers that receive messages.')),
})
export type PushAnswer = z.infer<typeof pushAnswer>

export const alertChoicePaths = {
  rules: '/api/alert-rules/',
  times: '/api/alert-times/',
  push: '/api/push-subscription/',
} as const

/** URL of one person's alert preferences for one system. */
export function alertRulesPath(system: string): string {
  return `${alertChoicePaths.rules}?system=${encodeURIComponent(system)}`
}
