/** `verify fusion`: reaches its targets on a real field, draws layouts reproducibly, and reports what it cannot read. */
import { existsSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../src/agronomy/seeded-random.ts'
import { SOAKING, testTimeout } from '../src/server/testing/soak.ts'
import { compareFusion } from './fusion.ts'

const MARICOPA = path.resolve(import.meta.dirname, '../../shared/data/water-balance/maricopa-2018')

async function verify(folder: string, ...options: string[]) {
  const printed: string[] = []
  const passed = await compareFusion(folder, (line) => void printed.push(line), options)
  return { passed, printed }
}

/** A constructed field of 12 places on a line with decreasing irrigation, and the readings of its soil without drainage or a crop. */
async function fieldOf(change: Record<string, string> = {}): Promise<string> {
  const random = seededRandom(5)
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-fusion-'))
  const names = Array.from({ length: 12 }, (_, i) => `q${i}-1`)
  const days = Array.from({ length: 22 }, (_, i) => `2020-06-${String(i + 1).padStart(2, '0')}`)
  const layers = Array.from({ length: 5 }, (_, i) => `${40 * i}_to_${40 * i + 40}cm`)
  const limits = layers.flatMap((layer) => [`wilting_point_${layer}`, `field_capacity_${layer}`])
  const files: Record<string, string[]> = {
    places: [
      ['place', 'latitude', 'longitude', ...limits].join(','),
      ...names.map((name, i) => [name, 33 + i * 1e-4, -112, ...layers.flatMap(() => [0.1, 0.25])].join(',')),
    ],
    weather: ['date,etref_mm,wind_m_s,rhmin_pct,rain_mm', ...days.map((date) => `${date},6,2,30,0`)],
    irrigation: [
      ['date', ...names.map((name) => `${name}_mm`)].join(','),
      ['2020-06-10', ...names.map((_, i) => 3 * i)].join(','),
    ],
    'soil-water': [
      'place,date,depth_cm,vwc',
      ...['01', '08', '15', '22'].flatMap((day) =>
        names.flatMap((name) =>
          Array.from({ length: 10 }, (_, k) =>
            [name, `2020-06-${day}`, 20 * k + 10, 0.2 + 0.02 * random.next()].join(','),
          ),
        ),
      ),
    ],
  }
  for (const [name, lines] of Object.entries(files)) {
    await writeFile(path.join(folder, `${name}.csv`), change[name] ?? lines.join('\n'))
  }
  return folder
}

describe('a constructed field', () => {
  it('is predicted in the same way with the same seed, and by case', async () => {
    const folder = await fieldOf()
    const options = ['--probes', '4', '--layouts', '3', '--seed', '9', '--places', '1', '--case', 'S']
    const [once, again] = [await verify(folder, ...options), await verify(folder, ...options)]
    expect(again).toEqual(once)
    expect(once.printed[0]).toBe('3 layouts of 4 probes among 12 places, 4 dates')
    expect(once.printed.filter((line) => line.startsWith('S, '))).toHaveLength(4)
    expect(once.printed.filter((line) => line.startsWith('U, '))).toHaveLength(0)
  })

  it('fails if the readings have nothing to do with the water', async () => {
    const { passed, printed } = await verify(await fieldOf(), '--probes', '4', '--layouts', '10')
    expect(passed).toBe(false)
    expect(printed.at(-1)).toBe('fusion: targets NOT held')
    expect(printed.join('\n')).toContain('PAST TARGET')
  })

  it('may have other line ends, fewer columns and missing figures', async () => {
    const options = ['--probes', '4', '--layouts', '2', '--case', 'S']
    const plain = await verify(await fieldOf(), ...options)
    const layers = Array.from({ length: 4 }, (_, i) => `${40 * i}_to_${40 * i + 40}cm`)
    const limits = layers.flatMap((layer) => [`wilting_point_${layer}`, `field_capacity_${layer}`])
    const names = Array.from({ length: 12 }, (_, i) => `q${i}-1`)
    const days = Array.from({ length: 22 }, (_, i) => `2020-06-${String(i + 1).padStart(2, '0')}`)
    const odd = await fieldOf({
      // with a byte order mark and carriage returns; the deepest soil is that above it
      places: `\uFEFF${[
        ['place', 'latitude', 'longitude', ...limits].join(','),
        ...names.map((name, i) =>
          [name, 33 + i * 1e-4, -112, ...layers.flatMap(() => [0.1, 0.25])].join(','),
        ),
      ].join('\r\n')}\r\n`,
      // no column of rain, no wind but its default, one day left out
      weather: [
        'date,etref_mm,wind_m_s,rhmin_pct',
        ...days.filter((date) => date !== '2020-06-05').map((date) => `${date},6,2,30`),
      ].join('\r\n'),
      // a place without irrigation has no column
      irrigation: [
        ['date', ...names.slice(1).map((name) => `${name}_mm`)].join(','),
        ['2020-06-10', ...names.slice(1).map((_, i) => 3 * (i + 1))].join(','),
      ].join('\r\n'),
    })
    expect(await verify(odd, ...options)).toEqual(plain)
    const unread = await verify(
      await fieldOf({
        'soil-water': [
          'place,date,depth_cm,vwc',
          // nothing was read below 60 cm, and one reading was lost
          ...['01', '08', '15', '22'].flatMap((day) =>
            names.flatMap((name, i) =>
              [10, 30, 50].map((depth) => {
                const value = day === '08' && i === 3 ? '' : 0.2 + 0.001 * ((7 * i + depth) % 11)
                return `${name},2020-06-${day},${depth},${value}`
              }),
            ),
          ),
        ].join('\n'),
      }),
      ...options,
    )
    expect(unread.printed.filter((line) => line.startsWith('S, '))).toEqual([
      expect.stringMatching(/^S, 0-60 cm /),
    ])
  })

  it('must be complete, and have valid options', async () => {
    const folder = await fieldOf()
    await expect(verify('nowhere')).rejects.toThrow('places.csv cannot be opened')
    await expect(verify(folder, '--places', '7')).rejects.toThrow('has no place 7')
    await expect(verify(folder, '--probes', '12')).rejects.toThrow('no more than 12 places')
    await expect(verify(folder, '--case', 'X')).rejects.toThrow('--case is S or U')
    await expect(verify(folder, '--colour', 'red')).rejects.toThrow('--colour')
    const broken = await fieldOf({ weather: 'date,etref_mm,wind_m_s,rhmin_pct,rain_mm\n2020-06-01,,2,30,0' })
    await expect(verify(broken)).rejects.toThrow('etref_mm')
  })
})

const LONG = SOAKING && existsSync(MARICOPA)

describe.skipIf(!LONG)('a real field (in the long tests, where ../shared/data is present)', () => {
  it('reaches the targets with eight probes', testTimeout(120_000), async () => {
    const { printed, passed } = await verify(MARICOPA, '--layouts', '40', '--seed', '1')
    expect(printed.filter((line) => line.includes('PAST TARGET'))).toEqual([])
    expect(printed).toHaveLength(8)
    expect(passed).toBe(true)
  })
})
