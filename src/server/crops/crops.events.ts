/** Events of crops. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** Another crop grows on a system, or none, or its stages are others. */
export const cropChanged = defineEvent('crop-changed', z.object({ systemId: z.int(), controllerId: z.int() }))
