/** Passes are split where the arm finished, reversed or stopped, by the degree, and no water is lost. */
import { describe, expect, it } from 'vitest'
import { confineToArc, dryDegrees, withinArc } from './finish-arc.ts'
import { cutPasses, type PassRecord, recordedDepth, type Stay, type TrackPoint } from './passes.ts'
import { depthFactor } from './depth-factor.ts'

const HOUR = 3_600_000
const PIVOT = { towerRadiiM: [100, 200], wettedRadiusM: 200, arc: null }
/** Ten minutes a sector. */
const SECTOR_MS = HOUR / 6

/** An arm that goes from one bearing to another, half an inch everywhere; a sector that it leaves early gets its part. */
function walk(from: number, to: number, startedAt = 0): Stay[] {
  const way = Math.sign(to - from)
  const stays: Stay[] = []
  for (let at = from; way * (to - at) > 1e-9;) {
    const sector = way > 0 ? Math.floor(at / 2) : Math.ceil(at / 2) - 1
    const edge = way > 0 ? (sector + 1) * 2 : sector * 2
    const next = way > 0 ? Math.min(edge, to) : Math.max(edge, to)
    const degrees = Math.abs(next - at)
    const start = stays.at(-1)?.to ?? startedAt
    stays.push({
      sector: ((sector % 180) + 180) % 180,
      from: start,
      to: start + (degrees / 2) * SECTOR_MS,
      depthIn: [0.25 * degrees, 0.25 * degrees, 0, 0, 0, 0, 0, 0, 0],
    })
    at = next
  }
  return stays
}

function point(at: number, angleDeg: number, moving: boolean, pumpedM3 = 0): TrackPoint {
  return { at, angleDeg, moving, wet: moving, pumpedM3, unheardMs: 0 }
}

function cut(stays: Stay[], more: Partial<PassRecord> = {}) {
  return cutPasses({ pivot: PIVOT, stays, track: [], events: [], ...more })
}

describe('a pass', () => {
  it('that went round is finished, and the next one begins where it began', () => {
    const [first, second, ...others] = cut(walk(0, 500))
    expect(others).toEqual([])
    expect(first).toMatchObject({ ended: 'FINISHED', startDeg: 0, endDeg: 0, sweptDeg: 360, dryArc: null })
    expect(second).toMatchObject({ ended: 'RUNNING', startDeg: 0, endDeg: 140, sweptDeg: 140 })
    expect(first?.depthIn.every((depth) => Math.abs(depth - 0.5) < 1e-9)).toBe(true)
    // 40,000 pi m2 at half an inch
    expect(first?.appliedM3).toBeCloseTo(Math.PI * 40_000 * 0.0127, 3)
  })

  it('that stopped in the middle of a sector names what got none, by the degree', () => {
    const stays = walk(0, 192.6)
    const end = stays.at(-1)?.to ?? 0
    const track = [point(0, 0, true), point(end, 192.6, false, 900)]
    const events = [{ at: end, code: 'STOPPED' }]
    const [pass] = cut(stays, { track, events })
    expect(pass).toMatchObject({ ended: 'STOPPED', code: null, dryArc: [expect.closeTo(192.6, 9), 0] })
    // although the message of its stop was lost, and the next one came five minutes later
    const late = [point(0, 0, true), point(end + HOUR / 12, 192.6, false)]
    expect(cut(stays, { track: late, events })[0]?.dryArc?.[0]).toBeCloseTo(192.6, 9)
    expect(pass?.swept[192]).toBeCloseTo(0.6, 9)
    expect(pass?.swept[193]).toBe(0)
    // half an inch on six tenths of the degree
    expect(pass?.depthIn[192]).toBeCloseTo(0.3, 9)
    expect(pass?.pumpedM3).toBe(900)
  })

  it("whose last record was lost in a power failure ends at the arm's position, and reports how much is unrecorded", () => {
    const stays = walk(0, 192)
    const end = stays.at(-1)?.to ?? 0
    const dark = [
      point(0, 0, true),
      point(end - SECTOR_MS, 190, true),
      point(end + SECTOR_MS / 5, 192.4, false),
    ]
    const [short] = cut(stays, { track: dark })
    expect(short).toMatchObject({ ended: 'STOPPED', dryArc: [expect.closeTo(192.4, 9), 0] })
    expect(short?.unrecordedDeg).toBeCloseTo(0.4, 9)
    expect(short?.swept[192]).toBeCloseTo(0.4, 9)
    expect(short?.depthIn[192]).toBe(0)
    const events = [{ at: end + 9 * HOUR, code: 'POWER_LOST' }]
    const late = [...dark.slice(0, 2), point(end + 9 * HOUR, 200, false)]
    expect(cut(stays, { track: late, events })[0]).toMatchObject({
      ended: 'FAULT',
      code: 'POWER_LOST',
      dryArc: [200, 0],
      unrecordedDeg: expect.closeTo(8, 9),
    })
    // the other way round
    const back = walk(360, 168)
    const [reverse] = cut(back, { track: [point(0, 0, true), point(end + 1000, 167.6, false)] })
    expect(reverse).toMatchObject({ dryArc: [0, expect.closeTo(167.6, 9)], clockwise: false })
    expect(reverse?.swept[167]).toBeCloseTo(0.4, 9)
  })

  it('goes on behind a stretch that was not recorded', () => {
    const first = walk(0, 192)
    const end = first.at(-1)?.to ?? 0
    const dark = end + 2 * HOUR
    const track = [point(0, 0, true), point(dark, 203.4, false), point(dark + HOUR, 203.4, true)]
    const [pass, ...others] = cut([...first, ...walk(203.4, 360, dark + HOUR)], { track })
    expect(others).toEqual([])
    expect(pass).toMatchObject({ sweptDeg: 360, dryArc: null, unrecordedDeg: expect.closeTo(11.4, 9) })
    expect(pass?.swept.every((share) => Math.abs(share - 1) < 1e-9)).toBe(true)
    expect(pass?.depthIn.slice(192, 203)).toEqual(Array(11).fill(0))
    // walked there without water it is another pass
    const dry = [point(0, 0, true), { ...point(end, 192, true), wet: false }, ...track.slice(1)]
    expect(cut([...first, ...walk(203.4, 360, dark + HOUR)], { track: dry })).toHaveLength(2)
  })

  it('of a machine that reports a power failure, and then nothing, has stopped', () => {
    const stays = walk(0, 100)
    const end = stays.at(-1)?.to ?? 0
    const track = [point(0, 0, true), point(end, 100, true)]
    const passAfter = (code: string, at = end + 1000) => cut(stays, { track, events: [{ at, code }] })[0]
    expect(passAfter('POWER_LOST')).toMatchObject({ ended: 'FAULT', code: 'POWER_LOST', dryArc: [100, 0] })
    expect(passAfter('STOPPED')).toMatchObject({ ended: 'STOPPED' })
    // with a faulty valve it goes on
    expect(passAfter('VALVE_FAULT')).toMatchObject({ ended: 'RUNNING' })
    expect(passAfter('POWER_LOST', end - 1000)).toMatchObject({ ended: 'RUNNING' })
  })

  it('that was walked on without water ends where its water ended', () => {
    const stays = walk(0, 100)
    const end = stays.at(-1)?.to ?? 0
    const dry = { ...point(end + HOUR, 100, true), wet: false }
    const track = [point(0, 0, true), point(end, 100, false), dry, point(end + 2 * HOUR, 150, false)]
    expect(cut(stays, { track })[0]).toMatchObject({ dryArc: [100, 0], unrecordedDeg: 0 })
  })

  it('that a fault ended reports which', () => {
    const stays = walk(10, 90)
    const end = stays.at(-1)?.to ?? 0
    const events = [{ at: end + 4000, code: 'LOW_PRESSURE' }]
    const [pass] = cut(stays, { track: [point(end, 90, false)], events })
    expect(pass).toMatchObject({ ended: 'FAULT', code: 'LOW_PRESSURE', dryArc: [90, 10] })
  })

  it('goes on where it stopped, within two days', () => {
    const first = walk(0, 192.6)
    const end = first.at(-1)?.to ?? 0
    const track = [point(0, 0, true), point(end, 192.6, false), point(end + 20 * HOUR, 192.6, true)]
    const [pass, ...others] = cut([...first, ...walk(192.6, 360, end + 20 * HOUR)], { track })
    expect(others).toEqual([])
    expect(pass?.sweptDeg).toBeCloseTo(360, 9)
    for (const [degree, depth] of (pass?.depthIn ?? []).entries())
      expect(depth, `degree ${degree}`).toBeCloseTo(0.5, 6)
    const late = walk(192.6, 360, end + 50 * HOUR)
    expect(cut([...first, ...late], { track }).map(({ ended }) => ended)).toEqual(['STOPPED', 'RUNNING'])
  })

  it('ends where the arm turned back; the sector in which it turned is on one record, so it belongs to the first', () => {
    const there = walk(40, 100)
    const passes = cut([...there, ...walk(100, 50, there.at(-1)?.to)])
    expect(passes.map(({ ended, clockwise }) => [ended, clockwise])).toEqual([
      ['REVERSED', true],
      ['RUNNING', false],
    ])
    expect(passes[1]).toMatchObject({ startDeg: 98, endDeg: 50, sweptDeg: 48 })
  })

  it('is finished at the end of a part circle, there and back', () => {
    const pivot = { ...PIVOT, arc: [300, 60] as const }
    const there = walk(300, 420)
    const back = walk(420, 300, there.at(-1)?.to)
    const end = back.at(-1)?.to ?? 0
    const passes = cutPasses({
      pivot,
      stays: [...there, ...back],
      track: [point(end, 300, false)],
      events: [],
    })
    expect(passes.map(({ ended }) => ended)).toEqual(['FINISHED', 'FINISHED'])
    expect(passes.map(({ sweptDeg }) => Math.round(sweptDeg))).toEqual([120, 118])
  })

  it.each([1, 30, 10_000])(
    'at the end of a part circle is followed by another one after a rest of %i s',
    (restS) => {
      const pivot = { ...PIVOT, arc: [300, 60] as const }
      const there = walk(300, 420)
      const [ended, begins] = [there.at(-1)?.to ?? 0, (there.at(-1)?.to ?? 0) + 1000 * restS]
      const back = walk(420, 300, begins)
      const track = [point(0, 300, true), point(ended, 60, false), point(begins, 60, true)]
      const passes = cutPasses({ pivot, stays: [...there, ...back], track, events: [] })
      expect(passes).toMatchObject([
        { startDeg: 300, endDeg: 60, sweptDeg: 120, ended: 'FINISHED' },
        { startDeg: 60, endDeg: 300, sweptDeg: 120, clockwise: false },
      ])
      expect(passes[0]?.appliedM3).toBeCloseTo(passes[1]?.appliedM3 ?? 0, 9)
    },
  )

  it('round a full circle is followed by another one, though it ended within a sector', () => {
    const once = walk(10.4, 370.4)
    const end = once.at(-1)?.to ?? 0
    const track = [point(0, 10.4, true), point(end, 10.4, false), point(end + HOUR, 10.4, true)]
    const passes = cut([...once, ...walk(10.4, 50, end + HOUR)], { track })
    expect(passes.map(({ ended, sweptDeg }) => [ended, Math.round(sweptDeg * 10) / 10])).toEqual([
      ['FINISHED', 360],
      ['RUNNING', 39.6],
    ])
  })

  it('does not end because the prescription changed, nor where it was closed', () => {
    const stays = walk(0, 60).map((stay) =>
      stay.sector < 20 ? stay : { ...stay, depthIn: stay.depthIn.map(() => 0) },
    )
    expect(cut(stays)).toHaveLength(1)
  })

  it('is another one where the arm was walked elsewhere', () => {
    const first = walk(0, 40)
    const passes = cut([...first, ...walk(200, 240, (first.at(-1)?.to ?? 0) + 1000)])
    expect(passes.map(({ ended }) => ended)).toEqual(['MOVED', 'RUNNING'])
  })

  it('has no pumped volume if the flow was not reported', () => {
    const stays = walk(0, 120)
    const end = stays.at(-1)?.to ?? 0
    const track = [point(0, 0, true), { ...point(end, 120, false, 100), unheardMs: end / 4 }]
    expect(cut(stays, { track })[0]?.pumpedM3).toBeNull()
    const little = [point(0, 0, true), { ...point(end, 120, false, 95), unheardMs: end / 20 }]
    expect(cut(stays, { track: little })[0]?.pumpedM3).toBeCloseTo(100, 6)
  })

  it('has at a place what was recorded there', () => {
    const [pass] = cut(walk(0, 100))
    expect(recordedDepth(pass?.stays ?? [], 30.5, 1)).toBeCloseTo(0.5, 9)
    expect(recordedDepth(pass?.stays ?? [], 130.5, 1)).toBe(0)
  })
})

describe('a dry arc', () => {
  it.each([
    [[192, 0], 168],
    [[350.5, 20], 29.5],
    [[10.25, 10.75], 0.5],
  ] as const)('%j has %d degrees', (arc, degrees) => {
    expect(dryDegrees(arc, Array<number>(360).fill(0))).toBeCloseTo(degrees, 9)
  })

  it('is less by what was swept', () => {
    const swept = Array.from({ length: 360 }, (_, degree) => (degree >= 192 && degree < 300 ? 1 : 0))
    expect(dryDegrees([192, 0], swept)).toBeCloseTo(60, 9)
    expect(withinArc([192, 0], 359.9)).toBe(true)
    expect(withinArc([192, 0], 192)).toBe(true)
  })

  it('keeps what its sectors have, a sector of which it holds a part too, and closes all others', () => {
    const pivot = { place: { lat: 0, lng: 0 }, ...PIVOT, flowGpm: 800, speed100MMin: 3 }
    const percent = Uint8Array.from({ length: 1620 }, (_, cell) => (cell % 9 < 2 ? 60 : 0))
    const whole = {
      percent,
      reason: new Uint8Array(1620),
      geofence: new Uint8Array(1620),
      base: { percent: 40, clipped: false },
      speed: { timerPct: Array<number>(180).fill(66), clipped: Array<boolean>(180).fill(false) },
    }
    const confined = confineToArc(whole, [193.4, 0], { pivot, rateIn: 1 })
    const sector = (at: number) => [...confined.percent.subarray(9 * at, 9 * at + 3)]
    expect(sector(95)).toEqual([0, 0, 0])
    expect(sector(96)).toEqual([60, 60, 0])
    expect(sector(179)).toEqual([60, 60, 0])
    expect(sector(0)).toEqual([0, 0, 0])
    expect(confined.speed?.timerPct[0]).toBe(100)
    // sectors 96 to 179 of 180, at 60 % of an inch
    expect(confined.totals.volumeM3).toBeCloseTo((Math.PI * 40_000 * 0.0254 * 0.6 * 84) / 180, 3)
  })
})

describe('catch cans', () => {
  it('count by their distance from the pivot', () => {
    const cans = [
      { distanceM: 100, measuredIn: 0.2, computedIn: 0.5 },
      { distanceM: 200, measuredIn: 0.4, computedIn: 0.5 },
      { distanceM: 300, measuredIn: 0.5, computedIn: 0.5 },
    ]
    // (20 + 80 + 150) / (50 + 100 + 150)
    expect(depthFactor(cans)?.factor).toBeCloseTo(250 / 300, 12)
  })

  it('of fewer than three, or at no distance, are refused; where nothing fell they prove nothing', () => {
    const can = { distanceM: 100, measuredIn: 0.4, computedIn: 0 }
    expect(() => depthFactor([can, can])).toThrow(RangeError)
    expect(() => depthFactor([can, can, { ...can, distanceM: 0 }])).toThrow(RangeError)
    expect(depthFactor([can, can, can])).toBeNull()
  })
})
