/** Facts about geofences, for whoever redraws or reacts. */
import { z } from 'zod'
import { defineFact } from '../kit/postgres/events.ts'

/** A geofence of a system was drawn, changed or deleted. */
export const geofencesChanged = defineFact(
  'geofences-changed',
  z.object({ systemId: z.int(), controllerId: z.int() }),
)
