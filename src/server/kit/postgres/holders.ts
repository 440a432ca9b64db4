/** Processes that lease work, identified by a number whose advisory lock shows that they are alive. */
import { type RawBuilder, sql } from 'kysely'

/** Class of these advisory locks. */
export const HOLDERS = 0x68_67_68_6f

/** Whether the process in this column is gone, so that its leases are free. */
export function isGone(heldBy: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${heldBy} not in (
    select objid::bigint::integer from pg_locks
     where locktype = 'advisory' and classid = ${HOLDERS}::int::oid and granted
       and database = (select oid from pg_database where datname = current_database()))`
}
