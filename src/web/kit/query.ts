/** The cache of answers: how long they hold, and what is asked a second time. */
import { QueryClient } from '@tanstack/react-query'
import { isPassing } from './call-error.ts'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // An absent network must become a failure with a way on, not an endless wait.
        networkMode: 'always',
        staleTime: 30_000,
        retry: (count, error) => count < 1 && isPassing(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
