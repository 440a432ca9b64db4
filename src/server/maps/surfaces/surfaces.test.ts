/** Surfaces in worker threads: answers, refusals, a crashed thread, and shutdown. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { tmpdir } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { moistureSurface } from '#agronomy/surface/moisture-surface.ts'
import type { SurfaceOrder } from './surfaces-order.ts'
import { createSurfaces } from './surfaces.ts'
import { createSurfaceThread } from './surfaces.ts'

const probes = [
  { x: 0, y: 80, value: 0.1 },
  { x: 0, y: -80, value: 0.35 },
  { x: 60, y: 0, value: 0.2 },
]
const order: SurfaceOrder = { probes, wettedRadius: 100, arc: null, size: 30 }

function opened(options: Parameters<typeof createSurfaces>[0] = {}) {
  const surfaces = createSurfaces({ workers: 1, ...options })
  onTestFinished(() => surfaces.close())
  return surfaces
}

describe('drawing', () => {
  it('gives the grid of the f64 path', async () => {
    const surfaces = opened()
    const drawn = await surfaces.draw(order)
    const expected = moistureSurface(order)
    if ('reason' in drawn || 'reason' in expected) throw new Error('nothing drawn')
    expect(drawn.deviation).toBeNull()
    const far = [...expected.values].filter((value, cell) => {
      const own = drawn.values[cell] ?? Number.NaN
      return Number.isNaN(value) ? !Number.isNaN(own) : !(Math.abs(own - value) < 1e-5)
    })
    expect(far).toEqual([])
    expect(drawn.field.trend).toEqual(expected.field.trend)
    expect(surfaces.kept().layouts).toBe(1)
  })

  it('returns each of many requests its own answer', async () => {
    const surfaces = opened({ workers: 2 })
    const dry = (by: number) => ({
      ...order,
      probes: probes.map((probe) => ({ ...probe, value: probe.value - by })),
    })
    const drawn = await Promise.all(Array.from({ length: 20 }, (_, i) => surfaces.draw(dry(i / 1000))))
    const first = drawn[0]
    drawn.forEach((surface, i) => {
      if (!first || 'reason' in first || 'reason' in surface) throw new Error('nothing drawn')
      expect(surface.min).toBeCloseTo(first.min - i / 1000, 5)
    })
  })

  it('returns a reason for what cannot be drawn, and rejects misuse without affecting others', async () => {
    const surfaces = opened()
    const wrong = { ...order, probes: [{ x: 0, y: 80, value: Number.NaN }, ...probes.slice(1)] }
    const all = await Promise.allSettled([
      surfaces.draw({ ...order, probes: [] }),
      surfaces.draw(order),
      surfaces.draw(wrong),
      surfaces.draw(order),
    ])
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(all[0]).toMatchObject({ value: { reason: 'no readings' } })
    expect(all[2]).toMatchObject({ reason: expect.any(RangeError) })
  })
})

describe('a thread that dies', () => {
  async function threadOf(text: string) {
    const folder = await mkdtemp(path.join(tmpdir(), 'headgate-thread-'))
    const file = path.join(folder, 'thread.mjs')
    await writeFile(file, text.replaceAll('FOLDER', folder))
    const thread = createSurfaceThread(0, pathToFileURL(file))
    onTestFinished(() => thread.close())
    return thread
  }

  it('is replaced, and its requests are retried once', async () => {
    const thread = await threadOf(`
      import { existsSync, writeFileSync } from 'node:fs'
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', (orders) => {
        if (!existsSync('FOLDER/died')) {
          writeFileSync('FOLDER/died', '')
          process.exit(1)
        }
        parentPort.postMessage({
          drawn: orders.map(() => ({ reason: 'no readings' })),
          kept: { layouts: 0, bytes: 0 },
        })
      })`)
    expect(await Promise.all([thread.draw(order), thread.draw(order)])).toEqual([
      { reason: 'no readings' },
      { reason: 'no readings' },
    ])
    expect(thread.waiting()).toBe(0)
  })

  it('twice during a request fails that request', async () => {
    const thread = await threadOf(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', () => { throw new Error('a fault') })`)
    await expect(thread.draw(order)).rejects.toThrow('a fault')
    expect(thread.waiting()).toBe(0)
  })
})

it('rejects running work when it is closed, and draws no more', async () => {
  const surfaces = createSurfaces({ workers: 1 })
  const late = Promise.allSettled([surfaces.draw(order), surfaces.draw({ ...order, size: 31 })])
  await surfaces.close()
  expect((await late).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(surfaces.draw(order)).rejects.toThrow('no more')
})
