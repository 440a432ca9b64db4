/** Known, closed and unknown addresses cost the same work and time; too long passwords cost none. Planted fault found: an early return for an unknown e-mail. */
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../agronomy/seeded-random.ts'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import type { Kit } from '../installation/kit.ts'
import type { Http } from '../kit/http.ts'
import { PASSWORD } from '../testing/accounts.ts'
import { buildCalls, shared } from '../testing/build.ts'
import { provesRow } from '../testing/reliability.ts'
import { testTimeout, SOAKING } from '../testing/soak.ts'
import { accountRoutes } from './accounts.routes.ts'
import { createAccounts } from './accounts.ts'
import { hashing } from './passwords/password-hash.ts'

/**
 * Only the account calls, with one activated account and one that waits for its mail. Nothing else runs: a whole server
 * uses connections for its loops, which would count as work of some call.
 */
async function askedAccounts() {
  const { http, kit, clock, made } = await buildCalls((on, its) => {
    const accounts = createAccounts(its)
    accountRoutes(on, its, accounts)
    return accounts
  })
  await made.openAccount({ name: 'Pat', email: 'pat@farm.example', password: PASSWORD })
  const kim = { name: 'Kim', email: 'kim@farm.example', password: PASSWORD, re_password: PASSWORD }
  await http.inject({ method: 'POST', url: accountPaths.users, payload: kim })
  return { http, kit, clock }
}

/** For tests that leave no more than counted attempts. */
const sharedServer = shared(askedAccounts)

/** The cost of a call: hashes, and statements by the number of times that a connection was taken. */
async function workOf({ http, kit }: { http: Http; kit: Kit }, url: string, payload: object) {
  let connections = 0
  const count = () => {
    connections += 1
  }
  const hashes = hashing.done
  kit.database.pool.on('acquire', count)
  const { statusCode: status } = await http.inject({ method: 'POST', url, payload })
  kit.database.pool.off('acquire', count)
  return { status, hashes: hashing.done - hashes, connections }
}

describe('a wrong password', () => {
  it('costs one hash and the same number of statements for any account', async () => {
    const built = sharedServer()
    const tries = []
    for (const address of ['pat@farm.example', 'kim@farm.example', 'nobody@farm.example'])
      tries.push(await workOf(built, accountPaths.create, { email: address, password: 'not-the-password' }))
    expect(tries[0]).toMatchObject({ status: 401, hashes: 1 })
    expect(new Set(tries.map((attempt) => JSON.stringify(attempt))).size).toBe(1)
    // the second time, so that both are counted already: a closed account's own password counts as wrong
    const [closed, nobody] = [
      await workOf(built, accountPaths.create, { email: 'kim@farm.example', password: PASSWORD }),
      await workOf(built, accountPaths.create, { email: 'nobody@farm.example', password: PASSWORD }),
    ]
    expect(closed).toEqual(nobody)
  })
})

describe('a password of more than 4,096 characters', () => {
  const long = 'x'.repeat(4097)
  const sentence = ['Ensure this field has no more than 4096 characters.']

  it.each([
    [accountPaths.create, { email: 'pat@farm.example', password: long }, 'password'],
    [
      accountPaths.users,
      { name: 'Pat', email: 'kim@farm.example', password: long, re_password: long },
      'password',
    ],
    [
      accountPaths.resetPasswordConfirm,
      { uid: 'MQ', token: 'x', new_password: long, re_new_password: long },
      'new_password',
    ],
  ])('is refused by %s before anything is hashed', async (path, json, field) => {
    const { http } = sharedServer()
    const hashes = hashing.done
    const answer = await http.inject({ method: 'POST', url: path, payload: json })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ [field]: sentence })
    expect(hashing.done).toBe(hashes)
  })
})

const PAIRS = 400
const SEED = 20_261_123
/**
 * Except for one in a thousand cases, the median of all possible pairs lies between these of the observed ones, for any
 * distribution: the binomial of one half, by its normal approximation.
 */
const BESIDE_MEDIAN = Math.ceil((3.2905 * Math.sqrt(PAIRS)) / 2)
const DAY_MS = 86_400_000

describe.skipIf(!SOAKING)('the time of an answer (npm run test:soak)', () => {
  it.each([
    ['a wrong password', accountPaths.create, { password: 'not-the-password' }],
    ['a link for a new password', accountPaths.resetPassword, {}],
    ['the activation mail again', accountPaths.resendActivation, {}],
  ])('for %s tells nobody who has an account', testTimeout(180_000), async (_, url, extra) => {
    provesRow('A10', 2 * PAIRS, SEED)
    const { http, clock } = await askedAccounts()
    const random = seededRandom(SEED)
    const durationOf = async (email: string) => {
      // the clock advances, so no rate limit applies
      clock.advance(DAY_MS)
      const from = performance.now()
      const { statusCode } = await http.inject({ method: 'POST', url, payload: { email, ...extra } })
      const ms = performance.now() - from
      expect([401, 204]).toContain(statusCode)
      return ms
    }
    for (const registered of ['pat@farm.example', 'kim@farm.example']) {
      // the first call is slower for any account
      for (let at = 0; at < 10; at += 1) await durationOf(at % 2 ? registered : 'nobody@farm.example')
      const ratios: number[] = []
      for (let at = 0; at < PAIRS; at += 1) {
        const first = random.next() < 0.5
        const nobody = `nobody-${at}@farm.example`
        const one = await durationOf(first ? registered : nobody)
        const other = await durationOf(first ? nobody : registered)
        ratios.push(first ? one / other : other / one)
      }
      ratios.sort((a, b) => a - b)
      const [low = 0, high = Infinity] = [PAIRS / 2 - BESIDE_MEDIAN, PAIRS / 2 + BESIDE_MEDIAN].map(
        (at) => ratios[at],
      )
      process.stdout.write(
        `${url} for ${registered}: median ratio of ${PAIRS} pairs between ${low.toFixed(3)} and ${high.toFixed(3)}\n`,
      )
      expect(low).toBeGreaterThan(0.8)
      expect(high).toBeLessThan(1.25)
    }
  })
})
