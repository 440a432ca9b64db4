/** SQL of weekly map pictures, found by content or by name. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../../kit/postgres/transactions.ts'
import type { MapView } from '../inputs/map-view.ts'
import type { DaySpan } from '../../readings/zone-days.ts'

/** A drawn picture; its limits are shares of available water, or m3/m3 for volumetric water. */
export interface WeekPicture {
  token: string
  span: DaySpan
  view: MapView
  probes: number
  low: number
  high: number
}

interface Row extends Omit<WeekPicture, 'span' | 'view'> {
  start: string
  end: string
  layer: MapView['layer']
  ramp: MapView['ramp']
  paper: MapView['paper']
}

const columns = sql`token, starts_on::text as start, ends_on::text as "end", layer, ramp, paper, probes, low, high`

function pictureOf(row: Row | undefined): WeekPicture | null {
  if (!row) return null
  const { start, end, layer, ramp, paper, ...rest } = row
  return { ...rest, span: { start, end }, view: { layer, ramp, paper } }
}

export async function pictureByContent(
  db: Reader,
  controllerId: number,
  fingerprint: string,
): Promise<WeekPicture | null> {
  const { rows } = await sql<Row>`
    select ${columns} from historic_maps
     where controller_id = ${controllerId} and fingerprint = ${fingerprint}`.execute(db)
  return pictureOf(rows[0])
}

/** Pictures of other systems are not found. */
export async function pictureByName(
  db: Reader,
  controllerId: number,
  token: string,
): Promise<WeekPicture | null> {
  const { rows } = await sql<Row>`
    select ${columns} from historic_maps
     where controller_id = ${controllerId} and token = ${token}`.execute(db)
  return pictureOf(rows[0])
}

/** @returns the stored picture, which another process may have drawn first */
export async function keepPicture(
  tx: ServerTx,
  controllerId: number,
  fingerprint: string,
  picture: WeekPicture & { at: Date },
): Promise<WeekPicture> {
  const { token, span, view, probes, low, high, at } = picture
  await sql`
    insert into historic_maps
      (token, controller_id, fingerprint, starts_on, ends_on, layer, ramp, paper, probes, low, high, drawn_at)
    values (${token}, ${controllerId}, ${fingerprint}, ${span.start}, ${span.end}, ${view.layer}, ${view.ramp},
            ${view.paper}, ${probes}, ${low}, ${high}, ${at})
    on conflict (controller_id, fingerprint) do nothing`.execute(tx)
  return (await pictureByContent(tx, controllerId, fingerprint)) ?? picture
}

/** Deletes some old pictures of any system; a request draws them again. */
export async function forgetOld(
  tx: ServerTx,
  before: Date,
): Promise<{ controllerId: number; token: string }[]> {
  const { rows } = await sql<{ controllerId: number; token: string }>`
    delete from historic_maps where token = any (array(
      select token from historic_maps where drawn_at < ${before} order by drawn_at limit 20))
    returning controller_id as "controllerId", token`.execute(tx)
  return rows
}

/** Deletes outdated pictures of a week, once no page can still show them. */
export async function forgetFormer(
  tx: ServerTx,
  controllerId: number,
  { token, span, view }: WeekPicture,
  before: Date,
): Promise<string[]> {
  const { rows } = await sql<{ token: string }>`
    delete from historic_maps
     where controller_id = ${controllerId} and starts_on = ${span.start} and layer = ${view.layer}
       and ramp = ${view.ramp} and paper = ${view.paper} and token <> ${token} and drawn_at < ${before}
    returning token`.execute(tx)
  return rows.map((row) => row.token)
}

/** The keys of these with a known picture. */
export async function selectKnownObjects(db: Reader, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select wanted.key from unnest(${keys}::text[]) as wanted (key)
     where exists (select from historic_maps h
                    where wanted.key = 'historic-maps/' || h.controller_id || '/' || h.token || '.png'
                      and h.token = split_part(split_part(wanted.key, '/', 3), '.', 1))`.execute(db)
  return rows.map(({ key }) => key)
}
