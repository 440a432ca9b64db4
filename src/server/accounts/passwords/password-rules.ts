/** Which passwords are refused, with Django's messages in Django's order. */
import { isCommonPassword } from './common-passwords.ts'

const SIMILAR_FROM = 0.7

export interface PasswordOwner {
  name: string
  email: string
}

/** @returns every reason; none if the password is acceptable */
export function passwordComplaints(password: string, owner: PasswordOwner, minLength: number): string[] {
  const messages: string[] = []
  const similar = similarTo(password, owner)
  if (similar) messages.push(`The password is too similar to the ${similar}.`)
  if (Array.from(password).length < minLength)
    messages.push(`This password is too short. It must contain at least ${minLength} characters.`)
  if (isCommonPassword(password)) messages.push('This password is too common.')
  if (/^\p{Nd}+$/u.test(password)) messages.push('This password is entirely numeric.')
  return messages
}

/** The first attribute, or part of one, that the password is too similar to. */
function similarTo(password: string, { name, email }: PasswordOwner): 'name' | 'email' | null {
  const lowered = password.toLowerCase()
  if (resembles(lowered, name)) return 'name'
  return resembles(lowered, email) ? 'email' : null
}

function resembles(password: string, attribute: string): boolean {
  const lowered = attribute.toLowerCase()
  const parts = [...lowered.split(/[^\p{L}\p{N}_]+/u), lowered]
  return parts.some((part) => !farShorter(part, password) && quickRatio(password, part) >= SIMILAR_FROM)
}

/** A part that is much shorter than the password cannot be similar to it. */
function farShorter(part: string, password: string): boolean {
  return password.length >= 10 * part.length && part.length < (SIMILAR_FROM / 2) * password.length
}

/**
 * Similarity of two words by Python's `difflib.SequenceMatcher.quick_ratio`: twice the number of common characters (with multiplicity) over all characters.
 *
 * @returns 0 to 1; 1 for two empty words
 * @example quickRatio('abcdefgQZX', 'abcdefghij') // 0.7
 */
export function quickRatio(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)]
  if (left.length + right.length === 0) return 1
  const unmatched = new Map<string, number>()
  for (const character of right) unmatched.set(character, (unmatched.get(character) ?? 0) + 1)
  let common = 0
  for (const character of left) {
    const remaining = unmatched.get(character) ?? 0
    if (remaining > 0) common += 1
    unmatched.set(character, remaining - 1)
  }
  return (2 * common) / (left.length + right.length)
}
