/** Calls for alert preferences of the user. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  alertChoicePaths,
  alertRules,
  alertRulesPath,
  alertTimes,
  pushAnswer,
} from '../../contract/alerts/alert-choices.ts'
import type {
  AlertRules,
  AlertRulesBody,
  AlertTimes,
  PushBody,
  PushEndBody,
} from '../../contract/alerts/alert-choices.ts'
import { client } from '../kit/client.ts'

const rulesKey = (system: string) => ['alert-rules', system] as const

/** The alert rules of the signed-in member for one system. */
export function useAlertRules(system: string) {
  return useQuery({
    queryKey: rulesKey(system),
    queryFn: ({ signal }) => client.get(alertRulesPath(system), alertRules, { signal }),
    enabled: system !== '',
  })
}

export function useSaveAlertRules(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (kinds: AlertRulesBody['kinds']) =>
      client.call('PUT', alertRulesPath(system), alertRules, { body: { kinds } satisfies AlertRulesBody }),
    // each request carries all rules, so an earlier one that arrives late would undo a later one
    scope: { id: `alert-rules ${system}` },
    // optimistic: the box changes at once, and back if saving fails
    onMutate: (kinds) => {
      cache.setQueryData<AlertRules>(rulesKey(system), (cached) => cached && withRules(cached, kinds))
    },
    onSuccess: (answer) => cache.setQueryData(rulesKey(system), answer),
    onError: () => cache.invalidateQueries({ queryKey: rulesKey(system) }),
  })
}

function withRules(rules: AlertRules, changes: AlertRulesBody['kinds']): AlertRules {
  const kinds = rules.kinds.map((rule) => ({ ...rule, ...changes.find(({ kind }) => kind === rule.kind) }))
  return { ...rules, kinds }
}

const TIMES = ['alert-times'] as const

/** The quiet hours of the signed-in member. */
export function useQuietHours() {
  return useQuery({
    queryKey: TIMES,
    queryFn: ({ signal }) => client.get(alertChoicePaths.times, alertTimes, { signal }),
  })
}

export function useSaveQuietHours() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (times: AlertTimes) =>
      client.call('PUT', alertChoicePaths.times, alertTimes, { body: times }),
    onSuccess: (answer) => cache.setQueryData(TIMES, answer),
  })
}

/** Registers this browser for push; the page handles the browser's own subscription. */
export const pushCalls = {
  key: () => client.get(alertChoicePaths.push, pushAnswer),
  subscribe: (body: PushBody) => client.call('PUT', alertChoicePaths.push, pushAnswer, { body }),
  unsubscribe: (endpoint: string) =>
    client.call('DELETE', alertChoicePaths.push, pushAnswer, { body: { endpoint } satisfies PushEndBody }),
}
