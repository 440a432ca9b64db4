/** What Sign In says. Its script is weighed, so that it does not carry the sentences of the other pages. */
import { inLanguage } from '../language/language.ts'

export const say = inLanguage('signin', {
  signIn: 'Sign In',
  email: 'Email',
  password: 'Password',
  signingIn: 'Signing in…',
  noAccountYet: 'No account yet?',
  signUp: 'Sign Up',
  forgotYourPassword: 'Forgot your password?',
  loginFailed: 'Login failed',
  loginFailedTitle: 'Login Failed',
  notActivatedYet: 'Not activated yet?',
  sendActivationMailAgain: 'Send the activation mail again',
  dismiss: 'Dismiss',
  close: 'Close',
})
