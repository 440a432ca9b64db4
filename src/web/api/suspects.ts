/** Probes that are not believed: the list of a system, and what people say of them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { suspectList, suspectPaths } from '../../contract/sensors.ts'
import { client } from '../kit/client.ts'
import { useLive } from '../kit/live-stream.ts'

const keyOf = (system: string) => ['suspects', system] as const

export function useSuspects(system: string) {
  const cache = useQueryClient()
  const again = () => void cache.invalidateQueries({ queryKey: keyOf(system) })
  useLive((event) => {
    const tells = event.name === 'readings' || event.name === 'prescription' || event.name === 'system'
    if (tells && event.data.system === system) again()
  }, again)
  return useQuery({
    queryKey: keyOf(system),
    // readings come every few minutes, and each answer is a prescription worked out
    staleTime: 30_000,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ system })
      return client.get(`${suspectPaths.list}?${query.toString()}`, suspectList, { signal })
    },
  })
}

export interface Said {
  probe: number
  verdict: 'trust' | 'distrust' | 'ask'
}

export function useSayOfProbe(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (said: Said) => client.post(suspectPaths.list, suspectList, { system, ...said }),
    onSuccess: (list) => cache.setQueryData(keyOf(system), list),
    onSettled: () => cache.invalidateQueries({ queryKey: ['prescription', system] }),
  })
}
