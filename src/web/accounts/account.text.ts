/** The specified message for each response of the account calls. */
import { CallError } from '../kit/call-error.ts'
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'
import type { FailureText } from './sign-in.text.ts'

export const text = inLanguage('accounts', {
  passwordsDiffer: 'The passwords are not the same.',
  nameMissing: 'Please enter your name.',
  termsNotAgreed: 'Please agree to the Terms of Service.',
  signupError: 'An error occurred during signup.',
  emailTaken: 'An account with this email already exists.',
  passwordLikeEmail: 'Your password is too similar to your email. Please choose a different password.',
  passwordRefused:
    'Sign up failed. Please choose a different password. Passwords cannot be numerical-only or contain parts of your email or name.',
  signupInvalid: 'Invalid signup information. Please check your details.',
  wrongCredentials: 'Authentication failed. Please check your credentials.',
  resetFailedTryAgain: 'Password reset failed. Please try again.',
  resetLinkInvalid: 'This link is not valid, was used already, or has expired.',
  accountActive: 'Your account is active. You can log in now.',
  accountAlreadyActive: 'This account was already active. You can log in.',
  activationLinkInvalid:
    'This link is not valid or has expired, so nothing was activated. If your account is not active yet, send yourself a new email.',
  activationUnknown:
    'The server did not answer, so we do not know whether your account is active. Check your connection and press Verify again.',
  activateYourAccount: 'Activate your account',
  oneStepLeft: 'One step is left: confirm that this email is yours.',
  verifying: 'Verifying…',
  verify: 'Verify',
  activationComplete: 'Activation Complete',
  proceedLogin: 'Proceed to Login',
  setNewPassword: 'Set a new password',
  newPassword: 'New Password',
  passwordMinimum: 'At least 8 characters',
  passwordRules: 'Use at least 8 characters, not only numbers, and no parts of your name or email.',
  confirmNewPassword: 'Confirm New Password',
  saving: 'Saving…',
  resetPassword: 'Reset Password',
  resetFailed: 'Reset Failed',
  sendNewLink: 'Send a new link',
  success: 'Success',
  logIn: 'Log In',
  passwordChanged: 'Password Changed Successfully',
  dismiss: 'Dismiss',
  close: 'Close',
  email: 'Email',
  password: 'Password',
  signUp: 'Sign Up',
  passwordStrength: 'Password strength:',
  weak: 'Weak',
  moderate: 'Moderate',
  strong: 'Strong',
  activationSent:
    'If an account with this email is waiting for activation, a new email is on its way. It may be in your junk or spam folder.',
  sending: 'Sending…',
  sendNewMail: 'Send a new email',
  resetHint: 'We will email you a link to set a new password.',
  backToLogIn: 'Back to Log In',
  requestFailed: 'Request Failed',
  requestSent: 'Request Sent',
  resetLinkSent:
    'If an account with this email exists, an email with a link is on its way. The link works once, for one hour. The email may be in your junk or spam folder.',
  sessionEnded: 'Your session has ended',
  leavePage: 'Leave this page',
  logInAsSomeoneElse: 'Log in as someone else',
  continue: 'Continue',
  passwordToContinue: 'Enter your password to continue. What you typed is still here.',
  providerConnects: 'Your provider connects your systems to this account.',
  registering: 'Registering…',
  register: 'Register',
  haveAccount: 'Already have an account?',
  signUpError: 'Sign Up Error',
  name: 'Name',
  confirmPassword: 'Confirm Password',
  agreeToTerms: 'I agree to the terms',
  termsOfService: 'Terms of Service',
  accountCreated: 'Account Created',
  checkYourEmail:
    'Please check your email to activate your account. The email may be in your junk or spam folder.',
  iAgree: 'I Agree',
  termsParties: (company: Figure, product: Figure) =>
    `These terms apply between you and ${company} when you use ${product}. Last updated August 1, 2024.`,
  minimumAge: 'Minimum age',
  ownerIsAdult: 'An account owner must be at least 18 years old. By agreeing you confirm that you are.',
  whoCovered: 'Who is covered',
  usersCovered:
    'These terms cover the account owner and every user whom the owner authorises. The owner is responsible for what authorised users do with the account, and for keeping its password secret.',
  productPurposeTitle: (product: Figure) => `What ${product} does`,
  productPurpose: (product: Figure) =>
    `${product} sends settings to irrigation equipment and shows what the equipment and the probes report. You remain responsible for your equipment, for its safe operation, and for checking in the field that it does what you want.`,
  automaticUpdates: 'Automatic updates',
  updatesWithoutAsking: (company: Figure, product: Figure) =>
    `${company} may update ${product} automatically, without asking each time. Updates may add, change or remove functions.`,
  noUptimeGuarantee: 'No uptime guarantee',
  providedAsIs: (product: Figure) =>
    `${product} is provided as it is. Neither its availability nor that of the networks between it and your equipment is guaranteed. Be ready to operate your equipment without it.`,
  limitOfLiability: 'Limit of liability',
  liabilityLimitedToFees: (company: Figure) =>
    `As far as the law allows, the liability of ${company} is limited to the fees that you paid in the 12 months before the claim.`,
  disputes: 'Disputes',
  arbitration: (province: Figure) =>
    `Disputes that cannot be settled by talking are settled by arbitration under the law of the Province of ${province}, Canada.`,
})

const TOO_SIMILAR = /too similar to (the )?email/i
const ALREADY_EXISTS = /already exists/i

/** The messages about one field in Djoser's error format. */
function fieldMessages(error: CallError, field: string): string[] {
  if (typeof error.body !== 'object' || error.body === null) return []
  const messages: unknown = Reflect.get(error.body, field)
  if (typeof messages === 'string') return [messages]
  return Array.isArray(messages) ? messages.filter((line) => typeof line === 'string') : []
}

const only = (sentence: string): FailureText => ({ sentence, reasons: [] })

/** Decision 19: the first that matches. */
export function signupFailure(error: unknown): FailureText {
  const otherwise = text.signupError
  if (!(error instanceof CallError)) return only(otherwise)
  if (error.kind === 'unreachable') return { sentence: otherwise, reasons: [error.message] }
  if (error.kind !== 'answer') return only(otherwise)
  const password = fieldMessages(error, 'password')
  if (error.status === 409 || fieldMessages(error, 'email').some((line) => ALREADY_EXISTS.test(line))) {
    return only(text.emailTaken)
  }
  if (TOO_SIMILAR.test(JSON.stringify(error.body))) {
    return only(text.passwordLikeEmail)
  }
  if (error.status === 400 && password.length > 0) {
    const sentence = text.passwordRefused
    return { sentence, reasons: password }
  }
  if (error.status === 400) return only(text.signupInvalid)
  if (error.status === 401) return only(text.wrongCredentials)
  return only(otherwise)
}

/** Djoser's field names for the two parts of a link; errors about them mean that the link has expired. */
const LINK_FIELDS = ['uid', 'token'] as const

/** The specified sentence, then the server's reasons, or our own where the server's mention tokens. */
export function resetFailure(error: unknown): FailureText {
  const sentence = text.resetFailedTryAgain
  if (!(error instanceof CallError)) return only(sentence)
  if (LINK_FIELDS.some((field) => fieldMessages(error, field).length > 0)) {
    return { sentence, reasons: [text.resetLinkInvalid] }
  }
  const fields = ['new_password', 're_new_password', 'non_field_errors', 'email']
  const reasons = fields.flatMap((field) => fieldMessages(error, field))
  const serverReasons = error.fromServer || error.kind === 'unreachable' ? [error.message] : []
  return { sentence, reasons: reasons.length > 0 ? reasons : serverReasons }
}

export type ActivationOutcome = 'activated' | 'already-active' | 'not-valid' | 'unknown'

/** The outcome of an activation (decision 1); null means success. */
export function activationOutcome(error: unknown): ActivationOutcome {
  if (error === null) return 'activated'
  if (!(error instanceof CallError) || error.kind !== 'answer') return 'unknown'
  if (error.status === 403) return 'already-active'
  return error.status === 400 || error.status === 404 ? 'not-valid' : 'unknown'
}
