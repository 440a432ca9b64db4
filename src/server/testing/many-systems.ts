/** Ten thousand systems with machines, settings and history, inserted as rows, to measure lists. */
import { sql } from 'kysely'
import {
  PRESCRIPTION_BYTES,
  type ReportedDocument,
  type TelemetryDocument,
} from '../../contract/controller.ts'
import { SECTORS } from '../../contract/limits.ts'
import { writeDesired } from '../devices/shadow.rules.ts'
import type { Kit } from '../installation/kit.ts'

export const MANY = 10_000
const OWNERS = 2000
/** Number of systems of the customer with many. */
const OF_BIG = 200
const NEWEST = 3

/** Documents of realistic size. */
function documents(now: Date) {
  const desired = writeDesired(
    {
      settingsRev: 1,
      commandId: 'c',
      mode: 'VRI',
      rateIn: 0.8,
      timerPct: Array.from({ length: SECTORS }, (_, sector) => 40 + (sector % 30)),
      test: null,
      rx: Uint8Array.from({ length: PRESCRIPTION_BYTES }, (_, cell) => (cell * 37) % 101),
      fallback: new Uint8Array(PRESCRIPTION_BYTES).fill(100),
    },
    NEWEST,
    now,
  )
  const at = now.toISOString()
  const reported: ReportedDocument = {
    rev: NEWEST,
    settingsRev: 1,
    mode: 'VRI',
    rxSha256: desired.rx.sha256,
    appliedAt: at,
    seenRev: NEWEST,
    commandId: 'c',
    result: 'APPLIED',
    code: null,
    firmware: '2.4.1',
    capabilities: { zones: 9, sectorDeg: 2, speed: true },
  }
  const telemetry: TelemetryDocument = {
    at,
    seq: 7,
    angleDeg: 123.4,
    direction: 'FORWARD',
    wet: true,
    moving: true,
    timerPct: 60,
    pressureKpa: 212.5,
    flowLps: 48.1,
    endTower: { lat: 50.1, lng: -110.2 },
  }
  return [desired, reported, telemetry].map((document) => JSON.stringify(document))
}

/**
 * Each machine is online, has an applied setting, a probe and events; every hundredth is offline, every fiftieth has a fault.
 *
 * @param of ids of a customer with 200 of them, and of one with a single system
 */
export async function manySystems(
  { clock, database }: Pick<Kit, 'clock' | 'database'>,
  { big, small }: { big: number; small: number },
): Promise<void> {
  const now = clock.now()
  const [desired, reported, telemetry] = documents(now)
  await database.write(async (tx) => {
    await sql`insert into users (name, email, password_hash, active, created_at)
      select 'Owner ' || n, 'owner' || n || '@many.example', '', true, ${now} from generate_series(1, ${OWNERS}::integer) n`.execute(
      tx,
    )
    await sql`insert into controllers (topic_id, created_at, rev, settled_rev, settings_rev)
      select 'many' || n, ${now}, 3, 3, 1 from generate_series(1, ${MANY}::integer) n`.execute(tx)
    await sql`insert into controller_links (controller_id, online, last_seen, reported, telemetry)
      select id, id % 100 <> 0, ${now}::timestamptz - id * interval '1 minute', ${reported}::jsonb, ${telemetry}::jsonb from controllers`.execute(
      tx,
    )
    await sql`insert into systems (controller_id, name, latitude, longitude, time_zone, tower_radii_m, overhang_m,
        texture, settings_rev, connected_at)
      select id, 'Field ' || id, 50 + random(), -110 + random(), 'America/Edmonton', array[60, 120, 180], 10, 'loam', 1,
        ${now} from controllers`.execute(tx)
    await sql`insert into memberships (system_id, user_id, role)
      select s.id, case when s.id <= ${OF_BIG} then ${big}::integer when s.id = ${OF_BIG + 1} then ${small}::integer
        else u.id end, 'owner'
        from systems s join users u on u.email = 'owner' || (s.id % ${OWNERS} + 1) || '@many.example'`.execute(
      tx,
    )
    await sql`insert into system_commands (id, system_id, settings_rev, user_name, after, saved_at)
      select gen_random_uuid(), id, 1, 'Owner',
        '{"is_system_on":true,"is_test_pattern_on":false,"is_speed_switch_on":false,"application_rate":0.8,"root_depth":30,"target_moisture":70,"towers":{"1":false,"2":false,"3":false,"4":false,"5":false,"6":false,"7":false,"8":false,"9":false}}',
        ${now}::timestamptz - interval '1 hour' from systems`.execute(tx)
    await sql`insert into desired_states (controller_id, rev, settings_rev, command_id, document, rx_sha256, issued_at,
        valid_until, sent_at, received_at, applied_at)
      select id, n, 1, 'c', case when id <= ${OF_BIG + 1} then jsonb_set(${desired}::jsonb, '{timerPct}', case when id % 4 = 0 then ${desired}::jsonb -> 'timerPct' else 'null' end) else '{"mode":"VRI"}' end, '', ${now}, ${now}::timestamptz + interval '1 day', ${now}, ${now}, ${now}
        from controllers, generate_series(1, 3) n`.execute(tx)
    await sql`insert into controller_events (controller_id, event_id, at, code, heard_at)
      select id, 'e' || n, ${now}, case when id % 50 = 0 and n = 5 then 'LOW_PRESSURE' else 'STARTED' end,
        ${now}::timestamptz + n * interval '1 second' from controllers, generate_series(1, 5) n`.execute(tx)
    await sql`insert into sensors select id, 1, depth, ${now}, 0.2 from controllers, unnest(array[20, 40]) depth`.execute(
      tx,
    )
    await sql`insert into machine_stamps select id from controllers`.execute(tx)
    await sql`insert into publications (controller_id, published_rev) select id, 3 from controllers`.execute(
      tx,
    )
  })
  await sql`analyze`.execute(database.reader)
}
