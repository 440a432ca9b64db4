/** Passes over HTTP: catch-can correction, comparison with the meter in every mode, and access for members only. */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { cansAnswer, passPaths } from '../../contract/passes.ts'
import { passView } from './passes.rules.ts'
import { eventually } from '../testing/test-device.ts'
import { slice } from '../testing/drawing.ts'
import { connectedSystem, farm, signedUpUser, validInput } from '../testing/factories.ts'
import { FAST, fastMachine, LIGHTEST_IN } from '../testing/machines/fast-machine.ts'

const cansEvent = z.object({ depthsIn: z.array(z.number()) })

const DISTANCES_M = [12, 24, 36, 48, 60, 75]

it.each([
  ['worn', 0.85],
  ['far too fast', 0.6],
  ['too generous', 1.2],
])(
  'measures a machine that is %s, at %f of its panel, by six cans, and restates what it laid',
  async (_, lays) => {
    const { built, order, next, standing, offered, list, view, headers } = await fastMachine({
      machine: { startAngleDeg: 0, timerPct: 50, faults: { lays, stopsAtDeg: 60 } },
    })
    order({ do: 'cans', bearing: 30.5, distancesM: DISTANCES_M })
    order({ do: 'start' })
    await standing(60)
    const { passes } = await offered()
    const { depthsIn } = cansEvent.parse(await next('cans', { do: 'read-cans' }))
    const json = {
      system_name: FAST,
      pass_from: passes[0]?.from,
      bearing: 30.5,
      unit: 'in',
      cans: DISTANCES_M.map((distance_m, at) => ({ distance_m, depth_in: depthsIn[at] })),
      confirmed: false,
    }
    const type = (change: object) => built.call(passPaths.cans, { headers, json: { ...json, ...change } })
    const tried = cansAnswer.parse((await type({})).body)
    expect(Math.abs(tried.factor - lays)).toBeLessThan(0.02)
    expect(tried.stored).toBe(false)
    expect((await view()).depth_factor).toBeNull()
    expect((await list()).passes[0]).toMatchObject({ depth_factor: null, corrected_volume_m3: null })

    expect(cansAnswer.parse((await type({ confirmed: true })).body).stored).toBe(true)
    expect((await view()).depth_factor).toBeCloseTo(tried.factor, 6)
    const restated = await list()
    expect(restated.factors).toMatchObject([
      { cans_in: depthsIn, distances_m: DISTANCES_M, bearing: 30.5, unit: 'in' },
    ])
    const [before, after] = [passes[0], restated.passes[0]]
    // the panel's figures stay visible beside the corrected ones
    expect(after?.volume_m3).toBeCloseTo(before?.volume_m3 ?? 0, 6)
    expect(after?.depth_in).toBeCloseTo(2 * LIGHTEST_IN, 2)
    expect(after?.corrected_depth_in).toBeCloseTo((before?.depth_in ?? 0) * tried.factor, 6)
    expect(after?.corrected_volume_m3).toBeCloseTo((before?.volume_m3 ?? 0) * tried.factor, 3)

    expect((await type({ cans: json.cans.slice(0, 2) })).body).toMatchObject({ code: 'cans_too_few' })
    expect((await type({ bearing: 200 })).body).toMatchObject({ code: 'cans_not_under_pass' })
  },
  90_000,
)

/**
 * Rarely enough that the first message of a start is stored before the next one, and as often as a flow is valid; and
 * without the stops of a timer, whose minute may be cut by a stop.
 */
const CALM = { warp: 120, telemetryEveryMs: { moving: 2000, idle: 2000 }, timerPct: 100 }

it('compares the meter with the applied water in every mode, and finds nothing unexplained', async () => {
  const { built, order, runs, settle, standing, list, headers } = await fastMachine({
    machine: { ...CALM, startAngleDeg: 0 },
    system: { arc: [0, 60] },
  })
  // the inner tower's ring gets four tenths
  const json = { name: 'Inner ring', prescription: 40, polygon: slice(-5, 65, 1, 40) }
  const path = `/api/geofences/?system=${encodeURIComponent(FAST)}`
  expect((await built.call(path, { headers, json })).status).toBe(201)
  const tested = { ...validInput().towers, 2: true }
  const modes = {
    'VRI at the timer of the panel': { is_speed_switch_on: false },
    'VRI with speed control': { is_speed_switch_on: true, application_rate: 0.3 },
    'OFF, which is uniform': { is_system_on: false },
    'a test pattern': { is_test_pattern_on: true, towers: tested },
  }
  let rev = 1
  let end = 0
  for (const change of Object.values(modes)) {
    expect((await settle(change)).status).toBe(200)
    rev += 1
    await runs(rev)
    end = 60 - end
    order({ do: 'stop-at', angleDeg: end })
    order({ do: 'start' })
    await standing(end)
  }
  const passes = await eventually('four passes', async () => {
    const found = (await list()).passes
    return found.length === 4 && found[0]?.ended === 'FINISHED' ? found.toReversed() : null
  })
  for (const [at, name] of Object.keys(modes).entries()) {
    const pass = passes[at]
    expect(pass, `in ${name}`).toMatchObject({
      ended: 'FINISHED',
      swept_deg: expect.closeTo(60, 0),
      alarm: false,
    })
    expect(pass?.pumped_m3, `in ${name}`).toBeGreaterThan(5)
    expect(Math.abs(pass?.unexplained_percent ?? 100), `in ${name}`).toBeLessThan(1)
  }
}, 120_000)

it('counts the water applied while it was stopped', async () => {
  const { order, standing, list, view } = await fastMachine({
    machine: { ...CALM, startAngleDeg: 0, faults: { stopsAtDeg: 20 } },
  })
  order({ do: 'start' })
  await standing(20)
  // water on, the arm does not move
  order({ do: 'start' })
  order({ do: 'stop', wet: true })
  const since = await eventually(
    'standing with water on',
    async () => (await view()).telemetry?.stopped_wet_since ?? null,
  )
  await eventually('twenty minutes of it', async () => {
    const at = Date.parse((await view()).telemetry?.at ?? '')
    return at - Date.parse(since) > 20 * 60_000 ? true : null
  })
  order({ do: 'stop-at', angleDeg: 40 })
  order({ do: 'start' })
  await standing(40)
  expect((await view()).telemetry?.stopped_wet_since).toBeNull()
  const { passes } = await list()
  expect(passes[0]).toMatchObject({ ended: 'STOPPED', alarm: false })
  expect(Math.abs(passes[0]?.unexplained_percent ?? 100)).toBeLessThan(1)
})

it('reports unexplained water when the main leaks', async () => {
  const { order, standing, offered } = await fastMachine({
    machine: { ...CALM, faults: { leaks: 0.25, stopsAtDeg: 40 } },
  })
  order({ do: 'start' })
  await standing(40)
  const { passes } = await offered()
  // 25 of 125 pumped parts never left a nozzle
  expect(Math.abs((passes[0]?.unexplained_percent ?? 0) - 20)).toBeLessThan(1)
  expect(passes[0]?.alarm).toBe(true)
})

it('compares the meter with the arm from the fifth degree on', () => {
  const alarmAt = (sweptDeg: number, pumpedM3: number) =>
    passView(
      {
        from: 0,
        to: 3_600_000,
        clockwise: true,
        startDeg: 0,
        endDeg: sweptDeg,
        sweptDeg,
        unrecordedDeg: 0,
        ended: 'RUNNING',
        code: null,
        dryArc: null,
        stays: [],
        depthIn: [0.4],
        swept: [1],
        appliedM3: 100,
        pumpedM3,
      },
      { timeZone: 'America/Edmonton' },
      [],
    ).alarm
  expect([alarmAt(4.9, 10), alarmAt(5, 106), alarmAt(5, 94), alarmAt(5, 105), alarmAt(5, 96)]).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
})

it('shows passes only to members, and only those who may change can finish one', async () => {
  const { built, owner } = await farm()
  const stranger = await signedUpUser(built)
  await connectedSystem(built, owner, { name: FAST })
  for (const path of [passPaths.list, passPaths.watered, passPaths.finishPreview, passPaths.file])
    expect((await built.call(`${path}?system=Fast%20Quarter`, { headers: stranger.headers })).status).toBe(
      404,
    )
  const nothing = await built.call(passPaths.finish, {
    headers: owner.headers,
    json: { system_name: FAST, arc: [10, 20] },
  })
  expect(nothing).toMatchObject({ status: 409, body: { code: 'nothing_to_finish' } })
  const refusal = await built.call(passPaths.finish, {
    headers: stranger.headers,
    json: { system_name: FAST, arc: [10, 20] },
  })
  expect(refusal.status).toBe(404)
})
