/** Real readings of a real farm through the whole path: file, placements, live map, compared with an independent kriging. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cellCentre } from '../../agronomy/surface/grid.ts'
import { toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import { liveMapPath } from '../../contract/maps.ts'
import { probePaths } from '../../contract/probes.ts'
import { readCommandLine } from '../installation/command.ts'
import { readingCommands } from '../readings/import/readings.commands.ts'
import { createReadings } from '../readings/readings.service.ts'
import { build, type Built } from '../testing/build.ts'
import { connectedSystem, signedUpUser } from '../testing/factories.ts'
import { mapContent } from './inputs/map-content.ts'
import { inputsNow } from './inputs/map-moments.ts'
import { SURFACE_CELLS } from './picture/map-picture.ts'
import { findImportTarget, selectMappedSystem } from './inputs/maps.store.ts'
import { createSurfaces } from './surfaces/surfaces.ts'

const DATA = path.resolve(import.meta.dirname, '../../../../shared/data/cookfarm')
const PIVOT = { lat: 46.78, lng: -117.09 }
const ZONE = 'America/Los_Angeles'
const DEPTHS = [30, 60, 90, 120, 150]
/** Noon of a summer day, in the farm's time zone. */
const NOW = Date.parse('2012-06-20T19:00:00Z')
const DAY = 86_400_000

interface Station {
  name: string
  x: number
  y: number
}

async function rows(file: string): Promise<Record<string, string>[]> {
  const [header = '', ...lines] = (await readFile(path.join(DATA, file), 'utf8'))
    .replaceAll('"', '')
    .trim()
    .split(/\r?\n/)
  // soil names at the end of a line hold commas: what follows the known columns does not matter here
  const names = header.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i] ?? '', cell])))
}

async function stations(): Promise<Station[]> {
  const read = (await rows('stations.csv')).map(({ station = '', easting, northing }) => ({
    name: station,
    x: Number(easting),
    y: Number(northing),
  }))
  const middle = (pick: (station: Station) => number) =>
    (Math.min(...read.map(pick)) + Math.max(...read.map(pick))) / 2
  const [east, north] = [middle(({ x }) => x), middle(({ y }) => y)]
  return read.map(({ name, x, y }) => ({ name, x: x - east, y: y - north }))
}

/** Upper two depths from the file itself, m3/m3: newest value of 72 h; NaN where it is missing. Layers end at 45 and 75 cm. */
async function upperValues(): Promise<Map<string, [number, number]>> {
  const perStation = Map.groupBy(await rows('readings_daily.csv'), ({ station = '' }) => station)
  return new Map(
    [...perStation].map(([station, days]) => {
      const recent = days.filter(({ date = '' }) => {
        // local midnight in summer is 7 h after that of UTC
        const at = Date.parse(`${date}T07:00:00Z`)
        return at <= NOW && at >= NOW - 3 * DAY
      })
      const newest = (column: string) =>
        Number(recent.findLast((day) => isNumber(day[column]))?.[column] ?? Number.NaN)
      const valid = (value: number) => (value >= 0 && value <= 0.6 ? value : Number.NaN)
      return [station, [valid(newest('vw30')), valid(newest('vw60'))]]
    }),
  )
}

/** Root zone of 24 in: 450 mm of the first layer, the rest of the second. */
const OVERLAPS = [450, 609.6 - 450] as const

const isNumber = (text: string | undefined) =>
  text !== undefined && text !== '' && Number.isFinite(Number(text))

/**
 * Depths at the same places, each kriged separately with the covariance models averaged over the depths. The 42
 * covariance models by their definition, each solved as a bordered system, weighted by the likelihood of
 * the differences from the last probe: these contrasts do not depend on the mean, so this is the restricted likelihood.
 */
function naiveMixture(points: { x: number; y: number; z: number[] }[], diameter: number) {
  const depths = Array.from(points[0]?.z ?? [], (_, depth) => depth)
  const between = (a: { x: number; y: number }, b: { x: number; y: number }) =>
    Math.hypot(a.x - b.x, a.y - b.y)
  const last = points.length - 1
  const parts = [0.8, 0.05].flatMap((share) =>
    Array.from({ length: 21 }, (_, k) => {
      const shaped = (20 - k) / 21
      const correlation = (h: number) => (h === 0 ? 1 : shaped * Math.exp(-h / (share * diameter)))
      const matrix = points.map((a) => points.map((b) => correlation(between(a, b))))
      const at = (i: number, j: number) => matrix[i]?.[j] ?? 0
      const solved = depths.map((depth) => {
        const contrasts = points.slice(0, -1).map(({ z }) => (z[depth] ?? 0) - (points[last]?.z[depth] ?? 0))
        const spread = contrasts.map((z, i) => [
          ...contrasts.map((_, j) => at(i, j) - at(i, last) - at(last, j) + at(last, last)),
          z,
        ])
        const { solution, logDeterminant } = eliminate(spread)
        const sill = contrasts.reduce((sum, z, i) => sum + z * (solution[i] ?? 0), 0) / last
        const bordered = points.map(({ z }, i) => [...(matrix[i] ?? []), 1, z[depth] ?? 0])
        bordered.push([...points.map(() => 1), 0, 0])
        return { score: -(last * Math.log(sill) + logDeterminant) / 2, weights: eliminate(bordered).solution }
      })
      const score = solved.reduce((sum, field) => sum + field.score, 0) / solved.length
      return { score, depths: solved, correlation }
    }),
  )
  const best = Math.max(...parts.map(({ score }) => score))
  const total = parts.reduce((sum, { score }) => sum + Math.exp(score - best), 0)
  return (place: { x: number; y: number }, depth: number) =>
    parts.reduce((sum, { score, depths: solved, correlation }) => {
      const weights = solved[depth]?.weights ?? []
      const kriged = points.reduce(
        (value, point, i) => value + (weights[i] ?? 0) * correlation(between(point, place)),
        weights.at(-1) ?? 0,
      )
      return sum + (Math.exp(score - best) / total) * kriged
    }, 0)
}

/** Gaussian elimination with partial pivoting; the last column is the right-hand side. */
function eliminate(matrix: number[][]): { solution: number[]; logDeterminant: number } {
  const n = matrix.length
  const at = (row: number, column: number) => matrix[row]?.[column] ?? 0
  let logDeterminant = 0
  for (let k = 0; k < n; k += 1) {
    let best = k
    for (let i = k + 1; i < n; i += 1) if (Math.abs(at(i, k)) > Math.abs(at(best, k))) best = i
    const [a, b] = [matrix[k] ?? [], matrix[best] ?? []]
    matrix[k] = b
    matrix[best] = a
    logDeterminant += Math.log(Math.abs(at(k, k)))
    for (let i = k + 1; i < n; i += 1) {
      const factor = at(i, k) / at(k, k)
      matrix[i] = (matrix[i] ?? []).map((value, j) => value - factor * at(k, j))
    }
  }
  const solution = Array.from({ length: n }, () => 0)
  for (let i = n - 1; i >= 0; i -= 1) {
    let sum = at(i, n)
    for (let j = i + 1; j < n; j += 1) sum -= at(i, j) * (solution[j] ?? 0)
    solution[i] = sum / at(i, i)
  }
  return { solution, logDeterminant }
}

async function importReadings({ kit, dataDir }: Built, all: Station[]): Promise<string[]> {
  const map = path.join(dataDir, 'probe-map.csv')
  await writeFile(map, all.map(({ name }, i) => `${name},${i + 1}`).join('\n'))
  const [command] = readingCommands({ readings: createReadings, findSystem: findImportTarget })
  if (!command) throw new Error('no command')
  const printed: string[] = []
  const depths = DEPTHS.map((depth) => `vw${depth}=${depth}`).join(',')
  const args = [
    path.join(DATA, 'readings_daily.csv'),
    '--system',
    'Cook Farm',
    '--depths',
    depths,
    '--probe-map',
    map,
  ]
  const print = (line: string) => void printed.push(line)
  await command.run({ ...readCommandLine(command, args), open: async () => kit, print, warn: print })
  return printed
}

describe.skipIf(!existsSync(DATA))('the readings of Cook Agronomy Farm (needs ../shared/data)', () => {
  it('become a live map whose surface is that of an independent average of krigings', async () => {
    const built = await build()
    built.clock.advance(NOW - Date.now())
    const all = await stations()
    const radius = Math.ceil(Math.max(...all.map(({ x, y }) => Math.hypot(x, y)))) + 20
    const pat = await signedUpUser(built)
    await connectedSystem(built, pat, {
      name: 'Cook Farm',
      latitude: PIVOT.lat,
      longitude: PIVOT.lng,
      towerRadiiM: [1, 2, 3, 4, 5, 6, 7, 8].map((k) => (k / 8) * (radius - 15)),
      overhangM: 15,
      timeZone: ZONE,
      texture: 'silt_loam',
    })
    const placed = all.map(({ x, y }, i) => {
      const { lat, lng } = toLatLng(PIVOT, { x, y })
      return [lat, lng, String(i + 1)]
    })
    await built.call(probePaths.save, { headers: pat.headers, json: { fieldName: 'Cook', probes: placed } })
    const printed = await importReadings(built, all)
    expect(printed.join('\n')).toMatch(/Cook Farm: \d+ readings of 42 probes/)

    const target = await findImportTarget(built.kit.database.reader, 'Cook Farm')
    const system = await selectMappedSystem(built.kit.database.reader, target?.controllerId ?? 0)
    if (!system) throw new Error('no system')
    const inputs = await inputsNow(built.kit.database.reader, system, built.clock.now())
    const surfaces = createSurfaces()
    onTestFinished(() => surfaces.close())
    const { surface } = await mapContent(surfaces, inputs, SURFACE_CELLS)
    const { probes } = inputs
    if (!surface) throw new Error('no surface')

    const values = await upperValues()
    const spoken = all.filter(({ name }) => values.get(name)?.some((value) => !Number.isNaN(value)))
    expect(spoken.length).toBeGreaterThan(20)
    expect(probes.filter(({ value }) => value !== null).map(({ number }) => number)).toEqual(
      spoken.map(({ name }) => all.findIndex((station) => station.name === name) + 1),
    )
    // stations with both layers, or only one of them, are different layouts
    const knows = (depth: number) => spoken.filter(({ name }) => !Number.isNaN(values.get(name)?.[depth]))
    const sets = OVERLAPS.map((_, depth) => knows(depth))
    const alike =
      sets[0]?.length === sets[1]?.length && sets[0]?.every((station, i) => station === sets[1]?.[i])
    const krigings = (alike ? [[0, 1]] : [[0], [1]]).flatMap((depths) => {
      const places = sets[depths[0] ?? 0] ?? []
      const krige = naiveMixture(
        places.map(({ name, x, y }) => ({
          x,
          y,
          z: depths.map((d) => values.get(name)?.[d] ?? Number.NaN),
        })),
        2 * radius,
      )
      return depths.map((_, k) => (place: { x: number; y: number }) => krige(place, k))
    })
    const inside = [...surface.shares.keys()].filter((cell) => !Number.isNaN(surface.shares[cell]))
    const chosen = inside.filter((_, i) => i % Math.floor(inside.length / 500) === 0)
    expect(chosen.length).toBeGreaterThanOrEqual(500)
    const errors = chosen.map((cell) => {
      const centre = cellCentre(Math.floor(cell / surface.size), cell % surface.size, surface.size, radius)
      const water = krigings.reduce((sum, krige, k) => sum + krige(centre) * (OVERLAPS[k] ?? 0), 0) / 609.6
      // silt loam of FAO-56: wilting point 0.15, field capacity 0.29
      return Math.abs(0.15 + 0.14 * (surface.shares[cell] ?? Number.NaN) - water)
    })
    expect(Math.max(...errors)).toBeLessThan(1e-6)

    const response = await fetch(built.url + liveMapPath(pat.id, 'Cook Farm', 1), { headers: pat.headers })
    const png = Buffer.from(await response.arrayBuffer())
    expect([response.status, png.length < 120 * 1024]).toEqual([200, true])
    const folder = path.join(tmpdir(), 'headgate-pictures')
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'cook-farm.png'), png)
  })
})
