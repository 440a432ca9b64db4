/** The sign-in call, and what happens on its answer. */
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import type { TokenPair } from '../../contract/accounts/accounts.ts'
import type { Client, Schema } from '../kit/client.ts'
import { textOf } from '../kit/json-text.ts'
import type { Session } from '../kit/session.ts'

/** As a renewal reads them: the library of schemas weighs more than this whole page adds to the first. */
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
  /** Asks who it is that has signed in. */
  afterwards: () => Promise<unknown>
}

export function createSignIn({ client, session, afterwards }: SignInParts) {
  return async (email: string, password: string): Promise<void> => {
    try {
      const given = { email, password }
      const tokens = await client.post(accountPaths.create, tokenPair, given, { credential: 'none' })
      session.dispatch({ type: 'LOGIN_SUCCESS', tokens })
    } catch (error) {
      session.dispatch({ type: 'LOGIN_FAIL' })
      throw error
    }
    // whoever is signed in is signed in, whether or not their name came
    void afterwards().catch(() => undefined)
  }
}
