/** Facts about probes, for whoever redraws or reacts. */
import { z } from 'zod'
import { defineFact } from '../kit/postgres/events.ts'

/** Probes were placed, moved or taken away in the circle of a controller's system. */
export const probesPlaced = defineFact('probes-placed', z.object({ controllerId: z.int() }))
