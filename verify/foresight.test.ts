/** Cross-validation by hand, and on real fields compared with other methods. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { crossValidate, radiusAround } from './foresight.ts'

const shared = `${import.meta.dirname}/../../shared/data`

describe('by hand', () => {
  it('with few probes is that of kriging with the fixed rule', () => {
    // far apart, each is predicted as the mean of the others, sd of 0.06 sqrt(1 + 1 / 2) = 0.0735
    const points = [0.2, 0.26, 0.4].map((value, i) => ({ x: 1e5 * i, y: 0, value }))
    const { error, meanError, held } = crossValidate(points, 100)
    expect(error).toBeCloseTo(meanError, 12)
    expect(error).toBeCloseTo(Math.sqrt((0.13 ** 2 + 0.04 ** 2 + 0.17 ** 2) / 3), 12)
    // 1.645 x 0.0735 = 0.121
    expect(held).toBe(1)
  })

  it('refuses input without a point to leave out', () => {
    expect(() => crossValidate([{ x: 0, y: 0, value: 1 }], 100)).toThrow(RangeError)
    expect(() => radiusAround([])).toThrow(RangeError)
  })
})

/** Lines of a table without commas in its cells. */
function rows(file: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(`${shared}/${file}`, 'utf8')
    .replaceAll('"', '')
    .trim()
    .split('\n')
  const names = head.trim().split(',')
  return lines.map((line) =>
    Object.fromEntries(
      line
        .trim()
        .split(',')
        .map((cell, i) => [names[i] ?? '', cell]),
    ),
  )
}

/** The points of a case of the farm, from the reference file. */
function slice(id: string) {
  const document: { data: { x: number[]; y: number[]; z: number[] } } = JSON.parse(
    readFileSync(`${shared}/kriging-golden/${id}.json`, 'utf8'),
  )
  const { x, y, z } = document.data
  return x.map((east, i) => ({ x: east, y: y[i] ?? 0, value: z[i] ?? 0 }))
}

describe.skipIf(!existsSync(shared))('on real fields (skipped where ../shared/data is absent)', () => {
  it('is better than least squares and the mean on Cook Agronomy Farm, and its uncertainty is right', () => {
    const table = rows('kriging-golden/loo_rmse_table.csv')
    const errors = table.map(({ id = '', ok_wls, mean }) => {
      const points = slice(id)
      const foresight = crossValidate(points, radiusAround(points))
      return { ...foresight, n: points.length, fitted: Number(ok_wls), mean: Number(mean) }
    })
    const sum = (pick: (row: (typeof errors)[number]) => number) =>
      errors.reduce((total, row) => total + pick(row), 0)
    expect(errors.length).toBeGreaterThanOrEqual(6)
    // the mean is in the reference too
    errors.forEach(({ meanError, mean }) => expect(meanError).toBeCloseTo(mean, 5))
    expect(sum(({ error }) => error) / sum(({ fitted }) => fitted)).toBeLessThanOrEqual(1)
    errors.forEach(({ error, mean }) => expect(error / mean).toBeLessThanOrEqual(1.02))
    const share = sum(({ held }) => held) / sum(({ n }) => n)
    expect(share).toBeGreaterThanOrEqual(0.86)
    expect(share).toBeLessThanOrEqual(0.94)
  }, 120_000)
})
