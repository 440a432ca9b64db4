/** Known, closed and unknown addresses cost the same work; too long passwords cost none. Planted fault seen: an early return for an unknown e-mail. */
import { describe, expect, it } from 'vitest'
import { accountPaths } from '../../contract/accounts/accounts.ts'
import { PASSWORD, signedIn } from '../testing/accounts.ts'
import { type Built, build } from '../testing/build.ts'
import { hashing } from './passwords/password-hash.ts'

/** What one call costs: hashes, and statements by the number of times that a connection was taken. */
async function workOf({ call, kit }: Built, path: string, json: object) {
  let connections = 0
  const count = () => {
    connections += 1
  }
  const hashes = hashing.done
  kit.database.pool.on('acquire', count)
  const { status } = await call(path, { json })
  kit.database.pool.off('acquire', count)
  return { status, hashes: hashing.done - hashes, connections }
}

describe('a wrong password', () => {
  it('costs one hash and as many statements for whoever is asked for', async () => {
    const built = await build()
    // background work would take connections as well
    await built.kit.jobs.stop()
    const { email } = await signedIn(built)
    await built.call(accountPaths.users, {
      json: { name: 'Kim', email: 'kim@farm.example', password: PASSWORD, re_password: PASSWORD },
    })
    const tries = []
    for (const address of [email, 'kim@farm.example', 'nobody@farm.example'])
      tries.push(await workOf(built, accountPaths.create, { email: address, password: 'not-the-password' }))
    expect(tries[0]).toMatchObject({ status: 401, hashes: 1 })
    expect(new Set(tries.map((each) => JSON.stringify(each))).size).toBe(1)
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
    const built = await build()
    await signedIn(built)
    const hashes = hashing.done
    expect(await built.call(path, { json })).toMatchObject({ status: 400, body: { [field]: sentence } })
    expect(hashing.done).toBe(hashes)
  })
})
