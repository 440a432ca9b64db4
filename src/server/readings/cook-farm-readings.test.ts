/** A real farm's two years of readings through the command: every number of the file is in the database. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { importDesk } from '../testing/import-desk.ts'

const FILE = path.resolve(import.meta.dirname, '../../../../shared/data/cookfarm/readings_daily.csv')
const DEPTHS = [30, 60, 90, 120, 150]

describe.skipIf(!existsSync(FILE))('the readings of Cook Agronomy Farm (needs ../shared/data)', () => {
  it('are stored number by number, with temperature and salinity', async () => {
    const [header = '', ...lines] = (await readFile(FILE, 'utf8')).replaceAll('"', '').trim().split(/\r?\n/)
    const names = header.split(',')
    const rows = lines.map((line) => new Map(line.split(',').map((cell, i) => [names[i] ?? '', cell])))
    const stations = [...new Set(rows.map((row) => row.get('station') ?? ''))]
    const probes = stations.map((station, i) => `${station}=${i + 1}`).join(',')
    const { load, stored } = await importDesk()
    const depths = DEPTHS.map((depth) => `vw${depth}=${depth}`).join(',')
    const columns = ['--depths', depths, '--temperature', 't30=30', '--ec', 'ec30=30', '--probes', probes]
    const { code, printed } = await load(FILE, ...columns, '--time-zone', 'America/Los_Angeles')

    const number = (row: ReadonlyMap<string, string>, name: string) => {
      const text = row.get(name) ?? ''
      return text === '' || text === 'NA' ? null : Number(text)
    }
    const expected = new Map<string, unknown>()
    for (const row of rows)
      for (const depth of DEPTHS) {
        const [value, temperature, ec] = [
          number(row, `vw${depth}`),
          depth === 30 ? number(row, 't30') : null,
          depth === 30 ? number(row, 'ec30') : null,
        ]
        if (value === null && temperature === null && ec === null) continue
        // of the secondary values, those that are impossible in soil are left out
        const soil = (figure: number | null, min: number, max: number) =>
          figure !== null && figure >= min && figure <= max ? Math.fround(figure) : null
        const probe = stations.indexOf(row.get('station') ?? '') + 1
        expected.set(`${probe} ${depth} ${row.get('date')}`, [
          value,
          soil(temperature, -60, 90),
          soil(ec, 0, 100),
        ])
      }
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' })
    const found = new Map<string, unknown>()
    for (const { probe, depth_cm, at, value, temperature_c, ec } of await stored())
      found.set(`${probe} ${depth_cm} ${day.format(at)}`, [
        value,
        temperature_c === null ? null : Math.fround(temperature_c),
        ec === null ? null : Math.fround(ec),
      ])
    expect(code).toBe(0)
    expect(printed.find((line) => line.startsWith('refused'))).toBeUndefined()
    expect(expected.size).toBeGreaterThan(90_000)
    expect(found.size).toBe(expected.size)
    const wrong = [...expected].filter(
      ([key, values]) => JSON.stringify(found.get(key)) !== JSON.stringify(values),
    )
    expect(wrong).toEqual([])
  })
})
