/** What happens when Sign In is pressed: the fields are read, then the server is asked. Fetched once somebody is at the form, so that the form itself stands sooner. */
import { accounts } from '../api/accounts.ts'
import { complaintsByField, loginForm } from './account-forms.ts'
import { loginFailure } from './account.text.ts'
import type { Said } from './account.text.ts'

export interface LoginOutcome {
  /** By field; empty when both were read. */
  complaints: Record<string, string>
  /** The first field that is wrong. */
  wrong: string | null
  failure: Said | null
}

const NOTHING: LoginOutcome = { complaints: {}, wrong: null, failure: null }

export async function attemptLogin(typed: Record<string, unknown>): Promise<LoginOutcome> {
  const read = loginForm.safeParse(typed)
  if (!read.success) {
    const wrong = String(read.error.issues[0]?.path[0])
    return { ...NOTHING, complaints: complaintsByField(read.error), wrong }
  }
  try {
    // The guard of the route leads on to the systems as soon as the session is there.
    await accounts.login(read.data.email, read.data.password)
    return NOTHING
  } catch (error) {
    return { ...NOTHING, failure: loginFailure(error) }
  }
}
