/** Events about pumps. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** What a system's pump needs is another than before. */
export const pumpChanged = defineEvent('pump-changed', z.object({ systemId: z.int() }))
