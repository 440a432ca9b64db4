/** Comparisons of case documents can fail. */
import { describe, expect, it } from 'vitest'
import {
  type CaseComparison,
  type CaseRefusal,
  casesAgree,
  compareCases,
  compareDocument,
  roundedTo,
} from './case-document.ts'
import pivot from '../src/agronomy/fixtures/pivot-cases.json' with { type: 'json' }
import prescription from '../src/agronomy/fixtures/prescription-cases.json' with { type: 'json' }
import { verifyGeometry } from './geometry.ts'
import { verifyPrescription } from './prescription.ts'

function agrees(comparisons: CaseComparison[] | CaseRefusal): boolean {
  return !('reason' in comparisons) && casesAgree(comparisons)
}

/** Groups out of tolerance. */
function failing(comparisons: CaseComparison[] | CaseRefusal): string[] {
  if ('reason' in comparisons) return [comparisons.reason]
  return comparisons.filter((comparison) => !casesAgree([comparison])).map(({ name: what }) => what)
}

describe('comparing', () => {
  it('uses the largest difference of numbers; text agrees or does not', () => {
    expect(compareCases('a', 0, [[1, 1]]).largestError).toBe(0)
    expect(
      compareCases('a', 0, [
        [1, 1.5],
        [2, 1.75],
      ]).largestError,
    ).toBe(0.5)
    expect(
      compareCases('a', 0, [
        ['x', 'x'],
        ['x', 'y'],
      ]).largestError,
    ).toBe(1)
    expect(compareCases('a', 0, [[null, null]]).largestError).toBe(0)
    expect(compareCases('a', 0, [[3, null]]).largestError).toBe(1)
    expect(compareCases('a', 0, [[Number.NaN, 3]]).largestError).toBe(Infinity)
  })

  it('agrees within the tolerance of every group', () => {
    const close = compareCases('a', roundedTo(1), [[1.04, 1]])
    expect(casesAgree([close])).toBe(true)
    expect(casesAgree([close, compareCases('b', roundedTo(2), [[1.04, 1]])])).toBe(false)
  })

  it('refuses to compare nothing, and rethrows other errors', () => {
    expect(compareDocument(() => [compareCases('depth', 0, [])])).toEqual({ reason: 'no depth to compare' })
    expect(() =>
      compareDocument(() => {
        throw new TypeError('a fault')
      }),
    ).toThrow(TypeError)
  })
})

describe('geometry', () => {
  it('agrees with the cases', () => {
    expect(failing(verifyGeometry(pivot))).toEqual([])
  })

  it('reports what does not agree', () => {
    const [first, ...rest] = pivot.duty_cycle_60s
    const wrong = { ...pivot, duty_cycle_60s: [{ ...first, on_s: 1 }, ...rest] }
    expect(failing(verifyGeometry(wrong))).toEqual(['seconds of a valve'])
    const [row, ...rows] = pivot.pivot_A.timer_to_depth
    const hours = { ...row, hours_per_rev: (row?.hours_per_rev ?? 0) + 0.001 }
    const slow = { ...pivot, pivot_A: { ...pivot.pivot_A, timer_to_depth: [hours, ...rows] } }
    expect(failing(verifyGeometry(slow))).toEqual(['hours per revolution'])
  })

  it('reports what is missing', () => {
    expect(verifyGeometry(null)).toEqual({ reason: 'document is missing' })
    expect(verifyGeometry({ ...pivot, indexing: 7 })).toEqual({ reason: 'indexing is missing' })
    expect(agrees(verifyGeometry({ ...pivot, AD_QT: [] }))).toBe(false)
  })
})

describe('prescription', () => {
  it('agrees with the cases', () => {
    expect(failing(verifyPrescription(prescription))).toEqual([])
  })

  it('reports what does not agree', () => {
    const [first, ...rest] = prescription.cell_cases
    const wrong = { ...first, expected: { ...first?.expected, rx: 84, reason: 'CLIPPED_MAX' } }
    expect(failing(verifyPrescription({ ...prescription, cell_cases: [wrong, ...rest] }))).toEqual([
      'percentage of a cell',
      'reason of a cell',
    ])
    const [cell, ...cells] = prescription.grid_case.cells
    const grid = { ...prescription.grid_case, cells: [{ ...cell, source: 'GEOFENCE:g50' }, ...cells] }
    expect(failing(verifyPrescription({ ...prescription, grid_case: grid }))).toEqual([
      'what decides on the grid',
    ])
  })

  it('reports what is missing', () => {
    const grid = { ...prescription.grid_case, geofences: [{ id: 'a', pct: 0 }] }
    expect(verifyPrescription({ ...prescription, grid_case: grid })).toEqual({
      reason: 'polygon_latlng is missing',
    })
    expect(verifyPrescription({ ...prescription, cell_cases: undefined })).toEqual({
      reason: 'cell_cases is missing',
    })
  })
})
