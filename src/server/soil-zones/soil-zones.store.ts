/** SQL of soil zones. */
import type { ColumnType, Generated } from 'kysely'
import type { SoilTexture } from '../../agronomy/soil/soil-texture.ts'
import type {
  DrawnSoilZone,
  SoilZonePin,
  SoilZonePolygon,
  SoilZoneSource,
} from '../../contract/soil-zones.ts'
import type { Reader, Tx } from '../kit/postgres/transactions.ts'
import type { SystemsTables } from '../systems/systems.tables.ts'
import type { Pivot } from '../../agronomy/pivot/pivot.ts'
import { toFieldPoint } from '../../agronomy/pivot/pivot-geometry.ts'
import type { SoilZone } from '../../agronomy/soil/soil-zones.ts'
import { limitsOfZone } from './zone-limits.rules.ts'

// a type, not an interface: kysely needs an index signature
type SoilZonesTables = SystemsTables & {
  soil_zones: {
    id: Generated<number>
    system_id: number
    name: string
    texture: SoilTexture | null
    field_capacity: number | null
    wilting_point: number | null
    /** A JSON document, written as text. */
    polygons: ColumnType<SoilZonePolygon[], string, string>
    area_m2: number
    confirmed: boolean
    source: SoilZoneSource
    saved_at: Date
  }
}

/** With the area of the whole zone, m2, by which they are ordered. */
export interface MeasuredSoilZone extends DrawnSoilZone {
  area_m2: number
}

export interface StoredSoilZone extends MeasuredSoilZone {
  id: number
}

const columns = [
  'z.id',
  'z.name',
  'z.texture',
  'z.field_capacity',
  'z.wilting_point',
  'z.polygons',
  'z.area_m2',
  'z.confirmed',
  'z.source',
] as const

/** Largest first, among equals the oldest: each may overlap those before it. */
export function selectSoilZones(db: Reader, systemId: number): Promise<StoredSoilZone[]> {
  return db
    .withTables<SoilZonesTables>()
    .selectFrom('soil_zones as z')
    .where('z.system_id', '=', systemId)
    .select(columns)
    .orderBy('z.area_m2', 'desc')
    .orderBy('z.id')
    .execute()
}

/** Name of the system of a zone, of which the user is a member. */
export function selectZoneSystem(
  db: Reader,
  userId: number,
  id: number,
): Promise<{ system: string } | undefined> {
  return db
    .withTables<SoilZonesTables>()
    .selectFrom('soil_zones as z')
    .innerJoin('systems as s', 's.id', 'z.system_id')
    .innerJoin('memberships as m', 'm.system_id', 's.id')
    .where('m.user_id', '=', userId)
    .where('z.id', '=', id)
    .select('s.name as system')
    .executeTakeFirst()
}

function valuesOf({ polygons, ...zone }: MeasuredSoilZone, now: Date) {
  return { ...zone, polygons: JSON.stringify(polygons), saved_at: now }
}

/** @returns their ids, in the order given */
export async function insertSoilZones(
  tx: Tx,
  systemId: number,
  zones: readonly MeasuredSoilZone[],
  now: Date,
): Promise<number[]> {
  const rows = await tx
    .withTables<SoilZonesTables>()
    .insertInto('soil_zones')
    .values(zones.map((zone) => ({ system_id: systemId, ...valuesOf(zone, now) })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** @returns false when it was deleted, or the acting user may not change it */
export async function replaceSoilZone(tx: Tx, { id, ...zone }: StoredSoilZone, now: Date): Promise<boolean> {
  const done = await tx
    .withTables<SoilZonesTables>()
    .updateTable('soil_zones')
    .set(valuesOf(zone, now))
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** @returns how many were deleted */
export async function deleteSoilZones(tx: Tx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const done = await tx
    .withTables<SoilZonesTables>()
    .deleteFrom('soil_zones')
    .where('id', 'in', ids)
    .executeTakeFirst()
  return Number(done.numDeletedRows)
}

export interface FieldZone extends SoilZone {
  id: number
  name: string
  confirmed: boolean
  /** Null when only its limits were given. */
  texture: SoilTexture | null
  /** The corners of the outline, latitude and longitude. */
  pins: SoilZonePin[]
}

/** Largest first, so that of two overlapping ones the later, smaller one counts. */
export async function fieldZones(
  db: Reader,
  { id, pivot }: { id: number; pivot: Pivot },
): Promise<FieldZone[]> {
  return (await selectSoilZones(db, id)).map((zone) => {
    const pins = asOneOutline(zone.polygons)
    return {
      id: zone.id,
      name: zone.name,
      confirmed: zone.confirmed,
      texture: zone.texture,
      limits: limitsOfZone(zone),
      pins,
      outline: pins.map(([lat, lng]) => toFieldPoint(pivot.place, { lat, lng })),
    }
  })
}

/**
 * All rings one after the other, each closed, back to the first corner after each: every line between two rings is
 * traversed in both directions, so that by the even-odd rule exactly the area of the polygons without their holes is inside.
 */
export function asOneOutline(polygons: readonly SoilZonePolygon[]): SoilZonePin[] {
  const [first, ...others] = polygons.flat()
  const [start] = first ?? []
  if (!first || !start || others.length === 0) return first ?? []
  const closed = [...first, start]
  return others.reduce((outline, ring) => [...outline, ...ring, ...ring.slice(0, 1), start], closed)
}
