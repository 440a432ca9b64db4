/** SQL of maps: the inputs of a picture, and the last picture drawn. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../../kit/postgres/transactions.ts'
import { systemFromRow } from '../../systems/membership.store.ts'
import type { MappedSystem } from './map-inputs.ts'
import type { SystemsTables } from '../../systems/systems.tables.ts'

type MapsTables = SystemsTables & {
  live_maps: { controller_id: number; fingerprint: string; as_of: Date | null; drawn_at: Date }
}

export interface Drawing {
  fingerprint: string
  asOf: Date | null
}

export async function selectMappedSystem(db: Reader, controllerId: number): Promise<MappedSystem | null> {
  const row = await db
    .withTables<MapsTables>()
    .selectFrom('systems as s')
    .leftJoin('system_commands as c', (join) =>
      join.onRef('c.system_id', '=', 's.id').onRef('c.settings_rev', '=', 's.settings_rev'),
    )
    .where('s.controller_id', '=', controllerId)
    .selectAll('s')
    .select('c.after')
    .executeTakeFirst()
  if (!row) return null
  return {
    ...systemFromRow(row),
    rootDepthIn: row.after?.root_depth ?? null,
    targetPercent: row.after?.target_moisture ?? null,
  }
}

/** For commands, which take a system's name. */
export async function findImportTarget(
  db: Reader,
  name: string,
): Promise<{ controllerId: number; timeZone: string } | undefined> {
  return db
    .withTables<MapsTables>()
    .selectFrom('systems')
    .where('name', '=', name)
    .select(['controller_id as controllerId', 'time_zone as timeZone'])
    .executeTakeFirst()
}

export async function selectDrawing(db: Reader, controllerId: number): Promise<Drawing | undefined> {
  return db
    .withTables<MapsTables>()
    .selectFrom('live_maps')
    .where('controller_id', '=', controllerId)
    .select(['fingerprint', 'as_of as asOf'])
    .executeTakeFirst()
}

/** @returns the replaced drawing */
export async function putDrawing(
  tx: ServerTx,
  controllerId: number,
  { fingerprint, asOf }: Drawing,
  now: Date,
): Promise<Drawing | undefined> {
  const tables = tx.withTables<MapsTables>()
  const former = await tables
    .selectFrom('live_maps')
    .where('controller_id', '=', controllerId)
    .select(['fingerprint', 'as_of as asOf'])
    .forUpdate()
    .executeTakeFirst()
  const drawing = { fingerprint, as_of: asOf, drawn_at: now }
  await tables
    .insertInto('live_maps')
    .values({ controller_id: controllerId, ...drawing })
    .onConflict((conflict) => conflict.column('controller_id').doUpdateSet(drawing))
    .execute()
  return former
}

/** The keys of these that show a system's current drawing, in any view. */
export async function selectDrawnObjects(db: Reader, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select wanted.key from unnest(${keys}::text[]) as wanted (key)
      join live_maps m on m.controller_id::text = split_part(wanted.key, '/', 2)
     where starts_with(split_part(wanted.key, '/', 3), m.fingerprint || '-')`.execute(db)
  return rows.map(({ key }) => key)
}
