/** Checks a password, throttled by account and by address before anything is hashed. */
import { passwordMatches } from '../passwords/password-hash.ts'
import type { Throttles } from './throttles.ts'

export interface Attempt {
  /** As typed; unknown accounts are counted like known ones. */
  email: string
  password: string
  /** Null for an account that does not exist. */
  storedHash: string | null
  /** Source address of the attempt. */
  address: string
}

/** The key for counting an account: its address in the form in which addresses are compared. */
export function accountSubject(email: string): string {
  return email.normalize('NFKC').toLowerCase()
}

/**
 * Guessing, from one address or many, gets at most ten answers, including the right one. The owner's usual address is
 * counted separately, so that guesses from elsewhere do not lock the owner out.
 *
 * @throws Problem throttled
 */
export async function checkPassword(throttles: Throttles, attempt: Attempt): Promise<boolean> {
  const { password, storedHash, address } = attempt
  const email = accountSubject(attempt.email)
  const { tries, welcomed } = await throttles.admitPassword(email, address)
  if (await passwordMatches(storedHash, password)) {
    // concurrent attempts may have used up the rest
    await throttles.admit(...tries)
    if (!welcomed) await throttles.welcome(email, address)
    return true
  }
  await throttles.count(...tries)
  return false
}
