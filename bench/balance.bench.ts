/** The water balance: a season of one system's cells, and a night of 2,000 systems; the computation alone, without the database. */
import { cellsAtCapacity, type CellSoils } from '../src/agronomy/balance/cell-balance.ts'
import { fieldWater, type FieldWaterInput, startField } from '../src/agronomy/balance/field-water.ts'
import { seededRandom } from '../src/agronomy/seeded-random.ts'
import { createBalancePool } from '../src/server/balance/balance-pool.ts'
import type { Bench } from './bench.ts'
import { median, ms, print, target } from './measure.ts'

const [CELLS, PROBES, LAYERS, DAYS] = [1620, 8, 10, 200]
/** Open days and future days when a balance continues from its checkpoint. */
const [OPEN, AHEAD] = [15, 11]
const SYSTEMS = 2000
const ROUNDS = 9
const NIGHT_ROUNDS = 200
/** For a season, in bare hashes of processor time. */
const HASHES_MAX = 15
const MEMORY_MB_MAX = 100
const MIB = 1024 * 1024

function inputOf(days: number): FieldWaterInput {
  const random = seededRandom(8)
  const rows = CELLS + PROBES
  const limits = Array.from({ length: rows }, () => random.between(0.2, 0.35))
  const spread = (valueOf: (limit: number) => number) =>
    Float64Array.from(limits.flatMap((limit) => Array<number>(LAYERS).fill(valueOf(limit))))
  const soils: CellSoils = {
    layers: LAYERS,
    fieldCapacity: spread((limit) => limit),
    wiltingPoint: spread((limit) => limit - 0.13),
  }
  const now = days - AHEAD
  const open = Math.max(0, now - OPEN)
  return {
    crop: {
      curve: { initial: 0.15, mid: 1.15, end: 0.15, stages: [30, 40, 50, 50] },
      heightMaxM: 2,
      rootMinM: 0.2,
      rootMaxM: 1,
      depletionFraction: 0.55,
      evaporationDepthM: 0.1,
      readilyEvaporableMm: 9,
    },
    soils,
    x: Float64Array.from({ length: rows }, () => random.between(-400, 400)),
    y: Float64Array.from({ length: rows }, () => random.between(-400, 400)),
    probes: PROBES,
    diameterM: 800,
    start: startField(soils, cellsAtCapacity),
    steps: Array.from({ length: days }, (_, day) => ({
      from: day,
      elapsed: day,
      referenceEtMm: random.between(2, 8),
      windMS: 3,
      leastHumidityPct: 35,
      rainMm: random.next() < 0.2 ? random.between(0, 15) : 0,
      irrigationMm: Float64Array.from({ length: rows }, () => (day % 4 === 0 ? random.between(5, 20) : 0)),
    })),
    checkpoint: open,
    now,
    reportSteps: Array.from({ length: days - now + 8 }, (_, k) => now - 7 + k),
    readings: Array.from({ length: (now - open) * PROBES }, (_, i) => ({
      probe: i % PROBES,
      day: open + Math.floor(i / PROBES) + 0.5,
      between: [open + Math.floor(i / PROBES), open + Math.floor(i / PROBES) + 1] as const,
      layers: Array.from({ length: 4 }, (__, k) => ({
        topMm: 200 * k,
        bottomMm: 200 * (k + 1),
        value: random.between(0.15, 0.3),
      })),
    })),
    rootMm: 900,
  }
}

/** In the server's worker thread: growth of the process half-way and at the end, MiB. */
async function grownBy(input: FieldWaterInput, rounds: number): Promise<[number, number]> {
  const before = process.memoryUsage.rss()
  const growthMb = () => (process.memoryUsage.rss() - before) / MIB
  const pool = createBalancePool()
  const half = async () => {
    for (let round = 0; round < rounds / 2; round += 1) await pool.computeWater(input)
    return growthMb()
  }
  try {
    return [await half(), await half()]
  } finally {
    await pool.close()
  }
}

function processorTimeOf(input: FieldWaterInput): number {
  const before = process.cpuUsage()
  fieldWater(input)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

export const bench: Bench = {
  run: async ({ hash }) => {
    const season = inputOf(DAYS)
    const night = inputOf(OPEN + AHEAD)
    // before any other computation in this process
    const [halfMb, grownMb] = await grownBy(night, NIGHT_ROUNDS)
    processorTimeOf(season)
    const seasonMs = median(Array.from({ length: ROUNDS }, () => processorTimeOf(season)))
    const nights = Array.from({ length: ROUNDS }, () => processorTimeOf(night))
    const nightMs = median(nights)
    print(
      `a season of ${CELLS} cells x ${LAYERS} layers x ${DAYS} days, twice (usual and shallow roots), with ${PROBES} probes`,
    )
    const quick = target(
      `${seasonMs.toFixed(0)} ms of processor time: ${(seasonMs / hash.cost).toFixed(1)} hashes of ${ms(hash.cost)}, at most ${HASHES_MAX}`,
      seasonMs <= HASHES_MAX * hash.cost,
    )
    print(`a night of ${SYSTEMS} systems`)
    print(
      `  from their checkpoints ${((SYSTEMS * nightMs) / 1000).toFixed(0)} s of processor time, ${nightMs.toFixed(1)} ms each`,
    )
    print(`  from the beginning of the season ${((SYSTEMS * seasonMs) / 1000).toFixed(0)} s`)
    const bounded = target(
      `${grownMb.toFixed(0)} MiB more after ${NIGHT_ROUNDS} of them, the thread included, at most ${MEMORY_MB_MAX} (${halfMb.toFixed(0)} half-way)`,
      grownMb <= MEMORY_MB_MAX,
    )
    return quick && bounded
  },
}
