/** The call that says when a machine's controller came and went, and what of its messages could not be used. */
import * as z from 'zod/mini'
import { DROPPED_SHOWN_DAYS, droppedMessages } from './dropped-messages.ts'
import { systemName } from './system-name.ts'

export const CONNECTIONS_PER_PAGE = 50

/** `before`: the `next` of the former page. */
export const connectionsQuery = z.object({
  system: systemName,
  before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
})

const connection = z.object({
  state: z.enum(['online', 'offline']),
  at: z.string().check(z.describe('When the server heard of it.')),
})

/** Newest first; the newest thousand of a system are kept. */
export const connectionsAnswer = z.object({
  connections: z.array(connection),
  next: z.nullable(z.int()),
  dropped: z
    .array(droppedMessages)
    .check(
      z.describe(
        `Messages of the system's devices in the last ${DROPPED_SHOWN_DAYS} days that could not be used, the newest first; the same on every page.`,
      ),
    ),
})
export type ConnectionsAnswer = z.infer<typeof connectionsAnswer>

export const connectionPaths = { list: '/api/connections/' } as const
