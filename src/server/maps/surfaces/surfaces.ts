/**
 * Moisture surfaces as grids, for pictures, explorers and differences.
 *
 * What it promises: `draw` works in another thread; equal orders give equal numbers; a further time step of the same probes
 * and grid costs one matrix-vector product; a shape that cannot be drawn is a reason, misuse (a size that is none, a number
 * that is not finite) rejects with RangeError. A thread that dies is replaced and its orders are tried once more. Threads
 * start when they are first needed and keep no process alive. `close` ends what is under way; what waits is rejected.
 */
import { availableParallelism } from 'node:os'
import { createSurfaceThread, type SurfaceThread } from './surfaces-thread.ts'
import type { SurfaceOrder, Surfaces } from './surfaces-order.ts'

export interface SurfaceOptions {
  /** Threads that work at most; they start when they are first needed. */
  workers?: number
  /** What may be kept of layouts of probes, bytes, in all threads together. */
  cacheBytes?: number
}

const MIB = 1024 * 1024
export const SURFACE_CACHE_MB = 192

/** A field stays with its thread, where its layout is kept, until so many of its orders wait. */
const PATIENCE = 8

/** The event loop, the database and the machine itself need a core as well. */
const usualWorkers = () => Math.max(1, Math.min(2, availableParallelism() - 1))

export function createSurfaces(options: SurfaceOptions = {}): Surfaces {
  const { workers = usualWorkers(), cacheBytes = SURFACE_CACHE_MB * MIB } = options
  const threads = Array.from({ length: workers }, () => createSurfaceThread(cacheBytes / workers))

  function threadFor(order: SurfaceOrder): SurfaceThread {
    const own = threads[placeOf(order) % threads.length]
    const [idlest] = threads.toSorted((a, b) => a.waiting() - b.waiting())
    const chosen = own && own.waiting() < PATIENCE ? own : idlest
    if (!chosen) throw new RangeError(`${workers} threads`)
    return chosen
  }

  return {
    draw: async (order) => threadFor(order).draw(order),
    kept() {
      const all = threads.map((thread) => thread.kept())
      return {
        layouts: all.reduce((sum, { layouts }) => sum + layouts, 0),
        bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      }
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}

/** The same number for the same field, whatever its probes read. */
function placeOf({ probes, wettedRadius }: SurfaceOrder): number {
  const sum = probes.reduce((total, { x, y }) => total + Math.abs(x) + 3 * Math.abs(y), wettedRadius)
  return Number.isFinite(sum) ? Math.floor(sum * 16) : 0
}
