/** Runs load in rounds and evaluates it: medians, ratios, and lines that say whether a target was met. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Load, type LoadResult, loadResult } from './load.ts'

const LOAD = path.join(import.meta.dirname, 'load.ts')
const run = promisify(execFile)

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const [lower = Number.NaN, upper = Number.NaN] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]]
  return (lower + upper) / 2
}

/** The median of what each costs beside the other one of the same round: phases of the machine last longer than a round. */
export function medianRatio(ours: readonly Answered[], theirs: readonly Answered[]): number {
  return median(ours.map(({ costUs }, round) => costUs / (theirs[round]?.costUs ?? Number.NaN)))
}

/** The smallest value that at least this share of them does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const ms = (value: number, digits = 1) => `${value.toFixed(digits)} ms`

/** In a process of its own, so that client and server never share an event loop. */
export async function measureLoad(plan: Load): Promise<LoadResult> {
  const { stdout } = await run(process.execPath, [LOAD, JSON.stringify(plan)])
  return loadResult.parse(JSON.parse(stdout))
}

/** The server under load, and its processor time so far, milliseconds. */
export interface Answering {
  plan: Load
  spentMs(): Promise<number>
}

export interface Answered extends LoadResult {
  /** Processor time of one response, microseconds. */
  costUs: number
}

/** The rounds of each; they alternate, so that a busy moment of the machine affects all. */
export async function measureInTurn(
  servers: readonly Answering[],
  { rounds, warmUpSeconds }: { rounds: number; warmUpSeconds: number },
): Promise<Answered[][]> {
  const results = servers.map((): Answered[] => [])
  for (const { plan } of servers) await measureLoad({ ...plan, seconds: warmUpSeconds })
  for (let round = 0; round < rounds; round += 1)
    for (const [at, { plan, spentMs }] of servers.entries()) {
      const before = await spentMs()
      const loaded = await measureLoad(plan)
      const responses = Object.values(loaded.statuses).reduce((sum, count) => sum + count, 0)
      const costUs = (((await spentMs()) - before) * 1000) / responses
      results[at]?.push({ ...loaded, costUs })
    }
  return results
}

/** The medians of rounds. */
export function medianAnswered(answered: readonly Answered[]): Answered {
  return { ...medianRound(answered), costUs: median(answered.map(({ costUs }) => costUs)) }
}

function medianRound(results: readonly LoadResult[]): LoadResult {
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

/** Printed so far, for docs/performance.md. */
export const printed: string[] = []

export function print(text: string): void {
  printed.push(text)
  process.stdout.write(`${text}\n`)
}

/** @returns whether it was met */
export function target(text: string, passed: boolean): boolean {
  print(`  ${passed ? 'held  ' : 'MISSED'} ${text}`)
  return passed
}
