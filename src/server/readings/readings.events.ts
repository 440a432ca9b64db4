/** Facts about readings, for whoever redraws or reacts. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** Valid readings that changed what is known; `latest` is the newest of them. */
export const readingsStored = defineEvent(
  'readingsStored',
  z.object({ controllerId: z.int(), stored: z.int(), latest: z.nullable(z.string()) }),
)

/** Valid readings of rain gauges that changed what is known, from this instant on. */
export const rainRead = defineEvent('rain-read', z.object({ controllerId: z.int(), from: z.string() }))
