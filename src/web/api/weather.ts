/** Calls for the weather of a system and manual rain. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type RainBody,
  type RainChoiceBody,
  weather,
  type WeatherFileQuery,
  weatherFilePath,
  weatherFileReport,
  weatherPath,
  weatherPaths,
} from '../../contract/weather.ts'
import { client, nothing } from '../kit/client.ts'
import { useLive } from '../kit/live-stream.ts'

const key = (system: string) => ['weather', system] as const

/** The age shown and the day change even without new data. */
const REFETCH_MS = 10 * 60_000

export function useWeather(system: string) {
  const cache = useQueryClient()
  const invalidate = () => void cache.invalidateQueries({ queryKey: key(system) })
  useLive((event) => {
    if (event.name === 'weather' && event.data.system === system) invalidate()
  }, invalidate)
  return useQuery({
    queryKey: key(system),
    queryFn: ({ signal }) => client.get(weatherPath(system), weather, { signal }),
    refetchInterval: REFETCH_MS,
  })
}

/** Previews a station's file, or stores it. */
export function useStationFile(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ file, query }: { file: File; query: Omit<WeatherFileQuery, 'system'> }) =>
      client.upload(weatherFilePath({ system, ...query }), weatherFileReport, file),
    onSuccess: (report) => (report.preview ? undefined : cache.invalidateQueries({ queryKey: key(system) })),
  })
}

export function useDeleteStationDays(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => client.call('DELETE', weatherFilePath({ system }), nothing),
    onSettled: () => cache.invalidateQueries({ queryKey: key(system) }),
  })
}

export function useEnterRain(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (rain: Omit<RainBody, 'system'>) =>
      client.call('POST', weatherPaths.rain, nothing, { body: { system, ...rain } satisfies RainBody }),
    onSettled: () => cache.invalidateQueries({ queryKey: key(system) }),
  })
}

export function useChooseRainSource(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (choice: Omit<RainChoiceBody, 'system'>) =>
      client.call('PUT', weatherPaths.choice, nothing, {
        body: { system, ...choice } satisfies RainChoiceBody,
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: key(system) }),
  })
}
