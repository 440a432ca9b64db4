/** The desk's view of systems: from stored data, page by page, and within a second at 10,000 systems. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  attention,
  deskMap,
  deskPaths,
  deskSystem,
  deskSystemPath,
  deskSystems,
} from '#contract/accounts/desk.ts'
import { systemList } from '#contract/systems.ts'
import { auditPage, auditPaths } from '#contract/accounts/desk-audit.ts'
import type { Reader } from '../../kit/postgres/transactions.ts'
import type { SignedIn } from '../../testing/accounts.ts'
import { build, type Built } from '../../testing/build.ts'
import { connectTestDevice, eventually } from '../../testing/test-device.ts'
import { connectedSystem, farm, providerOf, signedUpUser, validInput } from '../../testing/factories.ts'
import { MANY, manySystems } from '../../testing/many-systems.ts'
import { myHeard, myMarks, mySystems } from '../../systems/system-rows.store.ts'
import { createSystemTexts } from '../../systems/system-texts.ts'
import { selectDeskSystems } from './needs.store.ts'

async function withProvider(built: Built) {
  const provider = await signedUpUser(built)
  await providerOf(built).grant(provider.email)
  return provider
}

const read = async (built: Built, provider: SignedIn) =>
  attention.parse((await built.call(deskPaths.attention, provider)).body)

async function listed(built: Built, provider: SignedIn, query: Record<string, string>) {
  const { body } = await built.call(`${deskPaths.systems}?${new URLSearchParams(query)}`, provider)
  return deskSystems.parse(body)
}

const names = ({ systems }: { systems: { name: string }[] }) => systems.map(({ name }) => name)

describe('what needs attention', () => {
  it('follows a system from its connection to a setting that its machine refuses', async () => {
    const { built, owner, connected, send } = await farm()
    const provider = await withProvider(built)
    const visitor = await signedUpUser(built)
    const kinds = async () => (await read(built, provider)).items.map(({ need }) => need)
    expect(await read(built, provider)).toMatchObject({
      systems: 1,
      items: [{ need: 'waiting', system: 'North Quarter', owner: { email: owner.email }, detail: null }],
      people: [{ email: visitor.email }],
      people_waiting: 1,
    })
    await send(validInput())
    expect(await kinds()).toEqual(['waiting'])
    built.clock.advance(121_000)
    expect(await kinds()).toEqual(['undelivered', 'waiting'])
    const hand = await connectTestDevice(built.app.devices.mqttUrl, connected.controller)
    const at = () => built.clock.now().toISOString()
    await hand.publish('status', { state: 'online', session: 's', at: at() })
    await eventually('heard', async () => ((await kinds()).includes('waiting') ? null : true))
    const row = async () => (await listed(built, provider, {})).systems[0]
    expect(await row()).toMatchObject({ name: 'North Quarter', online: true, owner: { email: owner.email } })
    await hand.publish('event', { id: 'e1', at: at(), code: 'LOW_PRESSURE' })
    await eventually('the fault', async () => ((await kinds())[0] === 'fault' ? true : null))
    expect((await read(built, provider)).items[0]).toMatchObject({ detail: 'LOW_PRESSURE' })
    expect(names(await listed(built, provider, { need: 'fault' }))).toEqual(['North Quarter'])
    expect(names(await listed(built, provider, { need: 'offline' }))).toEqual([])
    await hand.publish('status', { state: 'offline', session: 's', at: at() })
    await eventually('offline', async () => ((await kinds()).includes('offline') ? true : null))
    expect(names(await listed(built, provider, { need: 'any' }))).toEqual(['North Quarter'])
    expect(
      deskSystem.parse((await built.call(deskSystemPath('North Quarter'), provider)).body),
    ).toMatchObject({
      view: { name: 'North Quarter', online: false },
      history: [{ who: owner.name, settings_rev: 1, to: { application_rate: 0.8 } }],
      credentials: [{ kind: 'controller', revoked_at: null }, { kind: 'gateway' }],
      connections: [{ state: 'offline' }, { state: 'online' }],
      dropped: [],
    })
  })

  it('names a refusal by its code, silent probes by their numbers, and a system without an owner', async () => {
    const { built, send } = await farm()
    const provider = await withProvider(built)
    await send(validInput())
    const now = built.clock.now()
    await built.kit.database.write(async (tx) => {
      await sql`update desired_states set sent_at = ${now}, rejected_at = ${now}, rejected_code = 'RATE_RANGE'`.execute(
        tx,
      )
      await sql`insert into sensors select id, probe, 20, ${now}::timestamptz - probe * interval '1 day', 0.2
        from controllers, unnest(array[0, 2, 7, 31]) probe`.execute(tx)
      await sql`insert into instruments select id, kind, 7, -1, ${now}, value from controllers,
        (values ('battery', 3.61), ('charge', 82)) told (kind, value)`.execute(tx)
      await sql`delete from memberships`.execute(tx)
    })
    const { items, counts } = await read(built, provider)
    expect(items).toMatchObject([
      { need: 'rejected', detail: 'RATE_RANGE', owner: null },
      {
        need: 'silent_probes',
        detail: '2, 7',
        since: new Date(now.getTime() - 7 * 86_400_000).toISOString(),
      },
      { need: 'ownerless', since: expect.any(String), owner: null },
      { need: 'waiting' },
    ])
    expect(counts).toMatchObject({ rejected: 1, undelivered: 0, silent_probes: 1, ownerless: 1, fault: 0 })
    expect((await built.call(deskSystemPath('North Quarter'), provider)).body).toMatchObject({
      batteries: [{ probe: 7, volts: 3.61, percent: 82, at: now.toISOString() }],
    })
    expect((await built.call(deskSystemPath('North%'), provider)).status).toBe(404)
    expect((await built.call(deskSystemPath('North\0'), provider)).status).toBe(404)
  })
})

describe('the list', () => {
  it('finds parts of names and addresses literally, by name, page by page', async () => {
    const built = await build()
    const provider = await withProvider(built)
    const [one, other] = [await signedUpUser(built), await signedUpUser(built)]
    for (let n = 0; n < 52; n += 1)
      await connectedSystem(built, one, { name: `Field ${String(n).padStart(2, '0')}` })
    await connectedSystem(built, other, { name: 'A_1' })
    const first = await listed(built, provider, {})
    expect([first.systems.length, names(first)[0], first.next]).toEqual([50, 'A_1', 'Field 48'])
    const second = await listed(built, provider, { after: first.next ?? '' })
    expect([names(second), second.next]).toEqual([['Field 49', 'Field 50', 'Field 51'], null])
    expect(names(await listed(built, provider, { search: ' field 4' }))).toHaveLength(10)
    expect(names(await listed(built, provider, { search: other.email.toUpperCase() }))).toEqual(['A_1'])
    // wildcards are literal
    expect(names(await listed(built, provider, { search: '_' }))).toEqual(['A_1'])
    for (const search of ['%', '\\', "' or true --"])
      expect([search, names(await listed(built, provider, { search }))]).toEqual([search, []])
    const map = deskMap.parse((await built.call(deskPaths.map, provider)).body)
    expect([map.names.length, map.names[0], map.latitudes[0], map.longitudes[0], map.states[0]]).toEqual([
      53,
      'A_1',
      51.06,
      -114.15,
      2,
    ])
  })
})

/** Rows of each table read by a sequential scan. */
async function rowsReadInTurn(tx: Reader): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; read: number }>`
    select relname as name, seq_tup_read as read from pg_stat_xact_user_tables`.execute(tx)
  return new Map(rows.map(({ name, read }) => [name, read]))
}

const counting = (tx: Reader, count: () => void): Reader =>
  tx.withPlugin({
    transformQuery({ node }) {
      count()
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })

describe('among 10,000 systems', () => {
  it(
    'counts what needs somebody, and finds a page of them without reading them all',
    { timeout: 300_000 },
    async () => {
      const built = await build()
      const provider = await withProvider(built)
      const owner = await signedUpUser(built)
      const lone = await signedUpUser(built)
      await manySystems(built.kit, { big: owner.id, small: lone.id })
      expect(await read(built, provider)).toMatchObject({
        systems: MANY,
        counts: { offline: 100, fault: 200, rejected: 0, undelivered: 0, waiting: 0 },
      })
      const inTurn = await built.kit.database.write(async (tx) => {
        // earlier reads of this connection may be included
        const before = await rowsReadInTurn(tx)
        expect(await selectDeskSystems(tx, { after: 'Field 5' }, 51, built.clock.now())).toHaveLength(51)
        const after = await rowsReadInTurn(tx)
        return [...after].filter(([name, rows]) => rows - (before.get(name) ?? 0) >= MANY)
      })
      // memberships may be scanned for a page: the table is narrow
      expect(inTurn.map(([name]) => name)).not.toContain('systems')
      expect((await listed(built, provider, { search: owner.email })).systems).toHaveLength(50)

      // a customer's list reads only the customer's rows, and a second time one statement of them
      const texts = createSystemTexts({ myHeard, myMarks, mySystems })
      for (const [customer, count] of [
        [owner, 200],
        [lone, 1],
      ] as const)
        for (const expected of [2, 1]) {
          let statements = 0
          const counted = await built.kit.database.readAsCustomer(customer.id, async (tx) => {
            const before = await rowsReadInTurn(tx)
            const text = await texts.list(
              counting(tx, () => (statements += 1)),
              built.clock.now(),
            )
            const list = systemList.parse(JSON.parse(text.toString()))
            expect(list).toHaveLength(count)
            expect(list[0]).toMatchObject({
              desired: { settings_rev: 1, rev: 3 },
              reported: { rate_in: 0.8 },
              delivery: 'applied',
            })
            const after = await rowsReadInTurn(tx)
            return [...after].filter(([name, rows]) => rows > (before.get(name) ?? 0))
          })
          expect(statements).toBe(expected)
          // the global stop is one row
          expect(counted).toEqual([['provider_stop', expect.anything()]])
        }
    },
  )
})

describe('the audit', () => {
  it('is searched by words, result and days, page by page, and exported as CSV, which is audited itself', async () => {
    const { built, owner, send } = await farm()
    const provider = await withProvider(built)
    await send(validInput({ application_rate: 9 }))
    for (let n = 0; n < 51; n += 1) await send(validInput({ application_rate: 0.5 + n / 100 }))
    const ask = async (query: Record<string, string>) =>
      auditPage.parse((await built.call(`${auditPaths.search}?${new URLSearchParams(query)}`, provider)).body)
    const first = await ask({ search: owner.name, outcome: 'accepted' })
    expect(first.entries).toHaveLength(50)
    expect(first.entries[0]).toMatchObject({ who: owner.name, action: 'settings', system: 'North Quarter' })
    const second = await ask({ search: owner.name, outcome: 'accepted', before: String(first.next) })
    expect([second.entries.length, second.next]).toEqual([1, null])
    expect((await ask({ outcome: 'refused' })).entries).toMatchObject([{ outcome: 'application_rate_range' }])
    expect((await ask({ search: 'system connect' })).entries).toMatchObject([
      { who: null, action: 'system connect' },
    ])
    const today = built.clock.now().toISOString().slice(0, 10)
    expect((await ask({ from: today, to: today })).entries).toHaveLength(50)
    expect((await ask({ to: '2020-01-01' })).entries).toEqual([])
    for (const query of ['from=July', 'to=2026-02-31', 'from=0000-01-01', 'search=a%00b'])
      expect([query, (await built.call(`${auditPaths.search}?${query}`, provider)).status]).toEqual([
        query,
        400,
      ])
    const file = await fetch(`${built.url}${auditPaths.export}?outcome=refused`, {
      headers: provider.headers,
    })
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect((await file.text()).split('\r\n')).toEqual([
      'id,at,user_id,who,action,system,outcome,before,after',
      expect.stringContaining('settings,North Quarter,application_rate_range'),
      '',
    ])
    expect((await ask({ search: 'audit export' })).entries).toMatchObject([
      { after: { outcome: 'refused', entries: 1 } },
    ])
  })
})
