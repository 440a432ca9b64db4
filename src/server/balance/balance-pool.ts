/** Computes balances in a worker thread, because a season would block the event loop. */
import { Piscina } from 'piscina'
import type { FieldWaterAnswer, FieldWaterOrder } from '../../agronomy/balance/field-water.ts'

export interface BalancePool {
  /** @throws RangeError for an order that cannot be */
  computeWater(order: FieldWaterOrder): Promise<FieldWaterAnswer>
  close(): Promise<void>
}

const FILE = new URL('./balance-worker.ts', import.meta.url)
/** The thread ends when nothing was reckoned for so long, and starts again with the next. */
const IDLE_MS = 60_000
/**
 * A season with every reading needs some 15 MB. With room for more, what is done with is collected late, and a night of
 * thousands of systems leaves the process a hundred megabytes larger.
 */
const LIMITS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 }

export function createBalancePool(): BalancePool {
  const pool = new Piscina<FieldWaterOrder, FieldWaterAnswer>({
    filename: FILE.href,
    name: 'computeWater',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: LIMITS,
    // nothing of this process's own flags: a test runner's would be in the way
    execArgv: [],
  })
  return {
    computeWater: (order) => pool.run(order),
    close: () => pool.destroy(),
  }
}
