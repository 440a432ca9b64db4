/** Pumps: who may edit them, the current flow, and prescriptions below the minimum flow. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { memberPaths } from '../../contract/accounts/members.ts'
import { prescriptionHistory, prescriptionPaths, prescriptionView } from '../../contract/prescriptions.ts'
import {
  pressureByFlow,
  type Pump,
  pump,
  pumpList,
  pumpPath,
  pumpPaths,
  pumpShortfall,
} from '../../contract/pumps.ts'
import { systemOf } from '../systems/membership.store.ts'
import type { SignedIn } from '../testing/accounts.ts'
import { eventually } from '../testing/test-device.ts'
import { slice } from '../testing/drawing.ts'
import {
  connectedSystem,
  farmIn,
  farmOn,
  signedUpUser,
  validInput,
  sharedServer,
} from '../testing/factories.ts'
import { settled } from '../testing/wired-farm.ts'
import { RECOMPUTED_AT_MOST_MS } from '../prescriptions/prescriptions.jobs.ts'
import { drawNow } from './pumps.rules.ts'

const server = sharedServer()
const farm = () => farmIn(server())

const NAME = 'River Quarter'
const river = { name: 'River', least_flow_gpm: 300, greatest_flow_gpm: 1200, systems: [NAME] }

/** A machine of 800 gallons a minute, with a geofence of 20 % over 60 degrees of it. */
async function riverFarm(make = farm) {
  const setup = await make()
  const { built, owner } = setup
  await connectedSystem(built, owner, { name: NAME, flowGpm: 800, speed100MMin: 3 })
  const query = `?system=${encodeURIComponent(NAME)}`
  const fence = (json: unknown) => built.call(`/api/geofences/${query}`, { headers: owner.headers, json })
  await fence({ name: 'Low', prescription: 20, polygon: slice(40, 100, 1, 200) })
  const add = (json: unknown, { headers }: SignedIn = owner) => built.call(pumpPaths.list, { json, headers })
  const list = async (as: SignedIn = owner): Promise<Pump[]> =>
    pumpList.parse((await built.call(pumpPaths.list, as)).body)
  const send = (change: Record<string, unknown> = {}) =>
    setup.send(validInput({ system_name: NAME, ...change }))
  const view = async () =>
    prescriptionView.parse(
      (await built.call(`${prescriptionPaths.current}${query}`, { headers: owner.headers })).body,
    )
  return { ...setup, add, list, send, view, fence, query }
}

describe('a prescription below the minimum flow of its pump', () => {
  it('is refused with place and amount, and nothing is stored', async () => {
    const { add, send, view } = await riverFarm()
    await add(river)
    const answer = await send()
    expect(answer).toMatchObject({ status: 409, body: { code: 'pump_flow_low' } })
    const { low, low_when_raised, least_flow_gpm } = pumpShortfall.parse(
      Reflect.get(Object(answer.body), 'current'),
    )
    expect(least_flow_gpm).toBe(300)
    // a fifth of 800
    expect(low).toMatchObject([{ from_deg: 40, to_deg: 100, flow_gpm: expect.closeTo(160, 6) }])
    expect(low_when_raised).toEqual([])
    expect(await view()).toMatchObject({ rev: 0, inputs: { settings: null } })
  })

  it('is raised if that option is chosen, cell by cell with its reason', async () => {
    const { built, owner, query, add, send, view } = await riverFarm()
    await add(river)
    expect((await send({ pump_remedy: 'raise' })).status).toBe(200)
    const { percent_b64, reason_b64, reasons, totals, inputs } = await view()
    // 300 of 800 is 37.5 %
    expect([...Buffer.from(percent_b64, 'base64').subarray(20 * 9, 20 * 9 + 4)]).toEqual([38, 38, 38, 0])
    expect(reasons[Buffer.from(reason_b64, 'base64')[20 * 9] ?? 0]).toBe('PUMP_MIN')
    expect(Math.min(...(totals?.sector_flow_gpm ?? []))).toBeGreaterThanOrEqual(300)
    expect(inputs).toMatchObject({
      pump: { name: 'River', least_flow_gpm: 300, raise: true },
      settings: { pump_remedy: 'raise' },
    })
    const cell = await built.call(`${prescriptionPaths.cell}${query}&sector=20&zone=1`, owner)
    expect(cell.body).toMatchObject({
      percent: 38,
      reason: 'PUMP_MIN',
      words: { in: expect.stringContaining('raised so that the pump draws enough') },
    })
  })

  it('is sent where raising cannot help, after the user has been told where', async () => {
    const { add, fence, send } = await riverFarm()
    await fence({ name: 'Pond', prescription: 0, polygon: slice(200, 220, 1, 200) })
    await add(river)
    const refused = await send()
    const { low, low_when_raised } = pumpShortfall.parse(Reflect.get(Object(refused.body), 'current'))
    expect(low).toHaveLength(2)
    expect(low_when_raised).toMatchObject([{ flow_gpm: 0 }])
    expect((await send({ pump_remedy: 'raise' })).status).toBe(200)
  })

  it('does not apply to a test pattern, to OFF, or to a pump without a minimum flow', async () => {
    const { add, send } = await riverFarm()
    await add({ ...river, least_flow_gpm: null })
    expect((await send()).status).toBe(200)
    await add(river)
    const towers = { ...validInput().towers, 1: true }
    expect((await send({ is_test_pattern_on: true, towers })).status).toBe(200)
    expect((await send({ is_system_on: false })).status).toBe(200)
    expect((await send({ pump_remedy: 'shout' })).body).toMatchObject({ code: 'pump_remedy_unknown' })
  })

  it('is raised without asking when it is recomputed', async () => {
    // of its own, whose jobs it waits for
    const { built, owner, query, add, send, view } = await riverFarm(() => farmOn({}))
    expect((await send()).status).toBe(200)
    // the geofence's own computation may come after the setting, and the next one a minute later
    await settled(built)
    built.clock.advance(RECOMPUTED_AT_MOST_MS)
    await add(river)
    const history = () =>
      eventually('computed again', async () => {
        const answer = await built.call(`${prescriptionPaths.history}${query}`, owner)
        const { prescriptions } = prescriptionHistory.parse(answer.body)
        return prescriptions[0]?.cause === 'pump' ? prescriptions : null
      })
    expect(await history()).toHaveLength(2)
    expect(Math.min(...((await view()).totals?.sector_flow_gpm ?? []))).toBeGreaterThanOrEqual(300)
  })
})

describe('a pump', () => {
  it('is shared, changed and deleted; a system is on one pump only', async () => {
    const { built, owner, add, list } = await riverFarm()
    await connectedSystem(built, owner, { name: 'South' })
    const { id } = pump.parse((await add({ ...river, systems: [NAME, 'South'] })).body)
    const second = await add({
      name: 'Well',
      least_flow_gpm: null,
      greatest_flow_gpm: null,
      systems: ['South'],
    })
    expect(second.status).toBe(201)
    expect((await list()).map(({ name, systems }) => [name, systems])).toEqual([
      ['River', [NAME]],
      ['Well', ['South']],
    ])
    const change = await built.call(pumpPath(id), {
      method: 'PUT',
      json: { ...river, name: 'Canal', systems: [NAME, 'South'] },
      headers: owner.headers,
    })
    expect(change).toMatchObject({
      status: 200,
      body: { name: 'Canal', systems: [NAME, 'South'], others: 0 },
    })
    // its last system was moved to another pump
    expect(await list()).toHaveLength(1)
    const deletion = await built.call(pumpPath(id), { method: 'DELETE', headers: owner.headers })
    expect(deletion.status).toBe(204)
    expect(await list()).toEqual([])
  })

  it('is refused if any field is invalid', async () => {
    const { add, list } = await riverFarm()
    for (const [json, code] of [
      [{ ...river, name: ' ' }, 'pump_name_invalid'],
      [{ ...river, least_flow_gpm: 0 }, 'pump_flow_invalid'],
      [{ ...river, least_flow_gpm: 1300 }, 'pump_flows_crossed'],
      [{ ...river, systems: [] }, 'pump_systems_invalid'],
    ] as const)
      expect(await add(json)).toMatchObject({ status: 400, body: { code } })
    expect(await list()).toEqual([])
  })

  it('is entered by operators, visible to viewers, and unknown to everyone else', async () => {
    const { built, owner, add, list, query } = await riverFarm()
    await connectedSystem(built, owner, { name: 'South' })
    const [operator, viewer, stranger] = [
      await signedUpUser(built),
      await signedUpUser(built),
      await signedUpUser(built),
    ]
    for (const [{ email }, role] of [
      [operator, 'operator'],
      [viewer, 'viewer'],
    ] as const)
      await built.call(`${memberPaths.list}${query}`, { json: { email, role }, headers: owner.headers })
    expect((await add(river, viewer)).status).toBe(403)
    expect((await add(river, stranger)).status).toBe(404)
    const { id } = pump.parse((await add(river, operator)).body)
    await built.call(pumpPath(id), {
      method: 'PUT',
      json: { ...river, systems: [NAME, 'South'] },
      headers: owner.headers,
    })
    // the operator is not a member of South
    expect(await list(operator)).toMatchObject([{ systems: [NAME], others: 1 }])
    expect(await list(viewer)).toMatchObject([{ systems: [NAME], others: 1 }])
    expect(await list(stranger)).toEqual([])
    for (const { headers } of [viewer, stranger]) {
      const answer = await built.call(pumpPath(id), { method: 'DELETE', headers })
      expect([403, 404]).toContain(answer.status)
    }
    expect(await list()).toMatchObject([{ systems: [NAME, 'South'], others: 0 }])
  })

  it('has the current flow of its machines', async () => {
    const { built, owner, add, list } = await riverFarm()
    await connectedSystem(built, owner, { name: 'South', flowGpm: 500 })
    await add({ ...river, systems: [NAME, 'South'] })
    const runs = async (name: string, telemetry: Record<string, unknown>) => {
      const { controllerId } = await systemOf(built.kit.database.reader, owner.id, name)
      await sql`update controller_links set online = true, telemetry = ${JSON.stringify(telemetry)}::jsonb
        where controller_id = ${controllerId}`.execute(built.kit.database.reader)
    }
    await runs(NAME, { wet: true, moving: true, flowLps: 40 })
    expect((await list())[0]?.now).toEqual({
      machines: 1,
      flow_gpm: expect.closeTo(634.013, 3),
      measured: true,
    })
    await runs('South', { wet: true, moving: true, flowLps: null })
    expect((await list())[0]?.now).toEqual({
      machines: 2,
      flow_gpm: expect.closeTo(1134.013, 3),
      measured: false,
    })
  })
})

it('a machine that is stopped or offline has no flow', () => {
  expect(drawNow([{ link: undefined, flowGpm: 800 }])).toEqual({ machines: 0, flow_gpm: 0, measured: true })
})

describe('the pressure of a machine by its flow', () => {
  const HOUR = 3_600_000
  /** 310 kPa at rest, 245 at 50 L/s. */
  const pumpHead = (flow: number) => 310 - 0.026 * flow ** 2

  async function trackedFarm() {
    const setup = await riverFarm()
    const { built, owner, query } = setup
    const { controllerId } = await systemOf(built.kit.database.reader, owner.id, NAME)
    const now = built.clock.now().getTime()
    const point = (agoMs: number, flow: number, kpa: number) =>
      sql`insert into machine_track
        (controller_id, at, angle_deg, direction, moving, wet, flow_lps, pressure_kpa, pumped_m3, unheard_ms)
        values (${controllerId}, ${new Date(now - agoMs)}, 10, 'FORWARD', true, ${flow > 0}, ${flow}, ${kpa}, 0, 0)`.execute(
        built.kit.database.reader,
      )
    const ask = async (as: SignedIn = owner) => built.call(`${pumpPaths.pressure}${query}`, as)
    const known = async () => pressureByFlow.parse((await ask()).body)
    return { ...setup, point, ask, known, at: (agoMs: number) => new Date(now - agoMs).toISOString() }
  }

  it('is that of the last two weeks, without the build-up of pressure and without the last hour', async () => {
    const { point, known, at } = await trackedFarm()
    const start = 30 * HOUR
    await point(start, 0, 0)
    await point(start - 60_000, 48, 40)
    expect(await known()).toEqual({ curve: null, wet_since: at(start - 60_000) })
    for (let k = 1; k <= 24; k += 1) {
      const flow = 30 + k
      await point(start - 60_000 - (k * HOUR) / 4, flow, pumpHead(flow))
    }
    // more than two weeks ago, and within the last hour: a tenth of the usual pressure
    for (let k = 0; k < 30; k += 1) await point(15 * 24 * HOUR + (k * HOUR) / 4, 40, 20)
    for (let k = 0; k < 3; k += 1) await point((k * HOUR) / 4, 40, 20)
    const { curve: found, wet_since: since } = await known()
    expect(since).toBe(at(start - 60_000))
    expect(found?.fall_kpa).toBeCloseTo(0.026, 9)
    expect(found?.at_rest_kpa).toBeCloseTo(310, 6)
    expect([found?.least_lps, found?.greatest_lps].map((figure) => figure?.toFixed(3))).toEqual([
      '31.000',
      '54.000',
    ])
    await point(-60_000, 0, 200)
    expect((await known()).wet_since).toBeNull()
  })

  it('is visible to members only', async () => {
    const { built, ask } = await trackedFarm()
    expect((await ask(await signedUpUser(built))).status).toBe(404)
  })
})
