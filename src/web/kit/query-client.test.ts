/** A change during the first fetch of a page is on it once it has loaded. */
import { QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import { AppQueryClient } from './query-client.ts'

/** A page that observes the weather query; the test gives each answer. */
function observing() {
  const answers = new AppQueryClient()
  const calls: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver(answers, {
    queryKey: ['weather', 'North Quarter'],
    queryFn: () => {
      const call = Promise.withResolvers<string>()
      calls.push(call)
      return call.promise
    },
    retry: false,
  })
  const stop = observer.subscribe(() => undefined)
  onTestFinished(() => {
    stop()
    answers.clear()
  })
  const invalidate = () => answers.invalidateQueries({ queryKey: ['weather'] })
  return { calls, invalidate, shown: () => observer.getCurrentResult() }
}

it('refetches once for changes while the first answer was on its way', async () => {
  const { calls, invalidate, shown } = observing()
  // several at once cause one refetch
  const refetched = Promise.all([invalidate(), invalidate(), invalidate()])
  expect(calls).toHaveLength(1)
  calls[0]?.resolve('none yet')
  await expect.poll(() => calls.length).toBe(2)
  expect(shown().data).toBe('none yet')
  calls[1]?.resolve('rain')
  await refetched
  expect(shown().data).toBe('rain')
  expect(calls).toHaveLength(2)
})

it('refetches once if the first answer failed', async () => {
  const { calls, invalidate, shown } = observing()
  const refetched = invalidate()
  calls[0]?.reject(new Error('away'))
  await expect.poll(() => calls.length).toBe(2)
  calls[1]?.resolve('rain')
  await refetched
  expect(shown()).toMatchObject({ status: 'success', data: 'rain' })
})

it('refetches loaded data at once', async () => {
  const { calls, invalidate, shown } = observing()
  calls[0]?.resolve('none yet')
  await expect.poll(() => shown().data).toBe('none yet')
  const refetched = invalidate()
  await expect.poll(() => calls.length).toBe(2)
  calls[1]?.resolve('rain')
  await refetched
  expect(shown().data).toBe('rain')
})
