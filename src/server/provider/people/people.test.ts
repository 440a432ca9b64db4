/** People on the desk: the effect of each action on account, sessions and mails; and that erasure leaves nothing. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { accountPaths } from '#contract/accounts/account-paths.ts'
import { attention, deskPaths } from '#contract/accounts/desk.ts'
import { people, peoplePaths, personExport, personPath } from '#contract/accounts/desk-people.ts'
import { probePaths } from '#contract/probes.ts'
import { logIn, PASSWORD, type SignedIn } from '../../testing/accounts.ts'
import type { Built } from '../../testing/build.ts'
import { eventually } from '../../testing/test-device.ts'
import { farmOn, providerOf, signedUpUser, validInput } from '../../testing/factories.ts'

const WHY = { reason: 'Called and proved who they are' }

async function desk(variables: Record<string, string> = {}) {
  const setup = await farmOn(variables)
  const { built } = setup
  const provider = await signedUpUser(built)
  await providerOf(built).grant(provider.email)
  const post = (path: 'act' | 'mail' | 'export' | 'erase', id: number, json: object) =>
    built.call(personPath(path, id), { json: { ...WHY, ...json }, headers: provider.headers })
  const list = async (query: Record<string, string> = {}) =>
    people.parse((await built.call(`${peoplePaths.list}?${new URLSearchParams(query)}`, provider)).body)
  return { ...setup, provider, post, list }
}

/** A person who has signed up without activating. */
async function signUp({ call, kit }: Built, email: string): Promise<number> {
  const json = { name: 'Nora New', email, password: PASSWORD, re_password: PASSWORD }
  expect((await call(accountPaths.users, { json })).status).toBe(201)
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(
    kit.database.reader,
  )
  return rows[0]?.id ?? 0
}

const tries = ({ call }: Built, email: string, password: string) =>
  call(accountPaths.create, { json: { email, password } })

describe('people', () => {
  it('are found by name and address, in order, page by page', async () => {
    const { built, owner, provider, list } = await desk()
    for (let n = 0; n < 51; n += 1) await signedUpUser(built)
    await sql`update users set name = 'Aaron' where id = ${owner.id}`.execute(built.kit.database.reader)
    const first = await list()
    expect(first.people).toHaveLength(50)
    expect(first.people[0]).toMatchObject({
      name: 'Aaron',
      state: 'open',
      systems: [{ name: 'North Quarter', role: 'owner' }],
    })
    const second = await list({ after: String(first.next) })
    expect([second.people.length, second.next]).toEqual([3, null])
    const ids = [...first.people, ...second.people].map(({ id }) => id)
    expect(new Set(ids).size).toBe(53)
    expect((await list({ search: owner.email.toUpperCase() })).people.map(({ id }) => id)).toEqual([owner.id])
    expect((await list({ search: '%' })).people).toEqual([])
    expect((await list({ search: provider.email })).people).toMatchObject([{ provider: true }])
  })

  it('get their mail again, or are activated by hand, each audited with its reason', async () => {
    const { built, post } = await desk()
    const id = await signUp(built, 'nora@farm.example')
    expect((await post('mail', id, { purpose: 'reset' })).body).toMatchObject({ code: 'account_not_open' })
    expect((await post('mail', id, { purpose: 'activation' })).status).toBe(204)
    expect((await post('act', id, { act: 'activate', reason: '' })).body).toMatchObject({
      code: 'reason_missing',
    })
    expect(await post('act', id, { act: 'activate' })).toMatchObject({ status: 200, body: { state: 'open' } })
    expect((await tries(built, 'nora@farm.example', PASSWORD)).status).toBe(200)
    expect((await post('act', id, { act: 'activate' })).body).toMatchObject({ code: 'account_is_open' })
    expect((await post('mail', id, { purpose: 'reset' })).status).toBe(204)
    await eventually('the mail for a new password', async () =>
      (await built.mailTo('nora@farm.example')).includes('/password/reset/confirm/') ? true : null,
    )
    expect((await post('act', 999_999, { act: 'activate' })).status).toBe(404)
    const { rows } = await sql<{ outcome: string; after: object }>`
      select outcome, after from audit where action like 'person%' and outcome = 'accepted' order by id`.execute(
      built.kit.database.reader,
    )
    expect(rows.map(({ after }) => after)).toMatchObject([
      { person: id, purpose: 'activation', ...WHY },
      { person: id, act: 'activate', ...WHY },
      { person: id, purpose: 'reset', ...WHY },
    ])
  })

  it('are unlocked after too many wrong passwords', async () => {
    const { built, owner, post } = await desk({ TRUST_PROXY: 'loopback' })
    let host = 0
    // each time from another address, so that only the account's count matters
    const tryFromElsewhere = (password: string) => {
      host += 1
      return built.call(accountPaths.create, {
        json: { email: owner.email, password },
        headers: { 'x-forwarded-for': `10.9.8.${host}` },
      })
    }
    for (let n = 0; n < 11; n += 1) await tryFromElsewhere('wrong')
    expect((await tryFromElsewhere(PASSWORD)).status).toBe(429)
    expect((await post('act', owner.id, { act: 'unlock' })).status).toBe(200)
    expect((await tryFromElsewhere(PASSWORD)).status).toBe(200)
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from audit where action = 'person act'`.execute(built.kit.database.reader)
    expect(rows[0]?.n).toBe(1)
  })

  it('are disabled at once, on every device, and no mail activates the account again', async () => {
    const { built, owner, post } = await desk()
    const { access, refresh, cookie } = await logIn(built, owner.email)
    expect(await post('act', owner.id, { act: 'disable' })).toMatchObject({ body: { state: 'disabled' } })
    for (const token of [access, owner.access])
      expect((await built.call(accountPaths.me, { headers: { authorization: `JWT ${token}` } })).status).toBe(
        401,
      )
    expect((await built.call(accountPaths.refresh, { json: { refresh } })).status).toBe(401)
    expect((await built.call('/dev4/fetchSystems?userId=1', { headers: { cookie } })).status).toBe(401)
    expect((await tries(built, owner.email, PASSWORD)).status).toBe(401)
    expect((await post('mail', owner.id, { purpose: 'reset' })).body).toMatchObject({
      code: 'account_disabled',
    })
    expect((await post('act', owner.id, { act: 'activate' })).body).toMatchObject({
      code: 'account_disabled',
    })
    expect(await post('act', owner.id, { act: 'enable' })).toMatchObject({ body: { state: 'open' } })
    expect((await tries(built, owner.email, PASSWORD)).status).toBe(200)
    expect((await built.call(accountPaths.me, owner)).status).toBe(401)
  })

  it('with the provider role are left to the command line', async () => {
    const { provider, post } = await desk()
    for (const act of ['disable', 'unlock'])
      expect((await post('act', provider.id, { act })).body).toMatchObject({ code: 'account_of_provider' })
    expect((await post('erase', provider.id, { confirm: provider.email })).status).toBe(409)
  })
})

describe('data of a person', () => {
  const save = (built: Built, user: SignedIn) =>
    built.call(probePaths.save, {
      json: { fieldName: 'Home', probes: [[51.06, -114.15, '7']] },
      headers: user.headers,
    })

  it('is exported without secrets', async () => {
    const { built, owner, post } = await desk()
    await save(built, owner)
    const answer = await post('export', owner.id, {})
    const { tables, person } = personExport.parse(answer.body)
    expect(person.email).toBe(owner.email)
    expect(Object.keys(tables)).toEqual(
      expect.arrayContaining(['users', 'memberships', 'probe_groups', 'token_families']),
    )
    expect(JSON.stringify(tables['probe_groups'])).toContain('Home')
    const text = JSON.stringify(answer.body)
    for (const secret of ['argon2', 'password_hash', 'secret_sha256', 'successor'])
      expect(text).not.toContain(secret)
  })

  it('is erased once the address is confirmed; the systems stay with the provider, who sees since when', async () => {
    const { built, owner, post, provider, send } = await desk()
    await save(built, owner)
    expect((await send(validInput())).status).toBe(200)
    expect((await post('erase', owner.id, { confirm: 'somebody@farm.example' })).body).toMatchObject({
      code: 'address_not_confirmed',
    })
    expect((await post('erase', owner.id, { confirm: owner.email.toUpperCase() })).status).toBe(204)
    expect((await built.call(accountPaths.me, owner)).status).toBe(401)
    const { rows } = await sql<{ text: string }>`
      select t::text as text from system_commands t union all select t::text from users t
      union all select t::text from probe_groups t`.execute(built.kit.database.reader)
    expect(rows.filter(({ text }) => text.includes(owner.email) || text.includes(owner.name))).toEqual([])
    expect(rows.some(({ text }) => text.includes('Former user'))).toBe(true)
    const found = attention.parse((await built.call(deskPaths.attention, provider)).body)
    const ownerless = found.items.find(({ need }) => need === 'ownerless')
    expect(ownerless).toMatchObject({ system: 'North Quarter', owner: null })
    expect(ownerless?.since).not.toBeNull()
  })

  it('is erased with an account that its owner closes, and its system is listed as without an owner', async () => {
    const { built, owner, provider } = await desk()
    const closed = await built.call(accountPaths.me, {
      method: 'DELETE',
      json: { current_password: PASSWORD },
      headers: owner.headers,
    })
    expect(closed.status).toBe(204)
    const found = attention.parse((await built.call(deskPaths.attention, provider)).body)
    expect(found.counts.ownerless).toBe(1)
  })
})
