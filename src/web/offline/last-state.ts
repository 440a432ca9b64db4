/** What the pages last knew, kept on this device by account, so that it opens without a signal; a log-out empties it. */
import { dehydrate, hydrate } from '@tanstack/react-query'
import type { DehydratedState, Query, QueryClient } from '@tanstack/react-query'

/** First words of the keys that are kept: what a farmer looks up in the field. Pictures and readings are too many. */
const KEPT = new Set([
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
/** What speaks of the days ahead is dropped when it is this old. */
const AHEAD = new Set(['outlooks', 'balance'])
const AHEAD_MS = 24 * 3_600_000
/** Kinds of question under a key that only an open dialog asks. */
const PASSING = new Set(['preview', 'tried', 'cell'])
const WRITE_AFTER_MS = 3000
const KEPT_MS = 30 * 24 * 3_600_000

export interface LastState {
  state: DehydratedState
  /** The build that wrote it: another one may read answers of another shape. */
  build: string
  heardAt: number
}

/** The name of the first script has a digest of everything in it. */
const build = () => document.querySelector('script[type=module]')?.getAttribute('src') ?? ''

const DATABASE = 'headgate'
const STORE = 'last-state'

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no storage')))
  })
}

/** @throws where the browser refuses storage */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE))
  const database = await settled(opening)
  try {
    return await settled(work(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

function isKept({ queryKey, state }: Query): boolean {
  const [kind, , part] = queryKey.map(String)
  return state.data !== undefined && KEPT.has(kind ?? '') && !PASSING.has(part ?? '')
}

function isPast(key: readonly unknown[], knownAt: number, now: number): boolean {
  return AHEAD.has(String(key[0])) && now - knownAt > AHEAD_MS
}

/** What this account saw here; null where nothing is kept, or only what nobody can read any more. */
export async function readLastState(userId: number): Promise<LastState | null> {
  try {
    const held: LastState | undefined = await inStore('readonly', (store) => store.get(userId))
    return held?.build === build() ? held : null
  } catch {
    return null
  }
}

/** Puts back what was known. */
export function recall(cache: QueryClient, { state }: LastState): void {
  const now = Date.now()
  const queries = state.queries
    .filter((query) => !isPast(query.queryKey, query.state.dataUpdatedAt, now))
    // shown at once, and asked for all the same: somebody may have changed it a second ago
    .map((query) => ({ ...query, state: { ...query.state, isInvalidated: true } }))
  hydrate(cache, { ...state, queries })
}

/** Forecasts of days that are over, on a page that stood open without a signal. */
export function dropPastForecasts(cache: QueryClient, now: number): void {
  cache.removeQueries({ predicate: ({ queryKey, state }) => isPast(queryKey, state.dataUpdatedAt, now) })
}

interface Remembered {
  userId: number
  /** What was kept before; what this visit has not asked for stays of it. */
  former: LastState | null
  heardAt: () => number | null
}

/** Keeps what changes, a moment later, until the returned function is called. */
export function remember(cache: QueryClient, { userId, former, heardAt }: Remembered): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    timer = undefined
    const state = dehydrate(cache, { shouldDehydrateQuery: isKept, shouldDehydrateMutation: () => false })
    const asked = new Set(state.queries.map(({ queryHash }) => queryHash))
    const since = Date.now() - KEPT_MS
    const others = former?.state.queries.filter(
      (query) => !asked.has(query.queryHash) && query.state.dataUpdatedAt > since,
    )
    const last: LastState = {
      state: { ...state, queries: [...state.queries, ...(others ?? [])] },
      build: build(),
      heardAt: heardAt() ?? Date.now(),
    }
    // a full or refused storage loses the last state, not the page
    void inStore('readwrite', (store) => store.put(last, userId)).catch(() => undefined)
  }
  const stop = cache.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && isKept(query)) timer ??= setTimeout(write, WRITE_AFTER_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** Of everybody: somebody else may pick up the device. */
export async function forgetLastStates(): Promise<void> {
  await inStore('readwrite', (store) => store.clear()).catch(() => undefined)
}
