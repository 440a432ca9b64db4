/** Calls for the user's preferences, and the unit of depths. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import { preferences } from '../../contract/accounts/accounts.ts'
import type { Preferences, PreferencesPatch } from '../../contract/accounts/accounts.ts'
import { client } from '../kit/client.ts'

const KEY = ['preferences'] as const

export function readPreferences(): Promise<Preferences> {
  return client.get(accountPaths.preferences, preferences)
}

export function changePreferences(changed: PreferencesPatch): Promise<Preferences> {
  return client.call('PATCH', accountPaths.preferences, preferences, { body: changed })
}

/** Preferences change on this device, and rarely on another one. */
const PREFERENCES_STALE_MS = 10 * 60_000

/** The unit of depths: inches until the account's choice has loaded. */
export function useUnit() {
  const { data, isPending } = useQuery({
    queryKey: KEY,
    queryFn: readPreferences,
    staleTime: PREFERENCES_STALE_MS,
  })
  return { unit: data?.unit ?? 'in', isPending }
}

/** Whether support has an unanswered request to see the screens. */
export function useSupportRequested(): boolean {
  const { data } = useQuery({ queryKey: KEY, queryFn: readPreferences, staleTime: PREFERENCES_STALE_MS })
  return data?.support_asked ?? false
}

/** Optimistic: shows the other unit at once, and the old one again if saving fails. */
export function useChooseUnit() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (unit: Preferences['unit']) => changePreferences({ unit }),
    onMutate: (unit) => {
      const before = cache.getQueryData<Preferences>(KEY)
      if (before) cache.setQueryData(KEY, { ...before, unit })
      return before
    },
    onError: (_, __, before) => cache.setQueryData(KEY, before),
    onSuccess: (after) => cache.setQueryData(KEY, after),
  })
}
