/** Concurrent session look-ups share few statements, and none returns an outdated state. */
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { accountPaths } from '#contract/accounts/account-paths.ts'
import { signedIn } from '../../testing/accounts.ts'
import { type Built, build, shared } from '../../testing/build.ts'
import { signedUpUser } from '../../testing/factories.ts'
import { createSessionLookup } from './session-lookup.ts'

const familiesOf = async (
  { kit }: Built,
  people: { id: number }[],
): Promise<{ id: string; user_id: number }[]> =>
  (
    await kit.database.pool.query(
      'select id, user_id from token_families where user_id = any($1) order by user_id',
      [people.map(({ id }) => id)],
    )
  ).rows

const server = shared(() => build())

describe('the look-up of sessions', () => {
  it('returns the right session to each of many concurrent look-ups, in few statements', async () => {
    const built = server()
    const people = [await signedUpUser(built), await signedUpUser(built), await signedUpUser(built)]
    const families = await familiesOf(built, people)
    let statements = 0
    const { pool } = built.kit.database
    const count = () => {
      statements += 1
    }
    pool.on('acquire', count)
    const lookUp = createSessionLookup(pool)
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, at) => lookUp(people[at % 3]?.id ?? 0, families[at % 3]?.id ?? '')),
    )
    pool.off('acquire', count)
    expect(answers.map((answer) => answer?.name)).toEqual(
      Array.from({ length: 300 }, (_, at) => people[at % 3]?.name),
    )
    // the outbox may take a connection beside it
    expect(statements).toBeLessThan(10)
  })

  it('asks in the same statement for those of later turns of the event loop, while each brings some', async () => {
    const built = server()
    const people = [await signedUpUser(built), await signedUpUser(built), await signedUpUser(built)]
    const families = await familiesOf(built, people)
    const query = vi.spyOn(built.kit.database.pool, 'query')
    // no time passes, however slow the machine is
    const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const lookUp = createSessionLookup(built.kit.database.pool)
    const answers = []
    for (const { user_id: userId, id } of families) {
      answers.push(lookUp(userId, id))
      await setImmediate()
    }
    time.mockRestore()
    expect(await Promise.all(answers)).toMatchObject(families.map(({ user_id: id }) => ({ id })))
    const statements = query.mock.calls.filter(([asked]) =>
      JSON.stringify(asked).includes('users-of-families'),
    ).length
    query.mockRestore()
    expect(statements).toBe(1)
  })

  it('answers although more come without end', async () => {
    const built = server()
    const [family] = await familiesOf(built, [await signedUpUser(built)])
    const lookUp = createSessionLookup(built.kit.database.pool)
    const later: Promise<unknown>[] = []
    let answered = false
    const first = lookUp(family?.user_id ?? 0, family?.id ?? '').finally(() => {
      answered = true
    })
    for (let id = 1_000_000; !answered && id < 1_020_000; id += 1) {
      later.push(lookUp(id, 'nobody'))
      await setImmediate()
    }
    expect(answered).toBe(true)
    expect(await first).toMatchObject({ id: family?.user_id })
    expect(new Set(await Promise.all(later))).toEqual(new Set([null]))
  })

  it('distinguishes an unknown user from an ended session, and from one of another user', async () => {
    const built = server()
    const [pat, kim] = [await signedUpUser(built), await signedUpUser(built)]
    const [family] = await familiesOf(built, [pat])
    const lookUp = createSessionLookup(built.kit.database.pool)
    expect(
      await Promise.all([
        lookUp(pat.id, family?.id ?? ''),
        lookUp(kim.id, family?.id ?? ''),
        lookUp(999_999, 'x'),
      ]),
    ).toMatchObject([{ id: pat.id, family: family?.id }, { id: kim.id, family: null }, null])
    await built.call(accountPaths.logout, { method: 'POST', headers: pat.headers })
    expect(await lookUp(pat.id, family?.id ?? '')).toMatchObject({ id: pat.id, family: null })
  })

  it('never reuses an earlier result: a log-out in between is visible to the next', async () => {
    const built = server()
    for (let round = 0; round < 20; round += 1) {
      const { headers } = await signedIn(built, `grower-${round}`)
      const before = Array.from({ length: 8 }, () => built.call(accountPaths.me, { headers }))
      await built.call(accountPaths.logout, { method: 'POST', headers })
      const after = await Promise.all(
        Array.from({ length: 8 }, () => built.call(accountPaths.me, { headers })),
      )
      expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]))
      await Promise.all(before)
    }
  })

  it('fails all concurrent look-ups if the database does not answer', async () => {
    const built = server()
    const { Pool } = await import('pg')
    const lookUp = createSessionLookup(new Pool({ connectionString: 'postgres://127.0.0.1:1/none' }))
    await expect(Promise.allSettled([lookUp(1, 'a'), lookUp(2, 'b')])).resolves.toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ])
    expect((await built.call('/healthz')).status).toBe(200)
  })
})
