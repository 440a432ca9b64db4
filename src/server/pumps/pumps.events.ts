/** Events about pumps. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** The requirements of a system's pump changed. */
export const pumpChanged = defineEvent('pump-changed', z.object({ systemId: z.int() }))
