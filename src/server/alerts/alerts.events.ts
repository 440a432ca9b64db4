/** Events about alerts, for screens that show them. */
import { z } from 'zod'
import { defineFact } from '../kit/postgres/events.ts'

/** An alert of a system opened or ended, or somebody has seen to it. */
export const alertsChanged = defineFact('alerts-changed', z.object({ controllerId: z.int() }))
