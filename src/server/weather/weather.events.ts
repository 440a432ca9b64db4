/** Events of weather. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** Another weather counts for a system, from this day on: fetched, imported, read from a gauge, typed in or chosen. */
export const weatherChanged = defineEvent(
  'weather-changed',
  z.object({ systemId: z.int(), controllerId: z.int(), from: z.string() }),
)
