/** Calls for soil probe graphs: seasons and their days, pictures of a range, and readings. */
import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query'
import {
  availableDatabases,
  availableDates,
  datesPath,
  graphData,
  graphPaths,
  graphPictures,
  newestDays,
  otherReadings,
} from '../../contract/graphs.ts'
import type { GraphData, GraphRequest, OtherQuantity } from '../../contract/graphs.ts'
import { client } from '../kit/client.ts'

const keys = {
  databases: (userId: number | null) => ['graph-databases', userId] as const,
  dates: (userId: number | null, database: string) => ['graph-dates', userId, database] as const,
  newest: (system: string) => ['graph-newest', system] as const,
  others: (request: OtherReadingsRequest) => ['graph-others', request] as const,
  data: (request: ReadingsRequest | null) => ['graph-data', request] as const,
}

/** The seasons with readings of the customer's systems, newest first. */
export function useDatabases(userId: number | null) {
  return useQuery({
    queryKey: keys.databases(userId),
    enabled: userId !== null,
    queryFn: async ({ signal }) => {
      const path = datesPath(userId ?? 0)
      const response = await client.get(path, availableDatabases, { signal, credential: 'cookie' })
      return response.available_databases
    },
  })
}

/** Days of one season that have readings, as 2026-07-06: calendar days of the field, whatever zone the browser is in. */
export function useDates(userId: number | null, database: string) {
  return useQuery({
    queryKey: keys.dates(userId, database),
    enabled: userId !== null && database !== '',
    queryFn: async ({ signal }) => {
      const path = datesPath(userId ?? 0, database)
      const { dates } = await client.get(path, availableDates, { signal, credential: 'cookie' })
      return dates.map((date) => date.slice(0, 10))
    },
  })
}

/** The days to draw before any are chosen; '' disables the query. */
export function useNewestDays(system: string) {
  return useQuery({
    queryKey: keys.newest(system),
    enabled: system !== '',
    queryFn: ({ signal }) =>
      client.get(`${graphPaths.newest}?${new URLSearchParams({ system }).toString()}`, newestDays, {
        signal,
      }),
  })
}

export interface PicturesRequest {
  userId: number
  database: string
  /** As 2026-07-06; both are in the range. */
  start: string
  end: string
}

/** Day-month-year with dashes, as the dates service reads it. */
const dashed = (day: string) => day.split('-').toReversed().join('-')

/** Has one picture drawn per sensor with readings; the answer is their URLs by sensor. */
export function usePictures() {
  return useMutation({
    mutationFn: async ({ signal, ...request }: PicturesRequest & { signal: AbortSignal }) => {
      const body = {
        user_id: request.userId,
        selected_db: request.database,
        start_date: dashed(request.start),
        end_date: dashed(request.end),
      } satisfies GraphRequest
      const options = { signal, credential: 'cookie' } as const
      const { plot_urls: urls } = await client.post(graphPaths.dates, graphPictures, body, options)
      return urls
    },
  })
}

export interface ReadingsRequest {
  system: string
  /** As 2026-07-06; both are in the range. */
  start: string
  end: string
  /** Probe numbers; all if left out. */
  probes?: readonly number[]
}

/** Past days change only when readings arrive late. */
const READINGS_STALE_MS = 5 * 60_000

async function fetchReadings({ system, start, end, probes }: ReadingsRequest, signal?: AbortSignal) {
  const query = new URLSearchParams({ system, start, end, ...(probes ? { probes: probes.join() } : {}) })
  return client.get(`${graphPaths.data}?${query.toString()}`, graphData, { signal })
}

/** The readings of a range in columns; null disables the query. */
export function useReadings(request: ReadingsRequest | null) {
  return useQuery({
    queryKey: keys.data(request),
    enabled: request !== null,
    staleTime: READINGS_STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: request ? ({ signal }) => fetchReadings(request, signal) : skipToken,
  })
}

export interface OtherReadingsRequest {
  system: string
  start: string
  end: string
  /** The first available if left out. */
  quantity?: OtherQuantity
}

/** Readings of another quantity than moisture, and which quantities there are. */
export function useOtherReadings(request: OtherReadingsRequest) {
  return useQuery({
    queryKey: keys.others(request),
    staleTime: READINGS_STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      client.get(`${graphPaths.others}?${new URLSearchParams({ ...request }).toString()}`, otherReadings, {
        signal,
      }),
  })
}

const DAY_MS = 86_400_000
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Every reading of a range, in parts small enough that none is left out. */
export async function fetchEveryReading(request: ReadingsRequest): Promise<GraphData[]> {
  const part = await fetchReadings(request)
  const [start, end] = [Date.parse(request.start), Date.parse(request.end)]
  if (!part.reduced || start === end) return [part]
  const middle = start + Math.floor((end - start) / DAY_MS / 2) * DAY_MS
  const earlier = await fetchEveryReading({ ...request, end: dayAt(middle) })
  return [...earlier, ...(await fetchEveryReading({ ...request, start: dayAt(middle + DAY_MS) }))]
}
