/** Schemas of alerts: open ones, their acknowledgement, and recent ones. */
import * as z from 'zod/mini'

/** Most urgent first. */
export const ALERT_KINDS = [
  'stopped_wet',
  'fault',
  'stopped_short',
  'offline',
  'setting',
  'panel',
  'refill',
  'probe',
] as const
const alertKind = z.enum(ALERT_KINDS)
export type AlertKind = z.infer<typeof alertKind>

/** Details of some kinds; the others are absent. */
const alertDetail = z.object({
  code: z.optional(z.string()).check(z.describe('Code of a fault reported by the machine, or of a refusal.')),
  dry_deg: z.optional(z.number()).check(z.describe('Degrees left dry by a pass.')),
  valid_until: z.optional(z.string()).check(z.describe('When the settings expire, or expired.')),
  panel_percent: z.optional(z.number()),
  asked_in: z.optional(z.number()),
  lays_in: z.optional(z.number()),
  driest_percent: z.optional(z.number()),
  probe: z.optional(z.int()),
  stopped_wet: z.optional(z.boolean()).check(z.describe('It was stopped with water on at its last report.')),
})
export type AlertDetail = z.infer<typeof alertDetail>

const alert = z.object({
  id: z.int(),
  cause: z
    .int()
    .check(z.describe('The same number for alerts with the same cause, which send one message together.')),
  system: z.string(),
  time_zone: z.string(),
  kind: alertKind,
  subject: z.string().check(z.describe('Distinguishes alerts of the same kind.')),
  since: z.string().check(z.describe('By the clock of the machine, if it reports a time.')),
  opened_at: z.string(),
  ended_at: z.nullable(z.string()),
  ended: z
    .nullable(z.enum(['over', 'unheard']))
    .check(z.describe('unheard: the machine went offline, so the condition may still hold.')),
  detail: alertDetail,
  useful: z.nullable(z.boolean()).check(z.describe('My feedback; null: none.')),
  acknowledged: z.nullable(z.object({ by: z.string(), at: z.string() })),
  may_acknowledge: z.boolean(),
})
export type AlertView = z.infer<typeof alert>

/** Days for which ended alerts are listed, and how many of them. */
export const RECENT_ALERTS = { days: 30, most: 100 } as const

export const alertList = z.object({
  open: z.array(alert).check(z.describe('Newest first.')),
  recent: z.array(alert).check(z.describe('Ended within 30 days, newest first.')),
})
export type AlertList = z.infer<typeof alertList>

export const usefulBody = z.object({ useful: z.boolean('invalid_request') })
export type UsefulBody = z.infer<typeof usefulBody>

/** An invalid id is answered like one of another user. */
export const alertParams = z.object({ id: z.string() })
export const alertPaths = {
  list: '/api/alerts/',
  acknowledge: '/api/alerts/:id/acknowledge/',
  useful: '/api/alerts/:id/useful/',
} as const

/** URL that acknowledges an alert and all others with its cause. */
export function acknowledgePath(id: number): string {
  return `/api/alerts/${id}/acknowledge/`
}

/** URL of a user's feedback on an alert. */
export function usefulPath(id: number): string {
  return `/api/alerts/${id}/useful/`
}
