/** Access control: foreign systems are not found, viewers are read-only, every attempt is audited. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { systemPaths } from '../../contract/systems.ts'
import type { Built } from '../testing/build.ts'
import { connectedSystem, farm, providerOf, signedUpUser, validInput } from '../testing/factories.ts'

async function rows(built: Built, query: ReturnType<typeof sql>): Promise<unknown[]> {
  return (await query.execute(built.kit.database.reader)).rows
}

const counts = (built: Built) =>
  rows(
    built,
    sql`select (select count(*) from system_commands) as commands, (select count(*) from desired_states) as desired,
      (select max(settings_rev) from systems) as rev, (select count(*) from audit where action = 'settings') as audit`,
  )

describe('a foreign system', () => {
  // fails when membership.store.ts ignores the user and the policies of 005 are off; either alone is enough
  it('is not found in any spelling, and nothing is written', async () => {
    const { built, owner, send } = await farm()
    const other = await signedUpUser(built)
    await connectedSystem(built, other, { name: 'South Quarter' })
    const twins = [
      'South Quarter',
      'south quarter',
      'SOUTH QUARTER',
      'South Quarter ',
      ' South Quarter',
      'South  Quarter',
      'South\u00A0Quarter',
      'South Quarter\n',
      'South Quarter\0',
      'Sоuth Quarter',
      'Ｓouth Quarter',
      'South Qua\u0301rter',
      'South%20Quarter',
      '../South Quarter',
      "South Quarter' or '1'='1",
      'north quarter',
      'North Quarter ',
      'x'.repeat(65),
      'x'.repeat(5000),
      '\uD800',
      '__proto__',
      '%',
      '_',
    ]
    for (const system_name of twins) {
      const answer = await send(validInput({ system_name }))
      expect([system_name, answer.status, answer.body]).toEqual([
        system_name,
        404,
        { message: 'Not found.', detail: 'Not found.', code: 'system_not_found' },
      ])
      const history = await built.call(
        `${systemPaths.commands}?system=${encodeURIComponent(system_name.toWellFormed())}`,
        owner,
      )
      expect([system_name, history.status]).toEqual([system_name, 404])
    }
    expect(await counts(built)).toEqual([{ commands: 0, desired: 0, rev: 0, audit: twins.length }])
  })

  it('is readable but not changeable by a viewer', async () => {
    const { built, owner, send } = await farm()
    const [viewer, operator] = [await signedUpUser(built), await signedUpUser(built)]
    await providerOf(built).share('North Quarter', viewer.email, 'viewer')
    await providerOf(built).share('North Quarter', operator.email, 'operator')
    expect(await send(validInput(), {}, viewer)).toMatchObject({
      status: 403,
      body: { code: 'role_may_not_change' },
    })
    expect((await send(validInput(), {}, operator)).status).toBe(200)
    expect((await built.call(systemPaths.list, viewer)).body).toMatchObject([
      { role: 'viewer', desired: { settings_rev: 1 } },
    ])
    expect((await built.call(`${systemPaths.commands}?system=North%20Quarter`, owner)).body).toMatchObject({
      commands: [{ who: operator.name, settings_rev: 1 }],
    })
  })
})

describe('the audit', () => {
  it('has one permanent row for each attempt', async () => {
    const { built, owner, send } = await farm()
    await send(validInput())
    await send(validInput({ application_rate: 'a\0b'.repeat(100), root_depth: { deep: ['x'] } }))
    await send(validInput({ application_rate: 1 }), { 'if-match': '"0"' })
    const audit = await rows(
      built,
      sql`select user_id, system_name, settings_rev, outcome, before->>'application_rate' as from, after->>'application_rate' as to
        from audit where action = 'settings' order by id`,
    )
    const row = { user_id: owner.id, system_name: 'North Quarter', settings_rev: 1 }
    expect(audit).toEqual([
      { ...row, outcome: 'accepted', from: null, to: '0.8' },
      { ...row, outcome: 'number_expected', from: '0.8', to: 'a\u{FFFD}b'.repeat(27).slice(0, 80) },
      { ...row, outcome: 'settings_changed_meanwhile', from: '0.8', to: '1' },
    ])
    const { reader } = built.kit.database
    await expect(sql`update audit set outcome = 'accepted'`.execute(reader)).rejects.toThrow('append-only')
    await expect(sql`delete from audit`.execute(reader)).rejects.toThrow('append-only')
    await expect(sql`truncate audit`.execute(reader)).rejects.toThrow('append-only')
  })
})

describe('row-level security', () => {
  // fails without `enable row level security`
  it('hides the rows of other customers from a query without a condition on the user', async () => {
    const { built, owner, send } = await farm()
    const other = await signedUpUser(built)
    await connectedSystem(built, other, { name: 'South Quarter' })
    await send(validInput())
    await send(validInput({ system_name: 'South Quarter' }), {}, other)
    const seen = await built.kit.database.asCustomer(owner.id, async (tx) => ({
      systems: (await sql`select name from systems`.execute(tx)).rows,
      members: (await sql`select user_id from memberships`.execute(tx)).rows,
      commands: (await sql`select user_id from system_commands`.execute(tx)).rows,
      desired: (await sql`select count(*) from desired_states`.execute(tx)).rows,
      changed: (await sql`update systems set settings_rev = 9 where name = 'South Quarter'`.execute(tx))
        .numAffectedRows,
    }))
    expect(seen).toEqual({
      systems: [{ name: 'North Quarter' }],
      members: [{ user_id: owner.id }],
      commands: [{ user_id: owner.id }],
      desired: [{ count: 1 }],
      changed: 0n,
    })
    const { asCustomer } = built.kit.database
    await expect(asCustomer(owner.id, (tx) => sql`select * from audit`.execute(tx))).rejects.toThrow(
      'permission denied',
    )
    await expect(
      asCustomer(owner.id, (tx) =>
        sql`insert into memberships select id, ${owner.id}, 'owner' from systems`.execute(tx),
      ),
    ).rejects.toThrow('permission denied')
  })
})
