/** Why a call did not succeed, with the sentence to show. */
import { isPageProblem, type PageProblem, pageProblems } from '../../contract/page-problems.ts'
import { inFrench, inLanguage } from '../language/language.ts'
import { textOf } from './json-text.ts'

export const text = inLanguage('calls', {
  noAnswer: 'No answer from the server. Check the connection and try again.',
  noToken: 'No token found. Please log in again.',
  unreadable: 'The answer of the server could not be read. Please try again later.',
})

/** By code of the contract; empty in English. */
const translated = inLanguage<Readonly<Record<string, string>>>('problems', {})

/** What a page says of itself, in its language. */
export function problemSentence(code: PageProblem): string {
  return translated[code] ?? pageProblems[code].message
}

/** What is known here of any code: all of them in French, in English an answer brings its sentence. */
function knownSentence(code: string): string | null {
  if (Object.hasOwn(translated, code)) return translated[code] ?? null
  return isPageProblem(code) ? pageProblems[code].message : null
}

/**
 * `unreachable`: nobody answered in time; `session-ended`: signed out for good; `answer`: the server said no;
 * `unreadable`: it said something that the contract does not know.
 */
export type CallErrorKind = 'unreachable' | 'session-ended' | 'answer' | 'unreadable'

const SENTENCES = {
  unreachable: text.noAnswer,
  'session-ended': text.noToken,
  answer: problemSentence('internal'),
  unreadable: text.unreadable,
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
    const known = code ? knownSentence(code) : null
    // the server speaks English; who reads French is told by its code
    super((inFrench() ? (known ?? said) : (said ?? known)) ?? SENTENCES[kind])
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
