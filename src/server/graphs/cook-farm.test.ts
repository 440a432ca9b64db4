/** The whole of Cook Agronomy Farm's daily readings: dates, columns and pictures against the file itself. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  availableDatabases,
  availableDates,
  datesPath,
  graphData,
  graphPaths,
  graphPictures,
} from '../../contract/graphs.ts'
import { readCommandLine } from '../installation/command.ts'
import { readingCommands } from '../readings/import/readings.commands.ts'
import { createReadings } from '../readings/readings.service.ts'
import { findSystem } from '../systems/systems.store.ts'
import type { SignedIn } from '../testing/accounts.ts'
import { build, type Built } from '../testing/build.ts'
import { connectedSystem, signedUpUser } from '../testing/factories.ts'

const FILE = path.resolve(import.meta.dirname, '../../../../shared/data/cookfarm/readings_daily.csv')
const SYSTEM = 'Cook Farm'
const ZONE = 'America/Los_Angeles'
const DEPTHS = [30, 60, 90, 120, 150]

interface Row {
  station: string
  date: string
  /** By depth; NaN where the cell is empty. */
  values: number[]
}

async function rows(): Promise<Row[]> {
  const [, ...lines] = (await readFile(FILE, 'utf8')).replaceAll('"', '').trim().split(/\r?\n/)
  return lines.map((line) => {
    const [station = '', date = '', ...cells] = line.split(',')
    return { station, date, values: DEPTHS.map((_, k) => (cells[k] ? Number(cells[k]) : Number.NaN)) }
  })
}

const isValid = (value: number) => value >= 0 && value <= 0.6

/** Midnight of a day in Pacific time, by the daylight saving rules of those years. */
function midnight(day: string): number {
  const changes: Record<string, [string, string]> = {
    '2011': ['2011-03-13', '2011-11-06'],
    '2012': ['2012-03-11', '2012-11-04'],
  }
  const [spring = '', autumn = ''] = changes[day.slice(0, 4)] ?? []
  // clocks change at two in the morning: the day of the change still begins at the old offset
  return Date.parse(`${day}T00:00:00Z`) / 1000 + (day > spring && day <= autumn ? 7 : 8) * 3600
}

async function importAll(built: Built, stations: string[]): Promise<string[]> {
  const map = path.join(built.dataDir, 'probe-map.csv')
  await writeFile(map, stations.map((name, i) => `${name},${i + 1}`).join('\n'))
  const [command] = readingCommands({ readings: createReadings, findSystem })
  if (!command) throw new Error('no command')
  const printed: string[] = []
  const depths = DEPTHS.map((depth) => `vw${depth}=${depth}`).join(',')
  const args = [FILE, '--system', SYSTEM, '--depths', depths, '--probe-map', map]
  const print = (line: string) => void printed.push(line)
  await command.run({ ...readCommandLine(command, args), open: async () => built.kit, print, warn: print })
  return printed
}

async function farm() {
  const built = await build()
  built.clock.advance(Date.parse('2013-02-01T20:00:00Z') - Date.now())
  const pat = await signedUpUser(built)
  const place = { latitude: 46.78, longitude: -117.09, timeZone: ZONE, texture: 'silt_loam' as const }
  await connectedSystem(built, pat, { name: SYSTEM, ...place })
  return { built, pat }
}

async function keepPicture(built: Built, user: SignedIn, url: string): Promise<number> {
  const answer = await fetch(built.url + url, { headers: user.headers })
  const png = Buffer.from(await answer.arrayBuffer())
  const folder = path.join(tmpdir(), 'headgate-pictures')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'cook-farm-graph.png'), png)
  return png.length
}

describe.skipIf(!existsSync(FILE))('the readings of Cook Agronomy Farm (needs ../shared/data)', () => {
  it('match the file in dates, columns and pictures', { timeout: 240_000 }, async () => {
    const { built, pat } = await farm()
    const { headers } = pat
    const all = await rows()
    const stations = [...new Set(all.map(({ station }) => station))].toSorted()
    expect([stations.length, all.length > 20_000]).toEqual([42, true])
    expect((await importAll(built, stations)).join('\n')).toMatch(/Cook Farm: \d+ readings of 42 probes/)

    const valid = all.filter(({ values }) => values.some(isValid))
    const days = [...new Set(valid.map(({ date }) => date))].toSorted()
    const years = [...new Set(days.map((day) => day.slice(0, 4)))]
    const offered = await built.call(datesPath(pat.id), { headers })
    const databases = years.toReversed().map((year) => `${pat.id}/${SYSTEM} ${year}.db`)
    expect(availableDatabases.parse(offered.body).available_databases).toEqual(databases)
    for (const [i, year] of years.toReversed().entries()) {
      const { body } = await built.call(datesPath(pat.id, databases[i]), { headers })
      const own = days.filter((day) => day.startsWith(year)).map((day) => `${day}T00:00:00.000Z`)
      expect(availableDates.parse(body).dates).toEqual(own)
    }

    let compared = 0
    for (const [i, station] of stations.entries()) {
      const query = { system: SYSTEM, start: days[0] ?? '', end: days.at(-1) ?? '', probes: String(i + 1) }
      const { body } = await built.call(`/api/graph-data/?${new URLSearchParams(query).toString()}`, {
        headers,
      })
      const { times, series, reduced } = graphData.parse(body)
      expect(reduced).toBe(false)
      const own = valid
        .filter((row) => row.station === station)
        .toSorted((a, b) => (a.date < b.date ? -1 : 1))
      for (const [k, depth] of DEPTHS.entries()) {
        const expected = own.flatMap(({ date, values }) => {
          const value = values[k] ?? Number.NaN
          return isValid(value) ? [[midnight(date), value]] : []
        })
        const found = series.find(({ depth_cm }) => depth_cm === depth)
        const shown = times.flatMap((time, at) => {
          const value = found?.values[at] ?? null
          return value === null ? [] : [[time, value]]
        })
        expect([station, depth, shown]).toEqual([station, depth, expected])
        compared += expected.length
        // a day of 25 hours is not a gap, a missing day is
        const gapHours = (found?.gap_s ?? 36 * 3600) / 3600
        expect([gapHours > 25, gapHours < 47]).toEqual([true, true])
      }
    }
    expect(compared).toBeGreaterThan(80_000)

    const season = days.filter((day) => day >= '2012-04-01' && day <= '2012-09-30')
    const dmy = (day = '') => day.split('-').toReversed().join('-')
    const { body } = await built.call(graphPaths.dates, {
      headers,
      json: {
        user_id: pat.id,
        selected_db: databases[0],
        start_date: dmy(season[0]),
        end_date: dmy(season.at(-1)),
      },
    })
    const { plot_urls: urls } = graphPictures.parse(body)
    const inSeason = valid.filter(({ date }) => season.includes(date))
    const sensors = stations.flatMap((station, i) =>
      DEPTHS.flatMap((depth, k) =>
        inSeason.some((row) => row.station === station && isValid(row.values[k] ?? Number.NaN))
          ? [`P${i + 1}-${depth}cm`]
          : [],
      ),
    )
    expect(Object.keys(urls)).toEqual(sensors)
    expect(await keepPicture(built, pat, urls['P3-30cm'] ?? Object.values(urls)[0] ?? '')).toBeGreaterThan(
      5000,
    )
  })
})
