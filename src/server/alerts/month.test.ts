/**
 * A month of a farm on a simulated clock, reported by a machine over its own protocol: link failures, a fault, two stops with water on,
 * a pass that stopped short, a silent probe and a link that changes two hundred times. Who is notified, how often, in which
 * order and how soon. Fails with alerts opened by the message of a stop instead of a state that lasts.
 */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { readingPaths } from '../../contract/readings.ts'
import { probePaths } from '../../contract/probes.ts'
import { memberPaths } from '../../contract/accounts/members.ts'
import { acknowledgePath, ALERT_KINDS } from '../../contract/alerts/alerts.ts'
import { alertFarm } from '../testing/alert-farm.ts'
import { eventually } from '../testing/test-device.ts'
import { pinsAt } from '../testing/drawing.ts'
import { signedUpUser } from '../testing/factories.ts'
import { systemByName } from '../systems/membership.store.ts'
import { pastEpisodes } from './replay.ts'
import { replayed } from './replay.rules.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The check interval of a running server. */
const LOOK = 5 * SECOND

it('sends messages for what needs attention, once each, in the order of the causes, within thirty seconds', async () => {
  const farm = await alertFarm()
  const { built, owner, connected, machine, look } = farm
  const { reader } = built.kit.database
  const began = built.clock.now().getTime()
  const worker = await signedUpUser(built)
  await built.call(`${memberPaths.list}?system=North%20Quarter`, {
    headers: owner.headers,
    json: { email: worker.email, role: 'operator' },
  })
  const pins = [[30, 30] as const, [-60, 40] as const].map(([x, y]) => pinsAt([x, y])[0] ?? [])
  await built.call(probePaths.save, {
    headers: owner.headers,
    json: { fieldName: 'North', probes: pins.map((pin, at) => [...pin, String(at + 1)]) },
  })
  const authorization = `Device ${connected.gateway.id}:${connected.gateway.secret}`
  const reads = (...probes: number[]) =>
    built.call(readingPaths.ingest, {
      headers: { authorization },
      json: {
        readings: probes.map((probe) => ({
          probe,
          depthCm: 20,
          at: built.clock.now().toISOString(),
          vwc: 0.25,
        })),
      },
    })
  /** Messages are sent as they are decided: their clock must not run ahead. */
  const sent = () =>
    eventually('the messages sent', async () => {
      const open = sql`select from alert_sends where done_at is null`
      return (await open.execute(reader)).rows.length === 0 ? true : null
    })
  const pass = async (ms: number) => {
    built.clock.advance(ms)
    await look()
    await sent()
  }
  /** Advances past an instant, in steps of the check interval. */
  const over = async (ms: number) => {
    await pass(ms - LOOK)
    for (let step = 0; step < 3; step += 1) await pass(LOOK)
  }
  /** A quiet period with occasional telemetry. */
  const goesOn = async (ms: number) => {
    // a recent message keeps it from being silent at an earlier hour
    await machine.goesRound()
    for (let remainingMs = ms; remainingMs > 0; remainingMs -= 12 * HOUR) {
      await pass(Math.min(remainingMs, 12 * HOUR))
      await machine.goesRound()
      await reads(1, 2)
      await pass(LOOK)
    }
  }
  const expected: string[] = []
  const happened = (...kinds: string[]) => expected.push(...kinds)

  await machine.comes()
  await machine.goesRound()
  await reads(1, 2)
  await goesOn(2 * DAY)

  // stopped with water on, and moving again
  await machine.standsWet()
  await over(2 * MINUTE)
  happened('stopped_wet')
  await machine.goesRound()
  await pass(10 * SECOND)
  await pass(MINUTE)
  await goesOn(3 * DAY)

  // the link fails for ten minutes, which is nothing, and for three hours
  await machine.link('offline')
  await pass(LOOK)
  await pass(10 * MINUTE)
  await machine.link('online')
  await machine.goesRound()
  await goesOn(DAY)
  await machine.link('offline')
  await pass(LOOK)
  await over(15 * MINUTE)
  happened('offline')
  await machine.link('online')
  await machine.goesRound()
  await pass(10 * SECOND)
  await pass(3 * MINUTE)
  await goesOn(2 * DAY)

  // a fault that stops it, water still on
  await machine.tells('LOW_PRESSURE')
  await pass(LOOK)
  happened('fault')
  await machine.standsWet()
  await over(2 * MINUTE)
  await machine.tells('STARTED')
  await machine.goesRound()
  await pass(10 * SECOND)
  await pass(2 * MINUTE)
  await goesOn(2 * DAY)

  // an unstable link
  for (let change = 0; change < 100; change += 1) {
    await machine.link('offline')
    built.clock.advance(MINUTE)
    await look()
    await machine.link('online')
    built.clock.advance(20 * SECOND)
    await look()
  }
  await machine.goesRound()
  await goesOn(2 * DAY)

  // a pass that waters half of the circle and stops, water off
  await machine.waters(0, 90)
  await machine.standsDry()
  await over(5 * MINUTE)
  happened('stopped_short')
  await machine.goesRound()
  await pass(10 * SECOND)
  await pass(2 * MINUTE)
  await goesOn(3 * DAY)

  // one of two probes falls silent
  await reads(1, 2)
  for (let hours = 0; hours < 23; hours += 6) {
    await reads(1)
    await pass(6 * HOUR)
    await machine.goesRound()
  }
  await pass(LOOK)
  happened('probe')
  await reads(1, 2)
  await pass(10 * SECOND)
  await pass(2 * MINUTE)
  await goesOn(2 * DAY)

  // a day without a link; what arrives afterwards is over
  await machine.link('offline')
  await pass(LOOK)
  await over(15 * MINUTE)
  happened('offline')
  // the acknowledgement has ended the reminders of both
  const [lost] = (await farm.list(worker)).open
  await built.call(acknowledgePath(lost?.id ?? 0), { method: 'POST', headers: worker.headers })
  expect((await farm.list(owner)).open).toMatchObject([
    { kind: 'offline', acknowledged: { by: worker.name } },
  ])
  await pass(23 * HOUR)
  const outage = built.clock.now().getTime() - 20 * HOUR
  await machine.link('online')
  for (const [at, moving] of [
    [0, false],
    [3, true],
    [8, false],
    [12, true],
  ] as const) {
    const told = new Date(outage + at * HOUR).toISOString()
    await machine.says({ at: told, moving, wet: true, direction: moving ? 'FORWARD' : 'STOPPED' })
    await pass(SECOND)
  }
  await machine.goesRound()
  await pass(10 * SECOND)
  await pass(3 * MINUTE)
  await reads(1, 2)
  await goesOn(4 * DAY)

  // the second stop with water on
  await machine.standsWet()
  await over(2 * MINUTE)
  happened('stopped_wet')
  await machine.goesRound()
  await pass(10 * SECOND)
  await pass(MINUTE)
  await goesOn(2 * DAY)
  expect(built.clock.now().getTime() - began).toBeGreaterThan(25 * DAY)

  interface Sent {
    userId: number
    round: number
    result: string
    kind: string
    latencyMs: number
  }
  const { rows } = await sql<Sent>`
    select d.user_id as "userId", d.round, d.result, a.kind,
           (extract(epoch from d.done_at - d.due_at) * 1000)::float8 as "latencyMs"
      from alert_sends d join alerts a on a.id = d.cause_id order by d.id`.execute(reader)
  for (const { id } of [owner, worker])
    expect(rows.filter(({ userId }) => userId === id).map(({ kind }) => kind)).toEqual(expected)
  expect(rows.map(({ round, result }) => `${round} ${result}`)).toEqual(rows.map(() => '0 sent'))
  const latencies = rows.map(({ latencyMs }) => latencyMs).toSorted((a, b) => a - b)
  expect(latencies[Math.ceil(0.95 * latencies.length) - 1]).toBeLessThan(30_000)

  // the replayed records give the same
  const system = await systemByName(reader, 'North Quarter')
  if (!system) throw new Error('no system')
  const span = { from: new Date(began), to: built.clock.now() }
  const episodes = await pastEpisodes(reader, system, span, ALERT_KINDS)
  const rung = replayed(episodes, {}, { from: began, to: span.to.getTime() })
  // delayed messages are in the records, though no alert was sent for what was over
  const knownRung = rung.filter(
    ({ episodes: [first] }) => !(first && first.from >= outage && first.from < outage + 20 * HOUR),
  )
  expect(knownRung.map(({ episodes: [first] }) => first?.kind)).toEqual(expected)
})
