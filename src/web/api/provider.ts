/** Calls for the desk's queries, polled while a page is open. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  attention,
  deskMap,
  deskPaths,
  deskSystem,
  deskSystemPath,
  deskSystems,
} from '../../contract/accounts/desk.ts'
import type { DeskSystemsQuery } from '../../contract/accounts/desk.ts'
import { client } from '../kit/client.ts'

/** First element of all query keys of the desk: an action may change any of them. */
export const DESK = 'desk'
const REFETCH_MS = 15_000
/** One system refetches more often: it is open while support is on the phone with somebody at the machine. */
const SYSTEM_REFETCH_MS = 5_000

export function useAttention() {
  return useQuery({
    queryKey: [DESK, 'attention'],
    queryFn: ({ signal }) => client.get(deskPaths.attention, attention, { signal }),
    refetchInterval: REFETCH_MS,
  })
}

/** The systems, a page at a time. */
export function useDeskSystems({ search, need }: Pick<DeskSystemsQuery, 'search' | 'need'>) {
  return useInfiniteQuery({
    queryKey: [DESK, 'systems', search ?? '', need ?? ''],
    queryFn: ({ pageParam, signal }) => {
      const filters = { search, need, after: pageParam }
      const params = Object.entries(filters).flatMap(([key, value]) => (value ? [[key, value]] : []))
      return client.get(`${deskPaths.systems}?${new URLSearchParams(params)}`, deskSystems, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  })
}

export function useDeskMap(shown: boolean) {
  return useQuery({
    queryKey: [DESK, 'map'],
    queryFn: ({ signal }) => client.get(deskPaths.map, deskMap, { signal }),
    enabled: shown,
  })
}

export function useDeskSystem(name: string) {
  return useQuery({
    queryKey: [DESK, 'system', name],
    queryFn: ({ signal }) => client.get(deskSystemPath(name), deskSystem, { signal }),
    refetchInterval: SYSTEM_REFETCH_MS,
  })
}
