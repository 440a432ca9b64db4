/** Calls of the provider role. */
import * as z from 'zod/mini'

/** Body of `PUT /api/provider/stop/`: while it is on, no system of the installation takes new settings. */
export const providerStopChange = z.object({ stopped: z.boolean('switches_invalid') })

export const providerStop = z.object({
  stopped: z.boolean(),
  since: z.nullable(z.string()).check(z.describe('When it was last switched; null before the first time.')),
  by: z.nullable(z.string()).check(z.describe('Who switched it; null: at the command line, or never.')),
})
export type ProviderStop = z.infer<typeof providerStop>

export const providerPaths = { stop: '/api/provider/stop/' } as const
