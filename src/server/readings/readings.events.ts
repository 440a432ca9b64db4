/** Events of readings. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** New valid readings; `latest` is the newest of them. */
export const readingsStored = defineEvent(
  'readingsStored',
  z.object({ controllerId: z.int(), stored: z.int(), latest: z.nullable(z.string()) }),
)

/** New valid readings of rain gauges, from this instant on. */
export const rainRead = defineEvent('rain-read', z.object({ controllerId: z.int(), from: z.string() }))
