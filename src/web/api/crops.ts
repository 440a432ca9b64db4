/** What grows on a system, asked, said and ended; and which field needs water next. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { balancePaths, type FieldOutlook, outlookList } from '../../contract/balance.ts'
import { type CropBody, cropPath, systemCrop } from '../../contract/crops.ts'
import { client, nothing } from '../kit/client.ts'

const key = (system: string) => ['crop', system] as const

export function useCrop(system: string) {
  return useQuery({
    queryKey: key(system),
    queryFn: ({ signal }) => client.get(cropPath(system), systemCrop, { signal }),
  })
}

/** Null: from now on nothing grows there. */
export function useSetCrop(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (crop: CropBody | null) =>
      crop === null
        ? client.call('DELETE', cropPath(system), nothing)
        : client.call('PUT', cropPath(system), nothing, { body: crop }),
    onSettled: () => cache.invalidateQueries({ queryKey: key(system) }),
  })
}

/** A balance is computed anew as weather, readings and passes come. */
const OUTLOOK_MS = 5 * 60_000

/** Which field needs water next, by name of the system; empty until that is known. */
export function useOutlooks(): ReadonlyMap<string, FieldOutlook> {
  const { data } = useQuery({
    queryKey: ['outlooks'],
    refetchInterval: OUTLOOK_MS,
    queryFn: ({ signal }) => client.get(balancePaths.outlooks, outlookList, { signal }),
  })
  return useMemo(() => new Map(data?.map((outlook) => [outlook.system, outlook])), [data])
}
