/** Events of probes. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** Probes were placed, moved or removed in the circle of a controller's system. */
export const probesPlaced = defineEvent('probes-placed', z.object({ controllerId: z.int() }))
