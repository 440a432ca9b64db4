/** Calls for alerts, with a cache updated by server-sent events. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { acknowledgePath, alertList, alertPaths, usefulPath } from '../../contract/alerts/alerts.ts'
import type { UsefulBody } from '../../contract/alerts/alerts.ts'
import { client } from '../kit/client.ts'
import { useLive } from '../kit/live-stream.ts'

const KEY = ['alerts'] as const

/** Polling interval where no live stream is open. */
const REFETCH_MS = 60_000

export function useAlerts() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.get(alertPaths.list, alertList, { signal }),
    refetchInterval: REFETCH_MS,
  })
}

/** Refetches on every live event while mounted: once for all pages that need a login. */
export function useLiveAlerts(): void {
  const cache = useQueryClient()
  const invalidate = () => void cache.invalidateQueries({ queryKey: KEY })
  useLive((event) => {
    if (event.name === 'alerts') invalidate()
  }, invalidate)
}

export function useAcknowledge() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => client.post(acknowledgePath(id), alertList, {}),
    onSuccess: (answer) => cache.setQueryData(KEY, answer),
    onError: () => cache.invalidateQueries({ queryKey: KEY }),
  })
}

/** Rates whether an alert was worth a message. */
export function useRateAlert() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, useful }: { id: number; useful: boolean }) =>
      client.call('PUT', usefulPath(id), alertList, { body: { useful } satisfies UsefulBody }),
    onSuccess: (answer) => cache.setQueryData(KEY, answer),
  })
}
