/** What changes while a page is loading is on it when it has loaded. */
import { QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import { Answers } from './answers.ts'

/** A page that observes the weather query; the test gives each answer. */
function looking() {
  const answers = new Answers()
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
  const heard = () => answers.invalidateQueries({ queryKey: ['weather'] })
  return { calls, heard, shown: () => observer.getCurrentResult() }
}

it('refetches once for changes while the first answer was on its way', async () => {
  const { calls, heard, shown } = looking()
  // several at once cause one refetch
  const told = Promise.all([heard(), heard(), heard()])
  expect(calls).toHaveLength(1)
  calls[0]?.resolve('none yet')
  await expect.poll(() => calls.length).toBe(2)
  expect(shown().data).toBe('none yet')
  calls[1]?.resolve('rain')
  await told
  expect(shown().data).toBe('rain')
  expect(calls).toHaveLength(2)
})

it('refetches once if the first answer failed', async () => {
  const { calls, heard, shown } = looking()
  const told = heard()
  calls[0]?.reject(new Error('away'))
  await expect.poll(() => calls.length).toBe(2)
  calls[1]?.resolve('rain')
  await told
  expect(shown()).toMatchObject({ status: 'success', data: 'rain' })
})

it('refetches loaded data at once', async () => {
  const { calls, heard, shown } = looking()
  calls[0]?.resolve('none yet')
  await expect.poll(() => shown().data).toBe('none yet')
  const told = heard()
  await expect.poll(() => calls.length).toBe(2)
  calls[1]?.resolve('rain')
  await told
  expect(shown().data).toBe('rain')
})
