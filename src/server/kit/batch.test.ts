/** Batching: items that arrive meanwhile form the next batch, a batch fails as a whole, and no one waits for ever. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inBatches } from './batch.ts'

/** Doubles its items when released, and records its batches. */
function doubling(gatherMs = 0) {
  const batches: number[][] = []
  const gates: PromiseWithResolvers<void>[] = []
  const double = inBatches(async (items: number[]) => {
    batches.push(items)
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    await gate.promise
    return items.map((item) => 2 * item)
  }, gatherMs)
  return { batches, gates, double }
}

it('starts a single item at once; later ones form the next batch', async () => {
  const { batches, gates, double } = doubling()
  const all = [double(1), double(2), double(3)]
  expect(batches).toEqual([[1]])
  gates[0]?.resolve()
  expect(await all[0]).toBe(2)
  await expect.poll(() => batches).toEqual([[1], [2, 3]])
  gates[1]?.resolve()
  expect(await Promise.all(all)).toEqual([2, 4, 6])
})

it('collects items for the given time', async () => {
  const { batches, gates, double } = doubling(30)
  const first = double(1)
  await sleep(1)
  const second = double(2)
  await expect.poll(() => batches).toEqual([[1, 2]])
  gates[0]?.resolve()
  expect(await Promise.all([first, second])).toEqual([2, 4])
})

it('fails as a whole, and continues with the next batch', async () => {
  const { batches, gates, double } = doubling()
  const failed = double(1)
  const next = double(2)
  gates[0]?.reject(new Error('a fault'))
  await expect(failed).rejects.toThrow('a fault')
  await expect.poll(() => batches.length).toBe(2)
  gates[1]?.resolve()
  expect(await next).toBe(4)
})
