/** What this screen says when its systems cannot be shown, and of when a map is. */
import { CallError } from '../kit/call-error.ts'
import { ago } from '../kit/formats.ts'

const UNFETCHED = 'Sorry, we cannot fetch your systems at this time. Please try again later.'
const INVALID = 'Invalid response received. Please try again later.'

/** For the console alone. */
export const NO_TOKEN = 'No token found. Please log in again.'
export const NO_USER = 'The id of the user could not be fetched.'
export const MAP_NOT_FOUND = 'The selected map was not found:'

/** An answer without a list of systems is not the same as no answer. */
export function fetchFailure(error: unknown): string {
  return error instanceof CallError && error.kind === 'unreadable' ? INVALID : UNFETCHED
}

/** Of when the newest reading in a map is, for example `As of 4 min ago (14:32)`. */
export function asOfWords(at: string, now: number, timeZone: string): string {
  return `As of ${ago(at, now, timeZone)}`
}
