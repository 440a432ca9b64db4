/** Credentials and their renewal against a real HTTP server that rotates its tokens. */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { CallError } from './call-error.ts'
import { createClient } from './client.ts'
import type { Client } from './client.ts'
import { createSession } from './session.ts'
import { memoryStorage } from './storage.ts'
import type { KeyedStorage } from './storage.ts'

const answer = z.object({ ok: z.boolean() })
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function token(serial: number, seconds: number): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(Date.now() / 1000)
  return `${part({ alg: 'HS256' })}.${part({ user_id: 7, jti: String(serial), iat, exp: iat + seconds })}.s`
}

type Behaviour = 'rotate' | 'refuse' | 'break' | 'hang'

/** Accepts one token pair; a renewal issues the next one and refuses all older refresh tokens. */
async function serve() {
  const state = { serial: 1, renewals: 0, calls: 0, behaviour: 'rotate' as Behaviour, beforeAnswer: () => {} }
  const valid = () => token(state.serial, 900)
  let good = valid()
  const json = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  const notValid = { detail: 'Token is invalid or expired', code: 'token_not_valid' }
  const renew = (response: ServerResponse, body: string) => {
    state.renewals += 1
    state.beforeAnswer()
    if (state.behaviour === 'break') return json(response, 503, { detail: 'later' })
    if (state.behaviour === 'refuse' || JSON.parse(body).refresh !== `r${state.serial}`) {
      return json(response, 401, notValid)
    }
    state.serial += 1
    good = valid()
    return json(response, 200, { access: good, refresh: `r${state.serial}` })
  }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (request.url === '/auth/jwt/refresh/') return renew(response, body)
    state.calls += 1
    if (state.behaviour === 'hang') return undefined
    if (request.url === '/strange') return json(response, 200, { ok: 'yes' })
    return request.headers.authorization === `JWT ${good}`
      ? json(response, 200, { ok: true })
      : json(response, 401, notValid)
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { state, origin: `http://127.0.0.1:${port}`, good: () => good }
}

function tab(storage: KeyedStorage, origin: string, locks?: LockManager, timeoutMs = 5000) {
  const session = createSession(storage)
  return { session, client: createClient({ session, origin, locks, timeoutMs }) }
}

async function signedIn(access?: string) {
  const server = await serve()
  const storage = memoryStorage()
  storage.setItem('access', access ?? server.good())
  storage.setItem('refresh', 'r1')
  return { ...server, storage }
}

const ask = (client: Client) => client.get('/api/systems/', answer)
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof CallError ? error : null),
  )

describe('renewal', () => {
  it('happens once for twenty calls of two tabs, and every call succeeds', async () => {
    const { state, storage, origin } = await signedIn(token(0, -10))
    const tabs = [tab(storage, origin, navigator.locks), tab(storage, origin, navigator.locks)]
    const calls = tabs.flatMap(({ client }) => Array.from({ length: 10 }, () => ask(client)))
    expect(await Promise.all(calls)).toEqual(calls.map(() => ({ ok: true })))
    expect(state.renewals).toBe(1)
  })

  it('happens when the server no longer takes a token that looks good, and the call is sent again', async () => {
    const { state, storage, origin } = await signedIn(token(0, 900))
    const { client, session } = tab(storage, origin)
    expect(await ask(client)).toEqual({ ok: true })
    expect([state.renewals, state.calls]).toEqual([1, 2])
    expect([session.getState().refresh, storage.getItem('refresh')]).toEqual(['r2', 'r2'])
  })

  it('does not happen while the token is good', async () => {
    const { state, storage, origin } = await signedIn()
    await ask(tab(storage, origin).client)
    expect(state.renewals).toBe(0)
  })

  it('ends the session when it is refused', async () => {
    const { state, storage, origin } = await signedIn(token(0, -10))
    state.behaviour = 'refuse'
    const { client, session } = tab(storage, origin)
    expect((await failureOf(ask(client)))?.kind).toBe('session-ended')
    expect([session.getState().access, storage.getItem('access')]).toEqual([null, null])
  })

  it('keeps the session on a server error', async () => {
    const { state, storage, origin } = await signedIn(token(0, -10))
    state.behaviour = 'break'
    const { client } = tab(storage, origin)
    expect((await failureOf(ask(client)))?.kind).toBe('unreachable')
    expect(storage.getItem('refresh')).toBe('r1')
  })

  it('does not undo a log-out that happened meanwhile', async () => {
    const { state, storage, origin } = await signedIn(token(0, -10))
    const { client, session } = tab(storage, origin)
    state.beforeAnswer = () => session.dispatch({ type: 'LOGOUT' })
    expect((await failureOf(ask(client)))?.kind).toBe('session-ended')
    expect(storage.getItem('access')).toBeNull()
  })

  it('is not repeated before every call on a device whose clock runs ahead', async () => {
    const { state, storage, origin } = await signedIn()
    const session = createSession(storage)
    const client = createClient({ session, origin, now: () => Date.now() + 3_600_000 })
    await ask(client)
    await ask(client)
    await ask(client)
    expect(state.renewals).toBe(1)
  })
})

describe('failures', () => {
  it('are unreachable when nobody answers in time', async () => {
    const { state, storage, origin } = await signedIn()
    state.behaviour = 'hang'
    const failure = await failureOf(ask(tab(storage, origin, undefined, 50).client))
    expect(failure?.kind).toBe('unreachable')
  })

  it('are unreadable when the answer does not match the contract', async () => {
    const { storage, origin } = await signedIn()
    const { client } = tab(storage, origin)
    expect((await failureOf(client.get('/strange', answer)))?.kind).toBe('unreadable')
  })

  it('carry the sentence of the server, else that of the code', () => {
    const refusal = { message: 'Please select a system.', code: 'system_not_selected' }
    expect(new CallError('answer', 400, refusal).message).toBe('Please select a system.')
    expect(new CallError('answer', 400, { code: 'target_moisture_range' }).message).toBe(
      'Target Moisture must be between 20 and 100 %.',
    )
  })

  it('tell somebody who asked too often what to do, and not the words of the protocol', () => {
    const refusal = { message: 'Request was throttled.', detail: 'Request was throttled.', code: 'throttled' }
    expect(new CallError('answer', 429, refusal).message).toBe('Too many requests. Please try again later.')
    // forms for visitors show the server's detail, as specified
    const ofVisitor = { detail: 'Request was throttled. Expected available in 40 seconds.' }
    expect(new CallError('answer', 429, ofVisitor).message).toBe(ofVisitor.detail)
  })
})
