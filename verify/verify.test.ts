/** `verify prescription` and `verify geometry`: pass what agrees, fail what does not, name what is missing. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Comparison } from './comparison.ts'
import { compareGeometry, comparePrescription } from './verify.ts'

const FIXTURES = path.resolve(import.meta.dirname, '../src/agronomy/fixtures')
const SHARED = path.resolve(import.meta.dirname, '../../shared/data/agronomy')

const COMPARISONS: Record<string, Comparison> = {
  prescription: comparePrescription,
  geometry: compareGeometry,
}

async function verify(name: string, file: string) {
  const printed: string[] = []
  const passed = await COMPARISONS[name]?.(file, (line) => void printed.push(line))
  return { passed, printed }
}

async function fileOf(text: string): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'headgate-cases-')), 'cases.json')
  await writeFile(file, text)
  return file
}

const documents: [string, string][] = [
  ['prescription', 'prescription-cases.json'],
  ['geometry', 'pivot-cases.json'],
]

describe.each(documents)('verify %s', (name, fixture) => {
  it('passes the cases', async () => {
    const { passed, printed } = await verify(name, path.join(FIXTURES, fixture))
    expect(passed).toBe(true)
    expect(printed.length).toBeGreaterThan(10)
    expect(printed.at(-1)).toMatch(/^\d+ figures in \d+ groups: all agree$/)
  })

  it('refuses what is no such document', async () => {
    await expect(verify(name, 'nowhere.json')).rejects.toThrow('nowhere.json cannot be opened')
    await expect(verify(name, await fileOf('{'))).rejects.toThrow('is no JSON')
    await expect(verify(name, await fileOf('{}'))).rejects.toThrow(/: (pivot_A|grid_case) is missing$/)
  })

  it.skipIf(!existsSync(SHARED))('passes the shared cases (needs ../shared/data)', async () => {
    const { passed } = await verify(name, path.join(SHARED, fixture.replace('-', '_')))
    expect(passed).toBe(true)
  })
})

it('fails and says where a figure differs', async () => {
  const text = await readFile(path.join(FIXTURES, 'prescription-cases.json'), 'utf8')
  const wrong = await fileOf(text.replace('"net_mm": 17.8308', '"net_mm": 17.83'))
  const { passed, printed } = await verify('prescription', wrong)
  expect(passed).toBe(false)
  expect(printed.filter((line) => line.includes('PAST TOLERANCE'))).toEqual([
    'net depth, mm  PAST TOLERANCE  7 compared, largest error 8.0e-4, allowed 5.0e-7',
  ])
  expect(printed.at(-1)).toContain('NOT all agree')
})
