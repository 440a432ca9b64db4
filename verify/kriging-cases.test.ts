/** `verify kriging`: passes agreeing cases, fails others, and lists what it skips. */
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { compareKriging } from './kriging-cases.ts'

const GOLDENS = path.resolve(import.meta.dirname, '../../shared/data/kriging-golden')

async function verify(folder: string) {
  const printed: string[] = []
  const passed = await compareKriging(folder, (line) => void printed.push(line))
  return { passed, printed }
}

/** Two points, an exponential covariance without nugget: by hand, the middle is the mean of both. */
function byHand(prediction: number) {
  const c = Math.exp(-0.5)
  const gamma = c / (1 + Math.exp(-1))
  const lack = 1 - 2 * gamma
  const variance = 1 - 2 * gamma * c + (lack * lack * (1 + Math.exp(-1))) / 2
  return {
    id: 'two',
    formula: 'z ~ 1',
    data: { x: [0, 100], y: [0, 0], z: [1, 3] },
    variogram_used: { models: [{ model: 'Exp', psill: 1, range: 100 }] },
    predict: { x: [50], y: [0], kriging_pred: [prediction], kriging_var: [variance] },
  }
}

async function folderOf(cases: Record<string, unknown>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-kriging-'))
  for (const [name, value] of Object.entries(cases))
    await writeFile(path.join(folder, name), JSON.stringify(value))
  return folder
}

describe('verify kriging', () => {
  it('passes a case solved by hand and reports the formula that it skips', async () => {
    const folder = await folderOf({
      'a.json': byHand(2),
      'b.json': { id: 'drifting', formula: 'z ~ log(x)' },
    })
    const { passed, printed } = await verify(folder)
    expect(passed).toBe(true)
    expect(printed[0]).toMatch(/^two {2}ok {2}2 figures/)
    expect(printed[1]).toBe('drifting  skipped: no formula of covariates')
    expect(printed[2]).toMatch(/^1 compared, 1 skipped, largest error \S+: within/)
  })

  it('fails beyond the tolerance, and if nothing was compared', async () => {
    const wrong = await verify(await folderOf({ 'a.json': byHand(2.000_002) }))
    expect(wrong.passed).toBe(false)
    expect(wrong.printed[0]).toContain('PAST TOLERANCE')
    expect((await verify(await folderOf({ 'b.json': { id: 'b', formula: 'z ~ log(x)' } }))).passed).toBe(
      false,
    )
    await expect(verify('nowhere')).rejects.toThrow('nowhere cannot be opened')
  })

  it.skipIf(!existsSync(GOLDENS))(
    'agrees with gstat on every case, drifts included (needs ../shared/data)',
    async () => {
      const { passed, printed } = await verify(GOLDENS)
      expect(passed).toBe(true)
      const cases = (await readdir(GOLDENS)).filter((name) => name.endsWith('.json'))
      expect(printed.filter((line) => line.includes('  ok  '))).toHaveLength(cases.length)
      expect(printed.at(-1)).toMatch(/^kernel: largest error \S+ of 0.00001$/)
    },
  )
})
