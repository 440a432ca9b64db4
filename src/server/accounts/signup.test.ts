/** Sign-up, activation, password reset: links work once and expire; login and mail reveal no account. */
import { describe, expect, it } from 'vitest'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import { logIn, PASSWORD } from '../testing/accounts.ts'
import { type Built, build, shared } from '../testing/build.ts'
import { passwordMatches } from './passwords/password-hash.ts'
import { expectEnded, expectOpen } from '../testing/ended-session.ts'
import { signedUpUser } from '../testing/factories.ts'
import { provesRow } from '../testing/reliability.ts'

const person = (email: string, extra: object = {}) => ({
  name: 'Pat Grower',
  email,
  password: PASSWORD,
  re_password: PASSWORD,
  ...extra,
})

/** uid and token of the newest mail. */
async function linkTo({ mailTo }: Built, email: string, page = 'activate'): Promise<[string, string]> {
  const source = (await mailTo(email)).replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const found = new RegExp(`(https?://\\S+)/${page}/([\\w-]+)/([\\w-]+)`).exec(source)
  return [found?.[2] ?? '', found?.[3] ?? '']
}

const server = shared(() => build({ TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://farm.example' }))

describe('sign-up', () => {
  it('creates one account for twenty concurrent sign-ups', async () => {
    const { call, kit } = server()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        call(accountPaths.users, {
          json: person(at % 2 ? 'pat@farm.example' : 'PAT@Farm.Example'),
          headers: { 'x-forwarded-for': `192.0.2.${at}` },
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
    const { rows } = await kit.database.pool.query(
      'select count(*)::int as n from users where lower(email) = $1',
      ['pat@farm.example'],
    )
    expect(rows[0].n).toBe(1)
  })

  it('ignores unknown fields, and never accepts a role from them', async () => {
    const { call, kit } = server()
    const json = person('role@farm.example', { id: 77, active: true, provider: true, is_staff: true })
    expect((await call(accountPaths.users, { json })).status).toBe(201)
    const { rows } = await kit.database.pool.query('select active, provider from users where email = $1', [
      json.email,
    ])
    expect(rows).toEqual([{ active: false, provider: false }])
  })

  it('answers a taken address with 400 if there are other errors, and bodies that are not an object with a message', async () => {
    const built = server()
    const { email } = await signedUpUser(built)
    const { call } = built
    expect(await call(accountPaths.users, { json: person(email, { name: '' }) })).toMatchObject({
      status: 400,
      body: {
        name: ['This field may not be blank.'],
        email: ['user with this email already exists.'],
      },
    })
    expect(await call(accountPaths.users, { json: [1] })).toMatchObject({
      status: 400,
      body: { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] },
    })
  })

  it('builds links from the configured address, whatever the Host header is', async () => {
    const built = server()
    const headers = { 'x-forwarded-host': 'evil.example' }
    await built.call(accountPaths.users, { json: person('host@farm.example'), headers })
    const source = await built.mailTo('host@farm.example')
    expect(source).toContain('https://farm.example/activate/')
    expect(source).not.toContain('evil.example')
  })

  it('puts nothing chosen by the visitor into the mail but the address', async () => {
    const built = server()
    const name = '<img src=x> visit https://evil.example'
    await built.call(accountPaths.users, { json: person('image@farm.example', { name }) })
    const source = await built.mailTo('image@farm.example')
    expect(source).not.toContain('evil')
    expect(source).not.toContain('<img')
  })
})

describe('activation', () => {
  async function signedUp(built: Built, email: string): Promise<[string, string]> {
    await built.call(accountPaths.users, { json: person(email) })
    return linkTo(built, email)
  }
  const activate = ({ call }: Built, uid: string, token: string) =>
    call(accountPaths.activation, { json: { uid, token } })

  it('opens the account once', async () => {
    const built = server()
    const [uid, token] = await signedUp(built, 'once@farm.example')
    const answers = await Promise.all([activate(built, uid, token), activate(built, uid, token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 403])
  })

  it('refuses a link after 72 h, of another account, or with a bit flipped', async () => {
    const built = server()
    const [uid, token] = await signedUp(built, 'late@farm.example')
    const [otherUid] = await signedUp(built, 'other@farm.example')
    const refusal = { status: 400, body: { token: ['Invalid token for given user.'] } }
    expect(await activate(built, otherUid, token)).toMatchObject(refusal)
    const flipped = token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
    expect(await activate(built, uid, flipped)).toMatchObject(refusal)
    built.clock.advance(72 * 3_600_000)
    expect(await activate(built, uid, token)).toMatchObject(refusal)
  })

  it('does not reopen an account that was closed after it', async () => {
    const built = server()
    const [uid, token] = await signedUp(built, 'again@farm.example')
    expect((await activate(built, uid, token)).status).toBe(204)
    await built.kit.database.pool.query('update users set active = false where email = $1', [
      'again@farm.example',
    ])
    expect((await activate(built, uid, token)).status).toBe(400)
  })
})

describe('password reset', () => {
  const NEXT = 'Jm4?rhubarb+Quilt_Lw9sNd'

  it('changes the password, ends every login, and works for one hour', async () => {
    provesRow('A6', 1)
    const built = server()
    const { call, clock } = built
    const session = await signedUpUser(built)
    const { id, email } = session
    const otherSession = await logIn(built, email)
    for (const open of [session, otherSession]) await expectOpen(built, id, open)
    expect((await call(accountPaths.resetPassword, { json: { email } })).status).toBe(204)
    const [uid, token] = await linkTo(built, email, 'password/reset/confirm')
    const confirm = () =>
      call(accountPaths.resetPasswordConfirm, {
        json: { uid, token, new_password: NEXT, re_new_password: NEXT },
      })
    expect((await call(accountPaths.activation, { json: { uid, token } })).status).toBe(400)
    expect((await confirm()).status).toBe(204)
    for (const ended of [session, otherSession]) await expectEnded(built, id, ended)
    const login = (password: string) => call(accountPaths.create, { json: { email, password } })
    expect((await login(PASSWORD)).status).toBe(401)
    expect((await login(NEXT)).status).toBe(200)
    expect(await confirm()).toMatchObject({ status: 400, body: { token: ['Invalid token for given user.'] } })

    await call(accountPaths.resetPassword, { json: { email } })
    clock.advance(3_600_000)
    expect((await confirm()).status).toBe(400)
  })
})

describe('unknown and known addresses', () => {
  it('get the same bytes at login, and at every request for a mail', async () => {
    provesRow('A10', 9)
    const built = server()
    const { email } = await signedUpUser(built)
    await built.call(accountPaths.users, { json: person('closed@farm.example') })
    const addresses = [email, 'closed@farm.example', 'nobody@farm.example']
    const answer = async (path: string, json: object) => {
      const response = await fetch(built.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(json),
      })
      const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
      return { status: response.status, headers, text: await response.text() }
    }
    for (const [path, extra] of [
      [accountPaths.create, { password: 'not-the-password' }],
      [accountPaths.resendActivation, {}],
      [accountPaths.resetPassword, {}],
    ] as const) {
      const [first, ...otherAnswers] = await Promise.all(
        addresses.map((address) => answer(path, { email: address, ...extra })),
      )
      for (const otherAnswer of otherAnswers) expect({ path, ...otherAnswer }).toEqual({ path, ...first })
    }
  })

  it('hashes a password for an unknown address too', async () => {
    // an early return would not even read the second argument
    const password = {
      normalize: () => {
        throw new Error('was read')
      },
    }
    await expect(
      // @ts-expect-error a stand-in that reports its use
      passwordMatches(null, password),
    ).rejects.toThrow('was read')
    await expect(passwordMatches(null, '')).resolves.toBe(false)
  })
})
