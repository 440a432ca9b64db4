/**
 * Any body of an auth call gets a documented answer. Planted faults found: a rule that reads `body.email.trim()` before
 * the fields are checked; a limit of a megabyte.
 */
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import { PASSWORD, signedIn } from '../testing/accounts.ts'
import { type Built, build, shared } from '../testing/build.ts'
import { soak } from '../testing/soak.ts'
import { provesRow } from '../testing/reliability.ts'

const LEAKS = /node_modules|\.ts:|\bat \w+ \(|select |insert |postgres|fastify|argon|\/src\//i

/** Sends raw bytes. */
async function send(
  { app }: Built,
  path: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
) {
  const answer = await app.http.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
    remoteAddress: `10.${Math.floor(Math.random() * 200)}.${Math.floor(Math.random() * 200)}.9`,
  })
  return { status: answer.statusCode, text: answer.body }
}

const strange = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    null,
    '',
    ' ',
    0,
    -1,
    1e308,
    [],
    {},
    true,
    '\0',
    '\ud800',
    'x'.repeat(5000),
    '__proto__',
    'null',
  ),
)

interface Case {
  path: string
  /** A body that is accepted; `n` makes it unique. */
  good: (n: number) => Record<string, unknown>
  statuses: number[]
  /** How far the clock advances before each. */
  waitMs?: number
}

const cases: Case[] = [
  {
    path: accountPaths.resetPassword,
    good: (n) => ({ email: `nobody-${n}@farm.example` }),
    statuses: [204, 400],
  },
  {
    path: accountPaths.resendActivation,
    good: (n) => ({ email: `nobody-${n}@farm.example` }),
    statuses: [204, 400],
  },
]

interface Body {
  text: string
  /** Must be accepted; of the others some are valid as well. */
  valid?: true
}

/** A valid body, one with a field changed or removed, or one cut off. */
function bodies(good: Case['good']): fc.Arbitrary<Body> {
  const complete = fc.nat(1e6).map(good)
  const mutated = fc.tuple(complete, strange, fc.nat(9)).map(([body, value, at]) => {
    const names = Object.keys(body)
    return JSON.stringify({ ...body, [names[at % names.length] ?? '']: value })
  })
  const missing = fc.tuple(complete, fc.nat(9)).map(([body, at]) => {
    const names = Object.keys(body)
    return JSON.stringify(
      Object.fromEntries(Object.entries(body).filter((_, index) => index !== at % names.length)),
    )
  })
  const cut = fc.tuple(complete, fc.nat(30)).map(([body, at]) => JSON.stringify(body).slice(0, at))
  const strangeText = strange.map((value) => JSON.stringify(value))
  const other = fc.oneof(
    { arbitrary: mutated, weight: 3 },
    missing,
    cut,
    strangeText,
    fc.string({ unit: 'binary', maxLength: 60 }),
  )
  return fc.oneof(
    { arbitrary: complete.map((body) => ({ text: JSON.stringify(body), valid: true as const })), weight: 4 },
    { arbitrary: other.map((text) => ({ text })), weight: 7 },
  )
}

async function expectDocumented(
  built: Built,
  { path, good, statuses, waitMs = 60_000 }: Case,
  runs: number,
): Promise<number> {
  const successes = statuses.filter((status) => status < 300)
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(bodies(good), async (body) => {
      // the clock advances, so no rate limit applies
      built.clock.advance(waitMs)
      const { status, text } = await send(built, path, body.text)
      expect(body.valid ? successes : statuses).toContain(status)
      if (body.valid) accepted += 1
      expect(text.length).toBeLessThanOrEqual(2048)
      expect(text).not.toMatch(LEAKS)
      expect(text === '' || typeof JSON.parse(text) === 'object').toBe(true)
    }),
    { numRuns: runs },
  )
  return accepted
}

describe('fuzzed bodies', () => {
  const server = shared(() => build({ ACCESS_TTL: '90d', REFRESH_TTL: '90d' }))

  it.each(cases)('get documented answers from $path', async (call) => {
    provesRow('D1', soak(100, 10_000))
    const built = server()
    expect(await expectDocumented(built, call, soak(100, 10_000))).toBeGreaterThan(0)
  })

  it('get documented answers from sign-up', async () => {
    provesRow('D1', soak(50, 1000))
    const built = server()
    let serial = 0
    const good = () => {
      serial += 1
      return { name: 'Pat', email: `pat-${serial}@farm.example`, password: PASSWORD, re_password: PASSWORD }
    }
    const call = { path: accountPaths.users, good, statuses: [201, 400, 409] }
    expect(await expectDocumented(built, call, soak(50, 1000))).toBeGreaterThan(0)
  })

  it('get documented answers from login, verification and renewal', async () => {
    provesRow('D1', soak(220, 12_000))
    const built = server()
    const { email, access, refresh } = await signedIn(built)
    // first, and without waiting: a used token can be used again for a minute only
    const renew = {
      path: accountPaths.refresh,
      good: () => ({ refresh }),
      statuses: [200, 400, 401],
      waitMs: 0,
    }
    expect(await expectDocumented(built, renew, soak(70, 1000))).toBeGreaterThan(0)
    const login = {
      path: accountPaths.create,
      good: () => ({ email, password: PASSWORD }),
      statuses: [200, 400, 401],
    }
    expect(await expectDocumented(built, login, soak(50, 1000))).toBeGreaterThan(0)
    const verify = { path: accountPaths.verify, good: () => ({ token: access }), statuses: [200, 400, 401] }
    expect(await expectDocumented(built, verify, soak(100, 10_000))).toBeGreaterThan(0)
  })
})

describe('malicious bodies', () => {
  const paths = [accountPaths.users, accountPaths.create, accountPaths.resetPassword, accountPaths.verify]
  const server = shared(() => build())

  it.each([
    ['ten megabytes', `{"email":"${'x'.repeat(10_000_000)}"}`, {}, 413],
    ['64 KiB and one byte', `{"email":"${'x'.repeat(65_536)}"}`, {}, 413],
    ['a depth of 20,000', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, {}, 400],
    ['an endless number', '{"email":1e309,"password":1e309,"token":1e309}', {}, 400],
    ['half a character', '{"email":"\\ud800@farm.example","token":"\\ud800"}', {}, 400],
    ['a body that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), {}, 400],
    ['a gzip bomb', gzipSync(Buffer.alloc(10_000_000)), { 'content-encoding': 'gzip' }, 413],
    ['another language', '<email/>', { 'content-type': 'text/xml' }, 415],
    ['no type', '{}', { 'content-type': '' }, 415],
  ])('%s', async (_name, body, headers, status) => {
    provesRow('D2', paths.length)
    const built = server()
    for (const path of paths) {
      const answer = await send(built, path, body, headers)
      expect([path, answer.status]).toEqual([path, status])
      expect(answer.text.length).toBeLessThanOrEqual(2048)
      expect(answer.text).not.toMatch(LEAKS)
    }
  })

  it("change no prototype, and no field outside the call's own", async () => {
    provesRow('C6', 42)
    const built = await build()
    const { headers } = await signedIn(built)
    const polluting = [
      '{"__proto__":{"provider":true,"active":true},"email":"a@farm.example"}',
      '{"constructor":{"prototype":{"provider":true}},"email":"a@farm.example"}',
      '{"email":{"__proto__":{"provider":true}},"name":{"constructor":{"prototype":{"x":1}}}}',
    ]
    for (const path of [
      ...paths,
      accountPaths.activation,
      accountPaths.refresh,
      accountPaths.resetPasswordConfirm,
    ])
      for (const body of polluting) {
        expect([204, 400]).toContain((await send(built, path, body)).status)
        expect(
          (await send(built, `${path}?__proto__[provider]=1&constructor.prototype.x=1`, body)).status,
        ).toBeLessThan(500)
      }
    for (const body of polluting)
      await built.app.http.inject({
        method: 'PATCH',
        url: accountPaths.me,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: body,
      })
    const form = await send(built, accountPaths.users, '__proto__=x&constructor=y&name=Pat', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(form.status).toBe(400)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect('provider' in {}).toBe(false)
    const { rows } = await built.kit.database.pool.query('select name, provider, active from users')
    expect(rows).toEqual([{ name: 'pat', provider: false, active: true }])
  })
})
