/** Events about pumps. */
import { z } from 'zod'
import { defineFact } from '../kit/postgres/events.ts'

/** What a system's pump needs is another than before. */
export const pumpChanged = defineFact('pump-changed', z.object({ systemId: z.int() }))
