/** Lists and history of systems over HTTP. */
import { describe, expect, it } from 'vitest'
import { systemCommandsAnswer, systemList, systemPaths } from '../../contract/systems.ts'
import { connectedSystem, farmIn, signedUpUser, validInput, sharedServer } from '../testing/factories.ts'

const server = sharedServer()
const farm = () => farmIn(server())

describe('lists of systems', () => {
  it('are empty for a new account and ordered by name', async () => {
    const built = server()
    const owner = await signedUpUser(built)
    const all = async () => [
      (await built.call(systemPaths.group, owner)).body,
      (await built.call(systemPaths.list, owner)).body,
      (await built.call(`${systemPaths.fetchSystems}?userId=${owner.id}`, owner)).body,
    ]
    expect(await all()).toEqual([{ system_group: [] }, [], { systems: [] }])
    for (const name of ['Zulu', 'Alpha', 'Mike']) await connectedSystem(built, owner, { name })
    const names = ['Alpha', 'Mike', 'Zulu']
    const [group, list, fetched] = await all()
    expect(group).toEqual({ system_group: names })
    expect(systemList.parse(list).map(({ name }) => name)).toEqual(names)
    expect(fetched).toEqual({ systems: names })
  })

  it('are refused without a sign-in', async () => {
    const { call } = server()
    for (const path of [
      systemPaths.group,
      systemPaths.list,
      `${systemPaths.fetchSystems}?userId=1`,
      `${systemPaths.commands}?system=x`,
    ])
      expect(await call(path)).toMatchObject({
        status: 401,
        body: { detail: 'Authentication credentials were not provided.' },
      })
    expect((await call(systemPaths.input, { json: {} })).status).toBe(401)
  })
})

describe('GET /dev4/fetchSystems', () => {
  it('accepts the read cookie, but only for the user it belongs to', async () => {
    const { built, owner } = await farm()
    const other = await signedUpUser(built)
    const fetchSystems = (query: string, headers: Record<string, string>) =>
      built.call(`${systemPaths.fetchSystems}?${query}`, { headers })
    const cookie = { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' }
    expect(await fetchSystems(`userId=${owner.id}`, cookie)).toMatchObject({
      status: 200,
      body: { systems: ['North Quarter'] },
    })
    expect(
      (await fetchSystems(`userId=${owner.id}`, { ...cookie, 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403)
    for (const headers of [cookie, owner.headers]) {
      expect(await fetchSystems(`userId=${other.id}`, headers)).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
      for (const query of [
        '',
        'userId=',
        'userId=x',
        'userId=-1',
        'userId=1.0',
        'userId=1e0',
        `userId=${owner.id}&userId=${owner.id}`,
        `userId=${owner.id}&userId=${other.id}`,
        `userId[]=${owner.id}`,
        'userId=99999999999',
        `userId=${owner.id}%00`,
      ])
        expect([query, (await fetchSystems(query, headers)).status]).toEqual([query, 400])
    }
  })

  it('does not accept the cookie for a call of the application', async () => {
    const { built, owner } = await farm()
    const headers = { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' }
    for (const path of [
      systemPaths.group,
      systemPaths.list,
      `${systemPaths.commands}?system=North%20Quarter`,
      '/api/events/',
    ])
      expect((await built.call(path, { headers })).status).toBe(401)
    expect((await built.call(systemPaths.input, { json: validInput(), headers })).status).toBe(401)
  })
})

describe('GET /api/system-commands/', () => {
  it('pages through the history, newest first, each with what it replaced and its delivery status', async () => {
    const { built, owner, send } = await farm()
    for (let i = 0; i < 52; i += 1) expect((await send(validInput({ root_depth: i + 1 }))).status).toBe(200)
    const page = async (query = '') =>
      systemCommandsAnswer.parse(
        (await built.call(`${systemPaths.commands}?system=North%20Quarter${query}`, owner)).body,
      )
    const first = await page()
    expect(first.commands).toHaveLength(50)
    expect(first.next).toBe(3)
    expect(first.commands[0]).toMatchObject({
      settings_rev: 52,
      who: owner.name,
      from: { root_depth: 51 },
      to: { root_depth: 52 },
      delivery_times: { superseded: null },
    })
    expect(first.commands[1]).toMatchObject({
      settings_rev: 51,
      delivery: 'superseded',
      delivery_times: { superseded: first.commands[0]?.when },
    })
    const second = await page(`&before=${first.next}`)
    expect(
      second.commands.map((command) => [command.settings_rev, command.from?.root_depth ?? null]),
    ).toEqual([
      [2, 1],
      [1, null],
    ])
    expect(second.next).toBeNull()
    for (const query of ['&before=x', '&before=1&before=2', '&before=9999999999'])
      expect((await built.call(`${systemPaths.commands}?system=North%20Quarter${query}`, owner)).status).toBe(
        400,
      )
    expect((await built.call(systemPaths.commands, owner)).body).toMatchObject({
      message: 'Please select a system.',
    })
  })
})
