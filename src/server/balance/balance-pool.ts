/** Computes balances in a worker thread, because a season would block the event loop. */
import { Piscina } from 'piscina'
import type { FieldWaterResult, FieldWaterInput } from '../../agronomy/balance/field-water.ts'

export interface BalancePool {
  /** @throws RangeError for an invalid request */
  computeWater(order: FieldWaterInput): Promise<FieldWaterResult>
  close(): Promise<void>
}

const FILE = new URL('./balance-worker.ts', import.meta.url)
/** The thread ends after this long without work, and starts again with the next. */
const IDLE_MS = 60_000
/**
 * A season with every reading needs some 15 MB. A larger heap is collected late, and a night of
 * thousands of systems would leave the process a hundred megabytes larger.
 */
const LIMITS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 }

export function createBalancePool(): BalancePool {
  const pool = new Piscina<FieldWaterInput, FieldWaterResult>({
    filename: FILE.href,
    name: 'computeWater',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: LIMITS,
    // without this process's own flags, such as a test runner's
    execArgv: [],
  })
  return {
    computeWater: (order) => pool.run(order),
    close: () => pool.destroy(),
  }
}
