/** The water ahead of a field: when it needs water, and what a pass does. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { balancePath, fieldBalance } from '../../contract/balance.ts'
import { client } from '../kit/client.ts'
import { useLive } from '../kit/live-stream.ts'

/** What is ahead moves with time, though nothing new comes. */
const LOOK_AGAIN_MS = 10 * 60_000

export function useBalance(system: string) {
  const cache = useQueryClient()
  const again = () => void cache.invalidateQueries({ queryKey: ['balance', system] })
  useLive((event) => {
    if (event.name === 'balance' && event.data.system === system) again()
  }, again)
  return useQuery({
    queryKey: ['balance', system],
    queryFn: ({ signal }) => client.get(balancePath(system), fieldBalance, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  })
}
