/** Settings that are sent twice, concurrently, or against a revision that someone else has replaced. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { problems } from '../../contract/errors.ts'
import { systemPaths } from '../../contract/systems.ts'
import type { SignedIn } from '../testing/accounts.ts'
import type { Built } from '../testing/build.ts'
import {
  connectedSystem,
  farmIn,
  providerOf,
  signedUpUser,
  validInput,
  sharedServer,
} from '../testing/factories.ts'

const server = sharedServer()
const farm = () => farmIn(server())

/** What the owner's systems have. */
async function stored(built: Built, { id }: SignedIn): Promise<unknown> {
  const { rows } = await sql`
    with mine as (select s.* from systems s join memberships m on m.system_id = s.id where m.user_id = ${id})
    select (select count(*) from system_commands where system_id in (select id from mine)) as commands,
      (select count(*) from desired_states where controller_id in (select controller_id from mine)) as desired,
      (select max(settings_rev) from mine) as rev,
      (select count(*) from audit
        where action = 'settings' and outcome = 'accepted' and system_id in (select id from mine)) as audit`.execute(
    built.kit.database.reader,
  )
  return rows[0]
}

describe('Idempotency-Key', () => {
  // fails when the key is not looked up: the unique index refuses, and without that several rows are stored. A missing lock on the key
  // does not show here, because one process handles the settings of a user one at a time; only several processes need it
  it('stores once what arrives fifty times concurrently, and answers all alike', async () => {
    const { built, owner, send } = await farm()
    for (let round = 1; round <= 3; round += 1) {
      const headers = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(validInput(), headers)))
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect(await stored(built, owner)).toEqual({
        commands: round,
        desired: round,
        rev: round,
        audit: round,
      })
    }
  })

  it('repeats the first answer later too, even when the revision has moved on', async () => {
    const { built, owner, send } = await farm()
    const headers = { 'idempotency-key': 'a-key-of-mine', 'if-match': '"0"' }
    const first = await send(validInput(), headers)
    await send(validInput({ application_rate: 1 }))
    const again = await send(validInput(), headers)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(await stored(built, owner)).toEqual({ commands: 2, desired: 2, rev: 2, audit: 2 })
  })

  it('is refused with other settings or for another system', async () => {
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
    expect(await stored(built, owner)).toEqual({ commands: 1, desired: 1, rev: 1, audit: 1 })
  })

  it('used for two systems concurrently is accepted for one of them', async () => {
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

  it('is separate for each user', async () => {
    const { built, send } = await farm()
    const other = await signedUpUser(built)
    await connectedSystem(built, other, { name: 'South Quarter' })
    const headers = { 'idempotency-key': 'a-key-of-mine' }
    expect((await send(validInput(), headers)).status).toBe(200)
    expect((await send(validInput({ system_name: 'South Quarter' }), headers, other)).status).toBe(200)
  })

  it('is refused when malformed', async () => {
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
  it('refuses the second of two operators and returns what the first one stored', async () => {
    const { built, owner, send } = await farm()
    const operator = await signedUpUser(built)
    await providerOf(built).share('North Quarter', operator.email, 'operator')
    for (let rev = 0; rev < 10; rev += 1) {
      const headers = { 'if-match': `"${rev}"` }
      const ownSettings = validInput({ application_rate: 0.5 + rev / 100 })
      const otherSettings = validInput({ application_rate: 1 + rev / 100 })
      const answers = await Promise.all([send(ownSettings, headers), send(otherSettings, headers, operator)])
      expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
      const won =
        answers[0]?.status === 200
          ? { who: owner.name, settings: ownSettings }
          : { who: operator.name, settings: otherSettings }
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
        message: problems.settings_changed_meanwhile.message,
        current: {
          settings_rev: rev + 1,
          who: won.who,
          settings: { application_rate: won.settings.application_rate },
        },
      })
    }
    const audit = await sql`select outcome, count(*) from audit
      where action = 'settings' and user_id in (${owner.id}, ${operator.id}) group by 1 order by 1`.execute(
      built.kit.database.reader,
    )
    expect(audit.rows).toEqual([
      { outcome: 'accepted', count: 10 },
      { outcome: 'settings_changed_meanwhile', count: 10 },
    ])
  })

  it('returns nothing when nothing was stored yet', async () => {
    const { send } = await farm()
    expect(await send(validInput(), { 'if-match': '"3"' })).toMatchObject({
      status: 409,
      body: { current: { settings: null, settings_rev: 0 } },
    })
  })

  it('is refused when it is not an entity tag', async () => {
    const { send } = await farm()
    for (const tag of ['3', '*', 'W/"0"', '"-1"', '"1", "2"'])
      expect({ tag, ...(await send(validInput(), { 'if-match': tag })) }).toMatchObject({
        tag,
        status: 400,
        body: { code: 'if_match_invalid' },
      })
  })
})

describe('a setting that waits for an earlier one', () => {
  // fails without the check whether the client is still connected: one that times out after 5 s and retries would wait for itself for ever
  it('is dropped once its client has disconnected, and the next is handled', async () => {
    const { built, owner, send } = await farm()
    const lockTaken = Promise.withResolvers<void>()
    const letGo = Promise.withResolvers<void>()
    const holding = built.kit.database.write(async (tx) => {
      await sql`select from systems for update`.execute(tx)
      lockTaken.resolve()
      await letGo.promise
    })
    await lockTaken.promise
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
    // the user is looked up before the setting is queued
    await sleep(300)
    leaving.abort()
    expect((await Promise.allSettled(gone)).map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBe(5)
    letGo.resolve()
    await holding
    expect((await first).status).toBe(200)
    expect((await send(validInput({ application_rate: 1.5 }))).status).toBe(200)
    expect(await stored(built, owner)).toEqual({ commands: 2, desired: 2, rev: 2, audit: 2 })
  })
})
