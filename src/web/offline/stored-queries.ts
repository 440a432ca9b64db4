/** Which cached answers are persisted on the device, and how they are restored; loaded after the page is shown. */
import { dehydrate, hydrate } from '@tanstack/react-query'
import type { Query, QueryClient } from '@tanstack/react-query'
import { type LastState, writeLastState } from './last-state.ts'

/** First elements of the query keys that are stored: what a farmer looks up in the field. Pictures and readings are too large. */
const STORED_KEYS = new Set([
  'systems',
  'system-group',
  'preferences',
  'outlooks',
  'balance',
  'prescription',
  'geofences',
  'soil-zones',
  'saved-probes',
  'pumps',
  'crop',
  'system-commands',
])
/** Forecasts are dropped at this age. */
const FORECAST_KEYS = new Set(['outlooks', 'balance'])
const FORECAST_MAX_AGE_MS = 24 * 3_600_000
/** Queries of open dialogs, which are not stored. */
const DIALOG_QUERIES = new Set(['preview', 'tried', 'cell'])
const WRITE_AFTER_MS = 3000
const MAX_AGE_MS = 30 * 24 * 3_600_000
const FORECAST_CHECK_MS = 60_000

function isStored({ queryKey, state }: Query): boolean {
  const [kind, , part] = queryKey.map(String)
  return state.data !== undefined && STORED_KEYS.has(kind ?? '') && !DIALOG_QUERIES.has(part ?? '')
}

function isPast(key: readonly unknown[], knownAt: number, now: number): boolean {
  return FORECAST_KEYS.has(String(key[0])) && now - knownAt > FORECAST_MAX_AGE_MS
}

/** Restores the stored queries. */
export function restoreQueries(cache: QueryClient, { state }: LastState): void {
  const now = Date.now()
  const queries = state.queries
    .filter((query) => !isPast(query.queryKey, query.state.dataUpdatedAt, now))
    // shown at once but refetched, because somebody may have changed it a second ago
    .map((query) => ({ ...query, state: { ...query.state, isInvalidated: true } }))
  hydrate(cache, { ...state, queries })
}

/** Drops forecasts of past days, on a page that was open without a signal. */
function dropPastForecasts(cache: QueryClient, now: number): void {
  cache.removeQueries({ predicate: ({ queryKey, state }) => isPast(queryKey, state.dataUpdatedAt, now) })
}

interface StoredQueries {
  userId: number
  /** The state stored before; queries not fetched in this visit are kept. */
  previous: LastState | null
  lastContactAt: () => number | null
}

/** Stores the queries now and after every change, debounced, until the returned function is called. */
export function storeQueries(
  cache: QueryClient,
  { userId, previous, lastContactAt }: StoredQueries,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    timer = undefined
    const state = dehydrate(cache, { shouldDehydrateQuery: isStored, shouldDehydrateMutation: () => false })
    const fetchedKeys = new Set(state.queries.map(({ queryHash }) => queryHash))
    const oldest = Date.now() - MAX_AGE_MS
    const unfetched = previous?.state.queries.filter(
      (query) => !fetchedKeys.has(query.queryHash) && query.state.dataUpdatedAt > oldest,
    )
    void writeLastState(
      userId,
      { ...state, queries: [...state.queries, ...(unfetched ?? [])] },
      lastContactAt() ?? Date.now(),
    )
  }
  write()
  const stop = cache.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && isStored(query)) timer ??= setTimeout(write, WRITE_AFTER_MS)
  })
  const forecasts = setInterval(() => dropPastForecasts(cache, Date.now()), FORECAST_CHECK_MS)
  return () => {
    stop()
    clearInterval(forecasts)
    clearTimeout(timer)
  }
}
