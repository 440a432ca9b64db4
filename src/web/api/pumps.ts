/** Calls for pumps, polled while a page is open. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { pressureByFlow, pump, pumpList, pumpPath, pumpPaths } from '../../contract/pumps.ts'
import type { PumpBody } from '../../contract/pumps.ts'
import { client, nothing } from '../kit/client.ts'

const KEY = ['pumps'] as const

/** Machines report every ten seconds, and their flow changes from sector to sector. */
const DRAW_CHANGES_MS = 20_000

export function usePumps() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.get(pumpPaths.list, pumpList, { signal }),
    refetchInterval: ({ state }) => (state.data?.length ? DRAW_CHANGES_MS : false),
  })
}

/** The pump of a system; null if none is known. */
export function useSystemPump(system: string) {
  const { data } = usePumps()
  return data?.find(({ systems }) => systems.includes(system)) ?? null
}

/** Usual pressures change over days; the start of watering changes with every start. */
const WET_SINCE_REFETCH_MS = 60_000

/** A machine's recent pressure by flow, and since when it has been watering. */
export function usePressureByFlow(system: string) {
  return useQuery({
    queryKey: ['pressure-by-flow', system],
    refetchInterval: WET_SINCE_REFETCH_MS,
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
