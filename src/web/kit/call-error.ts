/** The error of a failed call, with the message to show. */
import { isPageProblem, type PageProblem, pageProblems } from '../../contract/page-problems.ts'
import { isFrench, inLanguage } from '../language/language.ts'
import { textOf } from './json-text.ts'

export const text = inLanguage('calls', {
  noAnswer: 'No answer from the server. Check the connection and try again.',
  tooMany: 'Too many requests. Please try again later.',
  noToken: 'No token found. Please log in again.',
  unreadable: 'The server’s answer could not be read. Please try again later.',
})

/** French messages by the contract's code; empty in English. */
const translated = inLanguage<Readonly<Record<string, string>>>('problems', {})

/** The message of an error found without the server, in the page's language. */
export function problemMessage(code: PageProblem): string {
  return translated[code] ?? pageProblems[code].message
}

/** The message of a code: all of them in French; in English the response carries the message. */
function knownMessage(code: string): string | null {
  if (Object.hasOwn(translated, code)) return translated[code] ?? null
  return isPageProblem(code) ? pageProblems[code].message : null
}

/**
 * `unreachable`: no response in time; `session-ended`: the session is over; `answer`: the server refused; `unreadable`: the response does not match the contract.
 */
export type CallErrorKind = 'unreachable' | 'session-ended' | 'answer' | 'unreadable'

const SENTENCES = {
  unreachable: text.noAnswer,
  'session-ended': text.noToken,
  answer: problemMessage('internal'),
  unreadable: text.unreadable,
} as const satisfies Record<CallErrorKind, string>

export class CallError extends Error {
  override name = 'CallError'
  readonly kind: CallErrorKind
  /** 0 without an answer. */
  readonly status: number
  /** A code of contract/errors, or Djoser's. */
  readonly code: string | null
  /** The field that the error is about. */
  readonly field: string | null
  /** The response's JSON, unparsed by a schema. */
  readonly body: unknown
  /** Whether the message is the server's own. */
  readonly fromServer: boolean

  constructor(kind: CallErrorKind, status = 0, body: unknown = null) {
    const code = textOf(body, 'code')
    // the server's text about throttling is not for users
    const sentence = code === 'throttled' ? text.tooMany : (textOf(body, 'message') ?? textOf(body, 'detail'))
    const knownSentence = code ? knownMessage(code) : null
    // the server's messages are English; French ones are looked up by code
    super((isFrench() ? (knownSentence ?? sentence) : (sentence ?? knownSentence)) ?? SENTENCES[kind])
    this.kind = kind
    this.status = status
    this.body = body
    this.code = code
    this.field = textOf(body, 'field')
    this.fromServer = sentence !== null
  }
}

/** Whether a retry may help: no response, throttled, or a server error. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return error.kind === 'unreachable' || error.status === 429 || error.status >= 500
}

/** Whether the server has refused the request, and so has certainly not carried it out. */
export function isRefused(error: unknown): boolean {
  return error instanceof CallError && error.status >= 400 && error.status < 500
}

/** The message of an error, or the fallback. */
export function errorMessage(error: unknown, otherwise: string = SENTENCES.answer): string {
  return error instanceof CallError ? error.message : otherwise
}
