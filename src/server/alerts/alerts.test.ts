/**
 * Alerts are states: they follow from what is stored now, open and end once, and ignore what is over. Planted
 * fault found: an alert opened by the message of a stop instead of a state that lasts.
 */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { acknowledgePath } from '../../contract/alerts/alerts.ts'
import { memberPaths } from '../../contract/accounts/members.ts'
import { alertFarm } from '../testing/alert-farm.ts'
import { connectedSystem, signedUpUser, validInput } from '../testing/factories.ts'
import { selectStates, updateStates } from './alerts.store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('a machine stopped with its water on', () => {
  it('is an alert after two minutes, by its own clock, and ends when it moves on', async () => {
    const { machine, look, pass, open, list, built } = await alertFarm()
    await machine.comes()
    await machine.goesRound()
    await look()
    const since = built.clock.now().getTime()
    await machine.standsWet()
    await look()
    expect(await open()).toEqual([])
    await pass(MINUTE)
    expect(await open()).toEqual([])
    await pass(MINUTE + 1000)
    const { open: found } = await list()
    expect(found).toMatchObject([{ kind: 'stopped_wet', system: 'North Quarter', ended: null }])
    expect(Math.abs(Date.parse(found[0]?.since ?? '') - since)).toBeLessThan(1000)
    await machine.goesRound()
    await look()
    // over for less than a minute
    expect(await open()).toEqual(['stopped_wet'])
    await pass(MINUTE)
    expect(await open()).toEqual([])
    expect((await list()).recent).toMatchObject([{ kind: 'stopped_wet', ended: 'over' }])
  })

  it('is never an alert if it moves on within two minutes', async () => {
    const { machine, pass, list } = await alertFarm()
    await machine.comes()
    for (let turn = 0; turn < 5; turn += 1) {
      await machine.standsWet()
      await pass(MINUTE)
      await machine.goesRound()
      await pass(10_000)
    }
    expect(await list()).toEqual({ open: [], recent: [] })
  })

  it('is checked by one process at a time', async () => {
    const { machine, look, pass, list, built } = await alertFarm()
    await machine.comes()
    await machine.standsWet()
    await pass(3 * MINUTE)
    await Promise.all([look(), look(), look()])
    expect((await list()).open).toHaveLength(1)
    const { rows } = await sql`select from alerts`.execute(built.kit.database.reader)
    expect(rows).toHaveLength(1)
  })
})

describe('after an outage', () => {
  it('a day of delayed messages opens no alert for what is over', async () => {
    const { machine, look, pass, list, built } = await alertFarm()
    await machine.comes()
    await machine.goesRound()
    await pass(10_000)
    await machine.goes()
    await pass(24 * HOUR)
    expect((await list()).open).toMatchObject([{ kind: 'offline' }])
    const began = built.clock.now().getTime() - 20 * HOUR
    const at = (ms: number) => new Date(began + ms).toISOString()
    await machine.comes()
    await look()
    for (const [ms, moving] of [
      [0, true],
      [HOUR, false],
      [5 * HOUR, false],
      [9 * HOUR, true],
      [12 * HOUR, false],
    ] as const) {
      await machine.says({ at: at(ms), moving, wet: true, direction: moving ? 'FORWARD' : 'STOPPED' })
      if (!moving) await machine.tells('LOW_PRESSURE', at(ms))
      if (moving) await machine.tells('STARTED', at(ms + 1000))
      await pass(1000)
    }
    await machine.tells('STARTED', at(19 * HOUR))
    await machine.goesRound()
    await look()
    await pass(3 * MINUTE)
    await machine.goesRound()
    await pass(2 * MINUTE)
    const { open, recent } = await list()
    expect(open).toEqual([])
    expect(recent.map(({ kind }) => kind)).toEqual(['offline'])
  })

  it('a persisting condition is found, although it began while the server was down', async () => {
    const { machine, pass, open, list, built } = await alertFarm()
    await machine.comes()
    await machine.goesRound()
    await machine.goes()
    await pass(3 * HOUR)
    const stopped = new Date(built.clock.now().getTime() - 2 * HOUR).toISOString()
    await machine.comes()
    await machine.says({ at: stopped, moving: false, wet: true, direction: 'STOPPED' })
    await pass(5000)
    expect(await open()).toEqual(['offline'])
    await machine.standsWet()
    await pass(1000)
    expect((await list()).open.find(({ kind }) => kind === 'stopped_wet')?.since).toBe(stopped)
  })

  it('the last messages leave nothing open, and the same state is not a new alert after reconnecting', async () => {
    const { machine, pass, list, built } = await alertFarm()
    await machine.comes()
    await machine.standsWet()
    await pass(3 * MINUTE)
    const [first] = (await list()).open
    await machine.goes()
    await pass(MINUTE)
    await pass(16 * MINUTE)
    expect((await list()).open).toMatchObject([
      { kind: 'offline', cause: first?.cause, detail: { stopped_wet: true } },
    ])
    expect((await list()).recent).toMatchObject([{ kind: 'stopped_wet', ended: 'unheard' }])
    await pass(6 * HOUR)
    await machine.comes()
    await machine.standsWet()
    await pass(1000)
    expect((await list()).open.find(({ kind }) => kind === 'stopped_wet')?.id).toBe(first?.id)
    const { rows } = await sql`select from alerts where kind = 'stopped_wet'`.execute(
      built.kit.database.reader,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('settings', () => {
  it('that the machine refuses need attention until others are applied, with the reason', async () => {
    const { machine, send, look, pass, list } = await alertFarm()
    await machine.comes()
    await machine.goesRound()
    const { body } = await send(validInput())
    expect(body).toMatchObject({ settings_rev: 1 })
    await look()
    expect((await list()).open).toEqual([])
    await machine.answers(1, 'UNSUPPORTED_ZONES')
    await look()
    expect((await list()).open).toMatchObject([
      { kind: 'setting', subject: 'rejected', detail: { code: 'UNSUPPORTED_ZONES' }, ended: null },
    ])
    await send(validInput({ application_rate: 0.9 }))
    await machine.answers(2)
    await look()
    await pass(MINUTE)
    expect(await list()).toMatchObject({ open: [], recent: [{ kind: 'setting', ended: 'over' }] })
  })

  it('that differ from the panel are reported after ten minutes, with the actual depth', async () => {
    const { built, machine, send, pass, open, list } = await alertFarm()
    await sql`update systems set flow_gpm = 800, speed_100_m_min = 3`.execute(built.kit.database.reader)
    await machine.comes()
    await send(validInput())
    await machine.answers(1)
    // a wetted radius of 190 m is 28.02 acres, a turn at 100 % on 180 m takes 6.283 h: 800 gal/min apply 0.3964 in, so that 0.8 in are 49.5 %
    const turns = async (timerPct: number, minutes: number) => {
      for (let at = 0; at <= minutes; at += 2) {
        await machine.says({ moving: true, wet: true, direction: 'FORWARD', timerPct })
        await pass(2 * MINUTE)
      }
    }
    await turns(50, 20)
    expect(await open()).toEqual([])
    await turns(30, 6)
    expect(await open()).toEqual([])
    await turns(30, 6)
    const [found] = (await list()).open
    expect(found).toMatchObject({ kind: 'panel', detail: { panel_percent: 30, asked_in: 0.8 } })
    expect(found?.detail.lays_in).toBeCloseTo(0.3964 / 0.3, 2)
    await turns(50, 8)
    expect(await list()).toMatchObject({ open: [], recent: [{ kind: 'panel', ended: 'over' }] })
  })
})

describe('a link', () => {
  it('that changes two hundred times is at most one alert', async () => {
    const { machine, pass, list, built } = await alertFarm()
    await machine.comes()
    await machine.goesRound()
    for (let change = 0; change < 100; change += 1) {
      await machine.link('offline')
      await pass(MINUTE)
      await machine.link('online')
      await pass(20_000)
    }
    expect(await list()).toEqual({ open: [], recent: [] })
    for (let change = 0; change < 5; change += 1) {
      await machine.link('offline')
      await pass(1000)
      await pass(20 * MINUTE)
      await machine.link('online')
      await machine.goesRound()
      await pass(3 * MINUTE)
      await pass(3 * MINUTE)
    }
    const { rows } = await sql`select from alerts where kind = 'offline'`.execute(built.kit.database.reader)
    expect(rows).toHaveLength(1)
  })
})

describe('alerts with one cause', () => {
  it('are one: the power fails, the machine stops, the link is lost; later ones are acknowledged with it', async () => {
    const { built, owner, machine, look, pass, list } = await alertFarm()
    await machine.comes()
    await machine.goesRound()
    await machine.tells('POWER_LOST')
    await look()
    await machine.standsWet()
    await pass(2 * MINUTE)
    const [wet, fault] = (await list()).open
    expect([wet?.kind, fault?.kind]).toEqual(['stopped_wet', 'fault'])
    expect(wet?.cause).toBe(fault?.id)
    const answer = await built.call(acknowledgePath(wet?.id ?? 0), { method: 'POST', headers: owner.headers })
    expect(answer.body).toMatchObject({
      open: [{ acknowledged: { by: owner.name } }, { acknowledged: { by: owner.name } }],
    })
    await machine.goes()
    await pass(1000)
    await pass(15 * MINUTE)
    expect((await list()).open).toMatchObject([
      { kind: 'offline', cause: fault?.id, acknowledged: { by: owner.name } },
    ])
    // as the account, since two users may have the same name
    const { rows } = await sql`select distinct acknowledged_by_id as id from alerts`.execute(
      built.kit.database.reader,
    )
    expect(rows).toEqual([{ id: owner.id }])
  })
})

describe('an acknowledgement during a check', () => {
  it('stays, although the check read the alert before it', async () => {
    const { built, owner, machine, pass, list } = await alertFarm()
    await machine.comes()
    await machine.standsWet()
    await pass(3 * MINUTE)
    const [{ id } = { id: 0 }] = (await list()).open
    const { database } = built.kit
    const read = await database.write((tx) => selectStates(tx, built.clock.now()))
    const states = [...read].flatMap(([systemId, all]) => all.map((state) => ({ ...state, systemId })))
    expect(states).toMatchObject([{ id, acknowledgedAt: null }])
    await built.call(acknowledgePath(id), { method: 'POST', headers: owner.headers })
    await database.write((tx) => updateStates(tx, states))
    expect((await list()).open).toMatchObject([{ id, acknowledged: { by: owner.name } }])
  })
})

describe('an event after the link was lost', () => {
  it('is a cause of its own, with its own message', async () => {
    const { machine, pass, list } = await alertFarm()
    await machine.comes()
    await machine.goesRound()
    await machine.link('offline')
    await pass(1000)
    await pass(20 * MINUTE)
    const [offline] = (await list()).open
    await machine.link('online')
    await machine.goesRound()
    await machine.tells('LOW_PRESSURE')
    await pass(1000)
    const fault = (await list()).open.find(({ kind }) => kind === 'fault')
    expect(fault?.cause).toBe(fault?.id)
    expect(fault?.cause).not.toBe(offline?.cause)
  })
})

describe('access to alerts', () => {
  it('is for members; viewers see and cannot acknowledge', async () => {
    const { built, owner, machine, pass, list } = await alertFarm()
    await machine.comes()
    await machine.standsWet()
    await pass(3 * MINUTE)
    const [{ id } = { id: 0 }] = (await list()).open
    const stranger = await signedUpUser(built)
    await connectedSystem(built, stranger, { name: 'South Quarter' })
    const viewer = await signedUpUser(built)
    await built.call(`${memberPaths.list}?system=North%20Quarter`, {
      headers: owner.headers,
      json: { email: viewer.email, role: 'viewer' },
    })
    expect(await list(stranger)).toEqual({ open: [], recent: [] })
    expect((await list(viewer)).open).toMatchObject([{ id, may_acknowledge: false }])
    const tries = [stranger, viewer].map(({ headers }) =>
      built.call(acknowledgePath(id), { method: 'POST', headers }),
    )
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([404, 403])
    const odd = await built.call('/api/alerts/x/acknowledge/', { method: 'POST', headers: owner.headers })
    expect(odd.status).toBe(404)
    expect((await list()).open).toMatchObject([{ acknowledged: null }])
    const alerts = await built.kit.database.asCustomer(stranger.id, (tx) =>
      sql`select from alerts`.execute(tx),
    )
    expect(alerts.rows).toHaveLength(0)
  })
})
