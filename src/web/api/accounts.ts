/** Calls for sign-up, login, log-out and the start check, and the session actions that follow from their responses. */
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import { user } from '../../contract/accounts/accounts.ts'
import type {
  ActivationBody,
  EmailBody,
  ResetBody,
  SignupBody,
  User,
  VerifyBody,
} from '../../contract/accounts/accounts.ts'
import { CallError } from '../kit/call-error.ts'
import { client as theClient, nothing } from '../kit/client.ts'
import type { Client } from '../kit/client.ts'
import { session as theSession } from '../kit/session.ts'
import type { FailureReason, Session, SessionAction } from '../kit/session.ts'
import { createSignIn } from './sign-in.ts'

/** How long log-out waits for the server before the session is ended locally. */
const LOGOUT_TIMEOUT_MS = 4000

/** What an error that ends no session says of the server. */
const serverStateOf = (error: unknown) =>
  error instanceof CallError && error.status > 0 ? 'failing' : 'unreachable'

/** Only a definite refusal ends a session; timeouts, throttling and server errors do not. */
function reasonOf(error: unknown): FailureReason {
  if (!(error instanceof CallError)) return 'unreachable'
  if (error.kind === 'session-ended') return 'refused'
  return error.kind === 'answer' && error.status === 401 ? 'refused' : serverStateOf(error)
}

interface AccountsParts {
  client: Client
  session: Session
}

const visitor = { credential: 'none' } as const

/** Dispatches the outcome of a call; a failure is passed on as well. */
async function reported(
  session: Session,
  call: Promise<void>,
  success: SessionAction,
  failure: SessionAction,
): Promise<void> {
  try {
    await call
  } catch (error) {
    session.dispatch(failure)
    throw error
  }
  session.dispatch(success)
}

/** What needs no session. */
function createVisitorCalls({ client, session }: AccountsParts) {
  return {
    signup: (body: SignupBody) =>
      reported(
        session,
        client.post(accountPaths.users, nothing, body, visitor),
        { type: 'SIGNUP_SUCCESS' },
        { type: 'SIGNUP_FAIL' },
      ),
    activate: (body: ActivationBody) =>
      reported(
        session,
        client.post(accountPaths.activation, nothing, body, visitor),
        { type: 'ACTIVATION_SUCCESS' },
        { type: 'ACTIVATION_FAIL' },
      ),
    resendActivation: (email: string) =>
      client.post(accountPaths.resendActivation, nothing, { email } satisfies EmailBody, visitor),
    requestPasswordReset: (email: string) =>
      reported(
        session,
        client.post(accountPaths.resetPassword, nothing, { email } satisfies EmailBody, visitor),
        { type: 'PASSWORD_RESET_SUCCESS' },
        { type: 'PASSWORD_RESET_FAIL' },
      ),
  }
}

/** The check of the stored session at application start. */
function createSessionCalls({ client, session }: AccountsParts) {
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

  /** Verifies the stored token; one that has only expired is renewed first (decision 18). */
  async function checkAuthenticated(): Promise<void> {
    const { access } = session.getState()
    if (!access) {
      session.dispatch({ type: 'AUTHENTICATED_FAIL', reason: 'none' })
      return
    }
    try {
      await client.post(accountPaths.verify, nothing, { token: access } satisfies VerifyBody, visitor)
      session.dispatch({ type: 'AUTHENTICATED_SUCCESS' })
    } catch (error) {
      if (error instanceof CallError && error.code === 'token_not_valid') await renewInstead(access)
      else session.dispatch({ type: 'AUTHENTICATED_FAIL', reason: serverStateOf(error) })
    }
  }

  async function renewInstead(access: string): Promise<void> {
    try {
      await client.renew(access)
    } catch (error) {
      // The renewal has already reported a refusal.
      const reason = reasonOf(error)
      if (reason !== 'refused') session.dispatch({ type: 'AUTHENTICATED_FAIL', reason })
    }
  }

  async function checkAndLoad(): Promise<void> {
    await checkAuthenticated()
    if (session.getState().access) await loadUser()
  }

  /** The check at application start, once; `force` repeats it, for example when the network is back. */
  function start(force = false): Promise<void> {
    if (force) started = null
    started ??= checkAndLoad()
    return started
  }

  return { loadUser, checkAuthenticated, start }
}

export function createAccounts(parts: AccountsParts) {
  const { client, session } = parts
  const sessionCalls = createSessionCalls(parts)
  const { loadUser, checkAuthenticated } = sessionCalls

  async function resetPassword(body: ResetBody): Promise<void> {
    await reported(
      session,
      client.post(accountPaths.resetPasswordConfirm, nothing, body, visitor),
      { type: 'PASSWORD_RESET_CONFIRM_SUCCESS' },
      { type: 'PASSWORD_RESET_CONFIRM_FAIL' },
    )
    // The reset ended all sessions of the account; if this browser has one, it must notice before it shows the login.
    if (session.getState().access) await checkAuthenticated()
  }

  async function logout(): Promise<void> {
    const signal = AbortSignal.timeout(LOGOUT_TIMEOUT_MS)
    try {
      await client.post(accountPaths.logout, nothing, {}, { signal })
    } catch {
      // Without an answer the tokens are dropped here all the same; the server lets them expire.
    }
    session.dispatch({ type: 'LOGOUT' })
  }

  return {
    ...createVisitorCalls(parts),
    ...sessionCalls,
    login: createSignIn({ client, session, loadUser }),
    resetPassword,
    logout,
  }
}

export const accounts = createAccounts({ client: theClient, session: theSession })
