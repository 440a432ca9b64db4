/**
 * A provider sees what a customer sees and changes nothing. Planted faults found: a call other than GET allowed,
 * a writable transaction, a statement outside a read-only one, and a session that outlives its consent.
 */
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { accountPaths } from '#contract/accounts/account-paths.ts'
import { auditPage, auditPaths } from '#contract/accounts/desk-audit.ts'
import { people, peoplePaths } from '#contract/accounts/desk-people.ts'
import {
  lookPath,
  type OpenedView,
  openedView,
  type SupportAccess,
  supportAccess,
  supportPaths,
} from '#contract/accounts/support.ts'
import { graphPaths } from '#contract/graphs.ts'
import { livePaths } from '#contract/live.ts'
import { systemPaths } from '#contract/systems.ts'
import { readOnly } from '../../kit/read-only.ts'
import { cookieOf, type SignedIn } from '../../testing/accounts.ts'
import { farmOn, providerOf, signedUpUser, validInput } from '../../testing/factories.ts'
import { documentedRoutes } from '../../testing/routes.ts'

const WHY = { reason: 'The map looks wrong' }
const HOUR_MS = 3_600_000

async function desk() {
  const setup = await farmOn({ ACCESS_TTL: '12h' })
  const { built, owner } = setup
  const provider = await signedUpUser(built)
  await providerOf(built).grant(provider.email)
  const as = (user: { headers: Record<string, string> }, path: string, method = 'GET', json?: unknown) =>
    built.call(path, { method, headers: user.headers, ...(json === undefined ? {} : { json }) })
  const allow = (hours: unknown) => as(owner, supportPaths.own, 'PUT', { hours })
  // as no keyboard types it, and no database keeps it
  const open = (by: SignedIn = provider) =>
    as(by, lookPath('open', owner.id), 'POST', { reason: WHY.reason.replace(' ', '\0 ') })
  /** State of the provider's page while it shows the customer's screens. */
  const look = async () => {
    const answer = await open()
    expect(answer.status).toBe(200)
    const opened: OpenedView = openedView.parse(answer.body)
    return { ...opened, headers: { authorization: `JWT ${opened.access}` }, cookie: cookieOf(answer.headers) }
  }
  const access = async (): Promise<SupportAccess> =>
    supportAccess.parse((await as(owner, supportPaths.own)).body)
  return { ...setup, provider, as, allow, open, look, access }
}

const REFUSED = {
  status: 403,
  body: { code: 'view_only', message: "You see a customer's screens: nothing can be changed from here." },
}

describe("a customer's screens", () => {
  it('are requested by mail, allowed only by the customer, and each session is audited for both', async () => {
    const { built, owner, provider, as, allow, open, look, access } = await desk()
    expect((await open()).body).toMatchObject({ code: 'view_not_allowed' })
    expect((await as(provider, lookPath('ask', owner.id), 'POST', { reason: '\0 ' })).body).toMatchObject({
      code: 'reason_missing',
    })
    expect((await as(provider, lookPath('ask', owner.id), 'POST', WHY)).status).toBe(204)
    expect(await built.mailTo(owner.email)).toContain('/support-access')
    expect((await as(owner, accountPaths.preferences)).body).toMatchObject({ support_asked: true })
    expect(await access()).toMatchObject({
      asked: { by: provider.name, why: WHY.reason },
      until: null,
      views: [],
    })
    expect((await open()).body).toMatchObject({ code: 'view_not_allowed' })
    for (const hours of [0, 721, 1.5, '2', null])
      expect((await allow(hours)).body).toMatchObject({ code: 'support_hours_invalid' })
    expect((await as(provider, supportPaths.own, 'PUT', { hours: 1 })).body).toMatchObject({
      code: 'customers_only',
    })
    const earliest = built.clock.now().getTime() + 24 * HOUR_MS
    const { asked, until } = supportAccess.parse((await allow(24)).body)
    expect(asked).toBeNull()
    expect(Date.parse(until ?? '') - earliest).toBeGreaterThanOrEqual(0)
    expect(Date.parse(until ?? '') - earliest).toBeLessThan(HOUR_MS)
    const search = new URLSearchParams({ search: owner.email })
    const [person] = people.parse((await as(provider, `${peoplePaths.list}?${search}`)).body).people
    expect(new Date(person?.look.until ?? '').toISOString()).toBe(until)

    const viewer = await look()
    expect((await as(viewer, accountPaths.me)).body).toMatchObject({ id: owner.id, email: owner.email })
    expect((await as(viewer, systemPaths.list)).body).toEqual((await as(owner, systemPaths.list)).body)
    expect((await access()).views).toMatchObject([{ by: provider.name, why: WHY.reason, ended_at: null }])
    expect((await as(viewer, supportPaths.leave, 'POST')).status).toBe(204)
    expect((await as(viewer, accountPaths.me)).status).toBe(401)
    expect((await as(provider, supportPaths.leave, 'POST')).status).toBe(204)
    expect((await access()).views[0]?.ended_at).not.toBeNull()
    const record = auditPage.parse((await as(provider, `${auditPaths.search}?search=view`)).body).entries
    expect(record.map(({ action, user_id }) => [action, user_id]).slice(0, 3)).toEqual([
      ['view close', provider.id],
      ['view open', provider.id],
      ['view allow', owner.id],
    ])
    expect((await as(owner, lookPath('open', owner.id), 'POST', WHY)).body).toMatchObject({
      code: 'provider_only',
    })
  })

  it('answer every read-only call like for their owner, and refuse every other one', async () => {
    const { built, owner, provider, as, allow, look, send } = await desk()
    expect((await send(validInput())).status).toBe(200)
    await allow(1)
    const viewer = await look()
    const routes = (await documentedRoutes(built)).filter(
      ({ secured, path }) =>
        secured &&
        path !== livePaths.events &&
        path !== supportPaths.leave &&
        !path.startsWith('/api/provider/'),
    )
    const looks = new Set(['POST /dates', 'POST /api/historic-maps/', 'POST /api/prescription/preview/'])
    const before = await sql<{
      n: number
    }>`select count(*)::int as n from audit where user_id = ${owner.id}`.execute(built.kit.database.reader)
    const changes: string[] = []
    const answers: Record<'seen' | 'own', [string, number, unknown][]> = { seen: [], own: [] }
    for (const { method, path } of routes) {
      // no faster than the rate limit of one account
      built.clock.advance(1000)
      const name = `${method} ${path}`
      const seen = await as(viewer, path, method)
      answers.seen.push([name, seen.status, codeOf(seen.body)])
      if (method === 'GET' || looks.has(name)) {
        const own = await as(owner, path, method)
        answers.own.push([name, own.status, codeOf(own.body)])
      } else {
        changes.push(name)
        answers.own.push([name, 403, path.startsWith('/auth/') ? null : 'view_only'])
      }
    }
    expect(answers.seen).toEqual(answers.own)
    expect(changes.length).toBeGreaterThan(40)
    expect(await as(viewer, systemPaths.input, 'POST', validInput())).toMatchObject(REFUSED)
    const { rows } = await sql<{ action: string; outcome: string }>`
      select distinct action, outcome from audit
       where outcome = 'view_only' and user_id = ${provider.id}`.execute(built.kit.database.reader)
    expect(rows).toEqual([{ action: 'view call', outcome: 'view_only' }])
    const after = await sql<{
      n: number
    }>`select count(*)::int as n from audit where user_id = ${owner.id}`.execute(built.kit.database.reader)
    expect(after.rows).toEqual(before.rows)
    expect((await as(viewer, '/api/provider/attention/')).status).toBe(403)
  })

  it('cannot be written to by any statement of a read-only request, in a transaction or outside', async () => {
    const { built, owner } = await desk()
    const { database } = built.kit
    const write = sql`update users set unit = 'mm' where id = ${owner.id}`
    const refusal = 'nothing is written by whoever only looks'
    await expect(readOnly(() => write.execute(database.reader))).rejects.toThrow(refusal)
    await expect(readOnly(() => database.write((tx) => write.execute(tx)))).rejects.toThrow(refusal)
    await expect(readOnly(() => database.asCustomer(owner.id, (tx) => write.execute(tx)))).rejects.toThrow(
      refusal,
    )
    const unit = sql<{ unit: string }>`select unit from users where id = ${owner.id}`
    expect((await readOnly(() => unit.execute(database.reader))).rows).toEqual([{ unit: 'in' }])
    await write.execute(database.reader)
    expect((await unit.execute(database.reader)).rows).toEqual([{ unit: 'mm' }])
  })

  it('show their pictures with the session’s cookie, besides the provider’s own', async () => {
    const { built, owner, provider, as, allow, look } = await desk()
    await allow(1)
    const viewer = await look()
    const picture = `/plots/user_${owner.id}/North%20Quarter/North%20Quarter.png`
    const withCookie = (path: string, cookie: string, json?: unknown) =>
      built.call(path, { headers: { cookie }, ...(json === undefined ? {} : { json }) })
    const both = `${provider.cookie}; ${viewer.cookie}`
    expect((await withCookie(picture, both)).status).toBe(200)
    expect((await withCookie(picture, viewer.cookie)).status).toBe(200)
    expect((await withCookie(picture, provider.cookie)).body).toMatchObject({ code: 'customers_only' })
    expect((await withCookie(`${graphPaths.dates}?user_id=${owner.id}`, both)).status).toBe(200)
    expect((await withCookie(accountPaths.me, viewer.cookie)).status).toBe(401)
    await as(owner, supportPaths.own, 'DELETE')
    expect((await withCookie(picture, both)).status).toBe(403)
    expect((await withCookie(picture, viewer.cookie)).status).toBe(401)
  })

  it('are closed at once when the customer ends it, including open streams, and when the time is over', async () => {
    const { built, owner, provider, as, allow, open, look, access } = await desk()
    await allow(2)
    const first = await look()
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const stream = await fetch(built.url + livePaths.events, { headers: first.headers, signal: stop.signal })
    expect(stream.status).toBe(200)
    const own = await fetch(built.url + livePaths.events, { headers: owner.headers, signal: stop.signal })
    const streamText = stream.text()
    expect((await as(owner, supportPaths.own, 'DELETE')).body).toMatchObject({ until: null })
    expect(await streamText).toContain('retry:')
    expect(own.body?.locked).toBe(false)
    expect((await as(first, accountPaths.me)).body).toMatchObject({ code: 'token_not_valid' })
    expect((await built.call(accountPaths.verify, { json: { token: first.access } })).status).toBe(401)
    expect((await open()).body).toMatchObject({ code: 'view_not_allowed' })

    // an hour at a time, however long the consent
    await allow(2)
    const second = await look()
    expect((await built.call(accountPaths.verify, { json: { token: second.access } })).status).toBe(200)
    built.clock.advance(HOUR_MS + 1000)
    expect((await as(second, accountPaths.me)).status).toBe(401)
    const third = await look()
    built.clock.advance(HOUR_MS)
    expect((await as(third, accountPaths.me)).status).toBe(401)
    expect((await open()).body).toMatchObject({ code: 'view_not_allowed' })
    expect((await access()).views.map(({ ended_at }) => ended_at === null)).toEqual([false, false, false])

    // one at a time; and none without the role
    await allow(2)
    const [former, fourth] = [await look(), await look()]
    expect((await as(former, accountPaths.me)).status).toBe(401)
    expect((await as(fourth, accountPaths.me)).status).toBe(200)
    await providerOf(built).revoke(provider.email)
    expect((await as(fourth, accountPaths.me)).status).toBe(401)
  })
})

function codeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : null
}
