/** The schema of an error answer outside `/auth`, for the API reference. */
import * as z from 'zod/mini'

export const problemBody = z.object({
  message: z.string(),
  detail: z.string(),
  code: z.string(),
  field: z.optional(z.string()),
  current: z.optional(z.unknown()),
})
