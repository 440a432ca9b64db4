/** Jobs that devices ask of the other features. */
import { z } from 'zod'
import { defineJob } from '../jobs/jobs.ts'

/** Somebody should know that the newest desired state runs out soon. */
export const expiryNear = defineJob(
  'expiry-near',
  z.object({ controllerId: z.int(), rev: z.int(), validUntil: z.string() }),
)
