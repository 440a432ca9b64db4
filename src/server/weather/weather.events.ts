/** Events of weather. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** The weather of a system changed from this day on: fetched, imported, read from a gauge, entered or chosen. */
export const weatherChanged = defineEvent(
  'weather-changed',
  z.object({ systemId: z.int(), controllerId: z.int(), from: z.string() }),
)
