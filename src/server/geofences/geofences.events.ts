/** What geofences tell the other features. */
import { z } from 'zod'
import { defineFact } from '../kit/postgres/events.ts'

/** A geofence of a system was drawn, changed or deleted. */
export const geofencesChanged = defineFact('geofences-changed', z.object({ systemId: z.int() }))
