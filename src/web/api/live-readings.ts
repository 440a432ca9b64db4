/** Messages of networks and clouds: which kinds came, what their fields are. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  liveFields,
  type LiveFieldsBody,
  livePaths,
  liveTypePath,
  liveTypes,
  liveTypesPath,
} from '../../contract/live-readings.ts'
import { client, nothing } from '../kit/client.ts'

const key = (system: string) => ['live-types', system] as const

export function useLiveTypes(system: string) {
  return useQuery({
    queryKey: key(system),
    queryFn: ({ signal }) => client.get(liveTypesPath(system), liveTypes, { signal }),
  })
}

/** A message looked at, or what is said of it kept. */
export function useLiveFields(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (asked: Omit<LiveFieldsBody, 'system'>) =>
      client.post(livePaths.fields, liveFields, { system, ...asked }),
    onSuccess: ({ saved }) => (saved ? cache.invalidateQueries({ queryKey: key(system) }) : undefined),
  })
}

export function useForgetLive(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (type: string) => client.call('DELETE', liveTypePath(system, type), nothing),
    onSettled: () => cache.invalidateQueries({ queryKey: key(system) }),
  })
}
