/** From what the server answered to the sentence that the specification wants shown. */
import { CallError } from '../kit/call-error.ts'

export interface Said {
  sentence: string
  /** What the server gave as reasons, shown below. */
  reasons: readonly string[]
}

const TOO_SIMILAR = /too similar to (the )?email/i
const ALREADY_EXISTS = /already exists/i

/** The sentences of one field of an answer in Djoser's shape. */
function complaintsOf(error: CallError, field: string): string[] {
  if (typeof error.body !== 'object' || error.body === null) return []
  const said: unknown = Reflect.get(error.body, field)
  if (typeof said === 'string') return [said]
  return Array.isArray(said) ? said.filter((line) => typeof line === 'string') : []
}

const only = (sentence: string): Said => ({ sentence, reasons: [] })

/** Decision 19: the first that matches. */
export function signupFailure(error: unknown): Said {
  const otherwise = 'An error occurred during signup.'
  if (!(error instanceof CallError) || error.kind !== 'answer') return only(otherwise)
  const password = complaintsOf(error, 'password')
  if (error.status === 409 || complaintsOf(error, 'email').some((line) => ALREADY_EXISTS.test(line))) {
    return only('An account with this email already exists.')
  }
  if (TOO_SIMILAR.test(JSON.stringify(error.body))) {
    return only('Your password is too similar to your email. Please choose a different password.')
  }
  if (error.status === 400 && password.length > 0) {
    const sentence =
      'Sign up failed. Please choose a different password. Passwords cannot be numerical-only or contain parts of your email or name.'
    return { sentence, reasons: password }
  }
  if (error.status === 400) return only('Invalid signup information. Please check your details.')
  if (error.status === 401) return only('Authentication failed. Please check your credentials.')
  return only(otherwise)
}

/** The server's detail, else the specified words; silence says that it was silence. */
export function loginFailure(error: unknown): Said {
  if (!(error instanceof CallError)) return only('Login failed')
  if (error.spoken) return only(error.message)
  return { sentence: 'Login failed', reasons: error.kind === 'unreachable' ? [error.message] : [] }
}

/** What a Djoser server calls the two halves of a link that is over. */
const LINK_FIELDS = ['uid', 'token'] as const

/** The specified sentence; below it why, in the server's words, or ours where the server's speak of tokens. */
export function resetFailure(error: unknown): Said {
  const sentence = 'Password reset failed. Please try again.'
  if (!(error instanceof CallError)) return only(sentence)
  if (LINK_FIELDS.some((field) => complaintsOf(error, field).length > 0)) {
    return { sentence, reasons: ['This link is not valid, was used already, or has expired.'] }
  }
  const fields = ['new_password', 're_new_password', 'non_field_errors', 'email']
  const reasons = fields.flatMap((field) => complaintsOf(error, field))
  const other = error.spoken || error.kind === 'unreachable' ? [error.message] : []
  return { sentence, reasons: reasons.length > 0 ? reasons : other }
}

export type ActivationOutcome = 'activated' | 'already-active' | 'not-valid' | 'unknown'

/** What an activation came to (decision 1); null stands for success. */
export function activationOutcome(error: unknown): ActivationOutcome {
  if (error === null) return 'activated'
  if (!(error instanceof CallError) || error.kind !== 'answer') return 'unknown'
  if (error.status === 403) return 'already-active'
  return error.status === 400 || error.status === 404 ? 'not-valid' : 'unknown'
}
