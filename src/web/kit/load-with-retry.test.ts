/** Retries of lazily loaded code. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadWithRetry } from './load-with-retry.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function comesAfter(failures: number) {
  return vi.fn<() => Promise<string>>(async () => {
    failures -= 1
    if (failures >= 0) throw new TypeError('Failed to fetch dynamically imported module')
    return 'part'
  })
}

it('retries with growing waits until it loads', async () => {
  const load = comesAfter(6)
  const part = loadWithRetry(load)
  for (const [waitMs, calls] of [
    [999, 1],
    [1, 2],
    [2000, 3],
    [4000, 4],
    [8000, 5],
    [15_000, 6],
  ] as const) {
    await vi.advanceTimersByTimeAsync(waitMs)
    expect(load).toHaveBeenCalledTimes(calls)
  }
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await part).toBe('part')
})

it('retries at once when the device is back online', async () => {
  const load = comesAfter(1)
  const part = loadWithRetry(load)
  await vi.advanceTimersByTimeAsync(0)
  window.dispatchEvent(new Event('online'))
  expect(await part).toBe('part')
  expect(load).toHaveBeenCalledTimes(2)
})
