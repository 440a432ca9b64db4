/** How far each setting has come, over all publications that carried it. */
import { sql } from 'kysely'
import type { Reader } from '../kit/postgres/database.ts'
import type { Delivery } from './device-link.ts'
import type { DeviceTables } from './devices.rows.ts'

/** The settings asked for, of each controller; newest first. */
export async function selectDeliveries(
  db: Reader,
  controllerIds: number[],
  settingsRevs: number[] | 'all' | 'newest',
): Promise<Map<number, Delivery[]>> {
  if (controllerIds.length === 0) return new Map()
  const publications = db
    .withTables<DeviceTables>()
    .selectFrom('desired_states as d')
    .innerJoin('controllers as c', 'c.id', 'd.controller_id')
    .where('d.controller_id', '=', sql<number>`any(${controllerIds}::integer[])`)
  const wanted = Array.isArray(settingsRevs)
    ? publications.where('d.settings_rev', '=', sql<number>`any(${settingsRevs}::bigint[])`)
    : settingsRevs === 'newest'
      ? publications.whereRef('d.settings_rev', '=', 'c.settings_rev')
      : publications
  const rows = await wanted
    .select((eb) => [
      'd.controller_id',
      'd.settings_rev',
      eb.fn.max('d.rev').as('rev'),
      eb.fn.min('d.sent_at').as('sent'),
      eb.fn.min('d.received_at').as('received'),
      eb.fn.min('d.applied_at').as('applied'),
      // the newest refusal is the one that stands
      newest<Date>('rejected_at', 'rejected_at').as('rejected'),
      newest<string>('rejected_code', 'rejected_at').as('code'),
      newest<Date>('expired_at', 'expired_at').as('expired'),
    ])
    .groupBy(['d.controller_id', 'd.settings_rev'])
    .orderBy('d.settings_rev', 'desc')
    .execute()
  const found = new Map<number, Delivery[]>(controllerIds.map((id) => [id, []]))
  for (const row of rows)
    found.get(row.controller_id)?.push({
      settingsRev: row.settings_rev,
      rev: row.rev,
      sentAt: row.sent,
      receivedAt: row.received,
      appliedAt: row.applied,
      rejectedAt: row.applied ? null : row.rejected,
      rejectedCode: row.applied ? null : row.code,
      expiredAt: row.applied || row.rejected ? null : row.expired,
    })
  return found
}

function newest<T>(column: string, present: string) {
  return sql<T | null>`(array_agg(${sql.ref(`d.${column}`)} order by d.rev desc)
    filter (where ${sql.ref(`d.${present}`)} is not null))[1]`
}
