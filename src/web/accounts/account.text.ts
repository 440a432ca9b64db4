/** From what the server answered to the sentence that the specification wants shown. */
import { CallError } from '../kit/call-error.ts'
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'
import type { Said } from './sign-in.text.ts'

export const say = inLanguage('accounts', {
  passwordsNotSame: 'The passwords are not the same.',
  pleaseEnterYourName: 'Please enter your name.',
  pleaseAgreeTermsService: 'Please agree to the Terms of Service.',
  errorOccurredDuringSignup: 'An error occurred during signup.',
  accountEmailAlreadyExists: 'An account with this email already exists.',
  yourPasswordTooSimilar: 'Your password is too similar to your email. Please choose a different password.',
  signUpFailedPlease:
    'Sign up failed. Please choose a different password. Passwords cannot be numerical-only or contain parts of your email or name.',
  invalidSignupInformationPlease: 'Invalid signup information. Please check your details.',
  authenticationFailedPleaseCheck: 'Authentication failed. Please check your credentials.',
  passwordResetFailedPlease: 'Password reset failed. Please try again.',
  linkNotValidUsed: 'This link is not valid, was used already, or has expired.',
  yourAccountActiveYou: 'Your account is active. You can log in now.',
  accountAlreadyActiveYou: 'This account was already active. You can log in.',
  linkNotValidOr:
    'This link is not valid or has expired, so nothing was activated. If your account is not active yet, send yourself a new email.',
  serverDidNotAnswer:
    'The server did not answer, so we do not know whether your account is active. Check your connection and press Verify again.',
  activateYourAccount: 'Activate your account',
  oneStepLeftConfirm: 'One step is left: confirm that this email is yours.',
  verifying: 'Verifying…',
  verify: 'Verify',
  activationComplete: 'Activation Complete',
  proceedLogin: 'Proceed to Login',
  setNewPassword: 'Set a new password',
  newPassword: 'New Password',
  least8Characters: 'At least 8 characters',
  toUseAtLeastCharacters: 'Use at least 8 characters, not only numbers, and no parts of your name or email.',
  confirmNewPassword: 'Confirm New Password',
  saving: 'Saving…',
  resetPassword: 'Reset Password',
  resetFailed: 'Reset Failed',
  newLinkSent: 'Send a new link',
  success: 'Success',
  logIn: 'Log In',
  passwordChangedSuccessfully: 'Password Changed Successfully',
  dismiss: 'Dismiss',
  close: 'Close',
  email: 'Email',
  password: 'Password',
  signUp: 'Sign Up',
  passwordStrength: 'Password strength:',
  weak: 'Weak',
  moderate: 'Moderate',
  strong: 'Strong',
  ifAccountEmailWaits:
    'If an account with this email waits for activation, a new email is on its way. It may be in your junk or spam folder.',
  sending: 'Sending…',
  sendNewMail: 'Send a new email',
  weSendYouLink: 'We will email you a link to set a new password.',
  backLog: 'Back to Log In',
  requestFailed: 'Request Failed',
  requestSent: 'Request Sent',
  ifAccountEmailExists:
    'If an account with this email exists, an email with a link is on its way. The link works once, for one hour. The email may be in your junk or spam folder.',
  yourSessionEnded: 'Your session has ended',
  leavePage: 'Leave this page',
  logAsSomebodyElse: 'Log in as someone else',
  continue: 'Continue',
  enterYourPasswordGo: 'Enter your password to continue. What you typed is still here.',
  yourProviderConnectsYour: 'Your provider connects your systems to this account.',
  registering: 'Registering…',
  register: 'Register',
  alreadyAccount: 'Already have an account?',
  signUpError: 'Sign Up Error',
  name: 'Name',
  confirmPassword: 'Confirm Password',
  iAgreeTerms: 'I agree to the terms',
  termsService: 'Terms of Service',
  accountCreated: 'Account Created',
  pleaseCheckYourEmail:
    'Please check your email to activate your account. The email may be in your junk or spam folder.',
  iAgree: 'I Agree',
  theseTermsApplyBetween: (company: Figure, product: Figure) =>
    `These terms apply between you and ${company} when you use ${product}. Last updated August 1, 2024.`,
  minimumAge: 'Minimum age',
  accountOwnerMustLeast:
    'An account owner must be at least 18 years old. By agreeing you confirm that you are.',
  whoCovered: 'Who is covered',
  theseTermsCoverAccount:
    'These terms cover the account owner and every user whom the owner authorises. The owner is responsible for what authorised users do with the account, and for keeping its password secret.',
  whatDoes: (product: Figure) => `What ${product} does`,
  sendsSettingsIrrigationEquipment: (product: Figure) =>
    `${product} sends settings to irrigation equipment and shows what the equipment and the probes report. You remain responsible for your equipment, for its safe operation, and for checking in the field that it does what you want.`,
  automaticUpdates: 'Automatic updates',
  mayUpdateAutomaticallyWithout: (company: Figure, product: Figure) =>
    `${company} may update ${product} automatically, without asking each time. Updates may add, change or remove functions.`,
  noUptimeGuarantee: 'No uptime guarantee',
  providedAsNeitherAvailability: (product: Figure) =>
    `${product} is provided as it is. Neither its availability nor that of the networks between it and your equipment is guaranteed. Be ready to operate your equipment without it.`,
  limitLiability: 'Limit of liability',
  asFarAsLaw: (company: Figure) =>
    `As far as the law allows, the liability of ${company} is limited to the fees that you paid in the 12 months before the claim.`,
  disputes: 'Disputes',
  disputesCannotSettledTalking: (province: Figure) =>
    `Disputes that cannot be settled by talking are settled by arbitration under the law of the Province of ${province}, Canada.`,
})

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
  const otherwise = say.errorOccurredDuringSignup
  if (!(error instanceof CallError) || error.kind !== 'answer') return only(otherwise)
  const password = complaintsOf(error, 'password')
  if (error.status === 409 || complaintsOf(error, 'email').some((line) => ALREADY_EXISTS.test(line))) {
    return only(say.accountEmailAlreadyExists)
  }
  if (TOO_SIMILAR.test(JSON.stringify(error.body))) {
    return only(say.yourPasswordTooSimilar)
  }
  if (error.status === 400 && password.length > 0) {
    const sentence = say.signUpFailedPlease
    return { sentence, reasons: password }
  }
  if (error.status === 400) return only(say.invalidSignupInformationPlease)
  if (error.status === 401) return only(say.authenticationFailedPleaseCheck)
  return only(otherwise)
}

/** What a Djoser server calls the two halves of a link that is over. */
const LINK_FIELDS = ['uid', 'token'] as const

/** The specified sentence; below it why, in the server's words, or ours where the server's speak of tokens. */
export function resetFailure(error: unknown): Said {
  const sentence = say.passwordResetFailedPlease
  if (!(error instanceof CallError)) return only(sentence)
  if (LINK_FIELDS.some((field) => complaintsOf(error, field).length > 0)) {
    return { sentence, reasons: [say.linkNotValidUsed] }
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
