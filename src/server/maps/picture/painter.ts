/** Paints map pictures in a worker thread, because text and compression would block the event loop. */
import { Piscina } from 'piscina'
import type { MapContent } from '../inputs/map-view.ts'

export interface Painter {
  /** A PNG file. */
  paint(content: MapContent): Promise<Buffer>
  close(): Promise<void>
}

const FILE = new URL('./painter-worker.ts', import.meta.url)
/** The thread ends when nobody has asked for a map so long, and starts again with the next. */
const IDLE_MS = 60_000

export function createPainter(): Painter {
  // nothing of this process's own flags: a test runner's would be in the way
  const pool = new Piscina<MapContent, Uint8Array>({
    filename: FILE.href,
    name: 'paint',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    execArgv: [],
    // drawings give their memory back between two tasks only where the thread's event loop turns
    atomics: 'disabled',
  })
  return {
    async paint(content) {
      const { buffer, byteOffset, length } = await pool.run(content)
      return Buffer.from(buffer, byteOffset, length)
    },
    close: () => pool.destroy(),
  }
}
