/** Why a call did not succeed, with the sentence to show. */
import { isProblemCode, problems } from '../../contract/errors.ts'
import { textOf } from './json-text.ts'

/**
 * `unreachable`: nobody answered in time; `session-ended`: signed out for good; `answer`: the server said no;
 * `unreadable`: it said something that the contract does not know.
 */
export type CallErrorKind = 'unreachable' | 'session-ended' | 'answer' | 'unreadable'

const SENTENCES = {
  unreachable: 'No answer from the server. Check the connection and try again.',
  'session-ended': 'No token found. Please log in again.',
  answer: problems.internal.message,
  unreadable: 'The answer of the server could not be read. Please try again later.',
} as const satisfies Record<CallErrorKind, string>

export class CallError extends Error {
  override name = 'CallError'
  readonly kind: CallErrorKind
  /** 0 without an answer. */
  readonly status: number
  /** Code of the closed table, or Djoser's. */
  readonly code: string | null
  /** Field that the server complains about. */
  readonly field: string | null
  /** The answer's JSON as it came. */
  readonly body: unknown
  /** Whether the server gave the sentence itself. */
  readonly spoken: boolean

  constructor(kind: CallErrorKind, status = 0, body: unknown = null) {
    const said = textOf(body, 'message') ?? textOf(body, 'detail')
    const code = textOf(body, 'code')
    super(said ?? (code && isProblemCode(code) ? problems[code].message : SENTENCES[kind]))
    this.kind = kind
    this.status = status
    this.body = body
    this.code = code
    this.field = textOf(body, 'field')
    this.spoken = said !== null
  }
}

/** Whether trying the same again may help: no answer, throttled, or trouble on the server. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return error.kind === 'unreachable' || error.status === 429 || error.status >= 500
}

/** The sentence of an error, or the one given. */
export function sentenceOf(error: unknown, otherwise: string = SENTENCES.answer): string {
  return error instanceof CallError ? error.message : otherwise
}
