/** Calls for probe sets and sensors, and the cached list. */
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import {
  liveFields,
  type LiveFieldsBody,
  livePaths,
  liveTypePath,
  liveTypes,
  liveTypesPath,
} from '../../contract/accounts/live-readings.ts'
import {
  type ReadingsFileQuery,
  readingsFilePath,
  readingsFileReport,
} from '../../contract/accounts/provider.ts'
import {
  probeGroup,
  probeGroupList,
  probePaths,
  sensorList,
  sensorPath,
  sensorProbe,
  sensorsPath,
} from '../../contract/probes.ts'
import type { ProbeGroup, ProbeGroupBody, SensorList, SensorPatch } from '../../contract/probes.ts'
import { CallError } from '../kit/call-error.ts'
import { client, nothing } from '../kit/client.ts'

const keys = {
  saved: () => ['saved-probes'] as const,
  sensors: (system: string) => ['sensors', system] as const,
  live: (system: string) => ['live-types', system] as const,
}

/** Query key of a system's sensors; invalidate it after a change of the soil limits they use. */
export const sensorsKey = keys.sensors

const SENSORS_EVERY_MS = 60_000

export function useSavedProbes() {
  return useQuery({
    queryKey: keys.saved(),
    queryFn: ({ signal }) => client.get(probePaths.saved, probeGroupList, { signal }),
  })
}

interface ProbesToSave {
  /** Null for a new set. */
  id: number | null
  body: ProbeGroupBody
  /** What was sent of a new set without an answer; it may have been stored. */
  unconfirmed: readonly ProbeGroupBody[]
}

/** Whether a stored set equals the one sent. */
export function isSameSet({ field_name: name, probes }: ProbeGroup, body: ProbeGroupBody): boolean {
  const text = (list: ProbeGroupBody['probes']) =>
    list.map(([lat, lng, number]) => `${lat} ${lng} ${Number(number)}`).join()
  return name === body.fieldName.trim() && text(probes) === text(body.probes)
}

async function saveProbes({ id, body, unconfirmed }: ProbesToSave): Promise<ProbeGroup> {
  const cached =
    id === null && unconfirmed.length > 0 ? await client.get(probePaths.saved, probeGroupList) : []
  const storedGroup = cached.findLast((group) => unconfirmed.some((body) => isSameSet(group, body)))
  const savedId = id ?? storedGroup?.id ?? null
  return savedId === null
    ? client.post(probePaths.save, probeGroup, body)
    : client.call('PUT', probePaths.update(savedId), probeGroup, { body })
}

function withSaved(cached: readonly ProbeGroup[], saved: ProbeGroup): ProbeGroup[] {
  const isCached = cached.some(({ id }) => id === saved.id)
  return isCached ? cached.map((item) => (item.id === saved.id ? saved : item)) : [...cached, saved]
}

export function useSaveProbes() {
  const cache = useQueryClient()
  const queryKey = keys.saved()
  return useMutation({
    mutationFn: saveProbes,
    onSuccess: (saved) => {
      const cached = cache.getQueryData<ProbeGroup[]>(queryKey)
      if (cached) cache.setQueryData(queryKey, withSaved(cached, saved))
    },
    onSettled: () => cache.invalidateQueries({ queryKey }),
  })
}

/** A set that is already gone counts as deleted. */
async function deleteProbes(id: number): Promise<void> {
  try {
    await client.call('DELETE', probePaths.delete(id), nothing)
  } catch (error) {
    if (!(error instanceof CallError && error.status === 404)) throw error
  }
}

export function useDeleteProbes() {
  const cache = useQueryClient()
  const queryKey = keys.saved()
  return useMutation({
    mutationFn: deleteProbes,
    onSuccess: (_, id) => {
      const cached = cache.getQueryData<ProbeGroup[]>(queryKey)
      if (cached)
        cache.setQueryData(
          queryKey,
          cached.filter((group) => group.id !== id),
        )
    },
    onSettled: () => cache.invalidateQueries({ queryKey }),
  })
}

export interface SensorsOfSystems {
  lists: SensorList[]
  failed: boolean
  fetching: boolean
  retry: () => void
}

function combineAnswers(answers: UseQueryResult<SensorList>[]): SensorsOfSystems {
  return {
    lists: answers.flatMap(({ data }) => data ?? []),
    failed: answers.some(({ data, isError }) => isError && !data),
    fetching: answers.some(({ isFetching }) => isFetching),
    retry: () => void Promise.all(answers.map(({ refetch }) => refetch())),
  }
}

/** Which probes of these systems report; polled every minute. */
export function useSensors(systems: readonly string[]): SensorsOfSystems {
  return useQueries({
    queries: systems.map((system) => ({
      queryKey: keys.sensors(system),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.get(sensorsPath(system), sensorList, { signal }),
      refetchInterval: SENSORS_EVERY_MS,
    })),
    combine: combineAnswers,
  })
}

/** Previews a file of readings, or stores it. */
export function useReadingsFile(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ file, query, signal }: ReadingsFileRequest) =>
      client.upload(readingsFilePath({ system, ...query }), readingsFileReport, file, signal),
    onSuccess: (answer) =>
      answer.report?.preview === false
        ? cache.invalidateQueries({ queryKey: keys.sensors(system) })
        : undefined,
  })
}

export function useLiveTypes(system: string) {
  return useQuery({
    queryKey: keys.live(system),
    queryFn: ({ signal }) => client.get(liveTypesPath(system), liveTypes, { signal }),
  })
}

/** Shows how a message is read, or saves how to read it. */
export function useLiveFields(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: Omit<LiveFieldsBody, 'system'>) =>
      client.post(livePaths.fields, liveFields, { system, ...body } satisfies LiveFieldsBody),
    onSuccess: ({ saved }) => (saved ? cache.invalidateQueries({ queryKey: keys.live(system) }) : undefined),
  })
}

export function useDeleteLiveType(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (type: string) => client.call('DELETE', liveTypePath(system, type), nothing),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.live(system) }),
  })
}

interface ReadingsFileRequest {
  file: File
  query: Omit<ReadingsFileQuery, 'system'>
  signal: AbortSignal
}

/** Changes the soil around one probe of a system. */
export function useChangeSoil(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ number, patch }: { number: number; patch: SensorPatch }) =>
      client.call('PATCH', sensorPath(system, number), sensorProbe, { body: patch }),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.sensors(system) }),
  })
}
