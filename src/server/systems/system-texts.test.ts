/** A list assembled from cached texts is byte for byte the same as one built from scratch, after any change. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { EventDocument, TelemetryDocument } from '../../contract/controller.ts'
import { systemList, systemPaths } from '../../contract/systems.ts'
import { insertRenewal } from '../devices/desired.store.ts'
import { lockController } from '../devices/controllers.store.ts'
import { storeContacts } from '../devices/links.store.ts'
import { forgetRecords, insertEvent, thinDesired } from '../devices/records.store.ts'
import { storeReports } from '../devices/reported.store.ts'
import { storeStatuses } from '../devices/statuses.store.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import type { Built } from '../testing/build.ts'
import { dice } from '../testing/delivery-model/dice.ts'
import { connectedSystem, farm, signedUpUser, validInput } from '../testing/factories.ts'
import { appliedReport, connectTestDevice, eventually } from '../testing/test-device.ts'
import { createSystemTexts, type SystemTexts } from './system-texts.ts'
import { myHeard, myMarks, mySystems } from './system-rows.store.ts'
import { setMember } from './systems.store.ts'
import { systemViewOf } from './systems-view.rules.ts'

const HOUR = 3_600_000

/** The list without a cache: every row read, every view built, all of it serialised. */
async function madeAnew(tx: Reader, now: Date): Promise<string> {
  return JSON.stringify((await mySystems(tx, now)).map((complete) => systemViewOf(complete, now)))
}

/** @returns the list, once each of `caches` returned the same */
async function sameList(
  { kit }: Built,
  person: { id: number },
  caches: SystemTexts[],
  now: Date,
  why: string,
): Promise<string> {
  return kit.database.readAsCustomer(person.id, async (tx) => {
    const anew = await madeAnew(tx, now)
    for (const texts of caches) expect([why, (await texts.list(tx, now)).toString()]).toEqual([why, anew])
    return anew
  })
}

const telemetryAt = (at: Date, seq: number, angleDeg: number): TelemetryDocument => ({
  at: at.toISOString(),
  seq,
  angleDeg,
  direction: 'FORWARD',
  wet: seq % 3 > 0,
  moving: seq % 2 > 0,
  timerPct: 60,
  pressureKpa: 212.5,
  flowLps: 48.1,
  endTower: { lat: 50.1, lng: -110.2 },
})

/** A system whose machine has applied a setting, reported telemetry, and has a fault. */
async function reportingFarm() {
  const here = await farm()
  const { built, connected, send } = here
  expect((await send(validInput())).status).toBe(200)
  const hand = await connectTestDevice(built.app.devices.mqttUrl, connected.controller)
  const at = built.clock.now()
  await hand.publish('status', { state: 'online', session: 's', at: at.toISOString() })
  await hand.publish('reported', appliedReport(await hand.desired()))
  await hand.publish('telemetry', telemetryAt(at, 1, 12.5))
  const event: EventDocument = { id: 'e1', at: at.toISOString(), code: 'LOW_PRESSURE' }
  await hand.publish('event', event)
  await hand.publish('status', { state: 'offline', session: 's', at: at.toISOString() })
  await hand.end()
  await eventually('all that was told', async () => {
    const [view] = systemList.parse((await built.call(systemPaths.list, here.owner)).body)
    return view?.delivery === 'applied' && view.telemetry && view.fault && !view.online ? true : null
  })
  return here
}

interface Column {
  table: string
  column: string
  type: string
}

/** All columns that `system_rows` uses, from the catalogue, except keys and those computed from a document. */
async function columnsOfView(db: Reader): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select u.table_name as table, u.column_name as column,
           case when c.data_type = 'ARRAY' then 'double precision[]' else c.data_type end as type
      from information_schema.view_column_usage u
      join information_schema.columns c on c.table_schema = u.table_schema and c.table_name = u.table_name
       and c.column_name = u.column_name
     where u.view_name = 'system_rows' and c.is_generated = 'NEVER'
       and u.column_name not in ('id', 'controller_id', 'system_id')
     order by 1, 2`.execute(db)
  return [...rows, { table: 'desired_states', column: 'document', type: 'jsonb' }]
}

const OF_TYPE: Record<string, (column: string) => string> = {
  boolean: (column) => `not coalesce(${column}, false)`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) - interval '1 hour'`,
  'double precision': (column) => `coalesce(${column}, 0.2) * 0.9`,
  'double precision[]': () => `array[50, 100, 150]`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
  integer: (column) => `${column} + 1`,
  bigint: (column) => `${column} + 1`,
}

/** Columns for which another value of the type is refused by the table, or has no effect on the view. */
const OTHER: Record<string, string> = {
  'systems.arc_start': '10, arc_end = 20',
  'systems.arc_end': '20, arc_start = 10',
  'systems.depth_factor': '0.9',
  'controller_events.code': "'HIGH_FLOW'",
  'controller_links.telemetry': `jsonb_set(telemetry, '{angleDeg}', '77.7')`,
  'controller_links.reported': `jsonb_set(reported, '{code}', '"RATE_RANGE"')`,
  'desired_states.document': `jsonb_set(document, '{rateIn}', '1.7')`,
  'system_commands.after': `jsonb_set("after", '{application_rate}', '1.6')`,
}

describe('a list from cached texts', () => {
  it('changes with any column of its view', async () => {
    const { built, owner } = await reportingFarm()
    const { pool, reader } = built.kit.database
    const texts = createSystemTexts({ myHeard, myMarks, mySystems })
    const now = built.clock.now()
    const unseen: string[] = []
    const columns = await columnsOfView(reader)
    for (const { table, column, type } of columns) {
      const name = `${table}.${column}`
      const before = await sameList(built, owner, [texts], now, `before ${name}`)
      const other = OTHER[name] ?? OF_TYPE[type]?.(`"${column}"`)
      if (!other) throw new Error(`no other value of ${name}, ${type}`)
      const { rows } = await pool.query<{ was: string | null }>(
        `select "${column}"::text as was from ${table}`,
      )
      await pool.query(`update ${table} set "${column}" = ${other}`)
      if ((await sameList(built, owner, [texts], now, name)) === before) unseen.push(name)
      const beside = /, (arc_\w+) =/.exec(other)?.[1]
      await pool.query(
        `update ${table} set "${column}" = $1::text::${type}${beside ? `, ${beside} = null` : ''}`,
        [rows[0]?.was ?? null],
      )
    }
    expect(columns.length).toBeGreaterThan(40)
    expect(unseen.toSorted()).toEqual([
      // for faults, their order matters
      'controller_events.heard_at',
      // if it has been applied, that takes precedence
      'desired_states.expired_at',
      'desired_states.rejected_at',
      'desired_states.rejected_code',
      // compared with the fallback, and different from it before and after
      'desired_states.rx_sha256',
      // for the provider
      'systems.connected_at',
      'systems.decommissioned_at',
      'systems.ownerless_since',
    ])
  })

  it('is correct after random changes of every kind, for each role, in two processes', async () => {
    const steps = 150
    const seed = Number(process.env['SEED'] ?? 1)
    const draw = dice(seed, 'lists')
    const { built, owner, send } = await reportingFarm()
    const [operator, viewer] = [await signedUpUser(built), await signedUpUser(built)]
    await connectedSystem(built, owner, { name: 'South Half' })
    await connectedSystem(built, owner, { name: 'Far Away' })
    const { database } = built.kit
    const { rows: ids } = await database.pool.query<{ id: number; controllerId: number }>(
      'select id, controller_id as "controllerId" from systems order by id',
    )
    // a cache of everything, one that is used rarely, one with space for a system or two
    const [always, seldom, small] = [
      createSystemTexts({ myHeard, myMarks, mySystems }),
      createSystemTexts({ myHeard, myMarks, mySystems }),
      createSystemTexts({ myHeard, myMarks, mySystems }, 6000),
    ]
    let seq = 1
    let now = built.clock.now()
    const machine = () => draw.pick(ids.slice(0, 2)).controllerId
    const systemId = () => draw.pick(ids).id
    const write = (work: (tx: ServerTx) => Promise<unknown>) =>
      database.write(async (tx) => void (await work(tx)))
    const update = (change: ReturnType<typeof sql>) => write((tx) => change.execute(tx))
    const changes: Record<string, () => Promise<unknown>> = {
      setting: () =>
        send(
          validInput({
            application_rate: draw.whole(2, 20) / 10,
            system_name: draw.pick(['North Quarter', 'South Half']),
          }),
        ),
      telemetry: () =>
        write((tx) => {
          seq += 1
          return storeContacts(tx, [
            {
              controllerId: machine(),
              at: now,
              telemetry: telemetryAt(new Date(now.getTime() + seq), seq, seq % 360),
            },
          ])
        }),
      status: () =>
        write((tx) => {
          const state = draw.pick(['online', 'offline'] as const)
          const status = { state, session: 's', at: now.toISOString() }
          return storeStatuses(tx, [{ controllerId: machine(), status, retained: false, receivedAt: now }], {
            wait: true,
          })
        }),
      event: () =>
        write((tx) => {
          seq += 1
          const code = draw.pick(['LOW_FLOW', 'STARTED', 'MISALIGNED'] as const)
          return insertEvent(tx, machine(), { id: `e${seq}`, at: now.toISOString(), code }, now)
        }),
      report: async () => {
        const controllerId = machine()
        const { rows } = await database.pool.query<{ document: Parameters<typeof appliedReport>[0] }>(
          'select document from desired_states where controller_id = $1 order by random() limit 1',
          [controllerId],
        )
        const document = rows[0]?.document
        if (!document) return
        const change = draw.pick([
          {},
          { result: 'REJECTED' as const, code: 'RATE_RANGE' },
          { mode: 'UNIFORM' as const, rxSha256: document.fallback.sha256 },
        ])
        const report = { ...appliedReport(document), ...change }
        await write((tx) =>
          storeReports(tx, [{ controllerId, report, receivedAt: now }], { now, wait: true }),
        )
      },
      renewal: async () => {
        const controllerId = machine()
        await write(async (tx) => {
          await lockController(tx, controllerId)
          await insertRenewal(tx, controllerId, now)
        })
      },
      retention: () =>
        write(async (tx) => {
          await thinDesired(tx, new Date(now.getTime() + HOUR), draw.whole(1, 3))
          await forgetRecords(tx, new Date(now.getTime() - 24 * HOUR), 2)
        }),
      soil: () =>
        update(sql`update systems set texture = ${draw.pick(['loam', 'clay', 'sand'])}, field_capacity = ${draw.pick([null, 0.3])},
          application_efficiency = ${draw.pick([0.8, 0.9])}, depth_factor = ${draw.pick([null, 0.95])} where id = ${systemId()}`),
      place: () =>
        update(sql`update systems set latitude = ${50 + draw.between(0, 1)}, overhang_m = ${draw.whole(0, 20)},
          time_zone = ${draw.pick(['America/Edmonton', 'America/Regina'])} where id = ${systemId()}`),
      locks: () =>
        update(
          sql`update systems set local_only = ${draw.chance(0.5)}, provider_stopped = ${draw.chance(0.5)} where id = ${systemId()}`,
        ),
      stop: () => update(sql`update provider_stop set stopped = ${draw.chance(0.5)}`),
      rename: () =>
        update(sql`update systems set name = ${`Field ${draw.whole(1, 99_999)}`} where id = ${ids[2]?.id}`),
      role: () =>
        write((tx) =>
          setMember(tx, systemId(), draw.pick([operator.id, viewer.id]), draw.pick(['operator', 'viewer'])),
        ),
      leave: () =>
        update(
          sql`delete from memberships where system_id = ${systemId()} and user_id = ${draw.pick([operator.id, viewer.id])}`,
        ),
      // directly in the database, long after the system was written
      history: () =>
        update(
          sql`update system_commands set "after" = jsonb_set("after", '{root_depth}', to_jsonb(${draw.whole(1, 80)}::integer))`,
        ),
      // hours and days, also backwards
      time: async () => void (now = new Date(built.clock.now().getTime() + draw.whole(-2, 90) * HOUR)),
    }
    const lists = new Set<string>()
    const kinds = Object.entries(changes)
    for (let step = 0; step < steps; step += 1) {
      const [kind, change] = step < kinds.length ? (kinds[step] ?? draw.pick(kinds)) : draw.pick(kinds)
      await change()
      const why = `seed ${seed}, step ${step}: ${kind}`
      const caches = draw.chance(0.2) ? [always, seldom, small] : [always, small]
      for (const person of [owner, operator, viewer])
        lists.add(await sameList(built, person, caches, now, why))
    }
    expect(lists.size).toBeGreaterThan(steps / 2)
  })

  it('is correct during concurrent writes, in any order of their commits', async () => {
    const { built, owner, send } = await reportingFarm()
    const { database } = built.kit
    const { rows } = await database.pool.query<{ id: number }>('select id from controllers')
    const controllerId = rows[0]?.id ?? 0
    const texts = createSystemTexts({ myHeard, myMarks, mySystems })
    const lists = new Set<string>()
    let over = false
    let seq = 100
    const again = async (work: () => Promise<unknown>) => {
      while (!over) await work()
    }
    const writers = Promise.allSettled([
      again(() => send(validInput({ root_depth: 1 + (seq % 79) }))),
      again(() =>
        database.write((tx) => {
          seq += 1
          const at = built.clock.now()
          return storeContacts(tx, [
            { controllerId, at, telemetry: telemetryAt(new Date(at.getTime() + seq), seq, seq % 360) },
          ])
        }),
      ),
      again(() =>
        database.write((tx) => {
          seq += 1
          const at = built.clock.now()
          return insertEvent(
            tx,
            controllerId,
            { id: `f${seq}`, at: at.toISOString(), code: seq % 2 ? 'STARTED' : 'LOW_FLOW' },
            at,
          )
        }),
      ),
      again(() =>
        database.write((tx) =>
          sql`update desired_states set rejected_at = now(), rejected_code = ${`C${seq}`} where controller_id = ${controllerId}
            and rev = (select max(rev) from desired_states where controller_id = ${controllerId})`.execute(
            tx,
          ),
        ),
      ),
    ])
    try {
      for (let n = 0; n < 150 || (lists.size <= 50 && n < 3000); n += 1)
        lists.add(await sameList(built, owner, [texts], built.clock.now(), `list ${n}`))
    } finally {
      over = true
      await writers
    }
    expect((await writers).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
    expect(lists.size).toBeGreaterThan(50)
  })

  it('is empty for a user without systems', async () => {
    const { built } = await farm()
    const visitor = await signedUpUser(built)
    const answer = await built.call(systemPaths.list, visitor)
    expect([answer.status, answer.body, answer.headers.get('content-type')]).toEqual([
      200,
      [],
      'application/json; charset=utf-8',
    ])
  })
})
