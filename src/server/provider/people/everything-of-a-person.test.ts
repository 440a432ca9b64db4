/** Every table with personal data: exported on request, and anonymous once the person is erased. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { personExport, personPath } from '#contract/accounts/desk-people.ts'
import type { Built } from '../../testing/build.ts'
import { farmOn, providerOf, signedUpUser } from '../../testing/factories.ts'
import { ROWS_HANDED_OUT } from './people.store.ts'

/** Tables without personal data, and why. */
const NOBODYS: Readonly<Record<string, string>> = {
  auth_throttles: 'keys are hashes that nobody can turn back',
  jobs: 'work that is gone when it is done',
  set_aside_messages: 'messages that wait seconds for their turn',
  provider_stop: 'the provider’s own',
  push_keys: 'the installation’s own',
  pumps: 'the provider’s names of wells',
  weather_fetches: 'when a service was asked',
  weather_services: 'when a service rests',
  kysely_migration: 'the database’s own',
  kysely_migration_lock: 'the database’s own',
}

const NAME = 'Olga Lindqvist-Erased'
const OTHER = 'Bernard Not-Olga'

async function tablesOf({ kit }: Built): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(
    kit.database.reader,
  )
  return rows.map(({ name }) => name)
}

async function desk() {
  const setup = await farmOn({})
  const { built, owner } = setup
  const provider = await signedUpUser(built)
  await providerOf(built).grant(provider.email)
  const post = (path: 'export' | 'erase', json: object) =>
    built.call(personPath(path, owner.id), {
      json: { reason: 'Asked in writing', ...json },
      headers: provider.headers,
    })
  const db = built.kit.database.reader
  await sql`update users set name = ${NAME} where id = ${owner.id}`.execute(db)
  const { rows } = await sql<{ id: number; controller: number }>`
    select id, controller_id as controller from systems where name = 'North Quarter'`.execute(db)
  const { id = 0, controller = 0 } = rows[0] ?? {}
  return { ...setup, post, db, id, controller }
}

/** Adds a row to each table that has none for the system. */
async function fill({ db, owner, ...made }: Awaited<ReturnType<typeof desk>>): Promise<void> {
  const [id, controller] = [sql.lit(made.id), sql.lit(made.controller)]
  const bytes = sql`decode(repeat('00', 1620), 'hex')`
  const [u, t] = [sql.lit(owner.id), sql`timestamptz '2026-07-01T12:00:00Z'`]
  const rows = [
    sql`alert_choices (user_id, system_id, kind, mail, push) values (${u}, ${id}, 'stopped', true, false)`,
    sql`alert_people (user_id, urgent_anyway, time_zone) values (${u}, true, 'America/Regina')`,
    sql`alerts (system_id, kind, subject, since, seen_at, detail, acknowledged_at, acknowledged_by, acknowledged_by_id)
        values (${id}, 'stopped', 'filled', ${t}, ${t}, '{}', ${t}, ${NAME}, ${u})`,
    sql`alert_sends (cause_id, user_id, channel, round, due_at, decided_at)
        select id, ${u}, 'mail', 0, ${t}, ${t} from alerts where subject = 'filled'`,
    sql`alert_verdicts (alert_id, user_id, useful, at) select id, ${u}, true, ${t} from alerts where subject = 'filled'`,
    sql`as_applied (controller_id, rev, sector, from_at, to_at, depth_in) values (${controller}, 1, 1, ${t}, ${t}, '{0.5}')`,
    sql`audit (at, action, user_id, outcome) values (${t}, 'settings', ${u}, 'accepted')`,
    sql`desired_states (controller_id, rev, settings_rev, command_id, document, rx_sha256, issued_at, valid_until)
        values (${controller}, 900, 1, 'c', '{}', 'x', ${t}, ${t})`,
    sql`balance_days (system_id, day, root_mm, cells) values (${id}, '2026-07-01', 600, ${bytes})`,
    sql`controller_connections (controller_id, online, at) values (${controller}, true, ${t})`,
    sql`controller_events (controller_id, event_id, at, code, heard_at) values (${controller}, 'e', ${t}, 'c', ${t})`,
    sql`depth_factors (system_id, factor, cans_in, computed_in, pass_from, made_at, user_name, user_id)
        values (${id}, 1, '{1,1,1}', 1, ${t}, ${t}, ${NAME}, ${u})`,
    sql`device_fields (controller_id, device_type, fields, sample, heard_at, about)
        values (${controller}, 'said', '{"s": "moisture"}', '{"s": 1}', ${t}, ${JSON.stringify({ owner: owner.email })}),
               (${controller}, 'unsaid', null, ${JSON.stringify({ farm: NAME })}, ${t}, null)`,
    sql`dropped_messages (controller_id, kind, reason, day, count, first_at, last_at, example)
        values (${controller}, 'readings', 'r', '2026-07-01', 1, ${t}, ${t}, 'x')`,
    sql`geofences (system_id, name, prescription, polygon, enabled, saved_at)
        values (${id}, 'Slough', 0, '[[0,0],[0,1],[1,1]]', true, ${t})`,
    sql`graph_pictures (key, system_id, fingerprint, file_name, asked_at) values ('k', ${id}, 'f', 'g.png', ${t})`,
    sql`historic_maps (token, controller_id, fingerprint, starts_on, ends_on, layer, ramp, probes, low, high, drawn_at)
        values (${'0'.repeat(32)}, ${controller}, 'f', '2026-07-01', '2026-07-07', 'l', 'r', 3, 0, 1, ${t})`,
    sql`instrument_readings (controller_id, kind, number, depth_cm, at, value) values (${controller}, 'tension', 3, 30, ${t}, 41.5)`,
    sql`instruments (controller_id, kind, number, depth_cm, last_at, last_value) values (${controller}, 'tension', 3, 30, ${t}, 41.5)`,
    sql`invitations (system_id, email, role, invited_at)
        select ${id}, ${owner.email}, 'viewer', ${t} union all select ${id}, 'neighbour@farm.example', 'viewer', ${t}`,
    sql`kept_mappings (controller_id, logger, options, kept_at) values (${controller}, 'METER z6', '{"probe": "14"}', ${t})`,
    sql`licences (system_id, from_year, volume_m3, unit) values (${id}, 2026, 120000, 'm3')`,
    sql`live_maps (controller_id, fingerprint, drawn_at) values (${controller}, 'f', ${t})`,
    sql`machine_track (controller_id, at, angle_deg, direction, moving, wet, pumped_m3, unheard_ms)
        values (${controller}, ${t}, 10, 'forward', true, true, 5, 0)`,
    sql`mail_tokens (hash, user_id, purpose, expires_at) values (${bytes}, ${u}, 'reset', ${t})`,
    sql`ownership_transfers (system_id, user_id, keep_members, asked_by, asked_at, expires_at)
        values (${id}, ${u}, true, 'Desk', ${t}, ${t})`,
    sql`probe_groups (user_id, field_name, saved_at) values (${u}, 'Home', ${t})`,
    sql`placed_probes (group_id, number, position, latitude, longitude)
        select id, 3, 0, 51, -114 from probe_groups where user_id = ${u}`,
    sql`prescriptions (system_id, rev, settings_rev, made_at, cause, sha256, fingerprint, percent, reason, geofence, totals, inputs)
        values (${id}, 900, 1, ${t}, 'c', 's', 'f', ${bytes}, ${bytes}, ${bytes}, '{}', '{}')`,
    sql`prescription_paces (system_id, computed_at) values (${id}, ${t})`,
    sql`probe_soils (system_id, number, texture) values (${id}, 3, 'loam')`,
    sql`probe_verdicts (system_id, probe, verdict, about, user_id, by_name, at)
        values (${id}, 3, 'trust', '{}', ${u}, ${NAME}, ${t})`,
    sql`publications (controller_id) values (${controller})`,
    sql`push_subscriptions (user_id, family, endpoint, p256dh, auth, language, made_at)
        values (${u}, 'f', 'https://push.example/secret-place', 'x', 'y', 'en', ${t})`,
    sql`radio_devices (controller_id, device_id, probe) values (${controller}, 'dev', 3)`,
    sql`rain_choices (system_id, day, source, user_name, chosen_at, user_id)
        values (${id}, '2026-07-01', 'typed', ${NAME}, ${t}, ${u}), (${id}, '2026-07-02', 'typed', ${OTHER}, ${t}, null)`,
    sql`rain_readings (controller_id, gauge, at, mm) values (${controller}, 1, ${t}, 4)`,
    sql`readings (controller_id, probe, depth_cm, at, value) values (${controller}, 3, 20, now(), 0.21)`,
    sql`sensors (controller_id, probe, depth_cm, last_at, last_value) values (${controller}, 3, 20, ${t}, 0.21)`,
    sql`soil_zones (system_id, name, texture, polygons, area_m2, confirmed, source, saved_at)
        values (${id}, 'Sandy', 'sand', '[[[0,0],[0,1],[1,1]]]', 10, true, 'drawn', ${t})`,
    sql`support_consents (user_id, asked_by, asked_at) values (${u}, 'Desk', ${t})`,
    sql`support_views (id, user_id, viewer, why, opened_at, ends_at, hash) values ('v', ${u}, 'Desk', 'w', ${t}, ${t}, ${bytes})`,
    sql`suspect_sensors (controller_id, probe, depth_cm, suspicion) values (${controller}, 3, 20, 'stuck')`,
    sql`system_commands (id, system_id, settings_rev, user_id, user_name, after, saved_at)
        values (gen_random_uuid(), ${id}, 900, ${u}, 'Olga as she was called', '{}', ${t})`,
    sql`system_crops (system_id, user_name, set_at, user_id) values (${id}, 'Olga as she was called', ${t}, ${u})`,
    sql`typed_rain (system_id, day, mm, typed_at, user_name, user_id) values (${id}, '2026-07-01', 4, ${t}, ${NAME}, ${u})`,
    sql`water_balances (system_id, computed_at, basis, checkpoint_on, checkpoint, fingerprint, cells, outlook)
        values (${id}, ${t}, 'b', '2026-07-01', ${bytes}, 'f', ${bytes}, '{}')`,
    sql`weather_origins (source, code, name, system_id) values ('file', 'own', 'Own station', ${id})`,
    sql`weather_days (origin_id, day, forecast, fetched_at)
        select id, '2026-07-01', false, ${t} from weather_origins where system_id = ${id}`,
    sql`weather_hours (origin_id, at, fetched_at) select id, ${t}, ${t} from weather_origins where system_id = ${id}`,
  ]
  for (const row of rows) await sql`insert into ${row} on conflict do nothing`.execute(db)
  await sql`with made as (insert into pumps (name) values ('East well') returning id)
    insert into pump_systems (system_id, pump_id) select ${id}, id from made`.execute(db)
}

it('all data of a person is exported, whichever table has it, and no data of others', async () => {
  const setup = await desk()
  await fill(setup)
  const answer = await setup.post('export', {})
  const { tables, more } = personExport.parse(answer.body)
  const expected = (await tablesOf(setup.built)).filter((table) => !(table in NOBODYS)).sort()
  expect(Object.keys(tables).sort(), 'tables that are handed out').toEqual(expected)
  expect(more).toEqual({})
  expect(tables['instrument_readings']).toMatchObject([{ kind: 'tension', number: 3, value: 41.5 }])
  expect(tables['kept_mappings']).toMatchObject([{ logger: 'METER z6', options: { probe: '14' } }])
  expect(tables['device_fields']).toHaveLength(2)
  const text = JSON.stringify(answer.body)
  const others = [OTHER, 'neighbour@farm.example', 'argon2', 'secret']
  expect(others.filter((word) => text.includes(word))).toEqual([])
})

it('of a long history the newest rows are exported, and the rest counted', async () => {
  const { post, db, controller } = await desk()
  await sql`insert into machine_track (controller_id, at, angle_deg, direction, moving, wet, pumped_m3, unheard_ms)
    select ${controller}, timestamptz '2026-07-01' + n * interval '1 second', 10, 'forward', true, true, n, 0
      from generate_series(1, ${ROWS_HANDED_OUT + 7}::integer) n`.execute(db)
  const { tables, more } = personExport.parse((await post('export', {})).body)
  expect(more).toEqual({ machine_track: 7 })
  expect(tables['machine_track']).toHaveLength(ROWS_HANDED_OUT)
  expect(tables['machine_track']?.[0]).toMatchObject({ pumped_m3: ROWS_HANDED_OUT + 7 })
})

it('only the audit identifies an erased person, and the systems’ measurements stay', async () => {
  const setup = await desk()
  await fill(setup)
  const { built, db, owner, post } = setup
  expect((await post('erase', { confirm: owner.email })).status).toBe(204)
  const identifying: string[] = []
  for (const table of await tablesOf(built)) {
    // the audit cannot be changed by anyone
    if (table === 'audit') continue
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(
      db,
    )
    if (rows.some(({ text }) => [NAME, owner.email, 'Olga as'].some((word) => text.includes(word))))
      identifying.push(table)
  }
  expect(identifying).toEqual([])
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::integer from instrument_readings) as measured,
           (select count(*)::integer from kept_mappings) as mappings,
           (select count(*)::integer from device_fields where fields is not null) as fields,
           (select count(*)::integer from invitations) as invitations,
           (select count(*)::integer from rain_choices where user_name = ${OTHER}) as others`.execute(db)
  expect(rows).toEqual([{ measured: 1, mappings: 1, fields: 1, invitations: 1, others: 1 }])
})
