/** Tridiagonal reduction and shifted solves, checked by multiplying out. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factorCholesky, solveLower, solveUpper } from './cholesky.ts'
import {
  factorShifted,
  reduceToTridiagonal,
  solveTridiagonal,
  rotateBack,
  rotateVector,
} from './tridiagonal.ts'

/** Correlations exp(-h / 50) of places, row-major. */
function correlations(places: readonly (readonly [number, number])[]): Float64Array {
  return Float64Array.from(
    places.flatMap(([ax, ay]) => places.map(([bx, by]) => Math.exp(-Math.hypot(ax - bx, ay - by) / 50))),
  )
}

const place = fc.tuple(fc.integer({ min: -400, max: 400 }), fc.integer({ min: -400, max: 400 }))
const layouts = fc.array(place, { minLength: 1, maxLength: 12 })

function column(n: number, i: number): Float64Array {
  return Float64Array.from({ length: n }, (_, row) => (row === i ? 1 : 0))
}

describe('the reduction', () => {
  it('reproduces A: A x = Q (T (Q x))', () => {
    fc.assert(
      fc.property(layouts, (places) => {
        const n = places.length
        const matrix = correlations(places)
        const reduced = reduceToTridiagonal(matrix, n)
        const { diagonal, offDiagonal: beside } = reduced
        for (let i = 0; i < n; i += 1) {
          const y = rotateVector(reduced, column(n, i))
          const product = y.map(
            (value, j) =>
              (diagonal[j] ?? 0) * value +
              (beside[j] ?? 0) * (y[j + 1] ?? 0) +
              (beside[j - 1] ?? 0) * (y[j - 1] ?? 0),
          )
          rotateBack(reduced, product).forEach((value, row) =>
            expect(value).toBeCloseTo(matrix[row * n + i] ?? 0, 12),
          )
        }
      }),
    )
  })

  it('is orthogonal', () => {
    fc.assert(
      fc.property(layouts, (places) => {
        const reduced = reduceToTridiagonal(correlations(places), places.length)
        const vector = Float64Array.from(places, ([x], i) => x / 100 + i)
        rotateBack(reduced, rotateVector(reduced, vector)).forEach((value, i) =>
          expect(value).toBeCloseTo(vector[i] ?? 0, 11),
        )
      }),
    )
  })

  it('accepts a tridiagonal matrix and a 1 x 1 matrix', () => {
    const diagonal = Float64Array.of(3, 0, 0, 0, 2, 0, 0, 0, 1)
    expect([...reduceToTridiagonal(diagonal, 3).diagonal]).toEqual([3, 2, 1])
    expect([...reduceToTridiagonal(Float64Array.of(4), 1).diagonal]).toEqual([4])
  })
})

describe('shifted solves', () => {
  it('agree with Cholesky for every nugget, places in one spot included', () => {
    const shares = fc.constantFrom(0.05, 0.2, 0.5, 0.95)
    fc.assert(
      fc.property(layouts, shares, (places, nugget) => {
        const n = places.length
        const matrix = correlations(places)
        const reduced = reduceToTridiagonal(matrix, n)
        const right = Float64Array.from(places, ([, y], i) => y / 100 - i)
        const solved = solveTridiagonal(
          factorShifted(reduced, 1 - nugget, nugget),
          rotateVector(reduced, right),
        )
        const covariance = matrix.map((value, i) => (1 - nugget) * value + (i % (n + 1) === 0 ? nugget : 0))
        const factor = factorCholesky(covariance, n)
        if (factor === null) throw new Error('not positive definite')
        const expected = solveUpper(factor, solveLower(factor, right))
        rotateBack(reduced, solved).forEach((value, i) => expect(value).toBeCloseTo(expected[i] ?? 0, 8))
      }),
    )
  })

  it('give the determinant as the product of the pivots', () => {
    // 3 x 3 by hand: 2 (4 - 1) - 1 (2 - 0) = 4
    const reduced = reduceToTridiagonal(Float64Array.of(2, 1, 0, 1, 2, 1, 0, 1, 2), 3)
    expect(factorShifted(reduced, 1, 0).pivots.reduce((product, pivot) => product * pivot, 1)).toBeCloseTo(4)
  })
})

it('refuses misuse', () => {
  expect(() => reduceToTridiagonal(Float64Array.of(1, 2), 2)).toThrow(RangeError)
  expect(() => reduceToTridiagonal(new Float64Array(0), 0)).toThrow(RangeError)
  expect(() => factorShifted(reduceToTridiagonal(Float64Array.of(1), 1), 1, -1)).toThrow(RangeError)
})
