/** SQL of the arm on a map: where it was seen, and what it gave each sector last. */
import { sql } from 'kysely'
import { SECTOR_DEGREES } from '../../../agronomy/pivot/pivot-geometry.ts'
import { SECTORS } from '../../../agronomy/prescription/prescription.ts'
import type { Reader } from '../../kit/postgres/database.ts'
import { lastPass, type SectorRecord } from './last-pass.rules.ts'
import type { MapMachine } from './map-inputs.ts'

/** An arm that was not heard for longer is drawn where it was, not where it is. */
const STALE_MS = 10 * 60_000

interface Row {
  angleDeg: number | null
  seenAt: Date | null
  records: { sector: number; from: string; to: string; depth: number }[] | null
}

/** One statement, and one record a sector however long the history is. Null where no arm was ever heard. */
export async function machineNow(db: Reader, controllerId: number, now: Date): Promise<MapMachine | null> {
  const { rows } = await sql<Row>`
    select (l.telemetry ->> 'angleDeg')::double precision as "angleDeg", l.telemetry_at as "seenAt",
           (select json_agg(json_build_object(
                     'sector', newest.sector, 'from', newest.from_at, 'to', newest.to_at, 'depth', newest.depth))
              from generate_series(0, ${SECTORS - 1}::integer) each (sector),
                   lateral (select a.sector, a.from_at, a.to_at,
                                   (select max(depth) from unnest(a.depth_in) depth) as depth
                              from as_applied a
                             where a.controller_id = l.controller_id and a.sector = each.sector::smallint
                             order by a.from_at desc limit 1) newest) as records
      from controller_links l where l.controller_id = ${controllerId}`.execute(db)
  const [row] = rows
  if (!row || row.angleDeg === null || row.seenAt === null) return null
  const records = (row.records ?? []).map(({ sector, from, to, depth }): SectorRecord => ({
    sector,
    from: new Date(from),
    to: new Date(to),
    watered: depth > 0,
  }))
  return {
    armDegrees: (Math.floor((row.angleDeg % 360) / SECTOR_DEGREES) + 0.5) * SECTOR_DEGREES,
    seenAt: row.seenAt,
    stale: now.getTime() - row.seenAt.getTime() > STALE_MS,
    pass: lastPass(records),
  }
}
