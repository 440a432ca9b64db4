/** Messages of devices that could not be used: on which topic, why, and how many. */
import * as z from 'zod/mini'
import type { UpwardTopic } from './controller.ts'

/** Today, in UTC, and the days before it over which a system's members are told. */
export const DROPPED_SHOWN_DAYS = 7

const dropReasons = [
  'not_json',
  'too_large',
  'wrong_shape',
  /** A report about something that was never published. */
  'foreign_report',
  /** A report of a revision that no counting could have reached. */
  'leap',
  /** Of the right form, but with a value that the database cannot hold. */
  'not_storable',
  'unknown_probe',
  'unknown_depth',
] as const
export type DropReason = (typeof dropReasons)[number]

// by name: a browser need not load the schemas of controllers for six words
const kinds = [
  'reported',
  'status',
  'telemetry',
  'event',
  'applied',
  'readings',
] as const satisfies UpwardTopic[]

export const droppedMessages = z.object({
  kind: z.enum(kinds).check(z.describe('The last part of the topic; what came over HTTP is `readings`.')),
  reason: z.enum(dropReasons),
  count: z.int(),
  last_at: z.string(),
})
export type DroppedMessages = z.infer<typeof droppedMessages>
