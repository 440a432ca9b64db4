/** `verify balance`: a season, a year of reference ET and worked examples agree; a difference slightly beyond rounding fails. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { compareBalance } from './balance.ts'

const FIXTURES = path.join(import.meta.dirname, 'fixtures/water-balance')
const SHARED = path.resolve(import.meta.dirname, '../../shared/data/water-balance/golden')

async function verify(folder: string) {
  const printed: string[] = []
  const passed = await compareBalance(folder, (line) => void printed.push(line))
  return { passed, printed }
}

async function altered(name: string, from: string, to: string) {
  const text = await readFile(path.join(FIXTURES, name), 'utf8')
  expect(text).toContain(from)
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'headgate-balance-')), name)
  await writeFile(file, text.replace(from, to))
  return file
}

describe('verify balance', () => {
  it('agrees with a season, a year and the examples', async () => {
    const { passed, printed } = await verify(FIXTURES)
    expect(printed.filter((line) => !/ {2}ok {2}/.test(line))).toEqual([
      expect.stringMatching(/^\d+ figures in 31 groups: all agree$/),
    ])
    expect(passed).toBe(true)
  })

  it('fails if a day differs by more than 0.01 mm', async () => {
    const season = await verify(await altered('cotton-2018-100.json', '"Dr": 11.515', '"Dr": 11.545'))
    expect(season.passed).toBe(false)
    expect(season.printed.filter((line) => line.includes('PAST TOLERANCE'))).toEqual([
      expect.stringContaining('cotton-2018-100 Dr a day'),
    ])
    const year = await verify(await altered('reference-et-maricopa.csv', '0.9959', '1.0159'))
    expect(year.passed).toBe(false)
    const example = await verify(await altered('fao56-examples.json', '3.88', '3.86'))
    expect(example.passed).toBe(false)
  })

  it('reads a year of another place, without what was not measured', async () => {
    const lines = (await readFile(path.join(FIXTURES, 'reference-et-maricopa.csv'), 'utf8'))
      .trim()
      .split(/\r?\n/)
    const head = (lines[0] ?? '').split(',')
    const without = new Set(['tdew_c', 'etrs_python_mm'])
    const rows = lines.map((line) => line.split(',').filter((_, i) => !without.has(head[i] ?? '')))
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'headgate-balance-')), 'year.csv')
    await writeFile(file, rows.map((cells) => cells.join(',')).join('\r\n'))
    const printed: string[] = []
    const print = (line: string) => void printed.push(line)
    // without dew points it is derived from both humidities: close, and not the same
    expect(await compareBalance(file, print)).toBe(false)
    expect(printed).toHaveLength(2)
    expect(printed[0]).toMatch(
      /^reference ET, short {2}PAST TOLERANCE {2}365 compared, largest error \d\.\de-[1-2]/,
    )
    // 40 degrees farther north the radiation is different
    const whole = path.join(FIXTURES, 'reference-et-maricopa.csv')
    expect(await compareBalance(whole, print, ['--latitude', '73'])).toBe(false)
    expect(
      await compareBalance(whole, print, [
        '--latitude',
        '33.069',
        '--elevation',
        '361',
        '--wind-height',
        '3',
      ]),
    ).toBe(true)
    await expect(compareBalance(whole, print, ['--latitude', 'north'])).rejects.toThrow('are numbers')
  })

  it('reports what it skips and refuses what it cannot read', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'headgate-balance-'))
    await writeFile(path.join(folder, 'other.json'), '{}')
    await expect(verify(folder)).rejects.toThrow('holds nothing to compare')
    await writeFile(path.join(folder, 'broken.json'), '{')
    await expect(verify(folder)).rejects.toThrow('broken.json')
    await expect(verify('nowhere')).rejects.toThrow('nowhere cannot be opened')
  })
})

describe.skipIf(!existsSync(SHARED))(
  'on every available season (skipped where ../shared/data is absent)',
  () => {
    it('agrees with wetted bands and with rain', async () => {
      const { passed, printed } = await verify(SHARED)
      expect(printed.filter((line) => line.includes('sums of the season'))).toHaveLength(3)
      expect(passed).toBe(true)
    })
  },
)
