/** The readings stored from a file, one line each, to compare them with what a person read in the file. */
import { sql } from 'kysely'
import type { ImportDesk } from './import-desk.ts'

interface Soil {
  probe: number
  depth: number
  at: string
  value: number | null
  warm: number | null
  ec: number | null
  invalid: string | null
}

interface Other {
  kind: string
  number: number
  depth: number
  at: string
  value: number | null
  invalid: string | null
}

interface Rain {
  gauge: number
  at: string
  mm: number | null
  total: number | null
}

const figure = (value: number | null) => (value === null ? '-' : String(Number(value.toPrecision(6))))

/** Deletes them as well. @example '1/20 2026-07-06 15:00 0.21 18°C' */
export async function storedLines({ kit }: ImportDesk): Promise<string[]> {
  const at = sql`to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at`
  const db = kit.database.reader
  const soil = await sql<Soil>`
    select probe, depth_cm as depth, ${at}, value, temperature_c as warm, ec, invalid from readings order by 1, 2, readings.at`.execute(
    db,
  )
  const others = await sql<Other>`
    select kind, number, depth_cm as depth, ${at}, value, invalid from instrument_readings o order by kind, 2, 3, o.at`.execute(
    db,
  )
  const rain = await sql<Rain>`
    select gauge, ${at}, mm, total_mm as total from rain_readings r order by 1, r.at`.execute(db)
  await sql`delete from readings`.execute(db)
  await sql`delete from instrument_readings`.execute(db)
  await sql`delete from rain_readings`.execute(db)
  const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ')
  return [
    ...soil.rows.map(({ probe, depth, at: when, value, warm, ec, invalid }) =>
      joined(
        `${probe}/${depth} ${when} ${figure(value)}`,
        warm === null ? null : `${figure(warm)}°C`,
        ec === null ? null : `${figure(ec)}dS/m`,
        invalid,
      ),
    ),
    ...others.rows.map(({ kind, number, depth, at: when, value, invalid }) =>
      joined(`${kind} ${number}${depth > 0 ? `/${depth}` : ''} ${when} ${figure(value)}`, invalid),
    ),
    ...rain.rows.map(({ gauge, at: when, mm, total }) =>
      mm === null ? `rain ${gauge} ${when} ${figure(total)} counted` : `rain ${gauge} ${when} ${figure(mm)}`,
    ),
  ]
}
