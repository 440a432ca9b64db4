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
import type {
  NewSoilZone,
  SoilFileQuery,
  SoilZone,
  SoilZoneBody,
  SoilZoneChange,
  SoilZonesBody,
} from '../../contract/soil-zones.ts'
import { CallError } from '../kit/call-error.ts'
import { client, nothing } from '../kit/client.ts'
import { useLive } from '../kit/live-stream.ts'
import { sensorsKey } from './probes.ts'

const keyOf = (system: string) => ['soil-zones', system] as const

/** Refetches the zones and the sensors, whose limits may come from a zone. */
function useInvalidateZones() {
  const cache = useQueryClient()
  return async (system: string) => {
    const stale = [keyOf(system), sensorsKey(system)]
    await Promise.all(stale.map((queryKey) => cache.invalidateQueries({ queryKey })))
  }
}

/** Enabled only when a system is chosen. */
export function useSoilZones(system: string) {
  const invalidateZones = useInvalidateZones()
  const invalidate = () => void invalidateZones(system)
  useLive((event) => {
    if (event.name === 'soil-zones' && event.data.system === system) invalidate()
  }, invalidate)
  return useQuery({
    queryKey: keyOf(system),
    enabled: system !== '',
    queryFn: ({ signal }) => client.get(soilZonesPath(system), soilZoneList, { signal }),
  })
}

interface ZoneToSave {
  system: string
  /** Null for a new one. */
  id: number | null
  body: SoilZoneBody
  /** What was seen before the change. */
  seen?: SoilZone | null
  /** What was sent of a new one without an answer; it may have been stored. */
  unconfirmed?: readonly SoilZoneBody[]
}

/** The zone as it is stored now, if a change was refused because it is not what was seen. */
export function changedZone(error: unknown): SoilZone | null {
  if (!(error instanceof CallError) || error.code !== 'soil_zone_changed_meanwhile') return null
  return soilZone.safeParse(Reflect.get(Object(error.body), 'current')).data ?? null
}

/** What a person sees of a zone and changes. */
function seenOf({ name, texture, field_capacity, wilting_point, confirmed, polygons }: SoilZone) {
  return { name, texture, field_capacity, wilting_point, confirmed, polygons }
}

function isSame(zone: SoilZone, { name, polygons }: SoilZoneBody): boolean {
  return zone.name === name.trim() && JSON.stringify(zone.polygons) === JSON.stringify(polygons)
}

function changeZone(id: number, body: SoilZoneBody, seen: SoilZone | null): Promise<SoilZone> {
  const change: SoilZoneChange = seen ? { ...body, seen: seenOf(seen) } : body
  return client.call('PUT', soilZonePath(id), soilZone, { body: change })
}

async function saveZone({ system, id, body, seen = null, unconfirmed = [] }: ZoneToSave) {
  if (id !== null) return changeZone(id, body, seen)
  const list = unconfirmed.length > 0 ? await client.get(soilZonesPath(system), soilZoneList) : []
  const stored = list.find((zone) => unconfirmed.some((sent) => isSame(zone, sent)))
  if (stored) return changeZone(stored.id, body, stored)
  return client.post(soilZonesPath(system), soilZone, { ...body, once: true } satisfies NewSoilZone)
}

/** The system is that of the zone and not of the page, which may show another one when the answer comes. */
export function useSaveSoilZone() {
  const invalidate = useInvalidateZones()
  return useMutation({
    // one that is sent again must find the first one stored, not on its way
    scope: { id: 'soil-zones' },
    mutationFn: saveZone,
    onSettled: (_, __, { system }) => invalidate(system),
  })
}

export function useDeleteSoilZone(system: string) {
  const invalidate = useInvalidateZones()
  return useMutation({
    mutationFn: (id: number) => client.call('DELETE', soilZonePath(id), nothing),
    onSettled: () => invalidate(system),
  })
}

interface ZonesToSave extends Omit<SoilZonesBody, 'once'> {
  system: string
}

/** All or none. */
export function useSaveSoilZones() {
  const invalidate = useInvalidateZones()
  return useMutation({
    mutationFn: ({ system, ...body }: ZonesToSave) =>
      client.post(severalSoilZonesPath(system), soilZoneList, {
        ...body,
        once: true,
      } satisfies SoilZonesBody),
    onSettled: (_, __, { system }) => invalidate(system),
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
