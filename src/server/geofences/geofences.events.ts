/** Events of geofences. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** A geofence of a system was drawn, changed or deleted. */
export const geofencesChanged = defineEvent(
  'geofences-changed',
  z.object({ systemId: z.int(), controllerId: z.int() }),
)
