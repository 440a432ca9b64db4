/** Locks, soil and rate limit: what an owner may change, and what refuses new settings without changing what runs. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { problems } from '../../contract/errors.ts'
import { providerPaths } from '../../contract/accounts/provider.ts'
import { systemPath, systemPaths } from '../../contract/systems.ts'
import { CHANGES_AT_ONCE } from '../kit/rate-limit.ts'
import type { SignedIn } from '../testing/accounts.ts'
import type { Built } from '../testing/build.ts'
import { farm, providerOf, signedUpUser, validInput } from '../testing/factories.ts'

const NORTH = systemPath('North Quarter')

function patch(built: Built, as: SignedIn, json: unknown, path = NORTH) {
  return built.call(path, { method: 'PATCH', json, headers: as.headers })
}

async function published(built: Built): Promise<unknown[]> {
  const { rows } =
    await sql`select rev, settings_rev, document from desired_states order by controller_id, rev`.execute(
      built.kit.database.reader,
    )
  return rows
}

async function outcomes(built: Built, action: string): Promise<unknown[]> {
  const { rows } = await sql<{
    outcome: string
  }>`select outcome from audit where action = ${action} order by id`.execute(built.kit.database.reader)
  return rows.map(({ outcome }) => outcome)
}

describe('local only', () => {
  // fails without the check in `nextCommand`
  it('refuses new settings, keeps what runs, and repeats the answer of an earlier key', async () => {
    const { built, owner, send } = await farm()
    const headers = { 'idempotency-key': 'before-the-lock' }
    const first = await send(validInput(), headers)
    const before = await published(built)
    expect(await patch(built, owner, { local_only: true })).toMatchObject({
      status: 200,
      body: { name: 'North Quarter', local_only: true, desired: { settings_rev: 1 } },
    })
    const refusal = {
      status: 423,
      body: { message: problems.system_local_only.message, code: 'system_local_only' },
    }
    expect(await send(validInput({ application_rate: 1 }))).toMatchObject(refusal)
    expect(await send(validInput({ is_system_on: false }))).toMatchObject(refusal)
    expect(await send(validInput(), headers)).toMatchObject({ status: 200, body: first.body })
    expect(await published(built)).toEqual(before)
    expect(await outcomes(built, 'settings')).toEqual(['accepted', 'system_local_only', 'system_local_only'])
    await patch(built, owner, { local_only: false })
    expect((await send(validInput({ application_rate: 1 }))).status).toBe(200)
  })
})

describe("the provider's stop", () => {
  it('refuses new settings of every system until it is lifted', async () => {
    const { built, owner, send } = await farm()
    const boss = await signedUpUser(built)
    await sql`update users set provider = true where id = ${boss.id}`.execute(built.kit.database.reader)
    await send(validInput())
    const before = await published(built)
    const put = (json: unknown, as = boss) =>
      built.call(providerPaths.stop, { method: 'PUT', json, headers: as.headers })
    expect(await put({ stopped: true }, owner)).toMatchObject({
      status: 403,
      body: { code: 'provider_only' },
    })
    expect((await built.call(providerPaths.stop, owner)).status).toBe(403)
    expect((await built.call(providerPaths.stop, boss)).body).toEqual({
      stopped: false,
      since: null,
      by: null,
    })
    expect(await put({ stopped: true })).toMatchObject({
      status: 200,
      body: { stopped: true, by: boss.name },
    })
    expect(await send(validInput())).toMatchObject({ status: 423, body: { code: 'provider_stop' } })
    expect((await built.call(systemPaths.list, owner)).body).toMatchObject([{ provider_stop: true }])
    expect(await published(built)).toEqual(before)
    await put({ stopped: false })
    expect((await send(validInput())).status).toBe(200)
    // an attempt by someone who is not a provider is audited under the provider's action
    expect(await outcomes(built, 'provider call')).toContain('provider_only')
    expect(await outcomes(built, 'provider stop')).toEqual(['accepted', 'accepted'])
  })
})

describe('PATCH /api/systems/{name}/', () => {
  it('changes soil and time zone, and names what is wrong with them', async () => {
    const { built, owner } = await farm()
    const change = { texture: 'clay', field_capacity: 0.4, wilting_point: 0.2, time_zone: 'Europe/Paris' }
    expect(await patch(built, owner, change)).toMatchObject({ status: 200, body: change })
    expect((await patch(built, owner, { field_capacity: null, wilting_point: null })).body).toMatchObject({
      texture: 'clay',
      field_capacity: null,
      wilting_point: null,
    })
    const wrong: [unknown, string][] = [
      [{ local_only: 'yes' }, 'switches_invalid'],
      [{ texture: 'rock' }, 'texture_invalid'],
      [{ field_capacity: 0.61 }, 'soil_limits_invalid'],
      [{ wilting_point: 0 }, 'soil_limits_invalid'],
      [{ field_capacity: '0.3' }, 'soil_limits_invalid'],
      // wilting point of clay: 0.22
      [{ field_capacity: 0.2 }, 'soil_limits_invalid'],
      [{ wilting_point: 0.5, field_capacity: 0.4 }, 'soil_limits_invalid'],
      [{ time_zone: '+02:00' }, 'time_zone_invalid'],
      [{ time_zone: 'Mars/Olympus\0' }, 'time_zone_invalid'],
      [[], 'invalid_request'],
    ]
    for (const [body, code] of wrong)
      expect([body, await patch(built, owner, body)]).toMatchObject([body, { status: 400, body: { code } }])
    const ignored = { id: 7, user_id: 7, owner: 7, role: 'owner', name: 'Mine', controller_id: 7 }
    expect(await patch(built, owner, ignored)).toMatchObject({ status: 200, body: { name: 'North Quarter' } })
    expect(await outcomes(built, 'system change')).toEqual([
      'accepted',
      'accepted',
      ...wrong.map(([, code]) => code),
    ])
  })

  // fails without `mustOwn`
  it('is for the owner only, and reveals the system to no one else', async () => {
    const { built, owner } = await farm()
    const [operator, stranger] = [await signedUpUser(built), await signedUpUser(built)]
    await providerOf(built).share('North Quarter', operator.email, 'operator')
    const json = { local_only: true }
    expect(await patch(built, operator, json)).toMatchObject({ status: 403, body: { code: 'owner_only' } })
    expect((await built.call(NORTH, { method: 'PATCH', json })).status).toBe(401)
    const missing = await patch(built, owner, json, systemPath('No Such'))
    expect(missing.status).toBe(404)
    expect((await patch(built, stranger, json)).body).toEqual(missing.body)
    for (const twin of ['north quarter', 'North Quarter ', 'North Quarter\0', '..', '\uFF2Eorth Quarter'])
      expect([twin, (await patch(built, owner, json, systemPath(twin))).status]).toEqual([twin, 404])
    expect((await built.call(systemPaths.list, owner)).body).toMatchObject([{ local_only: false }])
  })
})

describe('the rate of settings', () => {
  // fails without the limit of settings.ts
  it('is limited per customer, and a refusal is audited once', async () => {
    const { built, owner } = await farm()
    const other = await signedUpUser(built)
    await providerOf(built).share('North Quarter', other.email, 'operator')
    // not with the farm's own helper, which waits
    const send = (as: SignedIn) =>
      built.call(systemPaths.input, { json: validInput({ application_rate: 0 }), headers: as.headers })
    const answers = []
    const passing = built.clock.now
    const still = passing()
    // on a slow machine the limit would refill as fast as it is used
    built.clock.now = () => still
    for (let i = 0; i < CHANGES_AT_ONCE + 20; i += 1) answers.push(await send(owner))
    built.clock.now = passing
    const refused = answers.slice(CHANGES_AT_ONCE)
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 429))
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect(answers.slice(0, CHANGES_AT_ONCE).every(({ status }) => status === 400)).toBe(true)
    expect((await send(other)).status).toBe(400)
    built.clock.advance(1000)
    expect((await send(owner)).status).toBe(400)
    const recorded = (await outcomes(built, 'settings')).filter((outcome) => outcome === 'throttled')
    expect(recorded).toHaveLength(1)
  })
})
