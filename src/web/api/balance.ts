/** Calls for crops and for the water forecast of a field. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { balancePath, fieldBalance } from '../../contract/balance.ts'
import { type CropBody, cropPath, systemCrop } from '../../contract/crops.ts'
import { client, nothing } from '../kit/client.ts'
import { useLive } from '../kit/live-stream.ts'

/** The forecast moves with time even without new data. */
const REFETCH_MS = 10 * 60_000

export function useBalance(system: string) {
  const cache = useQueryClient()
  const invalidate = () => void cache.invalidateQueries({ queryKey: ['balance', system] })
  useLive((event) => {
    if (event.name === 'balance' && event.data.system === system) invalidate()
  }, invalidate)
  return useQuery({
    queryKey: ['balance', system],
    queryFn: ({ signal }) => client.get(balancePath(system), fieldBalance, { signal }),
    refetchInterval: REFETCH_MS,
  })
}

const cropKey = (system: string) => ['crop', system] as const

export function useCrop(system: string) {
  const cache = useQueryClient()
  const invalidate = () => void cache.invalidateQueries({ queryKey: cropKey(system) })
  useLive((event) => {
    // a crop of somebody else changes the balance, and is told with it
    if (event.name === 'balance' && event.data.system === system) invalidate()
  }, invalidate)
  return useQuery({
    queryKey: cropKey(system),
    queryFn: ({ signal }) => client.get(cropPath(system), systemCrop, { signal }),
  })
}

/** Null ends the crop as of now. */
export function useSetCrop(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (crop: CropBody | null) =>
      crop === null
        ? client.call('DELETE', cropPath(system), nothing)
        : client.call('PUT', cropPath(system), nothing, { body: crop }),
    onSettled: () => cache.invalidateQueries({ queryKey: cropKey(system) }),
  })
}
