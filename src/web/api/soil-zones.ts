/** Calls for soil zones, the cached list, and file previews. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  severalSoilZonesPath,
  soilFilePath,
  soilFilePreview,
  soilZone,
  soilZoneList,
  soilZonePath,
  soilZonesPath,
} from '../../contract/soil-zones.ts'
import type { SoilFileQuery, SoilZoneBody, SoilZonesBody } from '../../contract/soil-zones.ts'
import { client, nothing } from '../kit/client.ts'
import { useLive } from '../kit/live-stream.ts'
import { sensorsKey } from './probes.ts'

const keyOf = (system: string) => ['soil-zones', system] as const

/** Refetches the zones and the sensors, whose limits may come from a zone. */
function useInvalidateZones(system: string) {
  const cache = useQueryClient()
  return async () => {
    const stale = [keyOf(system), sensorsKey(system)]
    await Promise.all(stale.map((queryKey) => cache.invalidateQueries({ queryKey })))
  }
}

/** Enabled only when a system is chosen. */
export function useSoilZones(system: string) {
  const invalidateZones = useInvalidateZones(system)
  const invalidate = () => void invalidateZones()
  useLive((event) => {
    if (event.name === 'soil-zones' && event.data.system === system) invalidate()
  }, invalidate)
  return useQuery({
    queryKey: keyOf(system),
    enabled: system !== '',
    queryFn: ({ signal }) => client.get(soilZonesPath(system), soilZoneList, { signal }),
  })
}

export interface ZoneToSave {
  /** Null for a new one. */
  id: number | null
  body: SoilZoneBody
}

export function useSaveSoilZone(system: string) {
  const invalidate = useInvalidateZones(system)
  return useMutation({
    mutationFn: ({ id, body }: ZoneToSave) =>
      id === null
        ? client.post(soilZonesPath(system), soilZone, body)
        : client.call('PUT', soilZonePath(id), soilZone, { body }),
    onSettled: invalidate,
  })
}

export function useDeleteSoilZone(system: string) {
  const invalidate = useInvalidateZones(system)
  return useMutation({
    mutationFn: (id: number) => client.call('DELETE', soilZonePath(id), nothing),
    onSettled: invalidate,
  })
}

/** All or none. */
export function useSaveSoilZones(system: string) {
  const invalidate = useInvalidateZones(system)
  return useMutation({
    mutationFn: (body: SoilZonesBody) => client.post(severalSoilZonesPath(system), soilZoneList, body),
    onSettled: invalidate,
  })
}

export interface SoilFileRequest {
  file: File
  query: SoilFileQuery
}

/** How a file is read; nothing is stored. */
export function useSoilFilePreview() {
  return useMutation({
    mutationFn: ({ file, query }: SoilFileRequest) =>
      client.upload(soilFilePath(query), soilFilePreview, file),
  })
}
