/** Texts of Sign In, kept apart from the other pages' texts to keep its bundle small. */
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const text = inLanguage('signin', {
  emailMissing: 'Please enter your email.',
  emailInvalid: 'Please enter a valid email address.',
  passwordMissing: 'Please enter a password.',
  passwordTooShort: (count: Figure) => `A password needs at least ${count} characters.`,
  signIn: 'Sign In',
  email: 'Email',
  password: 'Password',
  signingIn: 'Signing in…',
  noAccountYet: 'No account yet?',
  signUp: 'Sign Up',
  forgotYourPassword: 'Forgot your password?',
  loginFailed: 'Login failed',
  loginFailedTitle: 'Login Failed',
  noActiveAccount: 'No active account found with the given credentials',
  tooManyRequests: 'Request was throttled.',
  notActivatedYet: 'Not activated yet?',
  resendActivation: 'Send the activation email again',
  dismiss: 'Dismiss',
  close: 'Close',
})

export interface FailureText {
  sentence: string
  /** The server's reasons, shown below the sentence. */
  reasons: readonly string[]
}
