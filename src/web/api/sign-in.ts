/** The sign-in call, and what happens on its answer. */
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import type { LoginBody, TokenPair } from '../../contract/accounts/accounts.ts'
import type { Client, Schema } from '../kit/client.ts'
import { textOf } from '../kit/json-text.ts'
import type { Session } from '../kit/session.ts'

/** Parsed by hand, as the renewal does: the schema library is larger than everything else on this page. */
const tokenPair: Schema<TokenPair> = {
  safeParse(value) {
    const access = textOf(value, 'access')
    const refresh = textOf(value, 'refresh')
    return access && refresh ? { success: true, data: { access, refresh } } : { success: false }
  },
}

interface SignInParts {
  client: Client
  session: Session
  /** Loads the user who has signed in. */
  loadUser: () => Promise<unknown>
}

export function createSignIn({ client, session, loadUser }: SignInParts) {
  return async (email: string, password: string): Promise<void> => {
    try {
      const body = { email, password } satisfies LoginBody
      const tokens = await client.post(accountPaths.create, tokenPair, body, { credential: 'none' })
      session.dispatch({ type: 'LOGIN_SUCCESS', tokens })
    } catch (error) {
      session.dispatch({ type: 'LOGIN_FAIL' })
      throw error
    }
    // signed in even if loading the user fails
    void loadUser().catch(() => undefined)
  }
}
