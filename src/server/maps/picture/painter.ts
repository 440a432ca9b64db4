/** Paints map pictures in a worker thread, because text and compression would block the event loop. */
import { Piscina } from 'piscina'
import type { MapContent } from '../inputs/map-view.ts'

export interface Painter {
  /** A PNG file. */
  paint(content: MapContent): Promise<Buffer>
  close(): Promise<void>
}

const FILE = new URL('./painter-worker.ts', import.meta.url)
/** The thread ends after this long without a request, and starts again with the next. */
const IDLE_MS = 60_000

export function createPainter(): Painter {
  // without this process's own flags, such as a test runner's
  const pool = new Piscina<MapContent, Uint8Array>({
    filename: FILE.href,
    name: 'paint',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    execArgv: [],
    // memory of drawings is released only when the thread's event loop runs between tasks
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
