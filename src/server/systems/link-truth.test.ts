/** The link of a machine as a page shows it: connections, expiry, the fallback and faults. */
import { describe, expect, it } from 'vitest'
import { connectionPaths, connectionsAnswer } from '../../contract/connections.ts'
import { systemInputAnswer, systemList, systemPaths, type SystemView } from '../../contract/systems.ts'
import { logIn } from '../testing/accounts.ts'
import { stoppableMachine } from '../testing/machines/stoppable-machine.ts'
import { appliedReport, connectTestDevice, eventually } from '../testing/test-device.ts'
import { farm, farmOn, providerOf, signedUpUser, validInput } from '../testing/factories.ts'
import { provesRow } from '../testing/reliability.ts'

const HOUR = 3_600_000
const NORTH = '?system=North%20Quarter'

/** An owner with a machine that the test drives by hand. */
async function field() {
  const here = await farm()
  const { built, owner, connected } = here
  const hand = await connectTestDevice(built.app.devices.mqttUrl, connected.controller)
  const now = () => new Date().toISOString()
  const be = (state: 'online' | 'offline', session = 's') =>
    hand.publish('status', { state, session, at: now() })
  /** Tokens expire when the test's clock is advanced. */
  const awake = async () => {
    const { access } = await logIn(built, owner.email)
    return { ...owner, headers: { authorization: `JWT ${access}` } }
  }
  const view = async (): Promise<SystemView> => {
    const { body } = await built.call(systemPaths.list, await awake())
    const [system] = systemList.parse(body)
    if (!system) throw new Error('no system')
    return system
  }
  return { ...here, hand, be, view, now, awake }
}

describe('the connection log', () => {
  it('lists each connection and disconnection once, newest first, for members only', async () => {
    const { built, owner, be } = await field()
    const stranger = await signedUpUser(built)
    await be('online')
    await be('online')
    await be('offline', 'another session')
    await be('offline')
    await be('online', 't')
    const list = async (query = '') =>
      connectionsAnswer.parse((await built.call(`${connectionPaths.list}${NORTH}${query}`, owner)).body)
    const { connections, next } = await list()
    expect(connections.map(({ state }) => state)).toEqual(['online', 'offline', 'online'])
    expect(next).toBeNull()
    for (let n = 0; n < 60; n += 1) await be(n % 2 ? 'online' : 'offline', 't')
    const first = await list()
    expect(first.connections).toHaveLength(50)
    expect((await list(`&before=${first.next}`)).connections).toHaveLength(13)
    const missing = await built.call(`${connectionPaths.list}${NORTH}`, stranger)
    expect(missing.status).toBe(404)
    expect((await built.call(connectionPaths.list + NORTH)).status).toBe(401)
    for (const query of ['&before=x', '&before=1&before=2'])
      expect((await built.call(`${connectionPaths.list}${NORTH}${query}`, owner)).status).toBe(400)
  })
})

describe('dropped messages', () => {
  it('are shown to every member, on every page of the log, and to no one else', async () => {
    const { built, owner, hand } = await field()
    const [viewer, stranger] = [await signedUpUser(built), await signedUpUser(built)]
    await providerOf(built).share('North Quarter', viewer.email, 'viewer')
    const ask = (user: { headers: Record<string, string> }, query = '') =>
      built.call(`${connectionPaths.list}${NORTH}${query}`, user)
    const dropped = async (user: { headers: Record<string, string> }, query = '') =>
      connectionsAnswer.parse((await ask(user, query)).body).dropped
    expect(await dropped(owner)).toEqual([])
    await hand.publish('telemetry', 'x')
    await hand.publish('telemetry', 'y')
    await eventually('the count', async () => (await dropped(owner))[0] ?? null)
    await hand.publish('event', {})
    const all = await eventually('the next count', async () => {
      const found = await dropped(owner)
      return found.length > 1 ? found : null
    })
    expect(all).toEqual([
      { kind: 'event', reason: 'wrong_shape', count: 1, last_at: expect.any(String) },
      { kind: 'telemetry', reason: 'not_json', count: 2, last_at: expect.any(String) },
    ])
    expect(await dropped(viewer, '&before=1')).toEqual(all)
    expect((await ask(stranger)).status).toBe(404)
  })
})

describe('a setting that is about to expire', () => {
  it('is marked on the page from twelve hours before', async () => {
    const { built, send, view } = await field()
    await send(validInput())
    built.clock.advance(59.9 * HOUR)
    await built.app.devices.renew()
    expect((await view()).warnings).toEqual([])
    built.clock.advance(0.2 * HOUR)
    expect((await view()).warnings).toEqual(['expires_soon'])
    built.clock.advance(12 * HOUR)
    await built.app.devices.renew()
    expect(await view()).toMatchObject({ warnings: ['expired'], valid_until: expect.any(String) })
  })

  it('is renewed instead while its machine is online, without a warning', async () => {
    const { built, send, hand, be, view } = await field()
    await send(validInput())
    await hand.publish('reported', appliedReport(await hand.desired()))
    await be('online')
    built.clock.advance(61 * HOUR)
    await built.app.devices.renew()
    expect(await hand.desired(({ rev }) => rev === 2)).toMatchObject({ settingsRev: 1 })
    expect((await view()).warnings).toEqual([])
  })

  it('is replaced by the fallback, which is not shown as the setting', async () => {
    const { send, hand, view } = await field()
    await send(validInput())
    const document = await hand.desired()
    await hand.publish('reported', appliedReport(document))
    expect(await view()).toMatchObject({ delivery: 'applied', reported: { fallback: false }, warnings: [] })
    await hand.publish('reported', {
      ...appliedReport(document),
      mode: 'UNIFORM',
      rxSha256: document.fallback.sha256,
    })
    expect(await view()).toMatchObject({
      reported: { mode: 'UNIFORM', fallback: true, result: 'APPLIED' },
      warnings: ['fallback'],
    })
    // OFF waters like the fallback, so the setting itself is shown
    await send(validInput({ is_system_on: false }))
    await hand.publish('reported', appliedReport(await hand.desired(({ mode }) => mode === 'UNIFORM')))
    expect(await view()).toMatchObject({ delivery: 'applied', reported: { fallback: false }, warnings: [] })
  })
})

describe('a setting that expired while its machine was off', () => {
  // planted fault found: a controller that does not compare `validUntil` with its clock
  it('is not applied when the machine starts again, 20 times of 20, and is shown as expired', async () => {
    provesRow('E5', 20)
    const { built, owner, connected, send } = await farmOn({ ACCESS_TTL: '90d', REFRESH_TTL: '90d' })
    const machine = await stoppableMachine(built, connected.controller)
    const answered = (settingsRev: number) =>
      eventually(`the answer to setting ${settingsRev}`, async () => {
        const [system] = systemList.parse((await built.call(systemPaths.list, owner)).body)
        const isAnswered = ['applied', 'rejected', 'expired'].includes(system?.delivery ?? '')
        return system && isAnswered && system.desired?.settings_rev === settingsRev ? system : null
      })
    const settle = async (input: Record<string, unknown>) =>
      systemInputAnswer.parse((await send(validInput(input))).body).settings_rev
    for (let round = 1; round <= 20; round += 1) {
      await machine.start()
      // after the first round it starts with the setting that the last one left, which is expired
      const before = await settle({ application_rate: 0.5, root_depth: round })
      expect((await answered(before)).delivery).toBe('applied')
      await machine.stop()
      const late = await settle({ application_rate: 1.5, root_depth: 40 + round })
      // in between a renewal is due, which must not make it valid for a machine that is off
      built.clock.advance(40 * HOUR)
      await built.app.devices.renew()
      built.clock.advance(33 * HOUR)
      await built.app.devices.renew()
      await machine.start()
      const system = await answered(late)
      expect(system).toMatchObject({
        delivery: 'expired',
        // the machine has only what it ran before, which has expired as well: its fallback
        reported: { result: 'EXPIRED', settings_rev: before, mode: 'UNIFORM', fallback: true },
        delivery_times: { applied: null, expired: expect.any(String) },
      })
      expect(system.warnings).toContain('expired')
      await machine.stop()
      const outcomes = machine.outcomes.splice(0)
      const applied = outcomes.filter((outcome) => outcome !== 'expired')
      expect([round, applied, outcomes.at(-1)]).toEqual([round, [`applied ${before}`], 'expired'])
    }
  })
})

describe('a fault', () => {
  it('is shown until the machine starts again', async () => {
    const { hand, view, now } = await field()
    const happens = (id: string, code: string) => hand.publish('event', { id, at: now(), code })
    expect((await view()).fault).toBeNull()
    await happens('1', 'MISALIGNED')
    await happens('2', 'STOPPED')
    await eventually('the fault', async () => ((await view()).fault?.code === 'MISALIGNED' ? true : null))
    await happens('3', 'COMMS_RESTORED')
    await happens('1', 'MISALIGNED')
    await happens('4', 'STARTED')
    await eventually('its end', async () => ((await view()).fault === null ? true : null))
    await happens('5', 'VALVE_FAULT')
    expect((await view()).fault).toMatchObject({ code: 'VALVE_FAULT' })
  })
})
