/** Alert messages: one per cause, person and channel, by preferences and quiet hours, until acknowledged. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { acknowledgePath } from '../../contract/alerts/alerts.ts'
import { alertRulesPath, alertChoicePaths } from '../../contract/alerts/alert-choices.ts'
import { memberPaths } from '../../contract/accounts/members.ts'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import type { SignedIn } from '../testing/accounts.ts'
import { alertFarm } from '../testing/alert-farm.ts'
import { type Built, shared } from '../testing/build.ts'
import { eventually } from '../testing/test-device.ts'
import { signedUpUser, validInput } from '../testing/factories.ts'
import { pushService, RFC_8291_KEYS } from '../testing/push-service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Every message decided so far has been sent, dropped or given up. */
async function untilSent({ kit }: Built) {
  const open = sql`select from alert_sends where done_at is null`
  await eventually('the messages told', async () =>
    (await open.execute(kit.database.reader)).rows.length === 0 ? true : null,
  )
}

interface Mail {
  to: string
  subject: string
  text: string
}

/** Alert mails, in the order in which they were sent. */
async function mails(built: Built): Promise<Mail[]> {
  await untilSent(built)
  const folder = path.join(built.dataDir, 'outbox')
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith('.eml'))
  const sources = await Promise.all(names.toSorted().map((name) => readFile(path.join(folder, name), 'utf8')))
  return sources
    .filter((source) => source.includes('/alerts'))
    .map((source) => ({
      to: /^To: (.*)$/im.exec(source)?.[1]?.trim() ?? '',
      subject: /^Subject: (.*)$/im.exec(source)?.[1]?.trim() ?? '',
      text: source.replaceAll('=\r\n', '').replaceAll('=3D', '='),
    }))
}

async function operator(built: Built, owner: SignedIn): Promise<SignedIn> {
  const person = await signedUpUser(built)
  await built.call(`${memberPaths.list}?system=North%20Quarter`, {
    headers: owner.headers,
    json: { email: person.email, role: 'operator' },
  })
  return person
}

const quiet = (from: string, until: string, more = {}) => ({
  quiet: { from, until },
  urgent_anyway: true,
  time_zone: 'UTC',
  ...more,
})
/** Server time, as hours and minutes, this many ms from now. */
const utc = (built: Built, ms: number) =>
  new Date(built.clock.now().getTime() + ms).toISOString().slice(11, 16)

/** For refusals, which leave nothing behind. */
const refusing = shared(() => alertFarm())

describe('a message', () => {
  it('is sent to each member once, however often is checked, with a link to the system, in text and HTML', async () => {
    const { built, owner, machine, look, pass } = await alertFarm()
    const otherOperator = await operator(built, owner)
    await machine.comes()
    await machine.tells('LOW_PRESSURE')
    await look()
    for (let more = 0; more < 3; more += 1) await pass(10_000)
    const messages = await mails(built)
    expect(messages.map(({ to }) => to).toSorted()).toEqual([owner.email, otherOperator.email].toSorted())
    expect(new Set(messages.map(({ subject }) => subject))).toEqual(
      new Set(['Low water pressure: North Quarter']),
    )
    expect(messages[0]?.text).toContain(`${built.url}/systems?system=North%20Quarter`)
    expect(messages[0]?.text).toMatch(/Content-Type: multipart\/alternative/)
    expect(messages[0]?.text).toMatch(/Content-Type: text\/html/)
  })

  it('is one for power failure, stopped with water on and offline', async () => {
    const { built, machine, look, pass } = await alertFarm()
    await machine.comes()
    await machine.goesRound()
    await machine.tells('POWER_LOST')
    await look()
    await machine.standsWet()
    await pass(3 * MINUTE)
    await machine.goes()
    await pass(1000)
    await pass(16 * MINUTE)
    expect((await mails(built)).map(({ subject }) => subject)).toEqual(['Power lost: North Quarter'])
  })

  it('warns once that settings expire, twelve hours before, though the machine is offline', async () => {
    const { built, owner, machine, pass, send } = await alertFarm()
    await machine.comes()
    await machine.goesRound()
    await send(validInput())
    await machine.goes()
    await pass(16 * MINUTE)
    await pass(30 * HOUR)
    await pass(29 * HOUR)
    const expiring = async () => (await mails(built)).filter(({ subject }) => subject.startsWith('Settings'))
    expect(await expiring()).toEqual([])
    await pass(2 * HOUR)
    await pass(HOUR)
    expect(await expiring()).toMatchObject([
      { to: owner.email, subject: 'Settings expire soon: North Quarter' },
    ])
  })

  it('is not sent when its state is over by the time the mail server answers again', async () => {
    const { built, machine, look, pass, list } = await alertFarm({ SMTP_URL: 'smtp://127.0.0.1:1' })
    await machine.comes()
    await machine.tells('LOW_PRESSURE')
    await look()
    await eventually('a try', async () => {
      const tries = sql`select from jobs where name = 'send-alert-mail' and attempts > 0`
      return (await tries.execute(built.kit.database.reader)).rows.length > 0 ? true : null
    })
    await machine.tells('STARTED')
    await pass(10_000)
    await pass(2 * MINUTE)
    expect((await list()).open).toEqual([])
    await sql`update jobs set due_at = now()`.execute(built.kit.database.reader)
    await untilSent(built)
    const { rows } = await sql`select result from alert_sends`.execute(built.kit.database.reader)
    expect(rows).toEqual([{ result: 'dropped' }])
  })
})

describe('quiet hours', () => {
  it('delay a fault until they end, and never water that runs onto one spot', async () => {
    const { built, owner, machine, look, pass } = await alertFarm()
    const { headers } = owner
    const otherOperator = await operator(built, owner)
    const hours = quiet(utc(built, -HOUR), utc(built, 2 * HOUR))
    const set = await built.call(alertChoicePaths.times, { method: 'PUT', headers, json: hours })
    expect(set).toMatchObject({ status: 200, body: hours })
    await machine.comes()
    await machine.tells('LOW_PRESSURE')
    await look()
    expect((await mails(built)).map(({ to }) => to)).toEqual([otherOperator.email])
    for (let more = 0; more < 12; more += 1) {
      await machine.goesRound()
      await pass(10 * MINUTE + 1000)
    }
    const first = (await mails(built)).filter(({ to }) => to === owner.email)
    expect(first.map(({ subject }) => subject)).toEqual(['Low water pressure: North Quarter'])
    // the next night, with another cause
    await machine.tells('STARTED')
    await pass(10_000)
    await pass(22 * HOUR)
    await machine.standsWet()
    await pass(1000)
    await machine.standsWet()
    await pass(3 * MINUTE)
    const urgent = (await mails(built)).filter(({ subject }) => subject.startsWith('Stopped, water on'))
    expect(urgent.map(({ to }) => to).toSorted()).toEqual([owner.email, otherOperator.email].toSorted())
  })

  it.each([
    { quiet: { from: '24:00', until: '06:00' } },
    { quiet: { from: '22:00' } },
    { time_zone: 'Mars/Olympus' },
    { urgent_anyway: 'often' },
  ])('refuse %j', async (odd) => {
    const { built, owner } = refusing()
    const json = { ...quiet('22:00', '06:00'), ...odd }
    const answer = await built.call(alertChoicePaths.times, { method: 'PUT', headers: owner.headers, json })
    expect(answer.status).toBe(400)
  })
})

describe('reminders', () => {
  it('are sent to everyone until one of them acknowledges', async () => {
    const { built, owner, machine, look, pass, list } = await alertFarm()
    const otherOperator = await operator(built, owner)
    await machine.comes()
    await machine.tells('LOW_PRESSURE')
    await look()
    const goOn = async (ms: number) => {
      await machine.goesRound()
      await pass(ms)
      return (await mails(built)).length
    }
    expect(await goOn(20 * MINUTE)).toBe(2)
    expect(await goOn(11 * MINUTE)).toBe(4)
    expect(await goOn(10 * MINUTE)).toBe(4)
    const [alert] = (await list(otherOperator)).open
    await built.call(acknowledgePath(alert?.id ?? 0), { method: 'POST', headers: otherOperator.headers })
    expect((await list(owner)).open).toMatchObject([{ acknowledged: { by: otherOperator.name } }])
    await machine.goesRound()
    for (let more = 0; more < 4; more += 1) expect(await goOn(3 * HOUR)).toBe(4)
    expect((await mails(built)).at(-1)?.text).toContain('Still going on, and nobody is on it yet')
  })
})

describe('preferences', () => {
  it('apply to that user, field and kind only', async () => {
    const { built, owner, machine, look, pass } = await alertFarm()
    const otherOperator = await operator(built, owner)
    const path = alertRulesPath('North Quarter')
    const { headers } = owner
    const choose = (kind: string, change: object) =>
      built.call(path, {
        method: 'PUT',
        headers,
        json: { kinds: [{ kind, mail: true, push: true, after_minutes: null, ...change }] },
      })
    expect((await choose('fault', { mail: false })).status).toBe(200)
    expect((await choose('stopped_wet', { after_minutes: 30 })).body).toMatchObject({
      kinds: expect.arrayContaining([
        { kind: 'fault', mail: false, push: true, after_minutes: null, usual_minutes: 0, offer: null },
        { kind: 'stopped_wet', mail: true, push: true, after_minutes: 30, usual_minutes: 2, offer: null },
      ]),
    })
    await machine.comes()
    await machine.tells('VALVE_FAULT')
    await look()
    expect((await mails(built)).map(({ to }) => to)).toEqual([otherOperator.email])
    await machine.tells('STARTED')
    await pass(1000)
    await pass(2 * HOUR)
    await machine.standsWet()
    await pass(1000)
    for (let more = 0; more < 3; more += 1) {
      await machine.standsWet()
      await pass(5 * MINUTE)
    }
    const wet = async () => (await mails(built)).filter(({ subject }) => subject.startsWith('Stopped'))
    expect((await wet()).map(({ to }) => to)).toEqual([otherOperator.email])
    for (let more = 0; more < 3; more += 1) {
      await machine.standsWet()
      await pass(5 * MINUTE + 1000)
    }
    expect((await wet()).filter(({ to }) => to === owner.email)).toHaveLength(1)
  })

  it('are refused when invalid, and for systems of others', async () => {
    const { built, owner } = refusing()
    const stranger = await signedUpUser(built)
    const putRules = (json: unknown, { headers }: SignedIn) =>
      built.call(alertRulesPath('North Quarter'), { method: 'PUT', headers, json })
    const fault = { kind: 'fault', mail: true, push: true, after_minutes: null }
    const odd = [{}, { kinds: [{ ...fault, kind: 'x' }] }, { kinds: [{ ...fault, after_minutes: -1 }] }]
    for (const json of odd) expect((await putRules(json, owner)).status).toBe(400)
    expect((await putRules({ kinds: [fault] }, stranger)).status).toBe(404)
    expect((await built.call(alertRulesPath('North Quarter'), { headers: stranger.headers })).status).toBe(
      404,
    )
  })
})

describe('a browser', () => {
  it('is notified, encrypted for it alone; one that is gone is deleted, one that is busy is retried', async () => {
    const service = await pushService()
    const { built, owner, machine, look, pass } = await alertFarm({ PUSH_SERVICES: service.origin })
    const { headers } = owner
    const phone = service.browser('phone')
    const old = service.browser('old')
    const subscribe = (subscription: object) =>
      built.call(alertChoicePaths.push, { method: 'PUT', headers, json: { ...subscription, language: 'fr' } })
    const first = await subscribe(phone.subscription)
    expect(first).toMatchObject({ status: 200, body: { devices: 1 } })
    expect((await subscribe(old.subscription)).body).toMatchObject({ devices: 2 })
    expect((await subscribe(old.subscription)).body).toMatchObject({ devices: 2 })
    old.answers(410)
    await machine.comes()
    await machine.tells('LOW_PRESSURE')
    await look()
    await untilSent(built)
    expect(service.wrong).toEqual([])
    expect(service.pushed).toMatchObject([
      {
        browser: 'phone',
        json: {
          title: 'North Quarter: Pression d’eau basse',
          url: '/systems?system=North%20Quarter',
        },
        urgency: 'high',
        claims: { aud: service.origin, sub: 'mailto:no-reply@localhost' },
      },
    ])
    expect((await built.call(alertChoicePaths.push, { headers })).body).toMatchObject({
      devices: 1,
      public_key: service.pushed[0]?.publicKey,
    })
    phone.answers(503)
    await machine.goesRound()
    await pass(31 * MINUTE)
    await eventually('a try', async () => {
      const tries = sql`select from jobs where name = 'send-alert-push' and attempts > 0`
      return (await tries.execute(built.kit.database.reader)).rows.length > 0 ? true : null
    })
    phone.answers(201)
    await sql`update jobs set due_at = now()`.execute(built.kit.database.reader)
    await untilSent(built)
    expect(service.pushed).toHaveLength(2)
  })

  it('gets messages signed with the keys of PUSH_KEYS, if there are any', async () => {
    const service = await pushService()
    const { publicKey, privateKey } = RFC_8291_KEYS
    const variables = { PUSH_SERVICES: service.origin, PUSH_KEYS: `${publicKey}:${privateKey}` }
    const { built, owner, machine, look } = await alertFarm(variables)
    const { headers } = owner
    const { subscription } = service.browser('phone')
    const json = { ...subscription, language: 'en' }
    const answer = await built.call(alertChoicePaths.push, { method: 'PUT', headers, json })
    expect(answer.body).toMatchObject({ public_key: publicKey })
    await machine.comes()
    await machine.tells('LOW_PRESSURE')
    await look()
    await untilSent(built)
    expect(service.wrong).toEqual([])
    expect(service.pushed).toMatchObject([{ browser: 'phone', publicKey }])
  })

  it('is removed at sign-out, and cannot have any URL', async () => {
    const service = await pushService()
    const { built, owner, machine, look } = await alertFarm({ PUSH_SERVICES: service.origin })
    const { headers } = owner
    const { subscription } = service.browser('phone')
    const subscribe = (endpoint: string) =>
      built.call(alertChoicePaths.push, {
        method: 'PUT',
        headers,
        json: { ...subscription, endpoint, language: 'en' },
      })
    for (const endpoint of [
      'http://127.0.0.1:1/push/x',
      'http://169.254.169.254/latest',
      `${service.origin.replace('http:', 'https:')}/push/phone`,
      service.origin.replace('127.0.0.1', 'user:word@127.0.0.1'),
      'file:///etc/passwd',
    ])
      expect((await subscribe(endpoint)).status).toBe(400)
    expect((await subscribe(subscription.endpoint)).status).toBe(200)
    await built.call(accountPaths.logout, { method: 'POST', headers, json: {} })
    await machine.comes()
    await machine.tells('LOW_PRESSURE')
    await look()
    await untilSent(built)
    expect(service.pushed).toEqual([])
    const { rows } = await sql`select from push_subscriptions`.execute(built.kit.database.reader)
    expect(rows).toEqual([])
  })
})
