/** Calls for geofences, and the cached list. */
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { geofence, geofenceList, geofencePath, geofencesPath } from '../../contract/geofences.ts'
import type { Geofence, GeofenceBody } from '../../contract/geofences.ts'
import { client, nothing } from '../kit/client.ts'

const keyOf = (system: string) => ['geofences', system] as const

/** Enabled only when a system is chosen. */
export function useGeofences(system: string) {
  return useQuery({
    queryKey: keyOf(system),
    enabled: system !== '',
    queryFn: ({ signal }) => client.get(geofencesPath(system), geofenceList, { signal }),
  })
}

const combineLists = (answers: readonly { data: Geofence[] | undefined }[]) =>
  answers.map(({ data }) => data ?? [])

/** Of several systems, in their order; an empty list for one that has not answered. */
export function useGeofencesOfSystems(systems: readonly string[]): readonly (readonly Geofence[])[] {
  return useQueries({
    queries: systems.map((system) => ({
      queryKey: keyOf(system),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.get(geofencesPath(system), geofenceList, { signal }),
    })),
    combine: combineLists,
  })
}

export interface GeofenceToSave {
  /** Null for a new one. */
  id: number | null
  body: GeofenceBody
}

function withSaved(cached: readonly Geofence[], saved: Geofence): Geofence[] {
  const isCached = cached.some(({ id }) => id === saved.id)
  return isCached ? cached.map((item) => (item.id === saved.id ? saved : item)) : [...cached, saved]
}

export function useSaveGeofence(system: string) {
  const cache = useQueryClient()
  const queryKey = keyOf(system)
  return useMutation({
    mutationFn: ({ id, body }: GeofenceToSave) =>
      id === null
        ? client.post(geofencesPath(system), geofence, body)
        : client.call('PUT', geofencePath(id), geofence, { body }),
    onSuccess: (saved) => {
      const cached = cache.getQueryData<Geofence[]>(queryKey)
      if (cached) cache.setQueryData(queryKey, withSaved(cached, saved))
    },
    onSettled: () => cache.invalidateQueries({ queryKey }),
  })
}

export function useDeleteGeofence(system: string) {
  const cache = useQueryClient()
  const queryKey = keyOf(system)
  return useMutation({
    mutationFn: (id: number) => client.call('DELETE', geofencePath(id), nothing),
    onSuccess: (_, id) => {
      const cached = cache.getQueryData<Geofence[]>(queryKey)
      if (cached)
        cache.setQueryData(
          queryKey,
          cached.filter((cachedGeofence) => cachedGeofence.id !== id),
        )
    },
    onSettled: () => cache.invalidateQueries({ queryKey }),
  })
}
