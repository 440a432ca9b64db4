/** Calls for seasonal water use, licences, and the CSV. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { licencePath, type LicenceBody, season, seasonPaths } from '../../contract/seasons.ts'
import { client, nothing } from '../kit/client.ts'
import { saveFile } from '../kit/save-file.ts'

const keys = { all: ['season'] as const, of: (year: number) => ['season', year] as const }

export function useSeason(year: number) {
  return useQuery({
    queryKey: keys.of(year),
    queryFn: ({ signal }) => client.get(`${seasonPaths.one}?year=${year}`, season, { signal }),
  })
}

/** Null ends the licence from that year on. */
export function useEnterLicence(system: string, year: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (licence: LicenceBody | null) =>
      licence === null
        ? client.call('DELETE', licencePath(system, year), nothing)
        : client.call('PUT', licencePath(system, year), nothing, { body: licence }),
    // it holds in later years too
    onSettled: () => cache.invalidateQueries({ queryKey: keys.all }),
  })
}

export function useDownloadSeason() {
  return useMutation({
    mutationFn: async (year: number) => {
      const response = await client.file(`${seasonPaths.export}?year=${year}`)
      return new File([await response.blob()], `water-${year}.csv`)
    },
    onSuccess: saveFile,
  })
}
