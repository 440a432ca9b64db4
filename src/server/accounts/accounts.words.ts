/** What accounts tell the other features, and the job by which an opened account reaches them. */
import { z } from 'zod'
import { defineFact } from '../kit/events.ts'
import { defineJob } from '../kit/jobs.ts'

/** Logins of a user ended: one family, or all of them where it is null. */
export const sessionsEnded = defineFact(
  'sessions-ended',
  z.object({ userId: z.int(), family: z.string().nullable() }),
)

/** Somebody proved an address and may sign in; what was kept for the address is theirs from now on. */
export const accountOpened = defineJob('account-opened', z.object({ userId: z.int(), email: z.string() }))
