/** SQL of water balances: the checkpoint to continue from, and the results of each field. */
import { sql } from 'kysely'
import type { KnownBalance } from '../../contract/balance.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'

/** Systems with a crop: of a controller, or, with null, all. */
export async function selectCropped(db: Reader, controllerId: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from systems s
     where ${controllerId === null ? sql`true` : sql`s.controller_id = ${controllerId}`}
       and (select crop from system_crops where system_id = s.id order by id desc limit 1) is not null
     order by s.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The state from which the next computation continues. */
export interface StoredCheckpoint {
  basis: string
  checkpointOn: string
  checkpoint: Buffer
  /** Digest of the cells. */
  fingerprint: string
}

export async function selectCheckpoint(db: Reader, systemId: number): Promise<StoredCheckpoint | undefined> {
  const { rows } = await sql<StoredCheckpoint>`
    select basis, checkpoint_on::text as "checkpointOn", checkpoint, fingerprint
      from water_balances where system_id = ${systemId}`.execute(db)
  return rows[0]
}

export interface StoredBalance extends StoredCheckpoint {
  computedAt: Date
  cells: Buffer
  /** Uncertainty of each cell's root zone. */
  deviation: Buffer
  outlook: KnownBalance
}

/**
 * An invalidation during the computation stays in effect: the basis is written only if it is still the one that was
 * read. The first balance of a system has none.
 */
export async function storeBalance(
  tx: ServerTx,
  systemId: number,
  readBasis: string | null,
  { basis, checkpointOn, checkpoint, fingerprint, computedAt, cells, deviation, outlook }: StoredBalance,
): Promise<void> {
  await sql`
    insert into water_balances as b
      (system_id, computed_at, basis, checkpoint_on, checkpoint, fingerprint, cells, deviation, outlook)
    values (${systemId}, ${computedAt}, ${'first'}, ${checkpointOn}::date, ${checkpoint}, ${fingerprint}, ${cells},
            ${deviation}, ${JSON.stringify(outlook)}::jsonb)
    on conflict (system_id) do update set
      computed_at = excluded.computed_at, checkpoint_on = excluded.checkpoint_on,
      basis = case when b.basis = ${readBasis}::text then ${basis}::text else b.basis end,
      -- the same is not written again: it is the largest part
      checkpoint = case when b.basis = ${basis}::text and b.checkpoint_on = excluded.checkpoint_on
                        then b.checkpoint else excluded.checkpoint end,
      fingerprint = excluded.fingerprint, cells = excluded.cells,
      deviation = excluded.deviation, outlook = excluded.outlook`.execute(tx)
}

/** @returns whether there was one */
export async function deleteBalance(tx: ServerTx, systemId: number): Promise<boolean> {
  const { rows } = await sql`delete from water_balances where system_id = ${systemId} returning 1`.execute(tx)
  return rows.length > 0
}

/** Something before the checkpoint has changed: the next balance starts with the season. */
export async function deleteCheckpoint(
  tx: ServerTx,
  of: { systemId: number } | { controllerId: number },
  changedOn: string,
): Promise<void> {
  const condition =
    'systemId' in of
      ? sql`system_id = ${of.systemId}`
      : sql`system_id in (select id from systems where controller_id = ${of.controllerId})`
  await sql`update water_balances set basis = gen_random_uuid()::text where ${condition} and checkpoint_on > ${changedOn}::date`.execute(
    tx,
  )
}

/** The first data of a system's water: connection, irrigation, or readings. */
export async function firstKnown(db: Reader, systemId: number): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select least(s.connected_at,
                 (select min(from_at) from as_applied where controller_id = s.controller_id),
                 (select min(oldest.at) from sensors n, lateral (
                    select at from readings r
                     where r.controller_id = n.controller_id and r.probe = n.probe and r.depth_cm = n.depth_cm
                       and r.invalid is null
                     order by at limit 1) oldest
                   where n.controller_id = s.controller_id)) as at
      from systems s where s.id = ${systemId}`.execute(db)
  return rows[0]?.at ?? new Date(0)
}

/** The stored balance of a system; nulls before the first computation. */
export interface StoredOutlook {
  systemId: number
  /** Planting date; null without a crop. */
  startedOn: string | null
  computedAt: Date | null
  outlook: KnownBalance | null
}

export async function selectOutlooks(db: Reader, systemIds: number[]): Promise<StoredOutlook[]> {
  const { rows } = await sql<StoredOutlook>`
    select s.id as "systemId", c.started_on::text as "startedOn", b.computed_at as "computedAt", b.outlook
      from unnest(${systemIds}::integer[]) as s (id)
      left join lateral (
        select started_on from system_crops where system_id = s.id order by id desc limit 1) c on true
      left join water_balances b on b.system_id = s.id and c.started_on is not null`.execute(db)
  return rows
}

/** Available water of cells and layers, one byte each. */
export async function selectCells(
  db: Reader,
  systemId: number,
): Promise<{ computedAt: Date; cells: Buffer; fingerprint: string; outlook: KnownBalance } | undefined> {
  const { rows } = await sql<{ computedAt: Date; cells: Buffer; fingerprint: string; outlook: KnownBalance }>`
    select computed_at as "computedAt", cells, fingerprint, outlook
      from water_balances where system_id = ${systemId}`.execute(db)
  return rows[0]
}
