/** Retries of lazily loaded code. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadWithRetry, reloadReason } from './load-with-retry.ts'

const SCRIPT = '/assets/index-1.js'
let answer: () => Promise<Response>

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => SCRIPT }) })
  vi.stubGlobal('fetch', () => answer())
  answer = noSignal
  reloadReason.setState(null, true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const noSignal = () => Promise.reject(new TypeError('Failed to fetch'))
const pageOf = (script: string) => async () => new Response(`<script type="module" src="${script}"></script>`)

function loadsAfter(failures: number) {
  return vi.fn<() => Promise<string>>(async () => {
    failures -= 1
    if (failures >= 0) throw new TypeError('Failed to fetch dynamically imported module')
    return 'part'
  })
}

it('retries with growing waits until it loads', async () => {
  const load = loadsAfter(6)
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
  expect(reloadReason.getState()).toBeNull()
})

it('retries at once when the device is back online', async () => {
  const load = loadsAfter(1)
  const part = loadWithRetry(load)
  await vi.advanceTimersByTimeAsync(0)
  window.dispatchEvent(new Event('online'))
  expect(await part).toBe('part')
  expect(load).toHaveBeenCalledTimes(2)
})

it('retries at once when the signal returned between the failure and the question to the server', async () => {
  answer = pageOf(SCRIPT)
  const load = loadsAfter(1)
  expect(await loadWithRetry(load, true)).toBe('part')
  expect(load).toHaveBeenCalledTimes(2)
  expect(reloadReason.getState()).toBeNull()
})

it('gives up on a page that fails although the server responded before and after', async () => {
  answer = pageOf(SCRIPT)
  const load = loadsAfter(9)
  await expect(loadWithRetry(load, true)).rejects.toThrow('Failed to fetch dynamically imported module')
  expect(load).toHaveBeenCalledTimes(2)
})

it('asks for a reload, and keeps trying, where a part fails although the server responds', async () => {
  answer = pageOf(SCRIPT)
  const load = loadsAfter(3)
  const part = loadWithRetry(load)
  await vi.advanceTimersByTimeAsync(0)
  expect(reloadReason.getState()).toBe('missing part')
  await vi.advanceTimersByTimeAsync(2000)
  expect(await part).toBe('part')
})

it('asks for a reload where the server has a newer build', async () => {
  answer = pageOf('/assets/index-2.js')
  void loadWithRetry(loadsAfter(99), true)
  await vi.advanceTimersByTimeAsync(0)
  expect(reloadReason.getState()).toBe('newer build')
})
