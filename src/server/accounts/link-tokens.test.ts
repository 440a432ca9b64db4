/** Mailed links are valid once, for one account, one purpose and a limited time. Planted faults found: a look-up without the purpose, one without the user. */
import { describe, expect, it } from 'vitest'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import { PASSWORD } from '../testing/accounts.ts'
import { type Built, build, shared } from '../testing/build.ts'
import { signedUpUser } from '../testing/factories.ts'
import { issueMailToken } from './mail-tokens.store.ts'
import { uidOf } from './user-uid.ts'
import { provesRow } from '../testing/reliability.ts'

const NEXT = 'Jm4?rhubarb+Quilt_Lw9sNd'
const HOUR_MS = 3_600_000

const activate = ({ call }: Built, uid: string, token: string) =>
  call(accountPaths.activation, { json: { uid, token } })
const confirm = ({ call }: Built, uid: string, token: string) =>
  call(accountPaths.resetPasswordConfirm, {
    json: { uid, token, new_password: NEXT, re_new_password: NEXT },
  })

async function closedAccount(built: Built, name: string): Promise<{ uid: string; id: number }> {
  const json = { name, email: `${name}@farm.example`, password: PASSWORD, re_password: PASSWORD }
  await built.call(accountPaths.users, { json })
  const { rows } = await built.kit.database.pool.query('select id from users where email = $1', [json.email])
  return { id: rows[0].id, uid: uidOf(rows[0].id) }
}

const server = shared(() => build())

const issue = ({ kit, clock }: Built, id: number, purpose: 'activation' | 'reset', ttlMs: number) =>
  kit.database.write((tx) => issueMailToken(tx, id, purpose, clock.now(), ttlMs))

/** Every character changed to three others, and ends cut and lengthened. */
function broken(token: string): string[] {
  const changed = Array.from(token).flatMap((character, at) =>
    [1, 2, 32].map((bit) => {
      const flipped = String.fromCharCode(character.charCodeAt(0) ^ bit)
      return token.slice(0, at) + flipped + token.slice(at + 1)
    }),
  )
  const ends = [token.slice(1), token.slice(0, -1), `${token}A`, ` ${token}x`, '']
  return [...changed, ...ends]
}

describe('an activation link', () => {
  it('opens nothing with a bit flipped, for another account, for another purpose, or when it has expired', async () => {
    const built = server()
    const [pat, kim] = [await closedAccount(built, 'pat'), await closedAccount(built, 'kim')]
    const token = await issue(built, pat.id, 'activation', 72 * HOUR_MS)
    const reset = await issue(built, pat.id, 'reset', HOUR_MS)
    const tries: [string, string][] = [
      ...broken(token).map((brokenToken): [string, string] => [pat.uid, brokenToken]),
      ...broken(pat.uid).map((uid): [string, string] => [uid, token]),
      [kim.uid, token],
      [pat.uid, reset],
    ]
    provesRow('A12', tries.length)
    for (const [uid, brokenToken] of tries)
      expect([uid, brokenToken, (await activate(built, uid, brokenToken)).status]).toEqual([
        uid,
        brokenToken,
        400,
      ])
    built.clock.advance(72 * HOUR_MS)
    expect((await activate(built, pat.uid, token)).status).toBe(400)
    const { rows } = await built.kit.database.pool.query('select from users where active and id = any($1)', [
      [pat.id, kim.id],
    ])
    expect(rows).toEqual([])
  })

  it('is invalid after its first use, with all others that were sent', async () => {
    const built = server()
    const { id, uid } = await closedAccount(built, 'lee')
    const [first, second] = [
      await issue(built, id, 'activation', HOUR_MS),
      await issue(built, id, 'activation', HOUR_MS),
    ]
    expect((await activate(built, uid, second)).status).toBe(204)
    for (const token of [first, second, first])
      expect(await activate(built, uid, token)).toMatchObject({
        status: 403,
        body: { detail: 'Stale token for given user.' },
      })
  })
})

describe('a reset link', () => {
  it('changes nothing with a bit flipped, for another account, for another purpose, or when it has expired', async () => {
    const built = server()
    const [pat, kim] = [await signedUpUser(built), await signedUpUser(built)]
    const token = await issue(built, pat.id, 'reset', HOUR_MS)
    const activation = await issue(built, pat.id, 'activation', HOUR_MS)
    const tries: [string, string][] = [
      ...broken(token).map((brokenToken): [string, string] => [uidOf(pat.id), brokenToken]),
      [uidOf(kim.id), token],
      [uidOf(pat.id), activation],
    ]
    provesRow('A12', tries.length)
    for (const [uid, brokenToken] of tries)
      expect([uid, brokenToken, (await confirm(built, uid, brokenToken)).status]).toEqual([
        uid,
        brokenToken,
        400,
      ])
    built.clock.advance(HOUR_MS)
    expect((await confirm(built, uidOf(pat.id), token)).status).toBe(400)
    expect(
      (await built.call(accountPaths.create, { json: { email: pat.email, password: PASSWORD } })).status,
    ).toBe(200)
  })

  it('works once when it is sent ten times concurrently, and invalidates the others', async () => {
    const built = server()
    const { id } = await signedUpUser(built)
    const [first, second] = [
      await issue(built, id, 'reset', HOUR_MS),
      await issue(built, id, 'reset', HOUR_MS),
    ]
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(built, uidOf(id), second)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      204,
      ...Array.from({ length: 9 }, () => 400),
    ])
    expect((await confirm(built, uidOf(id), first)).status).toBe(400)
  })
})
