/** Facts about balances, for whoever redraws or reacts. */
import { z } from 'zod'
import { defineFact } from '../kit/postgres/events.ts'

/** The cells of a system hold another water than before, or nothing is known of them any more. */
export const balanceChanged = defineFact(
  'balance-changed',
  z.object({ systemId: z.int(), controllerId: z.int() }),
)
