/** Calls for sharing a system. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { member, memberList, memberPath, memberPaths } from '../../contract/accounts/members.ts'
import type { Invitation } from '../../contract/accounts/members.ts'
import { client, nothing } from '../kit/client.ts'

const keyOf = (system: string) => ['members', system] as const

const listPath = (system: string) => `${memberPaths.list}?${new URLSearchParams({ system }).toString()}`

export function useMembers(system: string) {
  return useQuery({
    queryKey: keyOf(system),
    queryFn: ({ signal }) => client.get(listPath(system), memberList, { signal }),
  })
}

/** Invites an address, or gives a member another role. */
export function useInvite(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (invited: Invitation) => client.post(listPath(system), member, invited),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(system) }),
  })
}

export function useRemoveMember(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => client.call('DELETE', memberPath(id), nothing),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(system) }),
  })
}
