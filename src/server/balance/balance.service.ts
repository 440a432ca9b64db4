/** Water balances as members see them: which of their fields needs water next. */
import type { FieldOutlook } from '../../contract/balance.ts'
import type { Kit } from '../installation/kit.ts'
import { systemsOf } from '../systems/membership.store.ts'
import { selectOutlooks, type StoredOutlook } from './balance.store.ts'

export interface Balances {
  /** Every system of the user. */
  outlooks(userId: number): Promise<FieldOutlook[]>
}

const DAY_MS = 86_400_000

export function createBalances({ clock, database }: Pick<Kit, 'clock' | 'database'>): Balances {
  return {
    outlooks: (userId) =>
      database.asCustomer(userId, async (tx) => {
        const systems = await systemsOf(tx, userId)
        const stored = await selectOutlooks(
          tx,
          systems.map(({ id }) => id),
        )
        const byId = new Map(stored.map((each) => [each.systemId, each]))
        return systems.map(({ id, name }) => outlookOf(name, byId.get(id), clock.now()))
      }),
  }
}

const NOT_KNOWN = {
  refill_at: null,
  driest_percent: null,
  refill_percent: null,
  start_by: null,
  rain_likely: null,
  doubt: null,
}

/** Days are counted from now, whenever the balance was computed. */
function outlookOf(system: string, stored: StoredOutlook | undefined, now: Date): FieldOutlook {
  const outlook = stored?.outlook ?? null
  const refillAt = outlook?.refill_at ?? null
  return {
    system,
    state: !stored?.hasCrop ? 'no_crop' : outlook ? 'known' : 'waiting',
    ...(outlook ?? NOT_KNOWN),
    refill_in_days: refillAt === null ? null : Math.max(0, (Date.parse(refillAt) - now.getTime()) / DAY_MS),
    computed_at: stored?.computedAt?.toISOString() ?? null,
  }
}
