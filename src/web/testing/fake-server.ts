/** Fakes the server for component tests: canned answers, and a record of the calls. */
import { onTestFinished } from 'vitest'

export interface Asked {
  method: string
  /** Including the query. */
  path: string
  headers: Headers
  body: unknown
}

interface Answer {
  status?: number
  json?: unknown
}

/** Undefined for no response, as without a network. */
type Answering = (asked: Asked) => Answer | undefined | Promise<Answer | undefined>

const nobody: Answering = () => undefined
let answering = nobody

/** Answers calls until the test ends; returns the calls so far. */
export function answer(how: Answering = nobody): Asked[] {
  const calls: Asked[] = []
  answering = (asked) => {
    calls.push(asked)
    return how(asked)
  }
  onTestFinished(() => {
    answering = nobody
  })
  return calls
}

const isJson = ({ headers }: Request) => headers.get('content-type')?.includes('json') ?? false

/** Must run before the application is loaded, which captures `fetch`. */
export function interceptCalls(): void {
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const text = await request.text()
    const asked = {
      method: request.method,
      path: pathname + search,
      headers: request.headers,
      // files are sent unencoded
      body: text === '' ? null : isJson(request) ? JSON.parse(text) : text,
    }
    const answered = await answering(asked)
    if (!answered) throw new TypeError('Failed to fetch')
    const { status = 200, json } = answered
    return json === undefined ? new Response(null, { status }) : Response.json(json, { status })
  }
}
