/** Calls for moisture maps: past weeks and their pictures, and surfaces as numbers. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { SECTOR_DEGREES } from '../../agronomy/pivot/pivot-geometry.ts'
import { mapPaths, mapSeries, mapWeeks, moistureGrid, nextProbe, weekMap } from '../../contract/maps.ts'
import type { PictureChoice, WeekMap, WeekMapBody } from '../../contract/maps.ts'
import { client } from '../kit/client.ts'
import { useLive } from '../kit/live-stream.ts'

const keys = {
  weeks: (system: string, month: string) => ['map-weeks', system, month] as const,
  surfaces: (system: string) => ['map-surface', system] as const,
  surface: (request: SurfaceRequest) => ['map-surface', request.system, request] as const,
  nextProbe: (system: string) => ['map-next-probe', system] as const,
  series: (request: SeriesRequest) => ['map-series', request] as const,
  week: (request: WeekRequest) => ['week-map', request] as const,
}

/** The newest week of a system with readings, null without any; '' disables the query. */
export function useNewestWeek(system: string) {
  return useQuery({
    queryKey: keys.weeks(system, ''),
    enabled: system !== '',
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ system })
      const { ranges } = await client.get(`${mapPaths.weeks}?${query.toString()}`, mapWeeks, { signal })
      return ranges[0] ?? null
    },
  })
}

/** Enabled only when both are chosen; the month is 1 to 12. */
export function useMapWeeks(system: string, month: string) {
  return useQuery({
    queryKey: keys.weeks(system, month),
    enabled: system !== '' && month !== '',
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ system, month })
      const { ranges } = await client.get(`${mapPaths.weeks}?${query.toString()}`, mapWeeks, { signal })
      return ranges
    },
  })
}

export interface WeekRequest extends PictureChoice {
  system: string
  /** 1 to 12. */
  month: number
  /** Its Monday. */
  start: string
}

/** The read cookie is valid once this has answered: an `<img>` cannot renew it. */
async function drawWeek({ start, ...request }: WeekRequest, signal?: AbortSignal): Promise<WeekMap> {
  const body = { ...request, start_date: start } satisfies WeekMapBody
  const map = await client.post(mapPaths.week, weekMap, body, { signal })
  await client.freshen().catch(() => null)
  return map
}

/** Has the map of a week drawn, or returns the stored picture. */
export function useWeekMap() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (request: WeekRequest) => drawWeek(request),
    onSuccess: (map, request) => cache.setQueryData(keys.week(request), map),
  })
}

/** A past week changes only when readings arrive late. */
const WEEK_STALE_MS = 10 * 60_000

/** The picture of a week, also in other colours; the previous picture stays until the new one has loaded. */
export function useWeekPicture(request: WeekRequest) {
  return useQuery({
    queryKey: keys.week(request),
    staleTime: WEEK_STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => drawWeek(request, signal),
  })
}

/** Shortest interval between redraws for a moving arm. */
const ARM_REDRAW_MS = 5000

/** Calls `moved` when the arm has entered another sector, not on every telemetry message. */
export function useArmMoved(system: string, moved: () => void): void {
  const drawnArm = useRef<{ sector: number; at: number } | null>(null)
  useLive(
    (event) => {
      if (event.name !== 'telemetry' || event.data.system !== system) return
      const sector = Math.floor(event.data.telemetry.angle_deg / SECTOR_DEGREES)
      const { current } = drawnArm
      if (current && (current.sector === sector || Date.now() - current.at < ARM_REDRAW_MS)) return
      drawnArm.current = { sector, at: current ? Date.now() : 0 }
      if (current) moved()
    },
    () => undefined,
  )
}

/** Smallest grid, for when only the time of the readings and the arm matter. */
const MIN_SIZE = '8'

/** What the live map shows besides its colours: the time of the readings and the arm; follows live events. */
export function useLiveMap(system: string, enabled = true) {
  const cache = useQueryClient()
  const request: SurfaceRequest = { system, size: MIN_SIZE, deviation: 'false' }
  useArmMoved(system, () => void cache.invalidateQueries({ queryKey: keys.surface(request) }))
  return useSurface(request, enabled)
}

export interface SurfaceRequest {
  system: string
  /** Days in the system's time zone; both, or none for now. */
  from?: string
  to?: string
  /** `root`, or centimetres. */
  depth?: string
  size?: string
  deviation?: 'false'
}

export function useSurface(request: SurfaceRequest, enabled: boolean) {
  const cache = useQueryClient()
  const live = request.from === undefined
  const invalidate = () => {
    if (live) void cache.invalidateQueries({ queryKey: keys.surfaces(request.system) })
  }
  useLive((event) => {
    if (event.name === 'map' && event.data.system === request.system) invalidate()
  }, invalidate)
  return useQuery({
    queryKey: keys.surface(request),
    enabled,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      client.get(`${mapPaths.surface}?${queryOf({ ...request })}`, moistureGrid, { signal }),
  })
}

export interface SeriesRequest {
  system: string
  from?: string
  to?: string
  depth?: string
}

const SERIES_STALE_MS = 10 * 60_000

/** A map for each day of a season, in one answer; the newest season follows live events. */
export function useMapSeries(request: SeriesRequest) {
  const cache = useQueryClient()
  useLive(
    (event) => {
      if (request.from === undefined && event.name === 'map' && event.data.system === request.system)
        void cache.invalidateQueries({ queryKey: keys.series(request) })
    },
    () => undefined,
  )
  return useQuery({
    queryKey: keys.series(request),
    staleTime: SERIES_STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      client.get(`${mapPaths.series}?${queryOf({ ...request })}`, mapSeries, { signal }),
  })
}

/** Where one more probe would add most information. */
export function useNextProbe(system: string, enabled: boolean) {
  return useQuery({
    queryKey: keys.nextProbe(system),
    enabled,
    queryFn: ({ signal }) =>
      client.get(`${mapPaths.nextProbe}?${queryOf({ system })}`, nextProbe, { signal }),
  })
}

function queryOf(request: Record<string, string | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request)) if (value !== undefined) query.set(name, value)
  return query.toString()
}
