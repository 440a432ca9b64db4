/** Calls for passes, finishing one, and catch cans. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  cansAnswer,
  finishPreview,
  passList,
  passPaths,
  passProof,
  watered,
  type CansBody,
  type FinishBody,
  type FinishEndBody,
} from '../../contract/passes.ts'
import { systemInputAnswer } from '../../contract/systems.ts'
import { client } from '../kit/client.ts'
import { useLive } from '../kit/live-stream.ts'
import { saveFile } from '../kit/save-file.ts'
import { systemKeys } from './systems-live.ts'
import { historyKeys } from './systems-live.ts'

const keys = {
  of: (system: string) => ['passes', system] as const,
  list: (system: string) => ['passes', system, 'list'] as const,
  watered: (system: string) => ['passes', system, 'watered'] as const,
  preview: (system: string, raised: boolean) => ['passes', system, 'finish-preview', raised] as const,
}

/** The arm leaves a sector every few minutes; a stop arrives at once as telemetry. */
const REFETCH_MS = 60_000

const address = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query).toString()}`

/** @param moving whether the machine moves; a start or a stop refetches everything */
export function usePasses(system: string, moving: boolean) {
  const cache = useQueryClient()
  const invalidate = () => void cache.invalidateQueries({ queryKey: keys.of(system) })
  useLive((event) => {
    if (event.name === 'telemetry' && event.data.system === system && event.data.telemetry.moving !== moving)
      invalidate()
    if (event.name === 'delivery' && event.data.system === system) invalidate()
  }, invalidate)
  return useInfiniteQuery({
    queryKey: keys.list(system),
    refetchInterval: REFETCH_MS,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      client.get(
        address(passPaths.list, { system, ...(pageParam === null ? {} : { before: pageParam }) }),
        passList,
        { signal },
      ),
    getNextPageParam: ({ next }) => next,
  })
}

/** Fetched when it is opened. */
export function usePassProof(system: string, from: string, open: boolean) {
  return useQuery({
    queryKey: [...keys.of(system), 'proof', from],
    enabled: open,
    queryFn: ({ signal }) => client.get(address(passPaths.proof, { system, from }), passProof, { signal }),
  })
}

/** The ground that the newest pass has wetted, for drawings. */
export function useWatered(system: string) {
  return useQuery({
    queryKey: keys.watered(system),
    refetchInterval: REFETCH_MS,
    queryFn: ({ signal }) => client.get(address(passPaths.watered, { system }), watered, { signal }),
  })
}

/** @param raised whether lowest percentages are raised for the pump */
export function useFinishPreview(system: string, raised: boolean) {
  const query: Record<string, string> = { system, ...(raised ? { pump_remedy: 'raise' } : {}) }
  return useQuery({
    queryKey: keys.preview(system, raised),
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => client.get(address(passPaths.finishPreview, query), finishPreview, { signal }),
  })
}

interface Finish {
  system: string
  /** Null ends the finishing. */
  arc: [number, number] | null
  raised?: boolean
  key: string
  expectedRevision: number | null
}

async function sendFinish({ system, arc, raised, key, expectedRevision }: Finish) {
  const headers: Record<string, string> = { 'Idempotency-Key': key }
  if (expectedRevision !== null) headers['If-Match'] = `"${expectedRevision}"`
  if (!arc) {
    const body = { system_name: system } satisfies FinishEndBody
    return client.post(passPaths.finishEnd, systemInputAnswer, body, { headers })
  }
  const body = {
    system_name: system,
    arc,
    ...(raised ? { pump_remedy: 'raise' as const } : {}),
  } satisfies FinishBody
  return client.post(passPaths.finish, systemInputAnswer, body, { headers })
}

export function useFinishPass() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: sendFinish,
    onSettled: (_, __, { system }) => {
      void cache.invalidateQueries({ queryKey: systemKeys.all() })
      void cache.invalidateQueries({ queryKey: historyKeys.commands(system) })
      void cache.invalidateQueries({ queryKey: keys.of(system) })
    },
  })
}

/** The depth factor measured with catch cans; stored once it is confirmed. */
export function useCatchCans() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: CansBody) => client.post(passPaths.cans, cansAnswer, body),
    onSuccess: ({ stored }, { system_name: system }) => {
      if (!stored) return
      void cache.invalidateQueries({ queryKey: systemKeys.all() })
      void cache.invalidateQueries({ queryKey: keys.of(system) })
    },
  })
}

export function useDownloadPasses() {
  return useMutation({
    mutationFn: async (system: string) => {
      const response = await client.file(address(passPaths.file, { system }))
      return new File([await response.blob()], `${system} passes.csv`)
    },
    onSuccess: saveFile,
  })
}
