/** SQL of pumps and of the systems that draw on them. */
import type { Generated } from 'kysely'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'

// a type, not an interface: kysely needs an index signature
type PumpsTables = {
  pumps: {
    id: Generated<number>
    name: string
    least_flow_gpm: number | null
    greatest_flow_gpm: number | null
  }
  pump_systems: { system_id: number; pump_id: number }
}

export interface StoredPump {
  id: number
  name: string
  leastFlowGpm: number | null
  greatestFlowGpm: number | null
}

const columns = [
  'p.id',
  'p.name',
  'p.least_flow_gpm as leastFlowGpm',
  'p.greatest_flow_gpm as greatestFlowGpm',
] as const

/** The pump of a system. */
export function selectPumpOf(db: Reader, systemId: number): Promise<StoredPump | undefined> {
  return db
    .withTables<PumpsTables>()
    .selectFrom('pumps as p')
    .innerJoin('pump_systems as d', 'd.pump_id', 'p.id')
    .where('d.system_id', '=', systemId)
    .select(columns)
    .executeTakeFirst()
}

/** Pumps of any of these systems, by name. */
export async function selectPumps(db: Reader, systemIds: number[]): Promise<StoredPump[]> {
  if (systemIds.length === 0) return []
  return db
    .withTables<PumpsTables>()
    .selectFrom('pumps as p')
    .where('p.id', 'in', (of) =>
      of.selectFrom('pump_systems').select('pump_id').where('system_id', 'in', systemIds),
    )
    .select(columns)
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()
}

/** The systems on these pumps. */
export async function selectDrawing(
  db: Reader,
  pumpIds: number[],
): Promise<{ pumpId: number; systemId: number }[]> {
  if (pumpIds.length === 0) return []
  return db
    .withTables<PumpsTables>()
    .selectFrom('pump_systems')
    .where('pump_id', 'in', pumpIds)
    .select(['pump_id as pumpId', 'system_id as systemId'])
    .orderBy('system_id')
    .execute()
}

export async function insertPump(tx: ServerTx, pump: Omit<StoredPump, 'id'>): Promise<number> {
  const { id } = await tx
    .withTables<PumpsTables>()
    .insertInto('pumps')
    .values(valuesOf(pump))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updatePump(tx: ServerTx, { id, ...pump }: StoredPump): Promise<void> {
  await tx.withTables<PumpsTables>().updateTable('pumps').set(valuesOf(pump)).where('id', '=', id).execute()
}

function valuesOf({ name, leastFlowGpm, greatestFlowGpm }: Omit<StoredPump, 'id'>) {
  return { name, least_flow_gpm: leastFlowGpm, greatest_flow_gpm: greatestFlowGpm }
}

/** Moves systems to a pump, from whichever they were on. */
export async function attachSystems(tx: ServerTx, pumpId: number, systemIds: number[]): Promise<void> {
  if (systemIds.length === 0) return
  await tx
    .withTables<PumpsTables>()
    .insertInto('pump_systems')
    .values(systemIds.map((system_id) => ({ system_id, pump_id: pumpId })))
    .onConflict((conflict) => conflict.column('system_id').doUpdateSet({ pump_id: pumpId }))
    .execute()
}

export async function detachSystems(tx: ServerTx, systemIds: number[]): Promise<void> {
  if (systemIds.length === 0) return
  await tx.withTables<PumpsTables>().deleteFrom('pump_systems').where('system_id', 'in', systemIds).execute()
}

/** Deletes a pump without systems. */
export async function deleteIdlePumps(tx: ServerTx): Promise<void> {
  await tx
    .withTables<PumpsTables>()
    .deleteFrom('pumps as p')
    .where((of) =>
      of.not(
        of.exists(of.selectFrom('pump_systems as d').select('d.pump_id').whereRef('d.pump_id', '=', 'p.id')),
      ),
    )
    .execute()
}
