/** A real machine over MQTT stops short: the dry arc is named, offered, finished and nothing more; cans correct its depth. */
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import {
  cansAnswer,
  finishPreview,
  passDegrees,
  passList,
  passPaths,
  watered,
} from '../../contract/passes.ts'
import { systemInputAnswer, systemList, systemPaths } from '../../contract/systems.ts'
import { startSimulator } from '../provider/simulated-machine.service.ts'
import { systemOf } from '../systems/membership.store.ts'
import { eventually } from '../testing/controller-by-hand.ts'
import { connectedSystem, farm, signedUpUser, validInput } from '../testing/factories.ts'

const groundEvent = z.object({ laidIn: z.array(z.array(z.number())) })
const cansEvent = z.object({ depthsIn: z.array(z.number()) })

const HOUR = 3_600_000
const NAME = 'Fast Quarter'
/** Simulated per wall time; simulated time begins so far in the past that it never overtakes the server. */
const WARP = 250
const BEGINS_HOURS_AGO = 40
const MACHINE = { flowGpm: 600, speed100MMin: 8 }

async function fastFarm(options: Record<string, unknown>, input: Record<string, unknown> = {}) {
  const { built, owner, send } = await farm()
  const { controller, gateway } = await connectedSystem(built, owner, {
    name: NAME,
    towerRadiiM: [40, 80],
    overhangM: 0,
    ...MACHINE,
  })
  expect((await send(validInput({ system_name: NAME, ...input }))).status).toBe(200)
  const system = await systemOf(built.kit.database.reader, owner.id, NAME)
  const topicId = controller.id.replace('-controller', '')
  const child = startSimulator(
    { system, topicId, controller, gateway, probes: [] },
    built.app.devices.mqttUrl,
    {
      warp: WARP,
      tellsSimulatedTime: true,
      startAt: new Date(Date.now() - BEGINS_HOURS_AGO * HOUR).toISOString(),
      telemetryEveryMs: { moving: 250, idle: 250 },
      running: false,
      ...options,
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const said: Record<string, unknown>[] = []
  createInterface({ input: child.stdout }).on('line', (line) => said.push(JSON.parse(line)))
  const order = (what: object) => child.stdin.write(`${JSON.stringify(what)}\n`)
  const said1 = (event: string) =>
    eventually(event, async () => said.findLast((each) => each['event'] === event) ?? null)
  const { headers } = owner
  const list = async () =>
    passList.parse((await built.call(`${passPaths.list}?system=Fast%20Quarter`, { headers })).body)
  const view = async () =>
    systemList.parse((await built.call(systemPaths.list, { headers })).body).find(({ name }) => name === NAME)
  await eventually('the setting to run', async () => ((await view())?.delivery === 'applied' ? true : null))
  return { built, owner, order, said: said1, list, view, headers, system }
}

/** Depth that fell on each degree, mean over both rings, in. */
function groundOf(event: Record<string, unknown>): number[] {
  return groundEvent.parse(event).laidIn.map(([inner = 0, outer = 0]) => inner / 4 + (3 * outer) / 4)
}

it('stops at 192 degrees: the rest is offered, finished by the degree, and the arc that had its water gets none', async () => {
  const { built, order, said, list, view, headers } = await fastFarm({
    startAngleDeg: 0,
    timerPct: 50,
    faults: { stopsAtDeg: 192 },
  })
  order({ do: 'start' })
  const offered = await eventually('an offer', async () => {
    const found = await list()
    return found.finish ? found : null
  })
  expect(offered.finish).toMatchObject({ arc: [192, 0], clockwise: true })
  expect(offered.finish?.degrees).toBeCloseTo(168, 1)
  const [stopped] = offered.passes
  expect(stopped).toMatchObject({ ended: 'STOPPED', clockwise: true, code: null })
  expect(stopped?.end_deg).toBeCloseTo(192, 1)
  expect(stopped?.swept_deg).toBeCloseTo(192, 1)
  // a pass of 600 gpm over 4.968 acres, 1.0472 h a revolution at 100 %, at timer 50
  const passIn = ((600 * 1.0472) / (452.571 * 4.968)) * 2
  expect(stopped?.depth_in).toBeCloseTo(passIn, 2)
  expect(Math.abs(stopped?.unexplained_percent ?? 100)).toBeLessThan(5)
  expect(stopped?.alarm).toBe(false)
  const arcs = watered.parse(
    (await built.call(`${passPaths.watered}?system=Fast%20Quarter`, { headers })).body,
  ).arcs
  expect(arcs).toEqual([[0, 192]])

  const preview = finishPreview.parse(
    (await built.call(`${passPaths.finishPreview}?system=Fast%20Quarter`, { headers })).body,
  )
  const percent = Buffer.from(preview.prescription.percent_b64, 'base64')
  expect([...percent.subarray(0, 96 * 9)].every((cell) => cell === 0)).toBe(true)
  expect([...percent.subarray(96 * 9)].filter((_, at) => at % 9 < 2).every((cell) => cell === 100)).toBe(true)

  const before = groundOf(await said1After(order, said))
  order({ do: 'stop-at', angleDeg: 0 })
  const sent = await built.call(passPaths.finish, {
    headers: { ...headers, 'if-match': `"${preview.settings_rev}"`, 'idempotency-key': 'finish-the-pass' },
    json: { system_name: NAME, arc: preview.arc },
  })
  const { settings_rev } = systemInputAnswer.parse(sent.body)
  await eventually('the finishing to run', async () => {
    const now = await view()
    return now?.delivery === 'applied' && now.desired?.settings_rev === settings_rev ? true : null
  })
  // no message has started the machine
  expect((await view())?.telemetry).toMatchObject({ moving: false, angle_deg: 192 })
  expect((await list()).finishing).toMatchObject({ arc: [192, 0], dry_deg: 168 })
  order({ do: 'start' })
  await eventually('the end of the finishing', async () => {
    const now = await view()
    return now?.desired?.finish_arc === undefined && now?.delivery === 'applied' ? true : null
  })
  const after = groundOf(await said1After(order, said))
  for (const [degree, depth] of after.entries()) {
    expect(depth / passIn, `degree ${degree}`).toBeGreaterThan(0.9)
    expect(depth / passIn, `degree ${degree}`).toBeLessThan(1.1)
  }
  const [finishedBefore, finishedAfter] = [before, after].map((ground) =>
    ground.slice(0, 192).reduce((sum, depth) => sum + depth, 0),
  )
  expect((finishedAfter ?? 0) / (finishedBefore ?? 1)).toBeLessThan(1.05)
  const done = await list()
  expect(done.finish).toBeNull()
  expect(done.passes).toHaveLength(1)
  expect(done.passes[0]).toMatchObject({ ended: 'FINISHED', dry_arc: null })
  const one = passDegrees.parse(
    (
      await built.call(
        `${passPaths.degrees}?system=Fast%20Quarter&from=${encodeURIComponent(done.passes[0]?.from ?? '')}`,
        { headers },
      )
    ).body,
  )
  const swept = Array.from({ length: 360 }, (_, at) =>
    one.days.reduce((sum, day) => sum + (day.swept[at] ?? 0), 0),
  )
  for (const share of swept) expect(share).toBeCloseTo(1, 1)
}, 90_000)

/** What fell on the ground, read now. */
async function said1After(
  order: (what: object) => unknown,
  said: (event: string) => Promise<Record<string, unknown>>,
) {
  order({ do: 'read-ground' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  return said('ground')
}

it('measures a machine with worn nozzles by six cans, restates what it laid, and asks for a slower timer', async () => {
  const { built, order, said, list, view, headers } = await fastFarm({
    startAngleDeg: 0,
    timerPct: 50,
    faults: { lays: 0.85, stopsAtDeg: 60 },
  })
  const distances = [12, 24, 36, 48, 60, 75]
  order({ do: 'cans', bearing: 30.5, distancesM: distances })
  order({ do: 'start' })
  const { passes } = await eventually('the pass', async () => {
    const found = await list()
    return found.finish ? found : null
  })
  order({ do: 'read-cans' })
  const { depthsIn } = cansEvent.parse(await said('cans'))
  const json = {
    system_name: NAME,
    pass_from: passes[0]?.from,
    bearing: 30.5,
    cans: distances.map((distance_m, at) => ({ distance_m, depth_in: depthsIn[at] })),
    confirmed: false,
  }
  const tried = cansAnswer.parse((await built.call(passPaths.cans, { headers, json })).body)
  expect(Math.abs(tried.factor - 0.85)).toBeLessThan(0.02)
  expect(tried.stored).toBe(false)
  expect((await view())?.depth_factor).toBeNull()

  const stored = await built.call(passPaths.cans, { headers, json: { ...json, confirmed: true } })
  expect(cansAnswer.parse(stored.body).stored).toBe(true)
  expect((await view())?.depth_factor).toBeCloseTo(tried.factor, 6)
  const restated = await list()
  expect(restated.factors).toMatchObject([{ cans_in: depthsIn }])
  expect(restated.passes[0]?.volume_m3).toBeCloseTo(passes[0]?.volume_m3 ?? 0, 6)
  expect(restated.passes[0]?.corrected_volume_m3).toBeCloseTo((passes[0]?.volume_m3 ?? 0) * tried.factor, 3)

  const few = { ...json, cans: json.cans.slice(0, 2) }
  expect((await built.call(passPaths.cans, { headers, json: few })).body).toMatchObject({
    code: 'cans_too_few',
  })
  const elsewhere = { ...json, bearing: 200 }
  expect((await built.call(passPaths.cans, { headers, json: elsewhere })).body).toMatchObject({
    code: 'cans_not_under_pass',
  })
}, 60_000)

it('says how much water is unexplained when the main leaks', async () => {
  const { order, list } = await fastFarm({
    timerPct: 50,
    faults: { leaks: 0.25, stopsAtDeg: 120 },
  })
  order({ do: 'start' })
  const { passes } = await eventually('the pass', async () => {
    const found = await list()
    return found.finish ? found : null
  })
  // 25 of 125 parts that were pumped never came out of a nozzle
  expect(Math.abs((passes[0]?.unexplained_percent ?? 0) - 20)).toBeLessThan(4)
  expect(passes[0]?.alarm).toBe(true)
}, 60_000)

it('shows passes to members alone, and lets only those finish who may change', async () => {
  const { built, owner } = await farm()
  const stranger = await signedUpUser(built)
  await connectedSystem(built, owner, { name: NAME })
  for (const path of [passPaths.list, passPaths.watered, passPaths.finishPreview, passPaths.file])
    expect((await built.call(`${path}?system=Fast%20Quarter`, { headers: stranger.headers })).status).toBe(
      404,
    )
  const nothing = await built.call(passPaths.finish, {
    headers: owner.headers,
    json: { system_name: NAME, arc: [10, 20] },
  })
  expect(nothing).toMatchObject({ status: 409, body: { code: 'nothing_to_finish' } })
  const theirs = await built.call(passPaths.finish, {
    headers: stranger.headers,
    json: { system_name: NAME, arc: [10, 20] },
  })
  expect(theirs.status).toBe(404)
})
