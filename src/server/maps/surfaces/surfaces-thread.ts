/** One thread that draws surfaces, started when it is first needed and replaced when it dies. */
import { Worker } from 'node:worker_threads'
import { sameGrid } from './surfaces-grid.ts'
import { mapsTogether } from './surfaces-memory.ts'
import type { KeptLayouts, NoSurface, SurfaceGrid, SurfaceOrder, WorkerAnswer } from './surfaces-order.ts'

export interface SurfaceThread {
  draw(order: SurfaceOrder): Promise<SurfaceGrid | NoSurface>
  /** Orders that were not answered yet. */
  waiting(): number
  kept(): KeptLayouts
  close(): Promise<void>
}

const FILE = new URL('./surfaces-worker.ts', import.meta.url)
const TRIES = 2
/** Room for what a season of maps throws away, so that it is collected once and not thirty times. */
const YOUNG = { maxYoungGenerationSizeMb: 64 }
const NOTHING: KeptLayouts = { layouts: 0, bytes: 0 }

interface Asked {
  order: SurfaceOrder
  tries: number
  resolve(drawn: SurfaceGrid | NoSurface): void
  reject(error: Error): void
}

/** @param file of the thread; another one in tests, to see it die */
export function createSurfaceThread(cacheBytes: number, file: URL = FILE): SurfaceThread {
  let queue: Asked[] = []
  let underWay: Asked[] = []
  let worker: Worker | null = null
  let kept = NOTHING
  let closed = false

  function started(): Worker {
    // nothing of this process's own flags: a test runner's would be in the way
    const made = new Worker(file, { workerData: cacheBytes, execArgv: [], resourceLimits: YOUNG })
    made.on('message', answered)
    made.on('error', (error: Error) => died(made, error))
    made.on('exit', () => died(made, new Error('a thread that draws surfaces ended')))
    return made
  }

  /** What waits for the same grid goes together: one pass over its correlations draws all of it. */
  function sendNext(): void {
    const [first] = queue
    if (underWay.length > 0 || !first) {
      if (underWay.length === 0) worker?.unref()
      return
    }
    const together = queue
      .filter(({ order }) => sameGrid(order, first.order))
      .slice(0, mapsTogether(first.order.size))
    underWay = together.map((asked) => ({ ...asked, tries: asked.tries + 1 }))
    queue = queue.filter((asked) => !together.includes(asked))
    worker ??= started()
    worker.ref()
    worker.postMessage(
      underWay.map(({ order }) => order),
      [],
    )
  }

  function answered({ drawn, kept: now }: WorkerAnswer): void {
    kept = now
    const asked = underWay
    underWay = []
    asked.forEach(({ resolve, reject }, i) => {
      const each = drawn[i]
      if (!each || 'refused' in each) reject(new RangeError(each?.refused))
      else resolve(each)
    })
    sendNext()
  }

  function died(dead: Worker, error: Error): void {
    if (worker !== dead) return
    worker = null
    kept = NOTHING
    const again = closed ? [] : underWay.filter(({ tries }) => tries < TRIES)
    const lost = [...underWay.filter((asked) => !again.includes(asked)), ...(closed ? queue : [])]
    underWay = []
    queue = closed ? [] : [...again, ...queue]
    for (const { reject } of lost) reject(error)
    sendNext()
  }

  return {
    draw: (order) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('surfaces are drawn no more'))
        queue.push({ order, tries: 0, resolve, reject })
        return sendNext()
      }),
    waiting: () => queue.length + underWay.length,
    kept: () => kept,
    async close() {
      closed = true
      await worker?.terminate()
    },
  }
}
