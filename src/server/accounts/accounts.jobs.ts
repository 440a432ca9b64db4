/** The job that tells other features about an activated account. */
import { z } from 'zod'
import { defineJob } from '../jobs/jobs.ts'

/** An address was verified and its account opened; invitations of the address become memberships. */
export const accountOpened = defineJob('account-opened', z.object({ userId: z.int(), email: z.string() }))
