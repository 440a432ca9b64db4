/** Handles Sign In: validates the fields and calls the server. Loaded lazily, so that the form appears sooner. */
import { createSignIn } from '../api/sign-in.ts'
import { CallError } from '../kit/call-error.ts'
import { client } from '../kit/client.ts'
import { session } from '../kit/session.ts'
import { isFrench } from '../language/language.ts'
import { emailComplaint, passwordComplaint } from './credentials.ts'
import { text } from './sign-in.text.ts'
import type { Said } from './sign-in.text.ts'

export interface LoginOutcome {
  /** By field; empty if both are valid. */
  complaints: Record<string, string>
  /** The first invalid field, to be focused. */
  wrong: string | null
  failure: Said | null
}

const NOTHING: LoginOutcome = { complaints: {}, wrong: null, failure: null }

const login = createSignIn({
  client,
  session,
  afterwards: async () => {
    const { accounts } = await import('../api/accounts.ts')
    await accounts.loadUser()
  },
})

/** First complaint about each field, by its name. */
export function fieldErrors(email: string, password: string): Record<string, string> {
  const complaints = { email: emailComplaint(email), password: passwordComplaint(password) }
  return Object.fromEntries(Object.entries(complaints).flatMap(([of, said]) => (said ? [[of, said]] : [])))
}

export async function attemptLogin(typed: { email: string; password: string }): Promise<LoginOutcome> {
  const email = typed.email.trim()
  const complaints = fieldErrors(email, typed.password)
  const [wrong] = Object.keys(complaints)
  if (wrong) return { ...NOTHING, complaints, wrong }
  try {
    // The route guard redirects to the systems as soon as there is a session.
    await login(email, typed.password)
    return NOTHING
  } catch (error) {
    return { ...NOTHING, failure: loginFailure(error) }
  }
}

/** The server's detail, else the specified sentence; if nobody answered, a sentence that says so. */
export function loginFailure(error: unknown): Said {
  if (!(error instanceof CallError)) return { sentence: text.loginFailed, reasons: [] }
  if (error.spoken) return { sentence: inOwnLanguage(error), reasons: [] }
  return { sentence: text.loginFailed, reasons: error.kind === 'unreachable' ? [error.message] : [] }
}

/** Sign-in errors carry no code, so the server's English detail cannot be translated. */
function inOwnLanguage({ status, message }: CallError): string {
  if (!isFrench()) return message
  if (status === 401) return text.noActiveAccount
  return status === 429 ? text.tooOften : message
}
