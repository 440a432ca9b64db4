/** Calls for geofences, and the cached list. */
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { geofence, geofenceList, geofencePath, geofencesPath } from '../../contract/geofences.ts'
import type { Geofence, GeofenceBody, GeofenceChange, NewGeofence } from '../../contract/geofences.ts'
import { CallError } from '../kit/call-error.ts'
import { client, nothing } from '../kit/client.ts'
import { useLive } from '../kit/live-stream.ts'

const keyOf = (system: string) => ['geofences', system] as const

/** Fetches lists again that somebody else has changed. */
function useLiveGeofences(): void {
  const cache = useQueryClient()
  useLive(
    (event) => {
      if (event.name === 'geofences') void cache.invalidateQueries({ queryKey: keyOf(event.data.system) })
    },
    () => void cache.invalidateQueries({ queryKey: ['geofences'] }),
  )
}

/** Enabled only when a system is chosen. */
export function useGeofences(system: string) {
  useLiveGeofences()
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
  useLiveGeofences()
  return useQueries({
    queries: systems.map((system) => ({
      queryKey: keyOf(system),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.get(geofencesPath(system), geofenceList, { signal }),
    })),
    combine: combineLists,
  })
}

interface GeofenceToSave {
  system: string
  /** Null for a new one. */
  id: number | null
  body: GeofenceBody
  /** What was seen before the change. */
  seen?: Geofence | null
  /** What was sent of a new one without an answer; it may have been stored. */
  unconfirmed?: readonly GeofenceBody[]
}

/** The geofence as it is stored now, if a change was refused because it is not what was seen. */
export function changedGeofence(error: unknown): Geofence | null {
  if (!(error instanceof CallError) || error.code !== 'geofence_changed_meanwhile') return null
  return geofence.safeParse(Reflect.get(Object(error.body), 'current')).data ?? null
}

function isSame({ name, prescription, polygon }: Geofence, body: GeofenceBody): boolean {
  const text = (pins: GeofenceBody['polygon']) => JSON.stringify(pins)
  return name === body.name && prescription === body.prescription && text(polygon) === text(body.polygon)
}

function changeGeofence(id: number, body: GeofenceBody, seen: Geofence | null): Promise<Geofence> {
  const change: GeofenceChange = seen
    ? { ...body, seen: { name: seen.name, prescription: seen.prescription, polygon: seen.polygon } }
    : body
  return client.call('PUT', geofencePath(id), geofence, { body: change })
}

async function saveGeofence({ system, id, body, seen = null, unconfirmed = [] }: GeofenceToSave) {
  if (id !== null) return changeGeofence(id, body, seen)
  const list = unconfirmed.length > 0 ? await client.get(geofencesPath(system), geofenceList) : []
  const stored = list.findLast((candidate) => unconfirmed.some((sent) => isSame(candidate, sent)))
  if (stored) return changeGeofence(stored.id, body, stored)
  return client.post(geofencesPath(system), geofence, { ...body, once: true } satisfies NewGeofence)
}

function withSaved(cached: readonly Geofence[], saved: Geofence): Geofence[] {
  const isCached = cached.some(({ id }) => id === saved.id)
  return isCached ? cached.map((item) => (item.id === saved.id ? saved : item)) : [...cached, saved]
}

/** The system is that of the geofence and not of the page, which may show another one when the answer comes. */
export function useSaveGeofence() {
  const cache = useQueryClient()
  return useMutation({
    // one that is sent again must find the first one stored, not on its way
    scope: { id: 'geofences' },
    mutationFn: saveGeofence,
    onSuccess: (saved, { system }) => {
      const cached = cache.getQueryData<Geofence[]>(keyOf(system))
      if (cached) cache.setQueryData(keyOf(system), withSaved(cached, saved))
    },
    onSettled: (_, __, { system }) => cache.invalidateQueries({ queryKey: keyOf(system) }),
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
