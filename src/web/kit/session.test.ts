/** Session actions of section 4 of the specification, with decisions 18 and 7. */
import { describe, expect, it } from 'vitest'
import { PROBE_DRAFT_KEY, createSession, isSignedIn, reduceSession } from './session.ts'
import type { SessionAction, SessionState } from './session.ts'
import { memoryStorage } from './storage.ts'

const tokens = { access: 'a1', refresh: 'r1' }
const pat = { id: 7, name: 'Pat Grower', email: 'pat@example.com' }
const visitor: SessionState = {
  access: null,
  refresh: null,
  isAuthenticated: null,
  user: null,
  server: 'responding',
  ended: null,
}
const customer: SessionState = { ...visitor, ...tokens, isAuthenticated: true, user: pat }

describe('reduceSession', () => {
  it('stores the tokens of a login and is authenticated', () => {
    expect(reduceSession(visitor, { type: 'LOGIN_SUCCESS', tokens })).toEqual({
      ...visitor,
      ...tokens,
      isAuthenticated: true,
    })
  })

  it('is not authenticated after a failed login or a refused user load, and keeps the tokens', () => {
    const nextState = { ...customer, isAuthenticated: false }
    expect(reduceSession(customer, { type: 'LOGIN_FAIL' })).toEqual(nextState)
    expect(reduceSession(customer, { type: 'USER_LOADED_FAIL', reason: 'refused' })).toEqual(nextState)
  })

  it('is authenticated after a check, with the new tokens when it was a renewal', () => {
    const unchecked = { ...customer, isAuthenticated: null, server: 'unreachable' } as const
    expect(reduceSession(unchecked, { type: 'AUTHENTICATED_SUCCESS' })).toEqual(customer)
    const renewed = { access: 'a2', refresh: 'r2' }
    expect(reduceSession(unchecked, { type: 'AUTHENTICATED_SUCCESS', tokens: renewed })).toEqual({
      ...customer,
      ...renewed,
    })
  })

  it('keeps the user and stays signed in when loading the user gets no answer', () => {
    for (const reason of ['unreachable', 'failing'] as const) {
      const nextState = reduceSession(customer, { type: 'USER_LOADED_FAIL', reason })
      expect(nextState).toEqual({ ...customer, server: reason })
    }
  })

  it('sets the loaded user', () => {
    expect(reduceSession({ ...customer, user: null }, { type: 'USER_LOADED_SUCCESS', user: pat })).toEqual(
      customer,
    )
  })

  it('is cleared by a log-out', () => {
    expect(reduceSession(customer, { type: 'LOGOUT' })).toEqual({ ...visitor, isAuthenticated: false })
  })

  it('is cleared by a refused renewal, and keeps the email for the password dialog', () => {
    const nextState = reduceSession(customer, { type: 'AUTHENTICATED_FAIL', reason: 'refused' })
    expect(nextState).toEqual({ ...visitor, isAuthenticated: false, ended: { email: 'pat@example.com' } })
  })

  it('shows no password dialog if the session was already over at the start', () => {
    const atStart = { ...customer, isAuthenticated: null }
    expect(reduceSession(atStart, { type: 'AUTHENTICATED_FAIL', reason: 'refused' }).ended).toBeNull()
  })

  it('keeps tokens and the last known user without an answer, and stays signed in', () => {
    const nextState = reduceSession(customer, { type: 'AUTHENTICATED_FAIL', reason: 'unreachable' })
    expect(nextState).toEqual({ ...customer, server: 'unreachable' })
    expect(isSignedIn(nextState)).toBe(true)
  })

  it('is a visitor without a token', () => {
    expect(isSignedIn(reduceSession(visitor, { type: 'AUTHENTICATED_FAIL', reason: 'none' }))).toBe(false)
  })

  const without: SessionAction[] = [
    { type: 'SIGNUP_SUCCESS' },
    { type: 'SIGNUP_FAIL' },
    { type: 'ACTIVATION_SUCCESS' },
    { type: 'ACTIVATION_FAIL' },
    { type: 'PASSWORD_RESET_SUCCESS' },
    { type: 'PASSWORD_RESET_FAIL' },
    { type: 'PASSWORD_RESET_CONFIRM_SUCCESS' },
    { type: 'PASSWORD_RESET_CONFIRM_FAIL' },
  ]
  it.each(without)('$type leaves the state unchanged', (action) => {
    expect(reduceSession(customer, action)).toBe(customer)
  })
})

describe('createSession', () => {
  function full() {
    const storage = memoryStorage()
    const keys = ['selectedThing', 'systemStates', 'authToken', 'theme']
    for (const key of keys) storage.setItem(key, 'kept')
    const session = createSession(storage)
    session.dispatch({ type: 'LOGIN_SUCCESS', tokens })
    session.dispatch({ type: 'USER_LOADED_SUCCESS', user: pat })
    return { storage, session }
  }

  it('keeps the tokens under the specified keys', () => {
    const { storage } = full()
    expect([storage.getItem('access'), storage.getItem('refresh')]).toEqual(['a1', 'r1'])
  })

  it('removes exactly the specified entries with the session', () => {
    const { storage, session } = full()
    session.dispatch({ type: 'LOGOUT' })
    const keys = ['access', 'refresh', 'user', 'selectedThing', 'systemStates', 'authToken', 'theme']
    expect(keys.filter((key) => storage.getItem(key) !== null)).toEqual(['authToken', 'theme'])
  })

  it('keeps everything without an answer', () => {
    const { storage, session } = full()
    session.dispatch({ type: 'AUTHENTICATED_FAIL', reason: 'unreachable' })
    expect([storage.getItem('access'), storage.getItem('selectedThing')]).toEqual(['a1', 'kept'])
  })

  it('keeps unsaved probes after a refusal, but not after a log-out', () => {
    const { storage, session } = full()
    storage.setItem(PROBE_DRAFT_KEY, 'kept')
    session.dispatch({ type: 'AUTHENTICATED_FAIL', reason: 'refused' })
    expect(storage.getItem(PROBE_DRAFT_KEY)).toBe('kept')
    session.dispatch({ type: 'LOGOUT' })
    expect(storage.getItem(PROBE_DRAFT_KEY)).toBeNull()
  })

  it('removes authToken after a password reset', () => {
    const { storage, session } = full()
    session.dispatch({ type: 'PASSWORD_RESET_CONFIRM_SUCCESS' })
    expect(storage.getItem('authToken')).toBeNull()
  })

  it('starts with the last known user', () => {
    const { storage } = full()
    expect(createSession(storage).getState()).toMatchObject({
      user: pat,
      access: 'a1',
      isAuthenticated: null,
    })
  })

  it.each(['LOGIN_FAIL', 'SIGNUP_FAIL', 'PASSWORD_RESET_SUCCESS', 'ACTIVATION_FAIL'] as const)(
    '%s removes nothing',
    (type) => {
      const { storage, session } = full()
      session.dispatch({ type })
      expect([storage.getItem('access'), storage.getItem('systemStates')]).toEqual(['a1', 'kept'])
    },
  )

  it('shows the password dialog in the other tab too, and both continue after it', () => {
    const { storage, session } = full()
    const otherTab = createSession(storage)
    otherTab.dispatch({ type: 'AUTHENTICATED_SUCCESS' })
    session.dispatch({ type: 'AUTHENTICATED_FAIL', reason: 'refused' })
    otherTab.syncFromStorage()
    expect(otherTab.getState()).toMatchObject({ access: null, ended: { email: 'pat@example.com' } })
    session.dispatch({ type: 'LOGIN_SUCCESS', tokens: { access: 'a3', refresh: 'r3' } })
    session.dispatch({ type: 'USER_LOADED_SUCCESS', user: pat })
    otherTab.syncFromStorage()
    expect(otherTab.getState()).toMatchObject({ access: 'a3', user: pat, isAuthenticated: true, ended: null })
  })

  it('never writes what another tab has stored', () => {
    const { storage, session } = full()
    // The other tab has stored the first half of its new pair.
    storage.setItem('refresh', 'r2')
    session.syncFromStorage()
    storage.setItem('access', 'a2')
    session.syncFromStorage()
    expect([storage.getItem('access'), storage.getItem('refresh')]).toEqual(['a2', 'r2'])
    expect(session.getState()).toMatchObject({ access: 'a2', refresh: 'r2' })
  })

  it('switches to the next user of the browser', () => {
    const { storage, session } = full()
    const sam = { id: 8, name: 'Sam', email: 'sam@example.com' }
    const otherTab = createSession(storage)
    otherTab.dispatch({ type: 'LOGOUT' })
    session.syncFromStorage()
    otherTab.dispatch({ type: 'LOGIN_SUCCESS', tokens: { access: 'b1', refresh: 's1' } })
    otherTab.dispatch({ type: 'USER_LOADED_SUCCESS', user: sam })
    session.syncFromStorage()
    expect(session.getState()).toMatchObject({ access: 'b1', user: sam })
  })

  it('follows a log-out and new tokens of another tab', () => {
    const { storage, session } = full()
    const otherTab = createSession(storage)
    otherTab.dispatch({ type: 'AUTHENTICATED_SUCCESS', tokens: { access: 'a2', refresh: 'r2' } })
    session.syncFromStorage()
    expect(session.getState().access).toBe('a2')
    otherTab.dispatch({ type: 'LOGOUT' })
    session.syncFromStorage()
    expect(session.getState()).toMatchObject({ access: null, user: null, isAuthenticated: false })
  })
})
