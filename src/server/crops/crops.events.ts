/** Events of crops. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** The crop of a system was set, deleted, or got other stages. */
export const cropChanged = defineEvent('crop-changed', z.object({ systemId: z.int(), controllerId: z.int() }))
