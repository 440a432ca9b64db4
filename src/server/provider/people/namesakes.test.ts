/** Two people with the same name on one system: their data is kept apart, and older rows are assigned correctly. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { cropPath } from '#contract/crops.ts'
import { personExport, personPath } from '#contract/accounts/desk-people.ts'
import { weatherPaths } from '#contract/weather.ts'
import { createLog } from '../../kit/log.ts'
import { openDatabase } from '../../kit/postgres/database.ts'
import { knownMigrations, migrate } from '../../kit/postgres/migrations.ts'
import type { SignedIn } from '../../testing/accounts.ts'
import { farmOn, providerOf, signedUpUser, validInput } from '../../testing/factories.ts'

const NAME = 'Maria Hofer'
const DAY_MS = 86_400_000

it('of two with the same name only the requested one is erased, whatever their former names', async () => {
  const { built, owner, send } = await farmOn({})
  const namesake = await signedUpUser(built)
  const provider = await signedUpUser(built)
  await providerOf(built).grant(provider.email)
  const db = built.kit.database.reader
  await sql`insert into memberships (system_id, user_id, role)
    select id, ${namesake.id}, 'operator' from systems where name = 'North Quarter'`.execute(db)
  await sql`update users set name = ${NAME} where id in (${owner.id}, ${namesake.id})`.execute(db)
  const day = (ago: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Edmonton' }).format(
      built.clock.now().getTime() - ago * DAY_MS,
    )
  const says = async (user: SignedIn, ago: number) => {
    const { headers } = user
    const fields = { system: 'North Quarter', day: day(ago) }
    const crop = { crop: 'barley', started_on: day(30), stages_by: 'days', stages: [15, 25, 50, 30] }
    const answers = [
      await built.call(weatherPaths.rain, { json: { ...fields, mm: 4 }, headers }),
      await built.call(weatherPaths.choice, { method: 'PUT', json: { ...fields, source: 'typed' }, headers }),
      await built.call(cropPath('North Quarter'), { method: 'PUT', json: crop, headers }),
      await send(validInput({ root_depth: 30 + ago }), {}, user),
    ]
    expect(answers.map(({ status }) => Math.floor(status / 100))).toEqual([2, 2, 2, 2])
  }
  await says(owner, 1)
  await says(namesake, 2)
  // later their names are changed
  await sql`update users set name = 'Maria Berg' where id = ${owner.id}`.execute(db)
  const why = { reason: 'Asked in writing' }
  const exported = personExport.parse(
    (await built.call(personPath('export', namesake.id), { json: why, headers: provider.headers })).body,
  )
  expect(exported.tables['typed_rain']).toMatchObject([{ day: day(2), user_name: NAME }])
  expect(exported.tables['system_crops']).toHaveLength(1)
  const erased = await built.call(personPath('erase', owner.id), {
    json: { ...why, confirm: owner.email },
    headers: provider.headers,
  })
  expect(erased.status).toBe(204)
  const { rows } = await sql<{ table: string; names: string[] }>`
    select 'rain' as table, array_agg(user_name order by day desc) as names from typed_rain
    union all select 'choices', array_agg(user_name order by day desc) from rain_choices
    union all select 'crops', array_agg(user_name order by id) from system_crops
    union all select 'settings', array_agg(user_name order by settings_rev) from system_commands`.execute(db)
  expect(rows).toEqual(
    ['rain', 'choices', 'crops', 'settings'].map((table) => ({ table, names: ['Former user', NAME] })),
  )
})

/** A database without any table. */
async function bareDatabase() {
  const name = `bare_${randomUUID().slice(0, 8)}`
  const admin = new Client({ connectionString: inject('clusterUrl') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = new URL(inject('clusterUrl'))
  url.pathname = `/${name}`
  const log = createLog({ logLevel: 'silent' })
  const database = openDatabase(url.href, log, { connections: 2 })
  onTestFinished(async () => {
    await database.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return { database, log }
}

it('an older row is assigned to its account when exactly one person with that name was a member', async () => {
  const { database, log } = await bareDatabase()
  const names = await knownMigrations()
  await migrate(
    database,
    log,
    names.filter((name) => name < '120'),
  )
  const db = database.reader
  await sql`insert into users (name, email, password_hash, active, created_at)
    select name, name || n || '@farm.example', 'x', true, now()
      from (values (1, 'Anna'), (2, 'Bert'), (3, 'Bert'), (4, 'Carl'), (5, 'Carl')) t (n, name) order by n`.execute(
    db,
  )
  await sql`insert into controllers (topic_id, created_at) values ('t1', now())`.execute(db)
  await sql`insert into systems (controller_id, tower_radii_m, overhang_m, connected_at, latitude, longitude, name, time_zone, texture)
    select id, '{60}', 10, now(), 51, -114, 'Home', 'America/Edmonton', 'loam' from controllers`.execute(db)
  // of the Berts one is at work there, of the Carls both are, one of them under an earlier name
  await sql`insert into memberships (system_id, user_id, role)
    select s.id, u.id, case when u.id = 1 then 'owner' else 'operator' end from systems s, users u where u.id in (1, 2, 4)`.execute(
    db,
  )
  await sql`insert into system_commands (id, system_id, settings_rev, user_id, user_name, after, saved_at)
    select gen_random_uuid(), id, 1, 5, 'Carl', '{}', now() from systems`.execute(db)
  await sql`update users set name = 'Carla' where id = 5`.execute(db)
  await sql`insert into typed_rain (system_id, day, mm, typed_at, user_name)
    select id, date '2026-07-01' + n, 4, now(), (array['Anna', 'Bert', 'Carl', 'Nobody'])[n + 1]
      from systems, generate_series(0, 3) n`.execute(db)
  await sql`insert into alerts (id, system_id, kind, since, seen_at, opened_at, detail, acknowledged_at, acknowledged_by, cause_id)
    overriding system value select 1, id, 'stopped', now(), now(), now(), '{}', now(), 'Anna', 1 from systems`.execute(
    db,
  )
  await migrate(database, log)
  const { rows } = await sql`
    select user_name as name, user_id as id from typed_rain
    union all select acknowledged_by || ' is on it', acknowledged_by_id from alerts order by 1`.execute(db)
  expect(rows).toEqual([
    { name: 'Anna', id: 1 },
    { name: 'Anna is on it', id: 1 },
    { name: 'Bert', id: 2 },
    { name: 'Carl', id: null },
    { name: 'Nobody', id: null },
  ])
})
