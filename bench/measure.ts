/** Load in rounds and what becomes of it: medians, ratios, and lines that say whether a target was held. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Load, type LoadResult, loadResult } from './load.ts'

const LOAD = path.join(import.meta.dirname, 'load.ts')
const run = promisify(execFile)

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

/** The smallest value that at least this share of them does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const ms = (value: number, digits = 1) => `${value.toFixed(digits)} ms`

/** In a process of its own, so that asking and answering never share an event loop. */
export async function measureLoad(plan: Load): Promise<LoadResult> {
  const { stdout } = await run(process.execPath, [LOAD, JSON.stringify(plan)])
  return loadResult.parse(JSON.parse(stdout))
}

/** The median round of each plan; rounds alternate, so that a busy moment of the machine meets both. */
export async function measureInTurn(plans: [Load, Load], rounds: number): Promise<[LoadResult, LoadResult]> {
  const results: [LoadResult[], LoadResult[]] = [[], []]
  // the first round warms up and does not count
  for (let round = 0; round <= rounds; round += 1) {
    const [first, second] = [await measureLoad(plans[0]), await measureLoad(plans[1])]
    if (round > 0) {
      results[0].push(first)
      results[1].push(second)
    }
  }
  return [medianRound(results[0]), medianRound(results[1])]
}

function medianRound(results: LoadResult[]): LoadResult {
  const statuses: Record<string, number> = {}
  for (const result of results)
    for (const [status, count] of Object.entries(result.statuses))
      statuses[status] = (statuses[status] ?? 0) + count
  return {
    perSecond: median(results.map(({ perSecond }) => perSecond)),
    p50: median(results.map(({ p50 }) => p50)),
    p99: median(results.map(({ p99 }) => p99)),
    statuses,
    failures: results.reduce((sum, { failures }) => sum + failures, 0),
  }
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** @returns whether it was held */
export function target(text: string, held: boolean): boolean {
  say(`  ${held ? 'held  ' : 'MISSED'} ${text}`)
  return held
}
