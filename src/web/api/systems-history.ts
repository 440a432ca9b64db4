/** Calls for a system's settings history and its controller's connection log. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { connectionPaths, connectionsAnswer } from '../../contract/connections.ts'
import { systemCommandsAnswer, systemPaths } from '../../contract/systems.ts'
import { client } from '../kit/client.ts'
import { KEPT_BY_EVENTS } from '../kit/query-client.ts'
import { historyKeys } from './systems-live.ts'

function pagePath(path: string, system: string, before: number | null): string {
  const query = new URLSearchParams({ system, ...(before === null ? {} : { before: String(before) }) })
  return `${path}?${query.toString()}`
}

/** Changes of settings, newest first, a page at a time. */
export function useSystemCommands(system: string) {
  return useInfiniteQuery({
    ...KEPT_BY_EVENTS,
    queryKey: historyKeys.commands(system),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      client.get(pagePath(systemPaths.commands, system, pageParam), systemCommandsAnswer, { signal }),
    getNextPageParam: ({ next }) => next,
  })
}

/** Connections and disconnections, newest first, a page at a time; fetched only when shown. */
export function useConnections(system: string) {
  return useInfiniteQuery({
    queryKey: historyKeys.connections(system),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      client.get(pagePath(connectionPaths.list, system, pageParam), connectionsAnswer, { signal }),
    getNextPageParam: ({ next }) => next,
  })
}
