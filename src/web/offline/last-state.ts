/** Persists the last known state by account for offline use; log-out deletes it. */
import type { DehydratedState } from '@tanstack/react-query'

export interface LastState {
  state: DehydratedState
  /** The build that wrote it: another one may expect another format. */
  build: string
  lastContactAt: number
}

/** The first script's name contains a hash of its content. */
const build = () => document.querySelector('script[type=module]')?.getAttribute('src') ?? ''

const DATABASE = 'headgate'
const STORE = 'last-state'

function promiseOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no storage')))
  })
}

/** @throws if the browser refuses storage */
async function withStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE))
  const database = await promiseOf(opening)
  try {
    return await promiseOf(work(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

/** The last state of this account; null if there is none, or if another build wrote it. */
export async function readLastState(userId: number): Promise<LastState | null> {
  try {
    const state: LastState | undefined = await withStore('readonly', (store) => store.get(userId))
    return state?.build === build() ? state : null
  } catch {
    return null
  }
}

/** If storage is full or refused, only the last state is lost. */
export async function writeLastState(
  userId: number,
  state: DehydratedState,
  lastContactAt: number,
): Promise<void> {
  const last: LastState = { state, build: build(), lastContactAt }
  await withStore('readwrite', (store) => store.put(last, userId)).catch(() => undefined)
}

/** For all accounts: somebody else may use the device next. */
export async function clearLastStates(): Promise<void> {
  await withStore('readwrite', (store) => store.clear()).catch(() => undefined)
}
