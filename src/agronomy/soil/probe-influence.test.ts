/** How far a probe that differs from all others influences other cells: hand-calculated figures. */
import { describe, expect, it } from 'vitest'
import { fromPolar } from '../pivot/pivot-geometry.ts'
import { profileAt, type ProbeProfile, solveLayers } from '../surface/layered-field.ts'
import { clampToOthers, limitInfluence, type JudgedProbe, addOwnDeviation } from './probe-influence.ts'

const RADIUS = 400
const PASS = 0.2
/** Half of the soil is wanted to be full, and the pass would give all of that where it is 0.5. */
const AHEAD = { rootMm: 900, target: 0.7, fullPass: PASS, applied: PASS }
const LOAM = { fieldCapacity: 0.27, wiltingPoint: 0.12 }

type Probe = JudgedProbe & ProbeProfile

/** Eight probes on a ring at these shares. */
const ring = (shares: readonly number[], judged = true): Probe[] =>
  shares.map((share, k) => ({
    ...fromPolar({ bearing: 45 * k, distance: 280 }),
    judged,
    limits: LOAM,
    layers: [{ topMm: 0, bottomMm: 900, share }],
  }))
const otherShares = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
/** Nearest to the second of the ring. */
const ELSEWHERE = fromPolar({ bearing: 46, distance: 200 })
/** The layers of a place, solved through what is heard, with the nearest one's own word. */
const profile = (probes: Probe[], place: { x: number; y: number }, ahead = AHEAD) => {
  const limited = limitInfluence(probes, ahead)
  const field = solveLayers(limited, RADIUS)
  return addOwnDeviation(profileAt(field, place), place, limited, field.groups)
}
const at = (probes: Probe[], place: { x: number; y: number }) => profile(probes, place)[0]?.share
const plainly = (probes: Probe[], place: { x: number; y: number }) =>
  profileAt(solveLayers(probes, RADIUS), place)[0]?.share

describe('a probe among others that agree', () => {
  // half a pass is 0.1: heard in full up to that, half of what is beyond less up to three times as much, then not at all
  // and of places that lack more than the middle 0.1 of a full pass, and 0.06 of what that lacks beyond a quarter of it
  const middle = (7 * 0.2 + 0.1 * PASS - 0.06 * 0.05) / (8 - 1.06)
  const driest = AHEAD.target - (middle + 0.1 * PASS + 0.06 * (middle - 0.05))
  it.each([
    [0.59, 0.59],
    [0.64, 0.58],
    [0.76, 0.52],
    [0.85, 0.5],
    [7, 0.5],
    [0.47, 0.47],
    [0.41, driest],
    [0.35, driest],
    [-1, 0.5],
  ])('at %f is heard elsewhere as %f', (share, effective) => {
    expect(at(ring([share, ...otherShares]), ELSEWHERE)).toBeCloseTo(
      plainly(ring([effective, ...otherShares]), ELSEWHERE) ?? 0,
      9,
    )
  })

  // exp(-h / a) with a = 0.1 x 800 m and a nugget of a quarter; no more beyond the others than the pass gives
  it.each([
    [0.8, 0.2],
    [7, 0.2],
    [-7, -0.2],
  ])('at %f adds %f where it stands, and less with distance', (share, beyond) => {
    const near = fromPolar({ bearing: 0, distance: 240 })
    const base = plainly(ring([0.5, ...otherShares]), near) ?? 0
    expect(at(ring([share, ...otherShares]), near)).toBeCloseTo(base + beyond * 0.75 * Math.exp(-40 / 80), 9)
  })
})

// the first is 0.22 from the median of the others, more than half a pass; their median deviation is 0.1
it('places that differ by more keep full influence', () => {
  const uneven = ring([0.72, 0.4, 0.65, 0.45, 0.6, 0.4, 0.6, 0.5])
  // of a full pass 0.05 are 0.2, more than any place lacks less than the middle
  const layers = profile(uneven, ELSEWHERE, { ...AHEAD, fullPass: 4 })
  expect(layers[0]?.share).toBe(plainly(uneven, ELSEWHERE))
})

it('few probes, or probes with less than a day of readings, are not limited', () => {
  const few = ring([0.9, 0.5, 0.5])
  expect(at(few, ELSEWHERE)).toBe(plainly(few, ELSEWHERE))
  const fresh = ring([0.9, ...otherShares], false)
  expect(at(fresh, ELSEWHERE)).toBe(plainly(fresh, ELSEWHERE))
})

it('each layer is limited separately', () => {
  const deep = ring([0.5, ...otherShares]).map((probe, k) => ({
    ...probe,
    layers: [
      { topMm: 0, bottomMm: 300, share: 0.5 },
      { topMm: 300, bottomMm: 900, share: k === 0 ? 1.4 : 0.5 },
    ],
  }))
  expect(limitInfluence(deep, AHEAD)[0]?.own).toEqual([
    { topMm: 300, bottomMm: 900, share: expect.closeTo(PASS, 9) },
  ])
  expect(profile(deep, ELSEWHERE).map(({ share }) => share)).toEqual([
    expect.closeTo(0.5, 9),
    expect.closeTo(0.5, 9),
  ])
})

describe('the limit in the own cells of a probe', () => {
  const layer = (share: number | null) => ({ topMm: 0, bottomMm: 900, share })
  const beside = (share: number | null, of: readonly number[]) =>
    clampToOthers(
      [layer(share)],
      of.map((each) => ({ layers: [layer(each)] })),
      PASS,
    )[0]?.share

  it.each([
    [0.35, 0.35],
    [0.3, 0.3],
    [-0.4, 0.3],
    [0.85, 0.7],
  ])('of %s beside 0.4 to 0.6 it says %s', (share, limited) => {
    expect(beside(share, [0.4, 0.5, 0.6])).toBeCloseTo(limited, 9)
  })

  // one pass from the middle is 0.3 and 0.7: others that lie further apart are as far as it goes
  it.each([
    [-0.4, 0.1],
    [1.2, 0.9],
  ])('of %s beside 0.1 to 0.9 it says %s', (share, limited) => {
    expect(beside(share, [0.1, 0.5, 0.9])).toBeCloseTo(limited, 9)
  })

  it('does not apply where another probe agrees, or where few have the depth', () => {
    expect(beside(-0.4, [0.4, 0.5, -0.4])).toBe(-0.4)
    expect(beside(-0.4, [0.4, 0.5])).toBe(-0.4)
    expect(beside(null, [0.4, 0.5, 0.6])).toBeNull()
  })

  // a layer in which the others are as dry does not vouch for one in which they are not
  it('applies by layer', () => {
    const deep = ring([0.5, ...otherShares]).map((probe, k) => ({
      ...probe,
      layers: [layer(k === 0 ? 0.1 : 0.5), { topMm: 900, bottomMm: 1200, share: 0.1 }],
    }))
    const [dry, ...wetProbes] = deep
    expect(clampToOthers(dry?.layers ?? [], wetProbes, PASS).map(({ share }) => share)).toEqual([
      expect.closeTo(0.3, 9),
      0.1,
    ])
  })
})

it('refuses a pass without water', () => {
  expect(() => limitInfluence([], { ...AHEAD, applied: 0 })).toThrow(RangeError)
})
