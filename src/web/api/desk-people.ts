/** Calls for accounts and the audit log at the desk. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { auditPage, auditPaths } from '../../contract/accounts/desk-audit.ts'
import type { AuditQuery } from '../../contract/accounts/desk-audit.ts'
import type { ReasonBody } from '../../contract/accounts/desk-acts.ts'
import { people, peoplePaths, personExport, personPath } from '../../contract/accounts/desk-people.ts'
import type { EraseBody, MailBody, PersonActBody } from '../../contract/accounts/desk-people.ts'
import { providerPaths, providerStop } from '../../contract/accounts/provider.ts'
import type { ProviderStopChange } from '../../contract/accounts/provider.ts'
import { lookPath, openedView, supportPaths } from '../../contract/accounts/support.ts'
import type { LookBody } from '../../contract/accounts/support.ts'
import { client, nothing } from '../kit/client.ts'
import { saveFile } from '../kit/save-file.ts'
import { DESK } from './provider.ts'

const searchParams = (query: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : [])))

export function usePeople(search: string) {
  return useInfiniteQuery({
    queryKey: [DESK, 'people', search],
    queryFn: ({ pageParam, signal }) =>
      client.get(`${peoplePaths.list}?${searchParams({ search, after: pageParam })}`, people, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === null ? undefined : String(next)),
    placeholderData: keepPreviousData,
  })
}

type PersonAction = { id: number } & (
  | { action: 'act'; body: PersonActBody }
  | { action: 'mail'; body: MailBody }
  | { action: 'erase'; body: EraseBody }
)

export function usePersonAction() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, action, body }: PersonAction) => client.post(personPath(action, id), nothing, body),
    onSettled: () => cache.invalidateQueries({ queryKey: [DESK] }),
  })
}

/** Downloads everything that is stored about a person. */
export function useExportPerson() {
  return useMutation({
    mutationFn: async ({ id, reason }: { id: number; reason: string }) => {
      const data = await client.post(personPath('export', id), personExport, { reason } satisfies ReasonBody)
      return new File([JSON.stringify(data, null, 2)], `person-${id}.json`, { type: 'application/json' })
    },
    onSuccess: saveFile,
  })
}

export function useAudit(query: Pick<AuditQuery, 'search' | 'outcome' | 'from' | 'to'>) {
  return useInfiniteQuery({
    queryKey: [DESK, 'audit', query],
    queryFn: ({ pageParam, signal }) =>
      client.get(`${auditPaths.search}?${searchParams({ ...query, before: pageParam })}`, auditPage, {
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === null ? undefined : String(next)),
    placeholderData: keepPreviousData,
  })
}

export function useExportAudit() {
  return useMutation({
    mutationFn: async (query: Pick<AuditQuery, 'search' | 'outcome' | 'from' | 'to'>) => {
      const response = await client.file(`${auditPaths.export}?${searchParams(query)}`)
      return new File([await response.blob()], 'audit.csv', { type: 'text/csv' })
    },
    onSuccess: saveFile,
  })
}

const STOP = [DESK, 'stop']

export function useGeneralStop() {
  return useQuery({
    queryKey: STOP,
    queryFn: ({ signal }) => client.get(providerPaths.stop, providerStop, { signal }),
  })
}

export function useSetGeneralStop() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (stopped: boolean) =>
      client.call('PUT', providerPaths.stop, providerStop, {
        body: { stopped } satisfies ProviderStopChange,
      }),
    onSuccess: (answer) => cache.setQueryData(STOP, answer),
  })
}

export function useRequestSupportView() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      client.post(lookPath('ask', id), nothing, { reason } satisfies LookBody),
    onSettled: () => cache.invalidateQueries({ queryKey: [DESK] }),
  })
}

export function useOpenSupportView() {
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      client.post(lookPath('open', id), openedView, { reason } satisfies LookBody),
  })
}

/** Ignores failures: the server ends the session by itself after a while. */
export function leaveSupportView(): Promise<void> {
  return client.post(supportPaths.leave, nothing, {}).catch(() => undefined)
}
