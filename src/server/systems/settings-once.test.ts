/** Settings sent twice, at once, or against what somebody else stored meanwhile. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { problems } from '../../contract/errors.ts'
import { systemPaths } from '../../contract/systems.ts'
import type { Built } from '../testing/build.ts'
import { connectedSystem, farm, providerOf, signedUpUser, validInput } from '../testing/factories.ts'

async function stored(built: Built): Promise<unknown> {
  const { rows } = await sql`select (select count(*) from system_commands) as commands,
    (select count(*) from desired_states) as desired, (select max(settings_rev) from systems) as rev,
    (select count(*) from audit where action = 'settings' and outcome = 'accepted') as audit`.execute(
    built.kit.database.reader,
  )
  return rows[0]
}

describe('Idempotency-Key', () => {
  // fails where nobody looks for the key: refusals of the unique index, without that too several rows. That its lock is missing does
  // not show here: one process takes the settings of a person in turn, so that several processes alone wait for it
  it('stores once what came fifty times at once, and answers all alike', async () => {
    const { built, send } = await farm()
    for (let round = 1; round <= 3; round += 1) {
      const headers = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(validInput(), headers)))
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect(await stored(built)).toEqual({ commands: round, desired: round, rev: round, audit: round })
    }
  })

  it('gives the first answer later too, even when the revision has moved on', async () => {
    const { built, send } = await farm()
    const headers = { 'idempotency-key': 'a-key-of-mine', 'if-match': '"0"' }
    const first = await send(validInput(), headers)
    await send(validInput({ application_rate: 1 }))
    const again = await send(validInput(), headers)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(await stored(built)).toEqual({ commands: 2, desired: 2, rev: 2, audit: 2 })
  })

  it('is refused for other settings or another system', async () => {
    const { built, owner, send } = await farm()
    await connectedSystem(built, owner, { name: 'South Quarter' })
    const headers = { 'idempotency-key': 'a-key-of-mine' }
    await send(validInput(), headers)
    for (const change of [
      { application_rate: 0.9 },
      { is_speed_switch_on: true },
      { system_name: 'South Quarter' },
      { is_system_on: false },
    ])
      expect(await send(validInput(change), headers)).toMatchObject({
        status: 409,
        body: { message: problems.idempotency_key_reused.message },
      })
    expect(await stored(built)).toEqual({ commands: 1, desired: 1, rev: 1, audit: 1 })
  })

  it('lets one of two systems win a key that came with both at once', async () => {
    const { built, owner, send } = await farm()
    await connectedSystem(built, owner, { name: 'South Quarter' })
    const headers = { 'idempotency-key': 'a-key-of-mine' }
    const answers = await Promise.all(
      ['North Quarter', 'South Quarter'].flatMap((system_name) =>
        Array.from({ length: 5 }, () => send(validInput({ system_name }), headers)),
      ),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => '200'),
      ...Array.from({ length: 5 }, () => '409'),
    ])
  })

  it('belongs to one person', async () => {
    const { built, send } = await farm()
    const other = await signedUpUser(built)
    await connectedSystem(built, other, { name: 'South Quarter' })
    const headers = { 'idempotency-key': 'a-key-of-mine' }
    expect((await send(validInput(), headers)).status).toBe(200)
    expect((await send(validInput({ system_name: 'South Quarter' }), headers, other)).status).toBe(200)
  })

  it('is refused when it is no key', async () => {
    const { send } = await farm()
    for (const key of ['short', 'x'.repeat(129), 'with space in it', 'semi;colon;key', ''])
      expect({ key, ...(await send(validInput(), { 'idempotency-key': key })) }).toMatchObject({
        key,
        status: 400,
        body: { code: 'idempotency_key_invalid' },
      })
  })
})

describe('If-Match', () => {
  it('refuses the second of two operators and shows what the first one stored', async () => {
    const { built, owner, send } = await farm()
    const operator = await signedUpUser(built)
    await providerOf(built).share('North Quarter', operator.email, 'operator')
    for (let rev = 0; rev < 10; rev += 1) {
      const headers = { 'if-match': `"${rev}"` }
      const mine = validInput({ application_rate: 0.5 + rev / 100 })
      const theirs = validInput({ application_rate: 1 + rev / 100 })
      const answers = await Promise.all([send(mine, headers), send(theirs, headers, operator)])
      expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
      const won =
        answers[0]?.status === 200
          ? { who: owner.name, settings: mine }
          : { who: operator.name, settings: theirs }
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
        message: problems.settings_changed_meanwhile.message,
        current: {
          settings_rev: rev + 1,
          who: won.who,
          settings: { application_rate: won.settings.application_rate },
        },
      })
    }
    const audit =
      await sql`select outcome, count(*) from audit where action = 'settings' group by 1 order by 1`.execute(
        built.kit.database.reader,
      )
    expect(audit.rows).toEqual([
      { outcome: 'accepted', count: 10 },
      { outcome: 'settings_changed_meanwhile', count: 10 },
    ])
  })

  it('says that nothing was stored yet', async () => {
    const { send } = await farm()
    expect(await send(validInput(), { 'if-match': '"3"' })).toMatchObject({
      status: 409,
      body: { current: { settings: null, settings_rev: 0 } },
    })
  })

  it('is refused when it is no tag', async () => {
    const { send } = await farm()
    for (const tag of ['3', '*', 'W/"0"', '"-1"', '"1", "2"'])
      expect({ tag, ...(await send(validInput(), { 'if-match': tag })) }).toMatchObject({
        tag,
        status: 400,
        body: { code: 'if_match_invalid' },
      })
  })
})

describe('a setting that waits for one before it', () => {
  // fails without the look whether somebody waits: who gives up after 5 s and asks again waits for himself, for ever
  it('is dropped once its sender has gone, and the next is taken', async () => {
    const { built, owner, send } = await farm()
    const held = Promise.withResolvers<void>()
    const letGo = Promise.withResolvers<void>()
    const holding = built.kit.database.write(async (tx) => {
      await sql`select from systems for update`.execute(tx)
      held.resolve()
      await letGo.promise
    })
    await held.promise
    const sockets: Socket[] = []
    built.app.http.server.on('request', ({ socket }) => void sockets.push(socket))
    const first = send(validInput())
    const leaving = new AbortController()
    const gone = Array.from({ length: 5 }, (_, n) =>
      fetch(built.url + systemPaths.input, {
        method: 'POST',
        signal: leaving.signal,
        headers: { ...owner.headers, 'content-type': 'application/json' },
        body: JSON.stringify(validInput({ application_rate: 0.5 + n / 10 })),
      }),
    )
    await expect.poll(() => sockets.length).toBe(6)
    // who asks is looked up before the setting waits for its turn
    await sleep(300)
    leaving.abort()
    expect((await Promise.allSettled(gone)).map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBe(5)
    letGo.resolve()
    await holding
    expect((await first).status).toBe(200)
    expect((await send(validInput({ application_rate: 1.5 }))).status).toBe(200)
    expect(await stored(built)).toEqual({ commands: 2, desired: 2, rev: 2, audit: 2 })
  })
})
