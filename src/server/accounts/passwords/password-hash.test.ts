/** Hashing is limited to a few at once in order of arrival, refuses when the queue is full, and continues after a failure. */
import { describe, expect, it } from 'vitest'
import { createSemaphore } from './password-hash.ts'

describe('limited hashing', () => {
  it('runs two at once in order of arrival, and refuses while three wait', async () => {
    const turns = createSemaphore({ atOnce: 2, waitingMax: 3 })
    const log: string[] = []
    const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
    const all = gates.map((gate, at) =>
      turns.take(async () => {
        log.push(`begin ${at}`)
        await gate.promise
        log.push(`end ${at}`)
        return at
      }),
    )
    await expect(turns.take(async () => 9)).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfter: 5 },
    })
    expect(log).toEqual(['begin 0', 'begin 1'])
    for (const gate of gates.toReversed()) gate.resolve()
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4])
    expect(log.filter((line) => line.startsWith('begin'))).toEqual([0, 1, 2, 3, 4].map((at) => `begin ${at}`))
    expect(await turns.take(async () => 9)).toBe(9)
    expect(turns.done).toBe(6)
  })

  it('continues after a failure', async () => {
    const turns = createSemaphore({ atOnce: 1, waitingMax: 1 })
    const failing = turns.take(() => Promise.reject(new Error('no')))
    const next = turns.take(async () => 'yes')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })
})
