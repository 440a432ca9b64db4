/** Calls for the desk's actions, each with the queries it invalidates. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  actPath,
  actPaths,
  connectedAnswer,
  connectFileAnswer,
  credentialAnswer,
  done,
  transferOffers,
  transferPaths,
} from '../../contract/accounts/desk-acts.ts'
import type {
  ConnectBody,
  DecommissionBody,
  GeometryPatch,
  ReasonBody,
  RevokeBody,
  RotateBody,
  SystemStopBody,
  TransferBody,
} from '../../contract/accounts/desk-acts.ts'
import { supportAccess, supportPaths } from '../../contract/accounts/support.ts'
import type { AllowBody } from '../../contract/accounts/support.ts'
import { client, nothing } from '../kit/client.ts'
import { DESK } from './provider.ts'

/** Actions on one system whose response has no body. */
const METHODS = {
  geometry: 'PATCH',
  revoke: 'POST',
  stop: 'PUT',
  transfer: 'POST',
  decommission: 'POST',
} as const

export type SystemAction =
  | { action: 'geometry'; body: GeometryPatch }
  | { action: 'revoke'; body: RevokeBody }
  | { action: 'stop'; body: SystemStopBody }
  | { action: 'transfer'; body: TransferBody }
  | { action: 'decommission'; body: DecommissionBody }

export function useSystemAction(name: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ action, body }: SystemAction) =>
      client.call(METHODS[action], actPath(action, name), done, { body }),
    onSettled: () => cache.invalidateQueries({ queryKey: [DESK] }),
  })
}

export function useWithdrawTransfer(name: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => client.call('DELETE', actPath('transfer', name), done),
    onSettled: () => cache.invalidateQueries({ queryKey: [DESK] }),
  })
}

type CredentialAction = { action: 'rotate'; body: RotateBody } | { action: 'replace'; body: ReasonBody }

/** Issues a new credential; its secret is returned only once. */
export function useIssueCredential(name: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ action, body }: CredentialAction) =>
      client.post(actPath(action, name), credentialAnswer, body),
    onSettled: () => cache.invalidateQueries({ queryKey: [DESK] }),
  })
}

export function useConnect() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: ConnectBody) => client.post(actPaths.connect, connectedAnswer, body),
    onSuccess: () => cache.invalidateQueries({ queryKey: [DESK] }),
  })
}

/** Previews a file of systems, or connects them. */
export function useConnectFile() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ file, preview }: { file: File; preview: boolean }) =>
      client.upload(`${actPaths.connectFile}?preview=${preview}`, connectFileAnswer, file),
    onSuccess: (answer) => (answer.preview ? undefined : cache.invalidateQueries({ queryKey: [DESK] })),
  })
}

const OFFERS = ['transfers']

export function useTransferOffers() {
  return useQuery({
    queryKey: OFFERS,
    queryFn: ({ signal }) => client.get(transferPaths.list, transferOffers, { signal }),
  })
}

export function useAnswerTransfer() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, accepted }: { id: number; accepted: boolean }) =>
      client.post(transferPaths[accepted ? 'accept' : 'decline'].replace(':id', String(id)), nothing, {}),
    onSettled: () => cache.invalidateQueries(),
  })
}

const SUPPORT = ['support-access']

export function useSupportAccess() {
  return useQuery({
    queryKey: SUPPORT,
    queryFn: ({ signal }) => client.get(supportPaths.own, supportAccess, { signal }),
    // polled, so that the start of a support session shows without a reload
    refetchInterval: 15_000,
  })
}

/** Grants access for some hours; null declines it, or ends it at once. */
export function useAnswerSupportRequest() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (hours: number | null) =>
      hours === null
        ? client.call('DELETE', supportPaths.own, supportAccess)
        : client.call('PUT', supportPaths.own, supportAccess, { body: { hours } satisfies AllowBody }),
    onSuccess: (answer) => {
      cache.setQueryData(SUPPORT, answer)
      // the banner about the request
      return cache.invalidateQueries({ queryKey: ['preferences'] })
    },
  })
}
