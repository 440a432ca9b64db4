/** What counts as the last pass, and how its sectors are told. */
import { describe, expect, it } from 'vitest'
import { lastPass, type SectorRecord, stretchesOf } from './last-pass.rules.ts'

const HOUR = 3_600_000
const START = Date.parse('2026-07-12T00:00:00Z')

/** An hour a sector, from an hour after the start. */
const over = (sector: number, hour: number, watered = true): SectorRecord => ({
  sector,
  from: new Date(START + hour * HOUR),
  to: new Date(START + (hour + 1) * HOUR),
  watered,
})

describe('the last pass', () => {
  it('goes back to the last long stop', () => {
    const before = [over(10, 0), over(11, 1)]
    const pass = lastPass([...before, over(12, 20), over(13, 21), over(14, 26)])
    expect(pass).toEqual({
      from: new Date(START + 20 * HOUR),
      to: new Date(START + 27 * HOUR),
      sectors: [12, 13, 14],
    })
  })

  it('leaves out what the arm went over dry, and is none where all was', () => {
    expect(lastPass([over(5, 0), over(6, 1, false), over(7, 2)])?.sectors).toEqual([5, 7])
    expect(lastPass([over(5, 0, false)])).toBeNull()
    expect(lastPass([])).toBeNull()
  })
})

describe('stretches of sectors', () => {
  it.each([
    [[], []],
    [[4, 5, 6], [[4, 3]]],
    [
      [0, 1, 9],
      [
        [0, 2],
        [9, 1],
      ],
    ],
    // across north
    [[0, 1, 178, 179], [[178, 4]]],
    [
      [0, 50, 179],
      [
        [50, 1],
        [179, 2],
      ],
    ],
  ] as [number[], [number, number][]][])('of %j are %j', (sectors, stretches) => {
    expect(stretchesOf(sectors, 180).map(({ first, count }) => [first, count])).toEqual(stretches)
  })

  it('are one where all got water', () => {
    const all = Array.from({ length: 180 }, (_, k) => k)
    expect(stretchesOf(all, 180)).toEqual([{ first: 0, count: 180 }])
  })
})
