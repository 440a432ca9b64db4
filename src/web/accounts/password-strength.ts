/** How strong a password looks by its length alone, as specified. */
import { PASSWORD_BROWSER_MIN } from '../../contract/limits.ts'

export type PasswordStrength = 'Weak' | 'Moderate' | 'Strong'

const STRONG_FROM = 12

/** @example passwordStrength('prairie') // 'Moderate' */
export function passwordStrength(password: string): PasswordStrength {
  const { length } = password
  if (length < PASSWORD_BROWSER_MIN) return 'Weak'
  return length < STRONG_FROM ? 'Moderate' : 'Strong'
}
