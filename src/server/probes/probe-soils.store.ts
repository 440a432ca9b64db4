/** SQL of soil limits that are set for single probes. */
import type { SoilTexture } from '../../agronomy/soil/soil-texture.ts'
import type { Reader, Tx } from '../kit/postgres/transactions.ts'
import type { OwnSoil } from '../../agronomy/soil/soil-texture.ts'

// a type, not an interface: kysely needs an index signature
type ProbeSoilsTables = {
  probe_soils: {
    system_id: number
    number: number
    texture: SoilTexture | null
    field_capacity: number | null
    wilting_point: number | null
  }
}

/** By probe number; probes without limits of their own are missing. */
export async function selectOwnSoils(db: Reader, systemId: number): Promise<Map<number, OwnSoil>> {
  const rows = await db
    .withTables<ProbeSoilsTables>()
    .selectFrom('probe_soils')
    .where('system_id', '=', systemId)
    .selectAll()
    .execute()
  return new Map(
    rows.map(({ number, texture, field_capacity, wilting_point }) => [
      number,
      { texture, fieldCapacity: field_capacity, wiltingPoint: wilting_point },
    ]),
  )
}

export async function putOwnSoil(tx: Tx, systemId: number, number: number, soil: OwnSoil): Promise<void> {
  const values = {
    texture: soil.texture,
    field_capacity: soil.fieldCapacity,
    wilting_point: soil.wiltingPoint,
  }
  await tx
    .withTables<ProbeSoilsTables>()
    .insertInto('probe_soils')
    .values({ system_id: systemId, number, ...values })
    .onConflict((conflict) => conflict.columns(['system_id', 'number']).doUpdateSet(values))
    .execute()
}
