/** Schemas of a controller's connection log and its unusable messages. */
import * as z from 'zod/mini'
import { systemName } from './fields.ts'
import type { UpwardTopic } from './controller.ts'

export const CONNECTIONS_PER_PAGE = 50

/** `before`: the `next` of the previous page. */
export const connectionsQuery = z.object({
  system: systemName,
  before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
})

/** Days of dropped messages shown to a system's members: today in UTC, and the days before it. */
export const DROPPED_SHOWN_DAYS = 7

const dropReasons = [
  'not_json',
  'too_large',
  'wrong_shape',
  /** A report about an unknown publication. */
  'foreign_report',
  /** A report of a revision higher than any published one. */
  'leap',
  /** Well-formed, but with a value that the database cannot hold. */
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

const droppedMessages = z.object({
  kind: z
    .enum(kinds)
    .check(z.describe('The last level of the topic; `readings` for messages received over HTTP.')),
  reason: z.enum(dropReasons),
  count: z.int(),
  last_at: z.string(),
})
export type DroppedMessages = z.infer<typeof droppedMessages>

const connection = z.object({
  state: z.enum(['online', 'offline']),
  at: z.string().check(z.describe('When the server received it.')),
})

/** Newest first; the newest thousand of a system are kept. */
export const connectionsAnswer = z.object({
  connections: z.array(connection),
  next: z.nullable(z.int()),
  dropped: z
    .array(droppedMessages)
    .check(
      z.describe(
        `Messages of the system's devices in the last ${DROPPED_SHOWN_DAYS} days that could not be used, newest first; the same on every page.`,
      ),
    ),
})
export type ConnectionsAnswer = z.infer<typeof connectionsAnswer>

export const connectionPaths = { list: '/api/connections/' } as const
