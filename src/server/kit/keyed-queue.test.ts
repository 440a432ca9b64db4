/** One after the other with one key, side by side with others. */
import { expect, it } from 'vitest'
import { createKeyedQueue, NobodyWaits } from './keyed-queue.ts'

it('waits for what has the same key, and for nothing else', async () => {
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

it('goes on after what failed', async () => {
  const queue = createKeyedQueue()
  const failed = queue.run('a', () => Promise.reject(new Error('a fault')))
  const next = queue.run('a', () => Promise.resolve('next'))
  await expect(failed).rejects.toThrow('a fault')
  expect(await next).toBe('next')
})

it('keeps what has one key apart, and answers each as soon as it is done', async () => {
  const queue = createKeyedQueue(200)
  const at: number[] = []
  const note = () => Promise.resolve(void at.push(performance.now()))
  await queue.run('a', note)
  const answered = performance.now()
  await queue.run('a', note)
  expect(answered - (at[0] ?? 0)).toBeLessThan(150)
  // a timer may be a moment early
  expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(190)
})

it('drops what nobody waits for any more, and begins the next at once', async () => {
  const queue = createKeyedQueue(60_000)
  const dropped = queue.run(
    'a',
    () => Promise.resolve('dropped'),
    () => false,
  )
  const kept = queue.run(
    'a',
    () => Promise.resolve('kept'),
    () => true,
  )
  await expect(dropped).rejects.toThrow(NobodyWaits)
  expect(await kept).toBe('kept')
})
