/** Events about sessions, for open connections that belong to one. */
import { z } from 'zod'
import { defineEvent } from '../../kit/postgres/events.ts'

/** Sessions of a user ended: one family, or all of them if it is null. */
export const sessionsEnded = defineEvent(
  'sessions-ended',
  z.object({ userId: z.int(), family: z.string().nullable() }),
)
