/** The start check of decision 18, and the state after login, with Djoser's responses. */
import { describe, expect, it } from 'vitest'
import { createClient } from '../kit/client.ts'
import { createSession } from '../kit/session.ts'
import type { ServerState } from '../kit/session.ts'
import { memoryStorage } from '../kit/storage.ts'
import { createAccounts } from './accounts.ts'

const notValid = { status: 401, body: { detail: 'Token is invalid or expired', code: 'token_not_valid' } }
const pat = { id: 7, name: 'Pat Grower', email: 'pat@example.com' }

type Answers = Record<string, { status: number; body: unknown } | 'silence'>

/** A fake server: an answer for each path. */
function setUp(answers: Answers, stored: boolean) {
  const storage = memoryStorage()
  if (stored) {
    storage.setItem('access', 'old')
    storage.setItem('refresh', 'r1')
  }
  const answer = (path: string) => {
    const found = answers[path]
    if (!found || found === 'silence') throw new TypeError('fetch failed')
    return found.status === 204
      ? new Response(null, { status: 204 })
      : Response.json(found.body, { status: found.status })
  }
  const session = createSession(storage)
  const fetch = (input: unknown) => Promise.resolve(String(input)).then(answer)
  const accounts = createAccounts({ session, client: createClient({ session, fetch }) })
  return { accounts, session, storage }
}

const me = { '/auth/users/me/': { status: 200, body: pat } }

describe('start', () => {
  it('is not authenticated without a stored token', async () => {
    const { accounts, session } = setUp({}, false)
    await accounts.start()
    expect(session.getState().isAuthenticated).toBe(false)
  })

  it('verifies the token and loads the user', async () => {
    const { accounts, session } = setUp({ '/auth/jwt/verify/': { status: 200, body: {} }, ...me }, true)
    await accounts.start()
    expect(session.getState()).toMatchObject({ isAuthenticated: true, user: pat })
  })

  it('renews the token first on token_not_valid', async () => {
    const renewed = { status: 200, body: { access: 'new', refresh: 'r2' } }
    const { accounts, session } = setUp(
      { '/auth/jwt/verify/': notValid, '/auth/jwt/refresh/': renewed, ...me },
      true,
    )
    await accounts.start()
    expect(session.getState()).toMatchObject({ isAuthenticated: true, access: 'new', user: pat })
  })

  it('clears the session when the renewal is refused', async () => {
    const { accounts, storage } = setUp(
      { '/auth/jwt/verify/': notValid, '/auth/jwt/refresh/': notValid },
      true,
    )
    await accounts.start()
    expect(storage.getItem('access')).toBeNull()
  })

  const broken = { status: 503, body: {} }
  const throttled = { status: 429, body: { detail: 'Request was throttled.' } }
  it.each<[server: ServerState, Answers]>([
    ['unreachable', { '/auth/jwt/verify/': 'silence' }],
    ['failing', { '/auth/jwt/verify/': broken, '/auth/users/me/': broken }],
    ['failing', { '/auth/jwt/verify/': throttled, '/auth/users/me/': throttled }],
    ['unreachable', { '/auth/jwt/verify/': notValid, '/auth/jwt/refresh/': 'silence' }],
    ['failing', { '/auth/jwt/verify/': notValid, '/auth/jwt/refresh/': broken, '/auth/users/me/': broken }],
  ])(
    'keeps the session when the check fails, and says that the server is %s: %j',
    async (server, answers) => {
      const { accounts, session, storage } = setUp(answers, true)
      await accounts.start()
      expect(session.getState()).toMatchObject({ isAuthenticated: true, server })
      expect(storage.getItem('access')).toBe('old')
    },
  )
})

describe('a new password', () => {
  const body = { uid: 'Nw', token: 't', new_password: 'new-one', re_new_password: 'new-one' }
  const confirmed = { '/auth/users/reset_password_confirm/': { status: 204, body: null } }

  it("removes authToken and ends this browser's own session", async () => {
    const { accounts, storage } = setUp(
      { ...confirmed, '/auth/jwt/verify/': notValid, '/auth/jwt/refresh/': notValid },
      true,
    )
    storage.setItem('authToken', 'old')
    await accounts.resetPassword(body)
    expect([storage.getItem('authToken'), storage.getItem('access')]).toEqual([null, null])
  })

  it('leaves the login of another account alone', async () => {
    const { accounts, storage } = setUp(
      { ...confirmed, '/auth/jwt/verify/': { status: 200, body: {} } },
      true,
    )
    await accounts.resetPassword(body)
    expect(storage.getItem('access')).toBe('old')
  })

  it('removes nothing and fails when it is refused', async () => {
    const refused = { status: 400, body: { token: ['Invalid token for given user.'] } }
    const { accounts, storage } = setUp({ '/auth/users/reset_password_confirm/': refused }, true)
    storage.setItem('authToken', 'old')
    await expect(accounts.resetPassword(body)).rejects.toMatchObject({ status: 400 })
    expect(storage.getItem('authToken')).toBe('old')
  })
})

describe('login and logout', () => {
  it('stores the tokens and loads the user', async () => {
    const tokens = { status: 200, body: { access: 'a1', refresh: 'r1' } }
    const { accounts, session, storage } = setUp({ '/auth/jwt/create/': tokens, ...me }, false)
    await accounts.login('pat@example.com', 'long-enough')
    await expect.poll(() => session.getState().user).toEqual(pat)
    expect(storage.getItem('access')).toBe('a1')
  })

  it('logs out even without an answer', async () => {
    const { accounts, storage } = setUp({}, true)
    await accounts.logout()
    expect(storage.getItem('access')).toBeNull()
  })
})
