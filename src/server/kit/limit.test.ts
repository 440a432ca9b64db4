/** Limits concurrency, keeps the order, and continues after failures. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { createLimit } from './limit.ts'

it('starts up to the limit at once and the others in order, whatever the outcome of earlier ones', async () => {
  const limit = createLimit(2)
  const begun: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>())
  const results = ends.map(({ promise }, n) =>
    limit.run(() => {
      begun.push(n)
      return promise
    }),
  )
  const settled = Promise.allSettled(results)
  await Promise.resolve()
  expect([begun, limit.running, limit.waiting]).toEqual([[0, 1], 2, 3])
  ends[1]?.reject(new Error('broken'))
  await expect(results[1]).rejects.toThrow('broken')
  expect([begun, limit.running, limit.waiting]).toEqual([[0, 1, 2], 2, 2])
  for (const { resolve } of ends) resolve(7)
  await settled
  expect([begun, limit.running, limit.waiting]).toEqual([[0, 1, 2, 3, 4], 0, 0])
  expect(await results[4]).toBe(7)
  await expect(limit.run(() => Promise.reject(new Error('alone')))).rejects.toThrow('alone')
  expect(await limit.run(async () => 'after')).toBe('after')
})

it('runs a task in the async context of its caller, also after waiting', async () => {
  const context = new AsyncLocalStorage<string>()
  const limit = createLimit(1)
  const tasks = ['one', 'two', 'three'].map((name) =>
    context.run(name, () => limit.run(async () => context.getStore())),
  )
  expect(await Promise.all(tasks)).toEqual(['one', 'two', 'three'])
})

it('follows a limit that changes: starts no more than it allows, and more once it rises', async () => {
  let most = 2
  const limit = createLimit(() => most)
  const begun: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const results = ends.map(({ promise }, n) =>
    limit.run(() => {
      begun.push(n)
      return promise
    }),
  )
  const end = async (n: number) => {
    ends[n]?.resolve()
    await results[n]
  }
  most = 1
  await end(0)
  expect([begun, limit.running]).toEqual([[0, 1], 1])
  await end(1)
  expect([begun, limit.running]).toEqual([[0, 1, 2], 1])
  most = 3
  await end(2)
  expect([begun, limit.running]).toEqual([[0, 1, 2, 3, 4], 2])
  await end(3)
  await end(4)
  expect([limit.running, limit.waiting]).toEqual([0, 0])
})
