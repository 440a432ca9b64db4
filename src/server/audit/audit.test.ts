/** The limit on changes per customer; attempts over the limit cost neither work nor audit rows. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { geofencePath, geofencesPath } from '../../contract/geofences.ts'
import { memberPath, memberPaths } from '../../contract/accounts/members.ts'
import { providerPaths } from '../../contract/accounts/provider.ts'
import { sensorPath } from '../../contract/probes.ts'
import { systemPath, systemPaths } from '../../contract/systems.ts'
import { CHANGES_AT_ONCE } from '../kit/rate-limit.ts'
import type { SignedIn } from '../testing/accounts.ts'
import type { Answer, Built } from '../testing/build.ts'
import { farm, signedUpUser, validInput } from '../testing/factories.ts'

const NORTH = 'North Quarter'
const QUERY = '?system=North%20Quarter'
const ROUNDS = 30

/** Every kind of audited attempt except settings; each is refused for its content. */
const ATTEMPTS: [
  address: string,
  how: { method: string; json?: unknown; headers?: Record<string, string> },
][] = [
  [systemPath(NORTH), { method: 'PATCH', json: { time_zone: 'nowhere' } }],
  [memberPaths.list + QUERY, { method: 'POST', json: { email: 'nobody', role: 'viewer' } }],
  [memberPath(999_999), { method: 'DELETE' }],
  [geofencesPath(NORTH), { method: 'POST', json: {} }],
  [geofencePath(999_999), { method: 'PUT', json: {} }],
  [geofencePath(999_999), { method: 'DELETE' }],
  [sensorPath(NORTH, 1), { method: 'PATCH', json: { field_capacity: 7 } }],
  [providerPaths.stop, { method: 'PUT', json: { stopped: true } }],
  [providerPaths.readingsImport + QUERY, { method: 'POST', headers: { 'content-type': 'text/csv' } }],
]

function tries({ call }: Built, as: SignedIn): Promise<Answer>[] {
  return ATTEMPTS.map(([address, how]) =>
    call(address, { ...how, headers: { ...as.headers, ...how.headers } }),
  )
}

async function outcomes({ kit }: Built): Promise<Record<string, number>> {
  const { rows } = await sql<{ outcome: string; n: number }>`
    select outcome, count(*) as n from audit group by outcome`.execute(kit.database.reader)
  return Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n]))
}

it('is limited for one customer and not for another, and audited once', async () => {
  const { built, owner, send } = await farm()
  const before = await outcomes(built)
  const answers = await Promise.all(Array.from({ length: ROUNDS }, () => tries(built, owner)).flat())
  const accepted = answers.filter(({ status }) => status !== 429)
  const throttled = answers.filter(({ status }) => status === 429)
  expect(accepted.length).toBeGreaterThanOrEqual(CHANGES_AT_ONCE)
  expect(throttled.length).toBeGreaterThan(CHANGES_AT_ONCE)
  expect(throttled[0]?.headers.get('retry-after')).toBe('1')
  expect(throttled[0]?.body).toMatchObject({ code: 'throttled' })

  const { throttled: rows = 0, ...others } = await outcomes(built)
  // however many are accepted in between
  expect(rows).toBe(1)
  const count = (counts: Record<string, number>) => Object.values(counts).reduce((sum, n) => sum + n, 0)
  expect(count(others) - count(before)).toBe(accepted.length)

  const neighbour = await signedUpUser(built)
  const neighbourAnswers = await Promise.all(tries(built, neighbour))
  expect(neighbourAnswers.filter(({ status }) => status === 429)).toEqual([])
  // the machine obeys its owner, whatever other limits apply
  expect((await send(validInput())).status).toBe(200)
  expect((await built.call(systemPaths.list, owner)).status).toBe(200)
  built.clock.advance(15_000)
  const rested = await Promise.all(tries(built, owner))
  expect(rested.filter(({ status }) => status === 429)).toEqual([])

  await Promise.all(Array.from({ length: ROUNDS }, () => tries(built, owner)).flat())
  expect(await outcomes(built)).toMatchObject({ throttled: 2 })
})

it('is audited, whatever is in its URL and its body', async () => {
  const { built, owner } = await farm()
  const crop = {
    crop: 'flax',
    started_on: '2026-05-01',
    stages_by: 'days',
    stages: [{ toString: 1 }, 30, 40, 20],
  }
  const put = { ...owner, method: 'PUT', json: crop }
  expect((await built.call(`/api/crops/${QUERY}`, put)).status).toBe(400)
  const answer = await built.call('/api/transfers/a%00b/accept/', { ...owner, method: 'POST' })
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const { rows } = await sql<{ after: unknown }>`
    select after from audit where outcome = 'not_found'`.execute(built.kit.database.reader)
  expect(rows).toEqual([{ after: { offer: 'a\u{FFFD}b', accepted: true } }])
})
