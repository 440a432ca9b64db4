/** Computes moisture surfaces as grids in worker threads. */

/*
 * `draw` works in another thread; equal requests give equal numbers; a further time step of the same probes
 * and grid costs one matrix-vector product; a field that cannot be drawn gives a reason, misuse (an invalid size, a number
 * that is not finite) rejects with RangeError. A thread that dies is replaced and its requests are retried once. Threads
 * start on first use and do not keep the process alive. `close` ends running work and rejects what waits.
 */
import { availableParallelism } from 'node:os'
import type {
  SurfaceOrder,
  Surfaces,
  KeptLayouts,
  NoSurface,
  SurfaceGrid,
  WorkerAnswer,
} from './surfaces-order.ts'
import { Worker } from 'node:worker_threads'
import { sameGrid } from './surfaces-grid.ts'
import { mapsTogether } from './surfaces-memory.ts'

export interface SurfaceThread {
  draw(order: SurfaceOrder): Promise<SurfaceGrid | NoSurface>
  /** Requests without an answer yet. */
  waiting(): number
  kept(): KeptLayouts
  close(): Promise<void>
}

const FILE = new URL('./surfaces-worker.ts', import.meta.url)
const TRIES = 2
/** Young generation large enough for a season of maps, so that it is collected once and not thirty times. */
const YOUNG = { maxYoungGenerationSizeMb: 64 }
const NOTHING: KeptLayouts = { layouts: 0, bytes: 0 }

interface Asked {
  order: SurfaceOrder
  tries: number
  resolve(drawn: SurfaceGrid | NoSurface): void
  reject(error: Error): void
}

/** @param file of the thread; another one in tests that make it die */
export function createSurfaceThread(cacheBytes: number, file: URL = FILE): SurfaceThread {
  let queue: Asked[] = []
  let underWay: Asked[] = []
  let worker: Worker | null = null
  let cacheState = NOTHING
  let closed = false

  function started(): Worker {
    // without this process's own flags, such as a test runner's
    const started = new Worker(file, { workerData: cacheBytes, execArgv: [], resourceLimits: YOUNG })
    started.on('message', receiveAnswer)
    started.on('error', (error: Error) => died(started, error))
    started.on('exit', () => died(started, new Error('a thread that draws surfaces ended')))
    return started
  }

  /** Waiting requests for the same grid are sent together: one pass over its correlations draws all of them. */
  function sendNext(): void {
    const [first] = queue
    if (underWay.length > 0 || !first) {
      if (underWay.length === 0) worker?.unref()
      return
    }
    const together = queue
      .filter(({ order }) => sameGrid(order, first.order))
      .slice(0, mapsTogether(first.order.size))
    underWay = together.map((request) => ({ ...request, tries: request.tries + 1 }))
    queue = queue.filter((request) => !together.includes(request))
    worker ??= started()
    worker.ref()
    worker.postMessage(
      underWay.map(({ order }) => order),
      [],
    )
  }

  function receiveAnswer({ drawn, kept: now }: WorkerAnswer): void {
    cacheState = now
    const requests = underWay
    underWay = []
    requests.forEach(({ resolve, reject }, i) => {
      const result = drawn[i]
      if (!result || 'refused' in result) reject(new RangeError(result?.refused))
      else resolve(result)
    })
    sendNext()
  }

  function died(dead: Worker, error: Error): void {
    if (worker !== dead) return
    worker = null
    cacheState = NOTHING
    const again = closed ? [] : underWay.filter(({ tries }) => tries < TRIES)
    const lost = [...underWay.filter((request) => !again.includes(request)), ...(closed ? queue : [])]
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
    kept: () => cacheState,
    async close() {
      closed = true
      await worker?.terminate()
    },
  }
}

export interface SurfaceOptions {
  /** Maximum number of threads; they start on first use. */
  workers?: number
  /** Memory for cached probe layouts, bytes, over all threads. */
  cacheBytes?: number
}

const MIB = 1024 * 1024
export const SURFACE_CACHE_MB = 192

/** A field stays with its thread, which has its layout cached, until this many of its requests wait. */
const PATIENCE = 8

/** The event loop, the database and the operating system need a core as well. */
const usualWorkers = () => Math.max(1, Math.min(2, availableParallelism() - 1))

export function createSurfaces(options: SurfaceOptions = {}): Surfaces {
  const { workers = usualWorkers(), cacheBytes = SURFACE_CACHE_MB * MIB } = options
  const threads = Array.from({ length: workers }, () => createSurfaceThread(cacheBytes / workers))

  function threadFor(order: SurfaceOrder): SurfaceThread {
    const own = threads[placeOf(order) % threads.length]
    const [idlest] = threads.toSorted((a, b) => a.waiting() - b.waiting())
    const thread = own && own.waiting() < PATIENCE ? own : idlest
    if (!thread) throw new RangeError(`${workers} threads`)
    return thread
  }

  return {
    draw: async (order) => threadFor(order).draw(order),
    kept() {
      const states = threads.map((thread) => thread.kept())
      return {
        layouts: states.reduce((sum, { layouts }) => sum + layouts, 0),
        bytes: states.reduce((sum, { bytes }) => sum + bytes, 0),
      }
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}

/** Equal for equal fields, whatever their probes read. */
function placeOf({ probes, wettedRadius }: SurfaceOrder): number {
  const sum = probes.reduce((total, { x, y }) => total + Math.abs(x) + 3 * Math.abs(y), wettedRadius)
  return Number.isFinite(sum) ? Math.floor(sum * 16) : 0
}
