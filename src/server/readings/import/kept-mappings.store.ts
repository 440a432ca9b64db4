/** SQL of the import options saved for loggers, for their next files. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../../kit/postgres/transactions.ts'

export interface StoredMapping {
  /** As options of the command, without the leading dashes. */
  options: Record<string, string>
  keptAt: Date
}

export async function selectMapping(
  db: Reader,
  controllerId: number,
  logger: string,
): Promise<StoredMapping | undefined> {
  const { rows } = await sql<StoredMapping>`
    select options, kept_at as "keptAt" from kept_mappings
     where controller_id = ${controllerId} and logger = ${logger}`.execute(db)
  return rows[0]
}

export async function putMapping(
  tx: ServerTx,
  controllerId: number,
  logger: string,
  { options, keptAt }: StoredMapping,
): Promise<void> {
  await sql`
    insert into kept_mappings (controller_id, logger, options, kept_at)
    values (${controllerId}, ${logger}, ${JSON.stringify(options)}::jsonb, ${keptAt})
    on conflict (controller_id, logger) do update
      set options = excluded.options, kept_at = excluded.kept_at`.execute(tx)
}
