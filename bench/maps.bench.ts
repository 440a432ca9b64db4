/** Moisture maps: a season of them compared with R gstat map by map, from readings to a stored picture, and the cache. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { availableShare } from '../src/agronomy/soil/available-water.ts'
import { seededRandom } from '../src/agronomy/seeded-random.ts'
import { fileObjects } from '../src/server/kit/objects.ts'
import { mapContent } from '../src/server/maps/inputs/map-content.ts'
import type { MapInputs } from '../src/server/maps/inputs/map-inputs.ts'
import { mapPicture, SURFACE_CELLS } from '../src/server/maps/picture/map-picture.ts'
import type { Surfaces } from '../src/server/maps/surfaces/surfaces-order.ts'
import { createSurfaces, SURFACE_CACHE_MB } from '../src/server/maps/surfaces/surfaces.ts'
import type { Bench } from './bench.ts'
import { gstatCpu, type MeasuredProbe, requireGstat } from './gstat.ts'
import { median, ms, quantile, print, target } from './measure.ts'

const PROBES = 42
const RADIUS = 400
const STEPS = 96
/** Rounds of each size: the first map of a layout, a series, and one of its maps by gstat. */
const ROUNDS = { 400: 15, 1000: 5 }
const SERIES_RATIO = 300
const FIRST_RATIO = 10
/** Series drawn before: a map costs less with each of the first four, as the code is compiled. */
const WARM_UP = 8
/**
 * Series drawn after a pause, in which the engine gives memory back: after one, the next still wrote to fresh memory, at three
 * times the cost where that is slow.
 */
const WARM_AGAIN = 4
const PICTURES = 60
/** Of the processor time of one gstat map, 400 x 400. */
const PICTURE_SHARE_MAX = 1 / 6
const PICTURE_BYTES_MAX = 120 * 1024
const LAYOUTS = 200
const LOAM = { fieldCapacity: 0.27, wiltingPoint: 0.12 }
const MIB = 1024 * 1024

/** A field of probes through a season: waves of soil moisture, daily drying, and noise; every seed has other positions. */
function season(seed: number, steps: number): MeasuredProbe[][] {
  const random = seededRandom(seed)
  const places = Array.from({ length: PROBES }, () => {
    const [bearing, distance] = [random.between(0, 2 * Math.PI), RADIUS * Math.sqrt(random.next())]
    return { x: distance * Math.sin(bearing), y: distance * Math.cos(bearing) }
  })
  return Array.from({ length: steps }, (_, step) =>
    places.map(({ x, y }) => {
      const soil = 0.24 + 0.05 * Math.sin(x / 90 + step / 40) * Math.cos(y / 120) - 0.0005 * step
      return { x, y, value: soil + random.between(-0.02, 0.02) }
    }),
  )
}

/** CPU of this process, including its threads, ms. */
async function cpuOf(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function drawSeason(surfaces: Surfaces, maps: MeasuredProbe[][], size: number): Promise<void> {
  const order = (probes: MeasuredProbe[]) => surfaces.draw({ probes, wettedRadius: RADIUS, arc: null, size })
  const rendered = await Promise.all(maps.map(order))
  const right = rendered.every((grid) => !('reason' in grid) && grid.max > grid.min)
  if (!right) throw new Error('a map of the season was not drawn')
}

/** Processor time, ms. Ratios are taken within a round, as the machine changes between rounds. */
interface Round {
  firstMs: number
  /** Of each map of a series. */
  mapMs: number
  gstatMs: number
}

/** @param durations processor time of gstat is added to it, by size */
async function besideGstat(
  surfaces: Surfaces,
  size: 400 | 1000,
  durations: Map<number, number>,
): Promise<boolean> {
  // a server is warm; the layouts below are new to it
  for (let seed = 0; seed < WARM_UP; seed += 1) await drawSeason(surfaces, season(seed, STEPS), size)
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS[size]; round += 1) {
    const firstMs = await cpuOf(() => drawSeason(surfaces, season(100 + round, 1), size))
    const maps = season(200 + round, STEPS)
    const mapMs = (await cpuOf(() => drawSeason(surfaces, maps, size))) / STEPS
    const [gstatMs = Number.NaN] = await gstatCpu(maps.slice(0, 1), size, RADIUS)
    rounds.push({ firstMs, mapMs, gstatMs })
    for (let again = 0; again < WARM_AGAIN; again += 1)
      await drawSeason(surfaces, season(300 + WARM_AGAIN * round + again, STEPS), size)
  }
  const medianOf = (of: (round: Round) => number) => median(rounds.map(of))
  const gstatMs = medianOf((round) => round.gstatMs)
  const firstMs = medianOf((round) => round.firstMs)
  const mapMs = medianOf((round) => round.mapMs)
  const firstRatio = medianOf((round) => round.gstatMs / round.firstMs)
  const seriesRatio = medianOf((round) => round.gstatMs / round.mapMs)
  durations.set(size, gstatMs)
  print(
    `${size} x ${size} cells, ${PROBES} probes, predictions alone; gstat fits, predicts and gives variances; medians of ${rounds.length} rounds`,
  )
  print(`  gstat, cells inside the circle: ${ms(gstatMs, 0)} CPU a map`)
  print(`  first map of a layout ${ms(firstMs)} CPU: 1/${firstRatio.toFixed(0)}`)
  print(`  series of ${STEPS}, set-up included, ${ms(mapMs, 2)} CPU a map: 1/${seriesRatio.toFixed(0)}`)
  return [
    target(`the first map at most 1/${FIRST_RATIO}`, firstRatio >= FIRST_RATIO),
    target(`a series at most 1/${SERIES_RATIO}`, seriesRatio >= SERIES_RATIO),
  ].every(Boolean)
}

function inputsOf(probes: MeasuredProbe[]): MapInputs {
  const at = new Date('2026-07-06T18:00:00Z')
  return {
    name: 'North Quarter',
    timeZone: 'America/Edmonton',
    pivot: {
      place: { lat: 51, lng: -114 },
      towerRadiiM: [1, 2, 3, 4, 5, 6, 7].map((tower) => (tower * 390) / 7),
      wettedRadiusM: RADIUS,
      arc: null,
      flowGpm: null,
      speed100MMin: null,
    },
    texture: 'loam',
    soil: LOAM,
    soilSource: 'system',
    zones: [],
    rootDepthIn: 24,
    targetPercent: 70,
    depthCm: null,
    span: null,
    machine: null,
    water: null,
    contradicting: [],
    probes: probes.map((probe, i) => ({
      ...probe,
      limits: LOAM,
      soilSource: 'system',
      cover: 1,
      share: availableShare(probe.value, LOAM),
      // three depths of their own, as a probe has them
      layers: [0, 200, 400].map((topMm, depth) => ({
        topMm,
        bottomMm: topMm + 200,
        share: availableShare(probe.value + 0.01 * depth, LOAM),
      })),
      number: i + 1,
      latitude: 51,
      longitude: -114,
      state: 'measured',
      at,
      oldest: at,
    })),
  }
}

/** From readings of probes to a picture in the object store, as for a live map. @param gstat a map of it, ms */
async function pictures(surfaces: Surfaces, gstat: number): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-pictures-'))
  try {
    const objects = fileObjects(folder)
    const times: number[] = []
    const durations: number[] = []
    let largest = 0
    for (const [step, probes] of season(1, PICTURES).entries()) {
      const startedAt = performance.now()
      const cost = await cpuOf(async () => {
        const png = mapPicture(await mapContent(surfaces, inputsOf(probes), SURFACE_CELLS))
        await objects.put(`bench/${step}.png`, png)
        largest = Math.max(largest, png.length)
      })
      // the first one computes the layout
      if (step === 0) continue
      times.push(performance.now() - startedAt)
      durations.push(cost)
    }
    const medianMs = median(durations)
    print(
      `Readings to stored picture, of ${times.length}: ${ms(medianMs)} of processor, p95 by the clock ${ms(quantile(times, 0.95), 0)}, largest ${largest} bytes`,
    )
    return [
      target(
        `at most 1/6 of one map of gstat: 1/${(gstat / medianMs).toFixed(1)}`,
        medianMs <= gstat * PICTURE_SHARE_MAX,
      ),
      target(`at most ${PICTURE_BYTES_MAX / 1024} KB`, largest <= PICTURE_BYTES_MAX),
    ].every(Boolean)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function memory(surfaces: Surfaces): Promise<boolean> {
  const before = process.memoryUsage.rss()
  for (let layout = 0; layout < LAYOUTS; layout += 1)
    await drawSeason(surfaces, season(1000 + layout, 1), SURFACE_CELLS)
  const { layouts, bytes } = surfaces.kept()
  const growthMb = (process.memoryUsage.rss() - before) / MIB
  print(`${LAYOUTS} layouts of ${SURFACE_CELLS} x ${SURFACE_CELLS} drawn: ${layouts} kept`)
  print(
    `  ${(bytes / MIB).toFixed(0)} MB of ${SURFACE_CACHE_MB} MB; the process grew by ${growthMb.toFixed(0)} MB`,
  )
  return target(`bounded by SURFACE_CACHE_MB`, bytes <= SURFACE_CACHE_MB * MIB)
}

export const bench: Bench = {
  async run() {
    requireGstat()
    const surfaces = createSurfaces()
    try {
      const gstat = new Map<number, number>()
      const passed = [await besideGstat(surfaces, 400, gstat), await besideGstat(surfaces, 1000, gstat)]
      passed.push(await pictures(surfaces, gstat.get(400) ?? Number.NaN), await memory(surfaces))
      return passed.every(Boolean)
    } finally {
      await surfaces.close()
    }
  },
}
