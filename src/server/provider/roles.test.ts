/**
 * Every route of the product, tried with the other kind of account: customers at the desk, the provider on customers' routes.
 * Planted faults found: a desk route behind the customers' guard, one refused after its body was read, a cookie that opens pictures.
 */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import { problems } from '../../contract/errors.ts'
import { deskPaths, deskSystemPath } from '../../contract/accounts/desk.ts'
import type { Built } from '../testing/build.ts'
import { connectedSystem, farm, providerOf, signedUpUser } from '../testing/factories.ts'
import { documentedRoutes } from '../testing/routes.ts'

/** Calls for accounts of any role, and those about files and messages, with which the provider supports customers. */
const OF_BOTH =
  /^[A-Z]+ \/(auth\/|api\/preferences\/$|api\/support-access\/leave\/$|api\/weather\/file\/$|api\/readings\/(file|fields)\/$)/
const DESK = '/api/provider/'

async function theProvider(built: Built) {
  const provider = await signedUpUser(built)
  await providerOf(built).grant(provider.email)
  return provider
}

describe('every call of the desk', () => {
  it('is refused to customers before its body is read, and audited', async () => {
    const { built, owner } = await farm()
    const desk = (await documentedRoutes(built)).filter(({ path }) => path.startsWith(DESK))
    expect(desk.length).toBeGreaterThanOrEqual(7)
    for (const { method, path } of desk) {
      const headers = { ...owner.headers, 'content-type': 'application/json' }
      const answer = await built.call(path, { method, headers })
      const { message } = problems.provider_only
      expect([method, path, answer.status, answer.body]).toEqual([
        method,
        path,
        403,
        { message, detail: message, code: 'provider_only' },
      ])
      // invalid JSON is refused for the sender's role
      if (method === 'GET') continue
      const broken = await fetch(built.url + path, { method, headers, body: '{' })
      expect([method, path, broken.status]).toEqual([method, path, 403])
      built.clock.advance(1000)
    }
    const { rows } = await sql<{ n: number }>`select count(*) as n from audit
      where user_id = ${owner.id} and action = 'provider call' and outcome = 'provider_only'`.execute(
      built.kit.database.reader,
    )
    expect(rows[0]?.n).toBeGreaterThanOrEqual(desk.length)
  })

  it('is refused from the moment on at which the role is revoked', async () => {
    const { built } = await farm()
    const provider = await theProvider(built)
    const look = () => built.call(deskPaths.systems, provider)
    expect((await look()).status).toBe(200)
    await providerOf(built).revoke(provider.email)
    expect((await look()).status).toBe(401)
    await expect(
      built.kit.database.asProvider(provider.id, (tx) => sql`select id from systems`.execute(tx)),
    ).resolves.toMatchObject({ rows: [] })
  })
})

describe('every call of customers', () => {
  it('is refused to the provider, by token and by cookie', async () => {
    const { built } = await farm()
    const provider = await theProvider(built)
    const routes = (await documentedRoutes(built)).filter(
      ({ method, path, secured }) => secured && !path.startsWith(DESK) && !OF_BOTH.test(`${method} ${path}`),
    )
    expect(routes.length).toBeGreaterThan(60)
    for (const { method, path } of routes) {
      const answer = await built.call(path, { method, headers: provider.headers })
      expect([method, path, answer.status, answer.body]).toMatchObject([
        method,
        path,
        403,
        { code: 'customers_only' },
      ])
    }
    for (const path of ['/dates?user_id=1', `/dev4/fetchSystems?userId=${provider.id}`])
      expect([path, (await built.call(path, { headers: { cookie: provider.cookie } })).status]).toEqual([
        path,
        403,
      ])
    expect((await built.call(accountPaths.me, provider)).body).toEqual({
      id: provider.id,
      name: provider.name,
      email: provider.email,
    })
  })
})

describe('the role', () => {
  it('is not granted to somebody with systems, and no system is connected to a provider', async () => {
    const { built, owner } = await farm()
    await expect(providerOf(built).grant(owner.email)).rejects.toThrow(problems.provider_has_systems.message)
    const provider = await theProvider(built)
    await expect(connectedSystem(built, provider, { name: 'Desk' })).rejects.toThrow(
      problems.owner_is_provider.message,
    )
  })

  it('sees all systems under row-level security, and cannot change anything there', async () => {
    const { built, owner } = await farm()
    const provider = await theProvider(built)
    expect((await built.call(deskSystemPath('North Quarter'), provider)).body).toMatchObject({
      view: { name: 'North Quarter' },
      members: [{ email: owner.email, role: 'owner' }],
    })
    const asProvider = (statement: string, id = provider.id) =>
      built.kit.database.asProvider(id, (tx) => sql.raw(statement).execute(tx))
    expect((await asProvider('select name from systems')).rows).toEqual([{ name: 'North Quarter' }])
    // a customer in the provider's database role sees nothing
    for (const table of ['systems', 'memberships', 'audit', 'alerts', 'device_credentials'])
      expect([table, (await asProvider(`select 1 from ${table}`, owner.id)).rows]).toEqual([table, []])
    for (const statement of [
      'select password_hash from users',
      'select secret_sha256 from device_credentials',
      'select * from refresh_tokens',
      'select * from mail_tokens',
      'select * from readings',
      "update systems set name = 'Mine'",
      'delete from memberships',
      "insert into system_commands select gen_random_uuid(), 1, 1, null, '', null, '{}', now(), null",
      'update users set provider = true',
    ])
      await expect(asProvider(statement)).rejects.toThrow('permission denied')
  })
})
