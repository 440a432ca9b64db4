/** Desired states that will run out soon, each found once. */
import { sql } from 'kysely'
import type { ServerTx } from '../kit/postgres/database.ts'

export interface Expiry {
  controllerId: number
  rev: number
  validUntil: Date
}

/**
 * Newest states that run out by `until` and of which nobody was warned; marks them as told. A test pattern is meant to
 * end, and what was refused or ran out already needs no warning.
 */
export async function takeExpiring(tx: ServerTx, now: Date, until: Date): Promise<Expiry[]> {
  const { rows } = await sql<Expiry>`
    with newest as (
      select d.controller_id, d.rev
      from controllers c
      join lateral (
        select * from desired_states where controller_id = c.id order by rev desc limit 1
      ) d on true
      where d.valid_until > ${now} and d.valid_until <= ${until} and d.warned_at is null
        and d.rejected_at is null and d.expired_at is null and d.document ->> 'mode' <> 'TEST'
    )
    update desired_states d set warned_at = ${now} from newest n
    where d.controller_id = n.controller_id and d.rev = n.rev and d.warned_at is null
    returning d.controller_id as "controllerId", d.rev, d.valid_until as "validUntil"`.execute(tx)
  return rows
}
