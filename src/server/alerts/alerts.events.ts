/** Events about alerts, for screens that show them. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** An alert of a system opened, ended, or was acknowledged. */
export const alertsChanged = defineEvent('alerts-changed', z.object({ controllerId: z.int() }))
