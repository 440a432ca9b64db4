/** Drift columns: scaling, constant covariates, and rejected input. */
import { describe, expect, it } from 'vitest'
import { driftRow, driftScale } from './drift.ts'

describe('scaling', () => {
  it('brings coordinates of a map grid between -1 and 1', () => {
    const rows = [
      [5_181_000, 2],
      [5_181_600, 4],
      [5_181_300, 3],
    ]
    const scale = driftScale(rows)
    expect(rows.map((row) => [...driftRow(scale, row)])).toEqual([
      [1, -1, -1],
      [1, 1, 1],
      [1, 0, 0],
    ])
  })

  it('maps a constant covariate to zero', () => {
    expect([...driftRow(driftScale([[7], [7]]), [7])]).toEqual([1, 0])
  })

  it('is an intercept alone without covariates', () => {
    expect([...driftRow(driftScale([[], []]), [])]).toEqual([1])
    expect([...driftRow(driftScale([]), [])]).toEqual([1])
  })
})

it('refuses rows of different lengths', () => {
  expect(() => driftScale([[1, 2], [1]])).toThrow('covariates [1] where 2 numbers are needed')
  expect(() => driftScale([[1], [Number.NaN]])).toThrow(RangeError)
  expect(() => driftRow(driftScale([[1], [2]]), [])).toThrow('0 covariates where 1 are needed')
})
