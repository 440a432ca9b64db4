/** Users change their own preferences only, never another account or their role, which a command grants. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import { build, shared } from '../testing/build.ts'
import { signedUpUser } from '../testing/factories.ts'
import { providerCommands } from '../provider/provider.commands.ts'

const { preferences } = accountPaths

const server = shared(() => build())

describe('preferences', () => {
  it('are those of the caller, and only valid choices are stored', async () => {
    const built = server()
    const [pat, kim] = [await signedUpUser(built), await signedUpUser(built)]
    const patch = (json: object) => built.call(preferences, { method: 'PATCH', json, headers: pat.headers })
    expect(await built.call(preferences, { headers: pat.headers })).toMatchObject({
      status: 200,
      body: { unit: 'in', theme: 'system', language: 'device', provider: false },
    })
    expect(await patch({ unit: 'mm', language: 'fr', provider: true, id: kim.id })).toMatchObject({
      status: 200,
      body: { unit: 'mm', theme: 'system', language: 'fr', provider: false },
    })
    expect((await patch({})).status).toBe(200)
    expect((await patch({ theme: 'neon' })).status).toBe(400)
    expect((await patch({ language: 'tlh' })).status).toBe(400)
    expect(await built.call(preferences, { headers: kim.headers })).toMatchObject({ body: { unit: 'in' } })
  })

  it('cannot reach another account, or a password, through the role of customers', async () => {
    const built = server()
    const [pat, kim] = [await signedUpUser(built), await signedUpUser(built)]
    const asPat = (statement: string) =>
      built.kit.database.asCustomer(pat.id, (tx) => sql.raw<{ id: number }>(statement).execute(tx))
    expect((await asPat('select id from users')).rows).toEqual([{ id: pat.id }])
    expect((await asPat(`update users set unit = 'mm' where id = ${kim.id} returning id`)).rows).toEqual([])
    await expect(asPat('select password_hash from users')).rejects.toThrow('permission denied')
    await expect(asPat('update users set provider = true')).rejects.toThrow('permission denied')
  })
})

describe('provider grant', () => {
  it('makes a user a provider, and reports an unknown address', async () => {
    const built = server()
    const { headers, email } = await signedUpUser(built)
    const grant = providerCommands.find(({ name }) => name === 'provider grant')
    const lines: string[] = []
    const run = (address: string) =>
      grant?.run({
        positionals: [address],
        values: {},
        open: async () => built.kit,
        print: (line) => void lines.push(line),
        warn: () => undefined,
      })
    await expect(run('nobody@farm.example')).rejects.toThrow('No account has this e-mail address.')
    expect(await run(email.toUpperCase())).toBe(0)
    expect(lines).toEqual([`${email.toUpperCase()} has the provider role`])
    expect(await built.call(preferences, { headers })).toMatchObject({ body: { provider: true } })
  })
})
