/** Events of balances. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** The balance of a system was computed, changed or not: its outlook moves with time. */
export const balanceComputed = defineEvent('balance-reckoned', z.object({ controllerId: z.int() }))

/** The water of a system's cells changed, or is no longer known. */
export const balanceChanged = defineEvent(
  'balance-changed',
  z.object({ systemId: z.int(), controllerId: z.int() }),
)
