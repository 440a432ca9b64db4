/** What this screen says when its systems cannot be shown. */
import { CallError } from '../kit/call-error.ts'

const UNFETCHED = 'Sorry, we cannot fetch your systems at this time. Please try again later.'
const INVALID = 'Invalid response received. Please try again later.'

/** An answer without a list of systems is not the same as no answer. */
export function fetchFailure(error: unknown): string {
  return error instanceof CallError && error.kind === 'unreadable' ? INVALID : UNFETCHED
}
