/**
 * Too many attempts are refused. Planted faults found: if the count after the hash does not refuse, parallel guesses are
 * all answered; if X-Forwarded-For is trusted, one address is never refused; without a count per account, many addresses.
 */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { accountPaths } from '#contract/accounts/account-paths.ts'
import { openAccountQuickly, PASSWORD, signedIn } from '../../testing/accounts.ts'
import { type Answer, type Built, build, shared } from '../../testing/build.ts'
import { signedUpUser } from '../../testing/factories.ts'
import { provesRow } from '../../testing/reliability.ts'

const SECRET = 'a-secret-of-this-test-and-of-nothing-else'
const QUARTER_HOUR_MS = 15 * 60_000

const guess = ({ call }: Built, email: string, from?: string, password = 'not-the-password') =>
  call(accountPaths.create, {
    json: { email, password },
    headers: from ? { 'x-forwarded-for': from } : {},
  })

async function inTurn(times: number, ask: (at: number) => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = []
  for (let at = 0; at < times; at += 1) statuses.push((await ask(at)).status)
  return statuses
}

const ten = (status: number, then: number[]) => [...Array.from({ length: 10 }, () => status), ...then]

/** Attempts are counted by address, and each test has its own. */
const server = shared(() => build({ TRUST_PROXY: 'loopback' }))

describe('guesses on one account', () => {
  it('are answered ten times, then refused, including the right one, for at most a quarter of an hour', async () => {
    provesRow('A8', 15)
    const built = await build()
    const { email } = await signedIn(built)
    expect(await inTurn(12, () => guess(built, email))).toEqual(ten(401, [429, 429]))
    const refused = await guess(built, email, undefined, PASSWORD)
    const wait = Number(refused.headers.get('retry-after'))
    expect(refused).toMatchObject({
      status: 429,
      body: { detail: `Request was throttled. Expected available in ${wait} seconds.` },
    })
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(QUARTER_HOUR_MS / 1000)
    // attempts in between do not extend it
    built.clock.advance(QUARTER_HOUR_MS / 2)
    expect((await guess(built, email)).status).toBe(429)
    built.clock.advance(QUARTER_HOUR_MS / 2)
    expect((await guess(built, email, undefined, PASSWORD)).status).toBe(200)
  })

  it('are counted together from all addresses, and in any spelling of the e-mail address', async () => {
    const built = server()
    await signedIn(built)
    const spellings = ['pat@farm.example', 'PAT@farm.example', 'Pat@FARM.example']
    const statuses = await inTurn(11, (at) => guess(built, spellings[at % 3] ?? '', `192.0.2.${at}`))
    expect(statuses).toEqual(ten(401, [429]))
  })

  it('are answered ten times when 200 come concurrently, at two processes', async () => {
    provesRow('A8', 200)
    const one = await build({ JWT_SECRET: SECRET, TRUST_PROXY: 'loopback' })
    const two = await build({
      JWT_SECRET: SECRET,
      TRUST_PROXY: 'loopback',
      DATABASE_URL: one.databaseUrl,
    })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        guess(at % 2 ? one : two, 'nobody@farm.example', `192.0.2.${at}`),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(190)
  })

  it('from elsewhere do not lock out the owner, who has signed in from home before', async () => {
    const built = server()
    const { email } = await signedUpUser(built)
    const home = '198.51.100.7'
    expect((await guess(built, email, home, PASSWORD)).status).toBe(200)
    await inTurn(11, (at) => guess(built, email, `192.0.2.${at}`))
    expect((await guess(built, email, '192.0.2.99', PASSWORD)).status).toBe(429)
    expect((await guess(built, email, home, PASSWORD)).status).toBe(200)
    // home is limited as well, separately
    expect(await inTurn(11, () => guess(built, email, home))).toEqual(ten(401, [429]))
  })

  it('count for a wrong password when closing an account', async () => {
    const built = server()
    const { headers: own } = await signedUpUser(built)
    const headers = { ...own, 'x-forwarded-for': '203.0.113.5' }
    const close = () =>
      built.call(accountPaths.me, { method: 'DELETE', json: { current_password: 'no' }, headers })
    expect(await inTurn(11, close)).toEqual(ten(400, [429]))
  })
})

describe('one password tried on many accounts', () => {
  it('is answered ten times when 200 come concurrently from one address, whatever X-Forwarded-For says', async () => {
    provesRow('A8', 200)
    const built = await build()
    const names = Array.from({ length: 200 }, (_, at) => ({ name: `g${at}`, email: `g${at}@farm.example` }))
    // some are nobody's: they are counted like the others
    const growers = names.filter((_, at) => at % 40 > 0)
    // together they would wait for connections, longer than requests may
    for (const grower of growers) await openAccountQuickly(built.kit, grower)
    const answers = await Promise.all(names.map(({ email }, at) => guess(built, email, `192.0.2.${at}`)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(190)
    for (const { headers } of refused) {
      const wait = Number(headers.get('retry-after'))
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(QUARTER_HOUR_MS / 1000)
    }
    const right = () =>
      Promise.all(growers.slice(0, 9).map(({ email }) => guess(built, email, undefined, PASSWORD)))
    expect(new Set((await right()).map(({ status }) => status))).toEqual(new Set([429]))
    built.clock.advance(QUARTER_HOUR_MS)
    // a success does not reset the count of an address
    expect(new Set((await right()).map(({ status }) => status))).toEqual(new Set([200]))
    expect(await inTurn(11, (at) => guess(built, growers[20 + at]?.email ?? ''))).toEqual(ten(401, [429]))
  })

  it('is counted by client address behind a trusted proxy', async () => {
    const built = server()
    const statuses = await inTurn(15, (at) => guess(built, `grower-${at}@farm.example`, `192.0.2.${at}`))
    expect(new Set(statuses)).toEqual(new Set([401]))
  })
})

describe('sign-up', () => {
  const signUp = ({ call }: Built, email: string) =>
    call(accountPaths.users, {
      json: { name: 'Pat', email, password: PASSWORD, re_password: PASSWORD },
    })

  it('reveals ten times that an address is taken, and accepts sixty people of one office', async () => {
    const built = await build()
    const { email } = await signedUpUser(built)
    const people = await inTurn(60, (at) => signUp(built, `grower-${at}@farm.example`))
    expect(new Set(people)).toEqual(new Set([201]))
    expect(await inTurn(11, () => signUp(built, email))).toEqual(ten(409, [429]))
    built.clock.advance(QUARTER_HOUR_MS)
    expect((await signUp(built, email)).status).toBe(409)
  })
})

describe('requested mails', () => {
  it('are sent to one account five times an hour, with the same answer', async () => {
    const built = await build()
    const { email } = await signedIn(built)
    const ask = () => built.call(accountPaths.resetPassword, { json: { email } })
    const answers = await Promise.all(Array.from({ length: 12 }, ask))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    const orders = async () =>
      (
        await built.kit.database.pool.query(
          `select 1 from jobs where name in ('account-link-wanted', 'send-mail')`,
        )
      ).rowCount
    await expect.poll(orders, { timeout: 10_000 }).toBe(0)
    expect(await readdir(path.join(built.dataDir, 'outbox'))).toHaveLength(5)
  })
})

describe('counters', () => {
  it('contain no names, and are deleted when they expire', async () => {
    const built = await build({ TRUST_PROXY: 'loopback' })
    await inTurn(5, (at) => guess(built, `grower-${at}@farm.example`, `192.0.2.${at}`))
    const all = () => built.kit.database.pool.query('select key, count from auth_throttles')
    const { rows } = await all()
    expect(rows).toHaveLength(10)
    expect(rows.map(({ key }) => key.toString('latin1')).join()).not.toMatch(/farm|192/)
    built.clock.advance(QUARTER_HOUR_MS)
    await guess(built, 'grower-9@farm.example', '192.0.2.9')
    expect((await all()).rows).toHaveLength(2)
  })
})
