/**
 * Changes by users to their own account. Planted faults found: a deletion that only marks the row leaves the tokens valid;
 * one without the password check closes the account; a login that does not check again after its hash succeeds.
 */
import { describe, expect, it } from 'vitest'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import { cookieOf, logIn, PASSWORD, signedIn } from '../testing/accounts.ts'
import { type Built, build, shared } from '../testing/build.ts'
import { expectEnded, expectOpen } from '../testing/ended-session.ts'
import { connectedSystem, signedUpUser } from '../testing/factories.ts'
import { provesRow } from '../testing/reliability.ts'

const close = ({ call }: Built, headers: Record<string, string>, password: unknown = PASSWORD) =>
  call(accountPaths.me, { method: 'DELETE', json: { current_password: password }, headers })

const rowOf = async ({ kit }: Built, id: number) =>
  (await kit.database.pool.query('select * from users where id = $1', [id])).rows

const server = shared(() => build())

describe('the name', () => {
  it('can be changed, and nothing else with it', async () => {
    const built = server()
    const { headers, id, email } = await signedUpUser(built)
    const [before] = await rowOf(built, id)
    const foreignFields = {
      id: 9,
      user_id: 9,
      owner: 9,
      role: 'owner',
      email: 'x@farm.example',
      active: false,
      provider: true,
    }
    const answer = await built.call(accountPaths.me, {
      method: 'PATCH',
      json: { name: '  Ann Grower ', ...foreignFields, password: 'x', password_hash: 'x' },
      headers,
    })
    expect(answer).toMatchObject({ status: 200, body: { id, name: 'Ann Grower', email } })
    expect(await rowOf(built, id)).toEqual([{ ...before, name: 'Ann Grower' }])
  })

  it.each([
    ['', 'This field may not be blank.'],
    [null, 'This field may not be null.'],
    [['x'], 'Not a valid string.'],
    ['x'.repeat(256), 'Ensure this field has no more than 255 characters.'],
    ['a\0b', 'Null characters are not allowed.'],
  ])('is refused when it is %j', async (name, sentence) => {
    const built = server()
    const { headers } = await signedUpUser(built)
    const answer = await built.call(accountPaths.me, { method: 'PATCH', json: { name }, headers })
    expect(answer).toMatchObject({ status: 400, body: { name: [sentence] } })
  })
})

describe('closing an account', () => {
  it('ends every login, refresh token and cookie at once, and frees the address', async () => {
    provesRow('A6', 1)
    const built = server()
    const { call } = built
    const session = await signedIn(built)
    const { id, email, headers } = session
    const otherSession = await logIn(built, email)
    for (const open of [session, otherSession]) await expectOpen(built, id, open)
    const answer = await close(built, headers)
    expect(answer.status).toBe(204)
    expect(cookieOf(answer.headers)).toBe('headgate=')
    for (const ended of [session, otherSession]) await expectEnded(built, id, ended)
    expect((await call(accountPaths.create, { json: { email, password: PASSWORD } })).status).toBe(401)
    const again = await signedIn(built)
    expect(again.id).not.toBe(id)
    expect((await call(accountPaths.me, { headers })).status).toBe(401)
  })

  it('requires the password', async () => {
    const built = server()
    const { id, headers } = await signedUpUser(built)
    expect(await close(built, headers, 'wrong')).toMatchObject({
      status: 400,
      body: { current_password: ['Invalid password.'] },
    })
    expect((await close(built, headers, 'x'.repeat(4097))).status).toBe(400)
    expect(await rowOf(built, id)).toHaveLength(1)
  })

  it('leaves the system to the provider, without its members', async () => {
    const built = server()
    const [pat, kim] = [await signedUpUser(built), await signedUpUser(built)]
    await connectedSystem(built, pat, { name: 'North Quarter' })
    await connectedSystem(built, kim, { name: 'South Quarter' })
    expect((await close(built, pat.headers)).status).toBe(204)
    const { rows } = await built.kit.database.pool.query(
      'select name, user_id from systems s left join memberships m on m.system_id = s.id order by name',
    )
    expect(rows).toEqual([
      { name: 'North Quarter', user_id: null },
      { name: 'South Quarter', user_id: kim.id },
    ])
  })
})

describe('a login whose password was right when it started', () => {
  it.each([
    ['the account is closed', 'delete from users where id = $1'],
    ['the password is changed', "update users set password_hash = 'another' where id = $1"],
    ['the account is shut', 'update users set active = false where id = $1'],
  ])('is refused when %s meanwhile', async (_name, change) => {
    provesRow('A6', 1)
    const built = server()
    const { id, email } = await signedUpUser(built)
    const { pool } = built.kit.database
    const client = await pool.connect()
    const waiting = () =>
      pool
        .query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")
        .then(({ rowCount }) => rowCount)
    await client.query('begin')
    await client.query('select from users where id = $1 for update', [id])
    const login = built.call(accountPaths.create, { json: { email, password: PASSWORD } })
    try {
      await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
      await client.query(change, [id])
      await client.query('commit')
    } finally {
      client.release()
    }
    expect((await login).status).toBe(401)
  })
})
