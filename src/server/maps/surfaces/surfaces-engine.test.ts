/** Surfaces of the kernel against the f64 path, for all field shapes. */
import { describe, expect, it } from 'vitest'
import { cellCentre } from '#agronomy/surface/grid.ts'
import { openMoistureKernel } from '#agronomy/surface/kernel.ts'
import { moistureSurface } from '#agronomy/surface/moisture-surface.ts'
import { type SurfaceProbe } from '#agronomy/surface/grid.ts'
import { seededRandom } from '#agronomy/seeded-random.ts'
import { createSurfaceEngine } from './surfaces-engine.ts'
import { KERNEL_PROBES_MAX } from './surfaces-memory.ts'
import type { SurfaceOrder } from './surfaces-order.ts'

const RADIUS = 400
const MIB = 1024 * 1024

function probes(count: number, { seed = 5, slope = 0, step = 0 } = {}): SurfaceProbe[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    const [x, y] = [random.between(-380, 380), random.between(-380, 380)]
    const wave = 0.04 * Math.sin(x / 80 + step) * Math.cos(y / 100)
    return { x, y, value: 0.25 + slope * x + wave + random.between(-0.03, 0.03) }
  })
}

function orderOf(orderProbes: SurfaceProbe[], changes: Partial<SurfaceOrder> = {}): SurfaceOrder {
  return { probes: orderProbes, wettedRadius: RADIUS, arc: null, size: 60, deviation: true, ...changes }
}

function engineOf(cacheBytes = 32 * MIB) {
  return createSurfaceEngine(openMoistureKernel(), cacheBytes)
}

function greatest(drawn: Float32Array | null, reference: Float64Array | null): number {
  let most = 0
  expect(drawn?.length).toBe(reference?.length)
  reference?.forEach((value, cell) => {
    const own = drawn?.[cell] ?? Number.NaN
    expect(Number.isNaN(own)).toBe(Number.isNaN(value))
    if (!Number.isNaN(value)) most = Math.max(most, Math.abs(own - value))
  })
  return most
}

/** Differences of values and deviations of one request from the f64 path. */
function differences(engine: ReturnType<typeof engineOf>, order: SurfaceOrder): [number, number] {
  const [drawn] = engine.draw([order])
  const reference = moistureSurface(order, true)
  if (!drawn || 'reason' in drawn || 'reason' in reference) throw new Error('nothing drawn')
  expect(drawn.model).toEqual(reference.model)
  expect([drawn.min, drawn.max]).toEqual([expect.closeTo(reference.min, 5), expect.closeTo(reference.max, 5)])
  return [greatest(drawn.values, reference.values), greatest(drawn.deviation, reference.deviation)]
}

describe('the kernel agrees with f64 to 1e-5, its uncertainty to 1e-4', () => {
  it.each([1, 2, 3, 9, 10, 42, 130])('with %i probes', (count) => {
    const [values, deviation] = differences(engineOf(), orderOf(probes(count)))
    expect(values).toBeLessThan(1e-5)
    expect(deviation).toBeLessThan(1e-4)
  })

  it.each([
    ['a part circle', orderOf(probes(12), { arc: [300, 100] })],
    ['a plane', orderOf(probes(30, { slope: 0.0006 }))],
    ['one cell', orderOf(probes(12), { size: 1 })],
    ['probes in one place', orderOf(probes(12).map((probe) => ({ ...probe, x: 3, y: 4 })))],
    ['probes in a row', orderOf(probes(12).map((probe) => ({ ...probe, y: 0 })))],
    ['probes outside the circle', orderOf(probes(12).map((probe) => ({ ...probe, x: probe.x + 900 })))],
    [
      'a probe in the middle of a cell',
      orderOf([{ ...cellCentre(29, 30, 60, RADIUS), value: 0.3 }, ...probes(11)]),
    ],
    ['silent probes', orderOf(probes(14).map((probe, i) => (i % 4 ? probe : { ...probe, value: null })))],
  ])('with %s', (_, order) => {
    const [values, deviation] = differences(engineOf(), order)
    expect(values).toBeLessThan(1e-5)
    expect(deviation).toBeLessThan(1e-4)
  })

  it('with no room for a layout, computing everything anew', () => {
    const engine = engineOf(0)
    expect(differences(engine, orderOf(probes(42)))[0]).toBeLessThan(1e-5)
    expect(engine.kept()).toEqual({ layouts: 0, bytes: 0 })
  })
})

describe('several requests', () => {
  it('drawn together are equal to those drawn alone', () => {
    const steps = [0, 1, 2, 3, 4].map((step) => orderOf(probes(20, { step }), { deviation: step % 2 === 0 }))
    const others = [orderOf(probes(3)), orderOf([]), orderOf(probes(20, { seed: 9 }))]
    const orders = [...steps, ...others, ...steps]
    const together = engineOf().draw(orders)
    orders.forEach((order, i) => expect(together[i]).toEqual(engineOf().draw([order])[0]))
  })

  it('one after the other fill the cache, and never exceed it', () => {
    const room = 3 * MIB
    const engine = engineOf(room)
    for (let seed = 0; seed < 20; seed += 1) {
      engine.draw([orderOf(probes(42, { seed }), { deviation: false })])
      expect(engine.kept().bytes).toBeLessThanOrEqual(room)
    }
    expect(engine.kept().layouts).toBeGreaterThan(1)
    expect(engine.kept().layouts).toBeLessThan(20)
    // a layout that was evicted and recomputed
    expect(differences(engine, orderOf(probes(42, { seed: 0 })))[0]).toBeLessThan(1e-5)
  })
})

describe('refusals', () => {
  it('have a reason', () => {
    const silent = probes(3).map((probe) => ({ ...probe, value: null }))
    expect(engineOf().draw([orderOf([]), orderOf(silent)])).toEqual([
      { reason: 'no readings' },
      { reason: 'no readings' },
    ])
  })

  it.each([
    ['a value that is none', orderOf([{ x: 0, y: 0, value: Number.NaN }])],
    ['a place that is none', orderOf([{ x: Infinity, y: 0, value: 0.2 }])],
    ['no radius', orderOf(probes(3), { wettedRadius: 0 })],
    ['half a cell', orderOf(probes(3), { size: 0.5 })],
  ])('is refused: %s', (_, order) => {
    expect(() => engineOf().draw([order])).toThrow(RangeError)
  })
})

it('draws without a kernel, and more probes than it holds', () => {
  const order = orderOf(probes(5), { size: 20 })
  expect(createSurfaceEngine(null, 0).draw([order])[0]).toMatchObject({ size: 20 })
  // thirteen at each place: fitting to as many places takes half a minute
  const many = orderOf(
    probes(40).flatMap((probe) => Array.from({ length: 13 }, () => probe)),
    { size: 30 },
  )
  expect(many.probes.length).toBeGreaterThan(KERNEL_PROBES_MAX)
  const engine = engineOf()
  const [drawn] = engine.draw([many])
  const reference = moistureSurface(many, true)
  if (!drawn || 'reason' in drawn || 'reason' in reference) throw new Error('nothing drawn')
  // solved in f64, exactly
  expect(drawn.values).toEqual(Float32Array.from(reference.values))
  expect(drawn.deviation).toEqual(Float32Array.from(reference.deviation ?? []))
  expect(engine.kept().layouts).toBe(0)
})
