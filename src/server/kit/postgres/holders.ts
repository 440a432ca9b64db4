/** Processes that hold what they work on by a number, whose advisory lock says that they live. */
import { type RawBuilder, sql } from 'kysely'

/** Class of these locks. */
export const HOLDERS = 0x68_67_68_6f

/** Whether the process that this column names is gone, and what it held free. */
export function isGone(heldBy: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${heldBy} not in (
    select objid::bigint::integer from pg_locks
     where locktype = 'advisory' and classid = ${HOLDERS}::int::oid and granted
       and database = (select oid from pg_database where datname = current_database()))`
}
