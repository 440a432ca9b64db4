/** Simulated machines stop short over MQTT: the dry arc is reported, offered, finished by the degree, and nothing else is watered. */
import { expect, it } from 'vitest'
import { passDegrees, passPaths, watered } from '../../contract/passes.ts'
import { eventually } from '../testing/test-device.ts'
import { FAST, fastMachine, LIGHTEST_IN, sum } from '../testing/machines/fast-machine.ts'

const degrees = (from: number, count: number) => Array.from({ length: count }, (_, at) => (from + at) % 360)

/** The depth that one pass applies at each degree. */
function expectWholePass(
  ground: readonly number[],
  over: readonly number[],
  passInOf: (degree: number) => number,
) {
  for (const degree of over) {
    const share = (ground[degree] ?? 0) / passInOf(degree)
    expect(share, `degree ${degree}`).toBeGreaterThan(0.9)
    expect(share, `degree ${degree}`).toBeLessThan(1.1)
  }
}

function waterOn(ground: readonly number[], over: readonly number[]): number {
  return over.reduce((total, degree) => total + (ground[degree] ?? 0), 0)
}

it('stopped at 192 degrees: the rest is offered, finished by the degree, and the watered arc gets none', async () => {
  const { built, order, ground, standing, offered, finish, finished, get, list, view, headers } =
    await fastMachine({ machine: { startAngleDeg: 0, timerPct: 50, faults: { stopsAtDeg: 192 } } })
  order({ do: 'start' })
  await standing(192)
  const { finish: offer, passes } = await offered()
  expect(offer).toMatchObject({ arc: [192, 0], clockwise: true })
  expect(offer?.degrees).toBeCloseTo(168, 1)
  const [stopped] = passes
  expect(stopped).toMatchObject({ ended: 'STOPPED', clockwise: true, code: null, unrecorded_deg: 0 })
  expect(stopped?.end_deg).toBeCloseTo(192, 1)
  expect(stopped?.swept_deg).toBeCloseTo(192, 1)
  const passIn = LIGHTEST_IN * 2
  expect(stopped?.depth_in).toBeCloseTo(passIn, 2)
  expect(watered.parse(await get(passPaths.watered)).arcs).toEqual([[0, 192]])

  const before = await ground()
  order({ do: 'stop-at', angleDeg: 0 })
  const preview = await finish()
  const percent = Buffer.from(preview.prescription.percent_b64, 'base64')
  expect([...percent.subarray(0, 96 * 9)].every((cell) => cell === 0)).toBe(true)
  expect([...percent.subarray(96 * 9)].filter((_, at) => at % 9 < 2).every((cell) => cell === 100)).toBe(true)
  // no message starts the machine
  expect((await view()).telemetry).toMatchObject({ moving: false, angle_deg: 192 })
  expect((await list()).finishing).toMatchObject({ arc: [192, 0], dry_deg: 168 })
  order({ do: 'start' })
  await finished()
  const after = await ground()
  expectWholePass(after, degrees(0, 360), () => passIn)
  expect(waterOn(after, degrees(0, 192)) / waterOn(before, degrees(0, 192))).toBeLessThan(1.05)
  const done = await list()
  expect(done.finish).toBeNull()
  expect(done.passes).toHaveLength(1)
  expect(done.passes[0]).toMatchObject({ ended: 'FINISHED', dry_arc: null })
  const from = encodeURIComponent(done.passes[0]?.from ?? '')
  const answer = await built.call(`${passPaths.degrees}?system=${encodeURIComponent(FAST)}&from=${from}`, {
    headers,
  })
  const { days } = passDegrees.parse(answer.body)
  for (const degree of degrees(0, 360)) {
    const swept = days.reduce((total, day) => total + (day.swept[degree] ?? 0), 0)
    expect(swept, `degree ${degree}`).toBeCloseTo(1, 1)
  }
}, 120_000)

// by the machine's clock, which runs hundreds of times as fast here
it('is offered within two minutes after the stop', async () => {
  const { order, standing, offered, view } = await fastMachine({
    machine: {
      startAngleDeg: 0,
      timerPct: 50,
      faults: { stopsAtDeg: 192 },
      // a stopped machine sends nothing more: the offer is based on messages from the time of the stop
      telemetryEveryMs: { moving: 100, idle: 86_400_000 },
    },
  })
  order({ do: 'start' })
  await standing(192)
  const { finish, passes } = await offered()
  expect(finish).toMatchObject({ arc: [192, 0] })
  const stoppedAt = Date.parse(passes[0]?.to ?? '')
  const seenAt = Date.parse((await view()).telemetry?.at ?? '')
  expect(seenAt - stoppedAt).toBeGreaterThanOrEqual(0)
  expect(seenAt - stoppedAt).toBeLessThanOrEqual(120_000)
}, 120_000)

it('in reverse over north, with speed control, within a degree, and stopped a second time', async () => {
  const rateIn = 0.6
  const made = await fastMachine({
    machine: { startAngleDeg: 60.3, direction: 'REVERSE', faults: { stopsAtDeg: 290.4 } },
    input: { is_speed_switch_on: true, application_rate: rateIn },
  })
  const { order, ground, standing, offered, finish, finished, list } = made
  order({ do: 'start' })
  await standing(290.4)
  const { finish: offer, passes } = await offered()
  expect(offer).toMatchObject({ clockwise: false })
  expect(offer?.arc[0]).toBeCloseTo(60.3, 1)
  expect(offer?.arc[1]).toBeCloseTo(290.4, 2)
  expect(passes[0]).toMatchObject({ ended: 'STOPPED', clockwise: false })
  expect(passes[0]?.swept_deg).toBeCloseTo(129.9, 1)

  const before = await ground()
  order({ do: 'stop-at', angleDeg: 170.7 })
  const { prescription } = await finish()
  // the base timer in open sectors, full speed in closed ones
  const base = (100 * LIGHTEST_IN) / rateIn
  expect(prescription.timer_pct?.[90]).toBeCloseTo(base, 1)
  expect(prescription.timer_pct?.[10]).toBe(100)
  order({ do: 'start' })
  await standing(170.7)
  const left = await eventually('what is still dry', async () => {
    const { finishing } = await list()
    return finishing && finishing.dry_deg < 120 ? finishing.dry_deg : null
  })
  expect(left).toBeCloseTo(110.4, 1)
  order({ do: 'stop-at', angleDeg: 60.3 })
  order({ do: 'start' })
  await finished()
  const after = await ground()
  expectWholePass(after, degrees(0, 360), () => rateIn)
  const done = [...degrees(291, 69), ...degrees(0, 60)]
  expect(waterOn(after, done) / waterOn(before, done)).toBeLessThan(1.05)
  expect((await list()).passes).toMatchObject([{ ended: 'FINISHED', clockwise: false }])
}, 120_000)

it('of a part circle over north whose power failed before it could report its stop', async () => {
  const first = await fastMachine({
    machine: { startAngleDeg: 310, timerPct: 50, faults: { stopsAtDeg: 352.6 } },
    system: { arc: [300.5, 80.25] },
  })
  const { list, run, view, offered, finish, finished } = first
  first.order({ do: 'start' })
  await eventually('the arm beyond 340', async () => {
    const angle = (await view()).telemetry?.angle_deg ?? 0
    return angle > 340 ? true : null
  })
  first.order({ do: 'offline' })
  // it reaches 352.6 while offline: six tenths of that degree
  const fell = await eventually('the arm to stand', async () => {
    const ground = await first.ground()
    return (ground[352] ?? 0) > 0.55 * 2 * LIGHTEST_IN ? ground : null
  })
  // as far as its position is known
  expect(await list()).toMatchObject({ finish: null, passes: [{ ended: 'RUNNING' }] })
  await first.kill()
  const again = run({ startAngleDeg: 352.6, timerPct: 50 })
  const { finish: offer, passes } = await offered()
  expect(offer?.arc[0]).toBeCloseTo(352.6, 2)
  expect(offer?.arc[1]).toBeCloseTo(80.25, 9)
  expect(passes[0]).toMatchObject({ ended: 'STOPPED', start_deg: expect.closeTo(310, 0) })
  expect(passes[0]?.unrecorded_deg).toBeGreaterThan(0.5)
  expect(passes[0]?.unrecorded_deg).toBeLessThan(14)
  // recorded parts have the same depth as everywhere
  expect(passes[0]?.depth_in).toBeCloseTo(2 * LIGHTEST_IN, 1)

  again.order({ do: 'stop-at', angleDeg: 80.25 })
  await finish()
  again.order({ do: 'start' })
  await finished()
  const totals = sum(fell, await again.ground())
  expectWholePass(totals, degrees(310, 130), () => 2 * LIGHTEST_IN)
  expect((await list()).passes).toMatchObject([{ ended: 'FINISHED' }])
}, 120_000)
