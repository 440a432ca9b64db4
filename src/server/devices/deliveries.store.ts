/** SQL of the delivery status of settings, over all publications that carried them. */
import { sql } from 'kysely'
import { isOneOf } from '../kit/postgres/prepared-statements.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import type { Delivery } from './device-link.ts'
import type { DeviceTables } from './devices.rows.ts'

/** The steps reached by the publications of one setting, combined. */
export interface DeliveryRow {
  rev: number
  sent: Date | null
  received: Date | null
  applied: Date | null
  /** The newest refusal counts. */
  rejected: Date | null
  code: string | null
  expired: Date | null
}

export function deliveryFromRow(settingsRev: number, row: DeliveryRow): Delivery {
  const { rev, sent, received, applied, rejected, code, expired } = row
  return {
    settingsRev,
    rev,
    sentAt: sent,
    receivedAt: received,
    appliedAt: applied,
    rejectedAt: applied ? null : rejected,
    rejectedCode: applied ? null : code,
    expiredAt: applied || rejected ? null : expired,
  }
}

/** The requested settings of each controller, newest first. */
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
    .where(isOneOf('d.controller_id', controllerIds))
  const query = Array.isArray(settingsRevs)
    ? publications.where(isOneOf('d.settings_rev', settingsRevs))
    : settingsRevs === 'newest'
      ? publications.whereRef('d.settings_rev', '=', 'c.settings_rev')
      : publications
  const rows = await query
    .select((eb) => [
      'd.controller_id',
      'd.settings_rev',
      eb.fn.max('d.rev').as('rev'),
      eb.fn.min('d.sent_at').as('sent'),
      eb.fn.min('d.received_at').as('received'),
      eb.fn.min('d.applied_at').as('applied'),
      newest<Date>('rejected_at', 'rejected_at').as('rejected'),
      newest<string>('rejected_code', 'rejected_at').as('code'),
      newest<Date>('expired_at', 'expired_at').as('expired'),
    ])
    .groupBy(['d.controller_id', 'd.settings_rev'])
    .orderBy('d.settings_rev', 'desc')
    .execute()
  const found = new Map<number, Delivery[]>(controllerIds.map((id) => [id, []]))
  for (const row of rows) found.get(row.controller_id)?.push(deliveryFromRow(row.settings_rev, row))
  return found
}

function newest<T>(column: string, present: string) {
  return sql<T | null>`(array_agg(${sql.ref(`d.${column}`)} order by d.rev desc)
    filter (where ${sql.ref(`d.${present}`)} is not null))[1]`
}
