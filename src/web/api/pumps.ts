/** Calls for pumps, polled while a page is open. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { pressureByFlow, pump, pumpList, pumpPath, pumpPaths } from '../../contract/pumps.ts'
import type { PumpBody } from '../../contract/pumps.ts'
import { client, nothing } from '../kit/client.ts'

const KEY = ['pumps'] as const

/** Machines speak every ten seconds, and what they draw changes from sector to sector. */
const DRAW_CHANGES_MS = 20_000

export function usePumps() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.get(pumpPaths.list, pumpList, { signal }),
    refetchInterval: ({ state }) => (state.data?.length ? DRAW_CHANGES_MS : false),
  })
}

/** The pump that a system draws on; null where none is known. */
export function usePumpOf(system: string) {
  const { data } = usePumps()
  return data?.find(({ systems }) => systems.includes(system)) ?? null
}

/** What is usual changes with days, since when there is water with every start. */
const WET_SINCE_AGAIN_MS = 60_000

/** Pressure by flow as a machine had it lately, and since when it waters. */
export function usePressureByFlow(system: string) {
  return useQuery({
    queryKey: ['pressure-by-flow', system],
    refetchInterval: WET_SINCE_AGAIN_MS,
    queryFn: ({ signal }) =>
      client.get(`${pumpPaths.pressure}?${new URLSearchParams({ system }).toString()}`, pressureByFlow, {
        signal,
      }),
  })
}

interface PumpToSave {
  /** Null for a new one. */
  id: number | null
  body: PumpBody
}

export function useSavePump() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: PumpToSave) =>
      id === null
        ? client.post(pumpPaths.list, pump, body)
        : client.call('PUT', pumpPath(id), pump, { body }),
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  })
}

export function useDeletePump() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => client.call('DELETE', pumpPath(id), nothing),
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  })
}
