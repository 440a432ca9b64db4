/** SQL of rain: amounts entered for a day, and the chosen source. */
import { sql } from 'kysely'
import type { RainSource } from '#contract/weather.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import type { DaySpan } from '../readings/zone-days.ts'

/** People's entries and choices for the rain of a day. */
export interface SaidRain {
  day: string
  mm: number | null
  typedBy: string | null
  typedAt: Date | null
  choice: RainSource | null
  chosenBy: string | null
  chosenAt: Date | null
}

/** Who made an entry, and when. */
export interface Saying {
  userId: number
  userName: string
  at: Date
}

export async function selectSaidRain(
  db: Reader,
  systemId: number,
  { start, end }: DaySpan,
): Promise<SaidRain[]> {
  const { rows } = await sql<SaidRain>`
    select coalesce(t.day, c.day)::text as day, t.mm, t.user_name as "typedBy", t.typed_at as "typedAt",
           c.source as choice, c.user_name as "chosenBy", c.chosen_at as "chosenAt"
      from (select * from typed_rain
             where system_id = ${systemId} and day between ${start}::date and ${end}::date) t
      full join (select * from rain_choices
                  where system_id = ${systemId} and day between ${start}::date and ${end}::date) c
        on c.day = t.day`.execute(db)
  return rows
}

export async function storeTypedRain(
  tx: ServerTx,
  systemId: number,
  day: string,
  mm: number | null,
  { userId, userName, at }: Saying,
): Promise<void> {
  if (mm === null) {
    await sql`delete from typed_rain where system_id = ${systemId} and day = ${day}::date`.execute(tx)
    return
  }
  await sql`
    insert into typed_rain (system_id, day, mm, typed_at, user_id, user_name)
    values (${systemId}, ${day}::date, ${mm}, ${at}, ${userId}, ${userName})
    on conflict (system_id, day) do update set mm = excluded.mm, typed_at = excluded.typed_at,
      user_id = excluded.user_id, user_name = excluded.user_name`.execute(tx)
}

export async function storeRainChoice(
  tx: ServerTx,
  systemId: number,
  day: string,
  source: RainSource | null,
  { userId, userName, at }: Saying,
): Promise<void> {
  if (source === null) {
    await sql`delete from rain_choices where system_id = ${systemId} and day = ${day}::date`.execute(tx)
    return
  }
  await sql`
    insert into rain_choices (system_id, day, source, user_id, user_name, chosen_at)
    values (${systemId}, ${day}::date, ${source}, ${userId}, ${userName}, ${at})
    on conflict (system_id, day) do update set source = excluded.source, user_id = excluded.user_id,
      user_name = excluded.user_name,      chosen_at = excluded.chosen_at`.execute(tx)
}
