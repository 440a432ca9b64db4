/** What grows on a system: asked, said, ended. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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
