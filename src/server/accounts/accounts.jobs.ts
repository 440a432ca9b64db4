/** The job that informs other features of an activated account. */
import { z } from 'zod'
import { defineJob } from '../jobs/jobs.ts'

/** An address was verified and its account activated; invitations to the address become memberships. */
export const accountOpened = defineJob('account-opened', z.object({ userId: z.int(), email: z.string() }))
