/** Indexes and statistics: none is redundant or unused, and frequent messages of machines cause no sequential scan. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { TelemetryDocument } from '../contract/controller.ts'
import { SHARDS } from './devices/controllers.store.ts'
import { selectDueForRenewal } from './devices/desired.store.ts'
import { markSilentOffline, selectDeadlines, selectLinks, storeContacts } from './devices/links.store.ts'
import {
  newestStayBefore,
  selectApplied,
  selectEvents,
  selectStays,
  selectStaysSince,
  selectTrack,
} from './devices/records.store.ts'
import { oldestDueMs, settle, leaseDue } from './devices/publications.store.ts'
import { openKit } from './installation/installation.ts'
import { systemClock } from './kit/clock.ts'
import { readConfig } from './kit/config.ts'
import { createLog } from './kit/log.ts'
import { emptyDatabase, directly } from './testing/build.ts'

/** A database without a server. */
async function database() {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  const kit = await openKit(config, createLog(config), systemClock, directly(await emptyDatabase()))
  onTestFinished(() => kit.database.close())
  return kit.database
}

const duplicates = sql<{ one: string; other: string }>`
  with each as (
    select i.indexrelid::regclass::text as name, i.indrelid, i.indisunique, i.indnkeyatts as keys,
           (string_to_array(i.indkey::text, ' '))[1:i.indnkeyatts] as columns,
           coalesce(pg_get_expr(i.indexprs, i.indrelid), '') as expressions,
           coalesce(pg_get_expr(i.indpred, i.indrelid), '') as predicate
      from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and not c.relispartition)
  select a.name as one, b.name as other from each a join each b using (indrelid, predicate)
   where a.name <> b.name and a.expressions = '' and b.expressions = ''
     and b.columns[1:a.keys] = a.columns
     -- what keeps rows apart is needed, though a wider one finds them too
     and (not a.indisunique or (b.indisunique and a.keys = b.keys))
   order by 1, 2`

it('are not redundant: none is a prefix of another of its table', async () => {
  const db = await database()
  expect((await duplicates.execute(db.reader)).rows).toEqual([])
  // an example that must be found
  await sql`create index again on machine_track (controller_id)`.execute(db.reader)
  expect((await duplicates.execute(db.reader)).rows).toEqual([{ one: 'again', other: 'machine_track_pkey' }])
})

it('are found without statistics of whole documents, which no condition compares', async () => {
  const db = await database()
  const { rows } = await sql<{ column: string }>`
    select attrelid::regclass || '.' || attname as column
      from pg_attribute
     where attrelid in ('system_commands'::regclass, 'audit'::regclass, 'desired_states'::regclass,
                        'prescriptions'::regclass, 'as_applied'::regclass)
       and (atttypid in ('jsonb'::regtype, 'bytea'::regtype) or attndims > 0)
       and attnum > 0 and not attisdropped and attstattarget is distinct from 0`.execute(db.reader)
  expect(rows).toEqual([])
})

const SYSTEMS = 20_000
const AT = new Date('2026-07-01T12:00:00Z')
const LIMITS = { leaseMs: 3000, unseenMs: 30_000, answerMs: 1000, limit: 16 }
const span = { from: new Date(AT.getTime() - 86_400_000), to: AT }

it(
  'serve what is asked of telemetry among 20,000 machines: no table is read from end to end',
  { timeout: 180_000 },
  async () => {
    const db = await database()
    const telemetry: TelemetryDocument = {
      at: AT.toISOString(),
      seq: 5,
      angleDeg: 10,
      direction: 'FORWARD',
      moving: true,
      wet: true,
      timerPct: 50,
      pressureKpa: null,
      flowLps: null,
      endTower: null,
    }
    await db.write(async (tx) => {
      await sql`insert into controllers (topic_id, created_at) select 'm' || n, ${AT} from generate_series(1, ${SYSTEMS}::integer) n`.execute(
        tx,
      )
      await sql`insert into controller_links (controller_id, online, last_seen, telemetry, telemetry_at, telemetry_seq)
      select id, true, ${AT}, ${JSON.stringify({ ...telemetry, seq: 1 })}::jsonb, ${AT}::timestamptz - interval '10 seconds', 1 from controllers`.execute(
        tx,
      )
      await sql`insert into desired_states (controller_id, rev, settings_rev, command_id, document, rx_sha256, issued_at, valid_until)
      select id, n, 1, 'c', '{"mode":"VRI"}', '', ${AT}, ${AT} from controllers, generate_series(1, 3) n`.execute(
        tx,
      )
      await sql`insert into controller_events (controller_id, event_id, at, code, heard_at)
      select id, 'e' || n, ${AT}, 'STARTED', ${AT} from controllers, generate_series(1, 2) n`.execute(tx)
      await sql`insert into controller_connections (controller_id, online, at)
      select id, true, ${AT} from controllers, generate_series(1, 2) n`.execute(tx)
      await sql`insert into machine_track select id, ${AT}::timestamptz - n * interval '1 hour', 0, 'FORWARD', true, true, 50, 10, 200, 0, 0
      from controllers, generate_series(1, 2) n`.execute(tx)
      await sql`insert into as_applied select id, 1, n, ${AT}::timestamptz - n * interval '1 hour', ${AT}, array[0.5]
      from controllers, generate_series(1, 3) n`.execute(tx)
    })
    // for one in four thousand the broker lacks the newest, and as many more were just acknowledged
    await sql`insert into publications (controller_id, published_rev, published_settings_rev, published_at)
      select id, case id % 4000 when 0 then 2 else 3 end, 1, ${AT} from controllers`.execute(db.reader)
    await sql`update controller_links set reported = '{"seenRev":3}'`.execute(db.reader)
    await sql`update controllers set rev = 3, settings_rev = 1, rev_at = ${AT},
      settled_rev = case when id % 4000 in (0, 1) then 2 else 3 end`.execute(db.reader)
    // one in four thousand is halfway to its expiry
    const HOUR = 3_600_000
    const past = new Date(AT.getTime() - 37 * HOUR)
    await sql`update controllers set renew_at = case when id % 4000 = 0 then ${new Date(AT.getTime() - HOUR)}::timestamptz
        else ${new Date(AT.getTime() + HOUR)}::timestamptz end`.execute(db.reader)
    await sql`update desired_states set issued_at = ${past}, valid_until = ${new Date(AT.getTime() + 35 * HOUR)}
      where controller_id % 4000 = 0`.execute(db.reader)
    await sql`analyze`.execute(db.reader)
    const { rows: machines } = await sql<{
      id: number
    }>`select id from controllers order by id limit 100 offset 9000`.execute(db.reader)
    const ids = machines.map(({ id }) => id)
    const [one = 0] = ids
    const all = { ...LIMITS, only: null, except: [], now: AT, holder: 1 }
    // counted by the transaction itself: the statistics views lack the newest reads, and include earlier ones of the connection
    const scans = await db.write(async (tx) => {
      const counted = async () => {
        const { rows } = await sql<{ name: string; whole: number; byIndex: number }>`
          select relname as name, seq_scan::integer as whole, idx_scan::integer as "byIndex"
            from pg_stat_xact_user_tables order by relname`.execute(tx)
        return rows
      }
      const before = new Map((await counted()).map((each) => [each.name, each]))
      // the machines of a customer; messages of many machines are written together
      const known = await selectLinks(tx, ids.slice(0, 20), AT)
      expect(known.size).toBe(20)
      const told = await storeContacts(
        tx,
        ids.map((controllerId) => ({ controllerId, at: AT, telemetry })),
      )
      expect(told.filter(({ newer }) => newer)).toHaveLength(ids.length)
      expect(await selectTrack(tx, one, span)).not.toEqual([])
      expect(await selectStays(tx, one, span, 1000)).toHaveLength(3)
      expect(await selectDueForRenewal(tx, AT)).toHaveLength(SYSTEMS / 4000)
      // every process, each second: what is due for publication, and since when
      await settle(tx)
      expect(await leaseDue(tx, all)).toHaveLength(SYSTEMS / 4000)
      expect(await leaseDue(tx, { ...all, only: ids.slice(0, 16) })).toEqual([])
      expect(await oldestDueMs(tx, new Date(AT.getTime() + 5000))).toBe(5000)
      // every two seconds: machines without a message for twice their interval
      const everyShard = Array.from({ length: SHARDS }, (_, shard) => ({ shard, since: past, gaps: [] }))
      expect(await markSilentOffline(tx, everyShard, ids, new Date(AT.getTime() + 19_000))).toEqual([])
      expect(
        await markSilentOffline(tx, everyShard, ids.slice(0, 3), new Date(AT.getTime() + 21_000)),
      ).toHaveLength(3)
      expect(await selectDeadlines(tx, { ids: ids.slice(0, 5) })).toHaveLength(2)
      await selectStaysSince(tx, one, span.from)
      await newestStayBefore(tx, one, AT)
      await selectApplied(tx, one, 3, span)
      await selectEvents(tx, one, span)
      return (await counted()).map(({ name, whole, byIndex }) => ({
        name,
        whole: whole - (before.get(name)?.whole ?? 0),
        byIndex: byIndex - (before.get(name)?.byIndex ?? 0),
      }))
    })
    expect(scans.filter(({ whole }) => whole > 0)).toEqual([])
    expect(scans.filter(({ byIndex }) => byIndex > 0).map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'as_applied',
        'controller_events',
        'controller_links',
        'controllers',
        'desired_states',
        'machine_track',
        'publications',
      ]),
    )
  },
)
