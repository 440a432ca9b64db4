/** Columns with gaps where a sensor was silent, and without gaps where only another sensor has a reading. */
import { describe, expect, it } from 'vitest'
import { joinedColumns } from './plot-columns.ts'

describe('columns of a plot', () => {
  it('connect across the times of other sensors', () => {
    const { times, columns } = joinedColumns(
      [0, 10, 20, 30],
      [
        { values: [1, null, 2, null], gap_s: 25 },
        { values: [null, 3, null, 4], gap_s: 25 },
      ],
    )
    expect(times).toEqual([0, 10, 20, 30])
    expect(columns).toEqual([
      [1, undefined, 2, null],
      [null, 3, undefined, 4],
    ])
  })

  it('break where a sensor was silent for longer than its gap', () => {
    const { columns } = joinedColumns(
      [0, 10, 20, 90],
      [
        { values: [1, null, null, 2], gap_s: 25 },
        { values: [1, 1, 1, 1], gap_s: 100 },
      ],
    )
    expect(columns).toEqual([
      [1, null, null, 2],
      [1, 1, 1, 1],
    ])
  })

  it('get an extra row in a silence without one, across which others are connected', () => {
    const { times, columns } = joinedColumns(
      [0, 10, 90, 100],
      [
        { values: [1, 2, 3, 4], gap_s: 25 },
        { values: [5, 6, 7, 8], gap_s: 100 },
      ],
    )
    expect(times).toEqual([0, 10, 50, 90, 100])
    expect(columns).toEqual([
      [1, 2, null, 3, 4],
      [5, 6, undefined, 7, 8],
    ])
  })

  it('are empty without readings', () => {
    expect(joinedColumns([], [{ values: [], gap_s: 25 }])).toEqual({ times: [], columns: [[]] })
  })
})
