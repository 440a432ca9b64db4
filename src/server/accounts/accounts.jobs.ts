/** The job that tells other features about an activated account. */
import { z } from 'zod'
import { defineJob } from '../jobs/jobs.ts'

/** Somebody proved an address and may sign in; what was kept for the address is theirs from now on. */
export const accountOpened = defineJob('account-opened', z.object({ userId: z.int(), email: z.string() }))
