/** How far one place's deficit may lie from the others: hand-calculated figures and invariants. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { median, placeSpans, within } from './place-spans.ts'

const FULL = 0.2

describe('places with equal deficits', () => {
  // half of a full pass, 0.1: 0.05 and 0.55 of the quarter above a light pass below, 0.1 and 0.06 of it above
  it('limit one place to a fifth of a full pass below and a ninth above, its own cells from nothing to double', () => {
    const { others: heard, own } = placeSpans(
      Array.from({ length: 9 }, () => 0.1),
      FULL,
    )
    expect(heard[0]).toBeCloseTo(0.1 - FULL * (0.05 + 0.55 * 0.25), 9)
    expect(heard[1]).toBeCloseTo(0.1 + FULL * (0.1 + 0.06 * 0.25), 9)
    expect(own[0]).toBeCloseTo(0, 9)
    expect(own[1]).toBeCloseTo(0.2, 9)
  })

  // 0.02 of 0.2 is a tenth of a full pass: 0.05 of one below, 0.1 above, however little is given
  it('limit light passes as well', () => {
    const { others: heard } = placeSpans([0.02, 0.02, 0.02, 0.02], FULL)
    expect(heard[0]).toBeCloseTo(0.02 - 0.01, 9)
    expect(heard[1]).toBeCloseTo(0.02 + 0.02, 9)
  })

  it('limit one of eighteen half as much as one of nine', () => {
    const nine = placeSpans(
      Array.from({ length: 9 }, () => 0.1),
      FULL,
    )
    const eighteen = placeSpans(
      Array.from({ length: 18 }, () => 0.1),
      FULL,
    )
    expect(eighteen.others[1] - 0.1).toBeCloseTo(2 * (nine.others[1] - 0.1), 9)
  })
})

it('a deficit that two places report is allowed in their own cells', () => {
  const lacks = [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.5, 0.6]
  expect(placeSpans(lacks, FULL).own[1]).toBeCloseTo(0.5, 9)
  expect(placeSpans([0.1, ...lacks.slice(0, 7), 0.6], FULL).own[1]).toBeLessThan(0.25)
})

it('the middle lies among what is heard, and own cells hear no less', () => {
  const lack = fc.double({ min: -1, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.array(lack, { minLength: 1, maxLength: 30 }), (lacks) => {
      const { others: heard, own } = placeSpans(lacks, FULL)
      const heardOf = lacks.map((value) => within(value, heard))
      expect(own[0]).toBeLessThanOrEqual(heard[0])
      expect(own[1]).toBeGreaterThanOrEqual(heard[1])
      expect(Math.max(...heardOf)).toBeLessThanOrEqual(Math.max(...lacks, heard[0]))
    }),
  )
})

it('refuses invalid input', () => {
  expect(() => placeSpans([], FULL)).toThrow('no place')
  expect(() => placeSpans([0.1], 0)).toThrow('a pass that gives a share of 0')
  expect(median([])).toBe(0)
})
