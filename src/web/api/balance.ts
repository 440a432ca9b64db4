/** The water ahead of a field: when it needs water, and what a pass does. */
import { useQuery } from '@tanstack/react-query'
import { balancePath, fieldBalance } from '../../contract/balance.ts'
import { client } from '../kit/client.ts'

/** It is reckoned again with every reading; days are what it tells of. */
const LOOK_AGAIN_MS = 60_000

export function useBalance(system: string) {
  return useQuery({
    queryKey: ['balance', system],
    queryFn: ({ signal }) => client.get(balancePath(system), fieldBalance, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  })
}
