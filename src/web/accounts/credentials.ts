/** Validation of an email and a password before they are sent. */
import { PASSWORD_BROWSER_MIN } from '../../contract/limits.ts'
import { text } from './sign-in.text.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** @param email without spaces around it */
export function emailError(email: string): string | null {
  if (email === '') return text.emailMissing
  return EMAIL.test(email) ? null : text.emailInvalid
}

export function passwordError(password: string): string | null {
  if (password === '') return text.passwordMissing
  return password.length < PASSWORD_BROWSER_MIN ? text.passwordTooShort(PASSWORD_BROWSER_MIN) : null
}
