/** Which passwords are refused, with Django's sentences in Django's order. */
import { isCommonPassword } from './common-passwords.ts'
import { quickRatio } from './sequence-ratio.ts'

const SIMILAR_FROM = 0.7

export interface PasswordOwner {
  name: string
  email: string
}

/** @returns every reason, none when the password is good */
export function passwordComplaints(password: string, owner: PasswordOwner, minLength: number): string[] {
  const wrong: string[] = []
  const similar = similarTo(password, owner)
  if (similar) wrong.push(`The password is too similar to the ${similar}.`)
  if (Array.from(password).length < minLength)
    wrong.push(`This password is too short. It must contain at least ${minLength} characters.`)
  if (isCommonPassword(password)) wrong.push('This password is too common.')
  if (/^\p{Nd}+$/u.test(password)) wrong.push('This password is entirely numeric.')
  return wrong
}

/** The first attribute that the password resembles, or a word of it. */
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

/** A part that is much shorter than the password cannot be what it was made from. */
function farShorter(part: string, password: string): boolean {
  return password.length >= 10 * part.length && part.length < (SIMILAR_FROM / 2) * password.length
}
