/** Alerts: the calls, kept true by the server's word while they are looked at. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  acknowledgePath,
  alertList,
  alertPaths,
  alertRules,
  alertRulesPath,
  alertTimes,
  pushAnswer,
  usefulPath,
} from '../../contract/alerts.ts'
import type { AlertRules, AlertRulesBody, AlertTimes, PushBody } from '../../contract/alerts.ts'
import { client } from '../kit/client.ts'
import { useLive } from '../kit/live-stream.ts'

const KEY = ['alerts'] as const

/** Where nobody listens to the server they are asked for again. */
const AGAIN_MS = 60_000

export function useAlerts() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.get(alertPaths.list, alertList, { signal }),
    refetchInterval: AGAIN_MS,
  })
}

/** Has the server tell of every change while mounted. */
export function useLiveAlerts(): void {
  const cache = useQueryClient()
  const again = () => void cache.invalidateQueries({ queryKey: KEY })
  useLive((event) => {
    if (event.name === 'alerts') again()
  }, again)
}

export function useAcknowledge() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => client.post(acknowledgePath(id), alertList, {}),
    onSuccess: (answer) => cache.setQueryData(KEY, answer),
    onError: () => cache.invalidateQueries({ queryKey: KEY }),
  })
}

/** Whether it was worth a message, to me. */
export function useJudgeAlert() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, useful }: { id: number; useful: boolean }) =>
      client.call('PUT', usefulPath(id), alertList, { body: { useful } }),
    onSuccess: (answer) => cache.setQueryData(KEY, answer),
  })
}

const rulesKey = (system: string) => ['alert-rules', system] as const

/** What I am called for, of one system. */
export function useAlertRules(system: string) {
  return useQuery({
    queryKey: rulesKey(system),
    queryFn: ({ signal }) => client.get(alertRulesPath(system), alertRules, { signal }),
    enabled: system !== '',
  })
}

export function useChooseAlerts(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (kinds: AlertRulesBody['kinds']) =>
      client.call('PUT', alertRulesPath(system), alertRules, { body: { kinds } }),
    // a box is ticked when it is touched, and untouched again where that could not be saved
    onMutate: (kinds) => {
      cache.setQueryData<AlertRules>(rulesKey(system), (held) => held && withChoices(held, kinds))
    },
    onSuccess: (answer) => cache.setQueryData(rulesKey(system), answer),
    onError: () => cache.invalidateQueries({ queryKey: rulesKey(system) }),
  })
}

function withChoices(rules: AlertRules, chosen: AlertRulesBody['kinds']): AlertRules {
  const kinds = rules.kinds.map((rule) => ({ ...rule, ...chosen.find(({ kind }) => kind === rule.kind) }))
  return { ...rules, kinds }
}

const TIMES = ['alert-times'] as const

/** My quiet hours. */
export function useAlertTimes() {
  return useQuery({
    queryKey: TIMES,
    queryFn: ({ signal }) => client.get(alertPaths.times, alertTimes, { signal }),
  })
}

export function useSetAlertTimes() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (times: AlertTimes) => client.call('PUT', alertPaths.times, alertTimes, { body: times }),
    onSuccess: (answer) => cache.setQueryData(TIMES, answer),
  })
}

/** Calls about this browser; what the browser itself must do is of the page. */
export const pushCalls = {
  key: () => client.get(alertPaths.push, pushAnswer),
  subscribe: (body: PushBody) => client.call('PUT', alertPaths.push, pushAnswer, { body }),
  unsubscribe: (endpoint: string) =>
    client.call('DELETE', alertPaths.push, pushAnswer, { body: { endpoint } }),
}
