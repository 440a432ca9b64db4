/** Signing up, in and out, and the check at start: the calls, and the actions that follow from their answers. */
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import { user } from '../../contract/accounts/accounts.ts'
import type { ActivationBody, ResetBody, SignupBody, User } from '../../contract/accounts/accounts.ts'
import { CallError } from '../kit/call-error.ts'
import { client as theClient, nothing } from '../kit/client.ts'
import type { Client } from '../kit/client.ts'
import { session as theSession } from '../kit/session.ts'
import type { FailReason, Session } from '../kit/session.ts'
import { createSignIn } from './sign-in.ts'

/** How long log-out waits for the server before the session is ended locally. */
const LOGOUT_PATIENCE_MS = 4000

/** Only a definite refusal ends a session; timeouts, throttling and server errors do not. */
function reasonOf(error: unknown): FailReason {
  if (!(error instanceof CallError)) return 'unreachable'
  if (error.kind === 'session-ended') return 'refused'
  return error.kind === 'answer' && error.status === 401 ? 'refused' : 'unreachable'
}

export function createAccounts({ client, session }: { client: Client; session: Session }) {
  const visitor = { credential: 'none' } as const
  let started: Promise<void> | null = null

  async function loadUser(): Promise<User | null> {
    if (!session.getState().access) {
      session.dispatch({ type: 'USER_LOADED_FAIL', reason: 'none' })
      return null
    }
    try {
      const loaded = await client.get(accountPaths.me, user)
      session.dispatch({ type: 'USER_LOADED_SUCCESS', user: loaded })
      return loaded
    } catch (error) {
      session.dispatch({ type: 'USER_LOADED_FAIL', reason: reasonOf(error) })
      return null
    }
  }

  async function signup(body: SignupBody): Promise<void> {
    try {
      await client.post(accountPaths.users, nothing, body, visitor)
      session.dispatch({ type: 'SIGNUP_SUCCESS' })
    } catch (error) {
      session.dispatch({ type: 'SIGNUP_FAIL' })
      throw error
    }
  }

  async function activate(body: ActivationBody): Promise<void> {
    try {
      await client.post(accountPaths.activation, nothing, body, visitor)
      session.dispatch({ type: 'ACTIVATION_SUCCESS' })
    } catch (error) {
      session.dispatch({ type: 'ACTIVATION_FAIL' })
      throw error
    }
  }

  function resendActivation(email: string): Promise<void> {
    return client.post(accountPaths.resendActivation, nothing, { email }, visitor)
  }

  async function requestPasswordReset(email: string): Promise<void> {
    try {
      await client.post(accountPaths.resetPassword, nothing, { email }, visitor)
      session.dispatch({ type: 'PASSWORD_RESET_SUCCESS' })
    } catch (error) {
      session.dispatch({ type: 'PASSWORD_RESET_FAIL' })
      throw error
    }
  }

  async function resetPassword(body: ResetBody): Promise<void> {
    try {
      await client.post(accountPaths.resetPasswordConfirm, nothing, body, visitor)
      session.dispatch({ type: 'PASSWORD_RESET_CONFIRM_SUCCESS' })
    } catch (error) {
      session.dispatch({ type: 'PASSWORD_RESET_CONFIRM_FAIL' })
      throw error
    }
    // The reset ended all sessions of the account; if this browser has one, it must notice before it shows the login.
    if (session.getState().access) await checkAuthenticated()
  }

  /** Verifies the stored token; one that has only expired is renewed first (decision 18). */
  async function checkAuthenticated(): Promise<void> {
    const { access } = session.getState()
    if (!access) {
      session.dispatch({ type: 'AUTHENTICATED_FAIL', reason: 'none' })
      return
    }
    try {
      await client.post(accountPaths.verify, nothing, { token: access }, visitor)
      session.dispatch({ type: 'AUTHENTICATED_SUCCESS' })
    } catch (error) {
      if (error instanceof CallError && error.code === 'token_not_valid') await renewInstead(access)
      else session.dispatch({ type: 'AUTHENTICATED_FAIL', reason: 'unreachable' })
    }
  }

  async function renewInstead(access: string): Promise<void> {
    try {
      await client.renew(access)
    } catch (error) {
      // The renewal has already reported a refusal.
      if (reasonOf(error) === 'unreachable') {
        session.dispatch({ type: 'AUTHENTICATED_FAIL', reason: 'unreachable' })
      }
    }
  }

  async function checkAndLoad(): Promise<void> {
    await checkAuthenticated()
    if (session.getState().access) await loadUser()
  }

  /** The check at application start, once; `again` repeats it, for example when the network is back. */
  function start(again = false): Promise<void> {
    if (again) started = null
    started ??= checkAndLoad()
    return started
  }

  async function logout(): Promise<void> {
    const signal = AbortSignal.timeout(LOGOUT_PATIENCE_MS)
    try {
      await client.post(accountPaths.logout, nothing, {}, { signal })
    } catch {
      // Without an answer the tokens are dropped here all the same; the server lets them end by themselves.
    }
    session.dispatch({ type: 'LOGOUT' })
  }

  return {
    login: createSignIn({ client, session, afterwards: loadUser }),
    signup,
    activate,
    resendActivation,
    requestPasswordReset,
    resetPassword,
    loadUser,
    checkAuthenticated,
    start,
    logout,
  }
}

export const accounts = createAccounts({ client: theClient, session: theSession })
