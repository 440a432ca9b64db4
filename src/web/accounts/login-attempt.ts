/** Handles Sign In: validates the fields and calls the server. Loaded lazily, so that the form appears sooner. */
import { createSignIn } from '../api/sign-in.ts'
import { CallError } from '../kit/call-error.ts'
import { client } from '../kit/client.ts'
import { session } from '../kit/session.ts'
import { isFrench } from '../language/language.ts'
import { emailError, passwordError } from './credentials.ts'
import { text } from './sign-in.text.ts'
import type { FailureText } from './sign-in.text.ts'

export interface LoginOutcome {
  /** By field; empty if both are valid. */
  errors: Record<string, string>
  /** The first invalid field, to be focused. */
  firstInvalid: string | null
  failure: FailureText | null
}

const NOTHING: LoginOutcome = { errors: {}, firstInvalid: null, failure: null }

const login = createSignIn({
  client,
  session,
  loadUser: async () => {
    const { accounts } = await import('../api/accounts.ts')
    await accounts.loadUser()
  },
})

/** The first error of each field, by its name. */
export function fieldErrors(email: string, password: string): Record<string, string> {
  const errors = { email: emailError(email), password: passwordError(password) }
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) => (message ? [[field, message]] : [])),
  )
}

export async function attemptLogin(credentials: { email: string; password: string }): Promise<LoginOutcome> {
  const email = credentials.email.trim()
  const errors = fieldErrors(email, credentials.password)
  const [firstInvalid] = Object.keys(errors)
  if (firstInvalid) return { ...NOTHING, errors, firstInvalid }
  try {
    // The route guard redirects to the systems as soon as there is a session.
    await login(email, credentials.password)
    return NOTHING
  } catch (error) {
    return { ...NOTHING, failure: loginFailure(error) }
  }
}

/** The server's detail, else the specified message; without a response, a message that says so. */
export function loginFailure(error: unknown): FailureText {
  if (!(error instanceof CallError)) return { sentence: text.loginFailed, reasons: [] }
  if (error.fromServer) return { sentence: inOwnLanguage(error), reasons: [] }
  return { sentence: text.loginFailed, reasons: error.kind === 'unreachable' ? [error.message] : [] }
}

/** Sign-in errors carry no code, so the server's English detail cannot be translated. */
function inOwnLanguage({ status, message }: CallError): string {
  if (!isFrench()) return message
  if (status === 401) return text.noActiveAccount
  return status === 429 ? text.tooManyRequests : message
}
