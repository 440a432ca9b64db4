/** Worker thread that computes surfaces. */
import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openMoistureKernel } from '#agronomy/surface/kernel.ts'
import { createSurfaceEngine } from './surfaces-engine.ts'
import type { NoSurface, RefusedOrder, SurfaceGrid, SurfaceOrder, WorkerAnswer } from './surfaces-order.ts'

// on Linux a thread has its own priority: requests come before surfaces
if (process.platform === 'linux') os.setPriority(Math.min(19, os.getPriority() + 10))

const cacheBytes: unknown = workerData
const engine = createSurfaceEngine(openMoistureKernel(), typeof cacheBytes === 'number' ? cacheBytes : 0)

function drawOne(order: SurfaceOrder): (SurfaceGrid | NoSurface | RefusedOrder)[] {
  try {
    return engine.draw([order])
  } catch (error) {
    // anything else is a bug: the thread ends and another one tries
    if (!(error instanceof RangeError)) throw error
    return [{ refused: error.message }]
  }
}

function drawAll(orders: SurfaceOrder[]): (SurfaceGrid | NoSurface | RefusedOrder)[] {
  try {
    return engine.draw(orders)
  } catch (error) {
    // one of them is invalid: the others are drawn
    if (!(error instanceof RangeError)) throw error
    return orders.flatMap(drawOne)
  }
}

parentPort?.on('message', (orders: SurfaceOrder[]) => {
  const drawn = drawAll(orders)
  const moved = drawn.flatMap((surface) => ('values' in surface ? [surface.values, surface.deviation] : []))
  const answer: WorkerAnswer = { drawn, kept: engine.kept() }
  parentPort?.postMessage(
    answer,
    moved.flatMap((numbers) => (numbers?.buffer instanceof ArrayBuffer ? [numbers.buffer] : [])),
  )
})
