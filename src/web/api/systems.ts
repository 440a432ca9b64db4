/** Calls for systems and settings, with a cache updated by server-sent events. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  systemGroup,
  systemInputAnswer,
  systemList,
  systemPath,
  systemPaths,
  systemView,
} from '../../contract/systems.ts'
import type { Settings, SystemInput, SystemPatch, SystemView } from '../../contract/systems.ts'
import { client } from '../kit/client.ts'
import { disconnected, useLive } from '../kit/live-stream.ts'
import { compareNames } from '../kit/name-order.ts'
import { KEPT_BY_EVENTS } from '../kit/query-client.ts'
import type { LiveState } from '../kit/live-stream.ts'
import {
  afterEvent,
  afterSaving,
  historyKeys,
  mergeNewer,
  SYSTEM_CHANGES,
  systemKeys,
} from './systems-live.ts'

/** Polling interval while a new customer waits for the provider to connect a system. */
const EMPTY_LIST_REFETCH_MS = 30_000

/** The names of the customer's systems. */
export function useSystemGroup() {
  return useQuery({
    queryKey: systemKeys.group(),
    queryFn: async ({ signal }) => {
      const { system_group: names } = await client.get(systemPaths.group, systemGroup, { signal })
      return names.toSorted(compareNames)
    },
    refetchInterval: ({ state }) => (state.data?.length === 0 ? EMPTY_LIST_REFETCH_MS : false),
  })
}

/** The systems with their geometry, position, settings and delivery. */
export function useSystems() {
  return useQuery({
    ...KEPT_BY_EVENTS,
    queryKey: systemKeys.all(),
    queryFn: async ({ client: cache, signal }) => {
      const fetched = await client.get(systemPaths.list, systemList, { signal })
      return mergeNewer(cache.getQueryData<SystemView[]>(systemKeys.all()), fetched)
    },
  })
}

/** Applies live events to the cached systems. */
export function useLiveSystems(): LiveState {
  const cache = useQueryClient()
  const refetch = () => void cache.invalidateQueries({ queryKey: systemKeys.all() })
  const live = useLive((event) => {
    const cached = cache.getQueryData<SystemView[]>(systemKeys.all())
    if (!cached) return
    const after = afterEvent(cached, event)
    cache.setQueryData(systemKeys.all(), after.systems)
    if (after.refetch) refetch()
    if (event.name === 'delivery') {
      void cache.invalidateQueries({ queryKey: historyKeys.commands(event.data.system) })
    }
    if (event.name === 'link') {
      void cache.invalidateQueries({ queryKey: historyKeys.connections(event.data.system) })
    }
  }, refetch)
  if (disconnected(live)?.lastContactAt !== null) return live
  return { lastContactAt: cache.getQueryState(systemKeys.all())?.dataUpdatedAt || null }
}

/** One press of 'Apply Settings'; the key makes repeated requests idempotent. */
export interface Submission {
  system: string
  settings: Settings
  key: string
  /** When Apply was pressed, milliseconds. */
  pressedAt: number
  /** The revision shown when Apply was pressed; the server refuses if there is a newer one. */
  expectedRevision: number | null
}

/** The settings must have every field of the request; only the raising for the pump may be absent. */
type SettingsFields = Record<Exclude<keyof SystemInput, 'pump_remedy'>, unknown>

async function sendSettings({ system, settings, key, expectedRevision }: Submission) {
  const headers: Record<string, string> = { 'Idempotency-Key': key }
  if (expectedRevision !== null) headers['If-Match'] = `"${expectedRevision}"`
  const body = { system_name: system, ...settings } satisfies SettingsFields
  return client.post(systemPaths.input, systemInputAnswer, body, { headers })
}

export function useSendSettings() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: sendSettings,
    onSuccess: (answer, { system, settings }) => {
      const cached = cache.getQueryData<SystemView[]>(systemKeys.all())
      if (cached)
        cache.setQueryData(systemKeys.all(), afterSaving(cached, system, settings, answer.settings_rev))
    },
    onSettled: (_, __, { system }) => {
      void cache.invalidateQueries({ queryKey: systemKeys.all() })
      void cache.invalidateQueries({ queryKey: historyKeys.commands(system) })
    },
  })
}

/** Changes what only the owner may change besides the settings, for example the lock. */
export function useChangeSystem(name: string) {
  const cache = useQueryClient()
  return useMutation({
    scope: SYSTEM_CHANGES,
    mutationFn: (changed: SystemPatch) =>
      client.call('PATCH', systemPath(name), systemView, { body: changed }),
    onSettled: () => cache.invalidateQueries({ queryKey: systemKeys.all() }),
  })
}

/** A unique idempotency key; `crypto.randomUUID` is missing on plain http. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
