/** Events about balances. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** The water of a system was reckoned, whether or not it is another than before: what is ahead of it moves with time. */
export const balanceComputed = defineEvent('balance-reckoned', z.object({ controllerId: z.int() }))

/** The cells of a system hold another water than before, or nothing is known of them any more. */
export const balanceChanged = defineEvent(
  'balance-changed',
  z.object({ systemId: z.int(), controllerId: z.int() }),
)
