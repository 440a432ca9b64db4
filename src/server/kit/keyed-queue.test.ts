/** Tasks with the same key run one after another, with different keys in parallel. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createKeyedQueue, Abandoned } from './keyed-queue.ts'

it('waits for tasks with the same key, and for no others', async () => {
  const queue = createKeyedQueue()
  const begun: string[] = []
  const gate = Promise.withResolvers<void>()
  const work = (name: string, done?: Promise<void>) => async () => {
    begun.push(name)
    await done
    return name
  }
  const first = queue.run('a', work('first', gate.promise))
  const second = queue.run('a', work('second'))
  expect(await queue.run('b', work('other'))).toBe('other')
  expect(begun).toEqual(['first', 'other'])
  gate.resolve()
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  await queue.idle()
})

it('continues after a failure', async () => {
  const queue = createKeyedQueue()
  const failed = queue.run('a', () => Promise.reject(new Error('a fault')))
  const next = queue.run('a', () => Promise.resolve('next'))
  await expect(failed).rejects.toThrow('a fault')
  expect(await next).toBe('next')
})

it('rests while many wait, for a multiple of the time the task took', async () => {
  const queue = createKeyedQueue(9)
  const begun: number[] = []
  const note = async () => {
    begun.push(performance.now())
    await sleep(30)
  }
  await Promise.all(Array.from({ length: 6 }, () => queue.run('a', note)))
  const apart = begun.slice(1).map((at, i) => at - (begun[i] ?? 0))
  // a timer may fire a moment early
  expect(Math.min(...apart.slice(0, 2))).toBeGreaterThan(10 * 25)
  expect(Math.max(...apart.slice(2))).toBeLessThan(10 * 25)
})

it('does not rest after a cheap task', async () => {
  const queue = createKeyedQueue(100)
  const begun = performance.now()
  await Promise.all(Array.from({ length: 6 }, () => queue.run('a', () => sleep(10), { costly: () => false })))
  expect(performance.now() - begun).toBeLessThan(1000)
})

it('rests for a second at most, however long a task took', async () => {
  const queue = createKeyedQueue(1000)
  const first = queue.run('a', () => sleep(100))
  const crowd = Array.from({ length: 4 }, () => queue.run('a', () => Promise.resolve(performance.now())))
  await first
  const ended = performance.now()
  expect(((await crowd[0]) ?? 0) - ended).toBeLessThan(5000)
  await Promise.all(crowd)
})

it('drops tasks whose caller has gone, and starts the next at once', async () => {
  const queue = createKeyedQueue(60_000)
  const dropped = queue.run('a', () => Promise.resolve('dropped'), { wanted: () => false })
  const keptTask = queue.run('a', () => Promise.resolve('kept'), { wanted: () => true })
  await expect(dropped).rejects.toThrow(Abandoned)
  expect(await keptTask).toBe('kept')
})
