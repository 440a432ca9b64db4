/** Events of soil zones. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** Soil zones of a system were drawn, imported, changed or deleted. */
export const soilZonesChanged = defineEvent(
  'soil-zones-changed',
  z.object({ systemId: z.int(), controllerId: z.int() }),
)
