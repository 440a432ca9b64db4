/** The job that ends a test pattern. */
import { z } from 'zod'
import { defineJob } from '../jobs/jobs.ts'

/** Fifteen minutes after it began, unless the settings have changed since. */
export const endTestPattern = defineJob(
  'end-test-pattern',
  z.object({ systemId: z.int(), settingsRev: z.int() }),
)
