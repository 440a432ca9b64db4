/** Which prescription changes are significant, on both sides of each threshold. */
import { describe, expect, it } from 'vitest'
import { changeOfPrescription, isSignificant, wettedInPass } from './significant-change.ts'
import { cellIndex } from './prescription.ts'

const pivot = {
  place: { lat: 51, lng: -114 },
  towerRadiiM: [100, 200],
  wettedRadiusM: 200,
  arc: null,
  flowGpm: null,
  speed100MMin: null,
}
const NOTHING = new Set<number>()

/** 50 % everywhere, with the outer ring (three quarters of the area) of some sectors at another. */
function field(sectors: number, percent: number): Uint8Array {
  const cells = new Uint8Array(1620).map((_, cell) => (cell % 9 < 2 ? 50 : 0))
  for (let sector = 0; sector < sectors; sector += 1) cells[cellIndex(sector, 1)] = percent
  return cells
}

describe('a change', () => {
  // 12 outer cells are 12/180 x 3/4 = 5 % of the area; 10 points of it are 0.5 of 50: 1 % of the volume
  it.each([
    ['on 5 % of the area by 10 points', 12, 60, false],
    ['on more than 5 % by 10 points', 13, 60, true],
    ['on more than 5 % by 9 points', 13, 59, false],
    // 36 x 3/4 / 180 = 15 %, by 9 points: 1.35 of 50
    ['of 2.7 % of the volume', 36, 59, false],
    // 40 x 3/4 / 180 = 16.7 %, by 9 points: 1.5 of 50
    ['of 3 % of the volume', 40, 59, true],
    ['of 3 % of the volume downwards', 40, 41, true],
  ])('%s', (_, sectors, percent, news) => {
    expect(isSignificant(changeOfPrescription(field(0, 0), field(sectors, percent), pivot, NOTHING))).toBe(
      news,
    )
  })

  // of 10 % everywhere 36 x 3/4 / 180 = 15 %, by 6 points, are 0.9 of 10: 9 % of the volume and 0.9 % of a full pass
  it.each([
    [36, 16, false],
    [40, 16, true],
  ])('of a small volume on %i outer cells to %i %% is news: %s', (sectors, percent, news) => {
    const little = new Uint8Array(1620).map((_, cell) => (cell % 9 < 2 ? 10 : 0))
    const fresh = little.slice()
    for (let sector = 0; sector < sectors; sector += 1) fresh[cellIndex(sector, 1)] = percent
    expect(isSignificant(changeOfPrescription(little, fresh, pivot, NOTHING))).toBe(news)
  })

  it('in sectors already watered does not count', () => {
    const wetted = new Set(Array.from({ length: 30 }, (_, sector) => sector))
    const change = changeOfPrescription(field(0, 0), field(30, 100), pivot, wetted)
    expect(change).toEqual({ areaShare: 0, volumeShare: 0, passShare: 0 })
    expect(changeOfPrescription(field(0, 0), field(60, 60), pivot, wetted).areaShare).toBeCloseTo(0.125, 9)
  })

  it('beyond the arc does not count', () => {
    const change = changeOfPrescription(field(0, 0), field(90, 100), { ...pivot, arc: [180, 360] }, NOTHING)
    expect(change).toEqual({ areaShare: 0, volumeShare: 0, passShare: 0 })
  })

  it('from no water at all is significant', () => {
    const change = changeOfPrescription(new Uint8Array(1620), field(0, 0), pivot, NOTHING)
    expect(change).toMatchObject({ areaShare: 1, volumeShare: Infinity })
    expect(change.passShare).toBeCloseTo(0.5, 9)
    expect(
      isSignificant(changeOfPrescription(new Uint8Array(1620), new Uint8Array(1620), pivot, NOTHING)),
    ).toBe(false)
  })
})

describe('the pass', () => {
  const HOUR = 3_600_000
  const stays = (...sectors: number[]) =>
    sectors.map((sector, k) => ({ sector, from: k * HOUR, to: (k + 1) * HOUR }))
  const wetted = (of: ReturnType<typeof stays>, hour: number) => [...wettedInPass(of, hour * HOUR)]

  it('includes the sectors the arm has passed', () => {
    expect(wetted(stays(178, 179, 0, 1), 4)).toEqual([178, 179, 0, 1])
    expect(wetted(stays(178, 179, 0, 1).toReversed(), 4)).toEqual([178, 179, 0, 1])
    expect(wetted([], 0)).toEqual([])
  })

  it('restarts after a full revolution or a reversal', () => {
    expect(wetted(stays(0, 1, 2, 0, 1), 5)).toEqual([0, 1])
    expect(wetted(stays(0, 1, 2, 1, 0), 5)).toEqual([1, 0])
  })

  it('continues if one sector is reported in parts', () => {
    expect(wetted(stays(0, 1, 1, 2), 4)).toEqual([0, 1, 2])
  })

  it('ends after six hours stationary', () => {
    expect(wetted(stays(0, 1), 8)).toEqual([0, 1])
    expect(wetted(stays(0, 1), 8.1)).toEqual([])
    const later = stays(0, 1, 2).map((stay, k) => (k < 2 ? stay : { ...stay, from: 9 * HOUR, to: 10 * HOUR }))
    expect(wetted(later, 10)).toEqual([2])
  })
})
