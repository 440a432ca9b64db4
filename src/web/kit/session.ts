/** Session state: a pure reducer over the specified actions, and its part in local storage. */
import { createStore } from 'zustand/vanilla'
import type { TokenPair, User } from '../../contract/accounts/accounts.ts'
import { browserStorage } from './storage.ts'
import type { KeyedStorage } from './storage.ts'

/** `failing`: it answered with an error, so the connection is not at fault; `unreachable`: no response. */
export type ServerState = 'responding' | 'failing' | 'unreachable'

/** Why a check failed: no token, a definite refusal, or nothing that can be believed. */
export type FailureReason = 'none' | 'refused' | Exclude<ServerState, 'responding'>

export type SessionAction =
  | { type: 'LOGIN_SUCCESS'; tokens: TokenPair }
  | { type: 'LOGIN_FAIL' }
  | { type: 'SIGNUP_SUCCESS' }
  | { type: 'SIGNUP_FAIL' }
  | { type: 'ACTIVATION_SUCCESS' }
  | { type: 'ACTIVATION_FAIL' }
  | { type: 'USER_LOADED_SUCCESS'; user: User }
  | { type: 'USER_LOADED_FAIL'; reason: FailureReason }
  | { type: 'AUTHENTICATED_SUCCESS'; tokens?: TokenPair }
  | { type: 'AUTHENTICATED_FAIL'; reason: FailureReason }
  | { type: 'PASSWORD_RESET_SUCCESS' }
  | { type: 'PASSWORD_RESET_FAIL' }
  | { type: 'PASSWORD_RESET_CONFIRM_SUCCESS' }
  | { type: 'PASSWORD_RESET_CONFIRM_FAIL' }
  | { type: 'LOGOUT' }

export interface SessionState {
  access: string | null
  refresh: string | null
  /** Null until the start check has finished. */
  isAuthenticated: boolean | null
  user: User | null
  /** As of the last check; unless it responded, the screen shows stored data. */
  server: ServerState
  /** Set when a session ended during use, so that the password is asked for without leaving the page. */
  ended: { email: string } | null
}

const signedOut = { access: null, refresh: null, isAuthenticated: false, user: null } as const

function failed(state: SessionState, reason: FailureReason): SessionState {
  if (reason === 'none') return { ...state, isAuthenticated: false }
  if (reason !== 'refused') return { ...state, isAuthenticated: state.access !== null, server: reason }
  const ended = state.isAuthenticated && state.user ? { email: state.user.email } : state.ended
  return { ...signedOut, server: 'responding', ended }
}

/** The next state; action types without effect in the specification return the same object. */
export function reduceSession(state: SessionState, action: SessionAction): SessionState {
  switch (action.type) {
    case 'LOGIN_SUCCESS': {
      return { ...state, ...action.tokens, isAuthenticated: true, server: 'responding', ended: null }
    }
    case 'AUTHENTICATED_SUCCESS': {
      return { ...state, ...action.tokens, isAuthenticated: true, server: 'responding', ended: null }
    }
    case 'LOGIN_FAIL': {
      return { ...state, isAuthenticated: false }
    }
    case 'USER_LOADED_SUCCESS': {
      return { ...state, user: action.user, server: 'responding' }
    }
    case 'USER_LOADED_FAIL': {
      return action.reason === 'none' || action.reason === 'refused'
        ? { ...state, isAuthenticated: false }
        : { ...state, server: action.reason }
    }
    case 'AUTHENTICATED_FAIL': {
      return failed(state, action.reason)
    }
    case 'LOGOUT': {
      return { ...signedOut, server: state.server, ended: null }
    }
    default: {
      return state
    }
  }
}

/** Entries that a session clears when it ends; the last two belong to the systems screen. */
const SESSION_KEYS = ['access', 'refresh', 'user', 'selectedThing', 'systemStates'] as const
/** Tells other tabs that the session was refused, not logged out: they then show the password dialog. */
const ENDED_KEY = 'sessionEnded'
/** Unsaved probes; kept when a session is refused, removed on log-out. */
export const PROBE_DRAFT_KEY = 'probeDraft'
/** An unsaved geofence, likewise. */
export const GEOFENCE_DRAFT_KEY = 'geofenceDraft'
/** An unsaved soil zone, likewise. */
export const SOIL_ZONE_DRAFT_KEY = 'soilZoneDraft'

function clearsSession(action: SessionAction): boolean {
  return action.type === 'LOGOUT' || (action.type === 'AUTHENTICATED_FAIL' && action.reason === 'refused')
}

function persist(storage: KeyedStorage, action: SessionAction, state: SessionState): void {
  if (clearsSession(action)) {
    // Set before the tokens are removed, because other tabs read it at that moment.
    if (action.type === 'LOGOUT') storage.removeItem(ENDED_KEY)
    else storage.setItem(ENDED_KEY, 'refused')
    for (const key of SESSION_KEYS) storage.removeItem(key)
    if (action.type === 'LOGOUT')
      for (const key of [PROBE_DRAFT_KEY, GEOFENCE_DRAFT_KEY, SOIL_ZONE_DRAFT_KEY]) storage.removeItem(key)
  }
  if (action.type === 'PASSWORD_RESET_CONFIRM_SUCCESS') storage.removeItem('authToken')
  if ('tokens' in action && action.tokens) {
    storage.removeItem(ENDED_KEY)
    // The access token last, so that a tab that sees it also finds the matching refresh token.
    storage.setItem('refresh', action.tokens.refresh)
    storage.setItem('access', action.tokens.access)
  }
  if (action.type === 'USER_LOADED_SUCCESS') storage.setItem('user', JSON.stringify(state.user))
}

/** The last known user, so that protected pages open without the server. */
function storedUser(storage: KeyedStorage): User | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem('user') ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    if (!('id' in stored && 'name' in stored && 'email' in stored)) return null
    return { id: Number(stored.id), name: String(stored.name), email: String(stored.email) }
  } catch {
    return null
  }
}

export interface StoredTokens {
  access: string | null
  refresh: string | null
}

export type Session = ReturnType<typeof createSession>

export function createSession(storage: KeyedStorage) {
  const storedTokens = (): StoredTokens => ({
    access: storage.getItem('access'),
    refresh: storage.getItem('refresh'),
  })
  const store = createStore<SessionState>(() => ({
    ...storedTokens(),
    isAuthenticated: null,
    user: storedUser(storage),
    server: 'responding',
    ended: null,
  }))

  function dispatch(action: SessionAction): void {
    const next = reduceSession(store.getState(), action)
    persist(storage, action, next)
    store.setState(next, true)
  }

  /** Another tab's state is read but never written back, because it may have changed again. */
  const show = (action: SessionAction) => store.setState(reduceSession(store.getState(), action), true)

  /** Adopts what another tab stored: new tokens, another user, a log-out or a refused session. */
  function syncFromStorage(): void {
    const { access, refresh } = storedTokens()
    const state = store.getState()
    if (access && refresh) {
      const renewed = access !== state.access || refresh !== state.refresh
      if (renewed) show({ type: 'AUTHENTICATED_SUCCESS', tokens: { access, refresh } })
      const user = storedUser(storage)
      if (user && user.id !== state.user?.id) show({ type: 'USER_LOADED_SUCCESS', user })
    } else if (!access && state.access) {
      const refused = storage.getItem(ENDED_KEY) !== null
      show(refused ? { type: 'AUTHENTICATED_FAIL', reason: 'refused' } : { type: 'LOGOUT' })
    }
  }

  /** Whether the last session was refused by the server, not ended by the user. */
  const wasRefused = () => storage.getItem(ENDED_KEY) !== null

  return {
    store,
    dispatch,
    syncFromStorage,
    storedTokens,
    wasRefused,
    getState: store.getState,
    subscribe: store.subscribe,
  }
}

/** Whether protected pages open: the session is confirmed, or unchecked with a token. */
export function isSignedIn(state: SessionState): boolean {
  return state.isAuthenticated ?? state.access !== null
}

export const session = createSession(browserStorage())
