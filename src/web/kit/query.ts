/** The cache of answers, and the keys by which they are found and made stale. */
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

export const queryKeys = {
  systemGroup: () => ['system-group'] as const,
  systems: () => ['systems'] as const,
  fetchSystems: (userId: number) => ['fetch-systems', userId] as const,
  savedProbes: () => ['saved-probes'] as const,
  sensors: (system: string) => ['sensors', system] as const,
  preferences: () => ['preferences'] as const,
  systemCommands: (system: string) => ['system-commands', system] as const,
  connections: (system: string) => ['connections', system] as const,
  members: (system: string) => ['members', system] as const,
  geofences: (system: string) => ['geofences', system] as const,
} as const
