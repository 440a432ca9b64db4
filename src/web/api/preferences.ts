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

/** Choices change on this device, or rarely on another one. */
const CHOICE_HOLDS_MS = 10 * 60_000

/** The unit of depths: inches until the account says otherwise. */
export function useUnit() {
  const { data, isPending } = useQuery({
    queryKey: KEY,
    queryFn: readPreferences,
    staleTime: CHOICE_HOLDS_MS,
  })
  return { unit: data?.unit ?? 'in', isPending }
}

/** Whether support asks to see the screens, and nobody has answered. */
export function useSupportAsked(): boolean {
  const { data } = useQuery({ queryKey: KEY, queryFn: readPreferences, staleTime: CHOICE_HOLDS_MS })
  return data?.support_asked ?? false
}

/** Shows the other unit at once; an account that could not be told takes it back. */
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
