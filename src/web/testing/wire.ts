/** Fakes the server for component tests: canned answers, and a record of the calls. */
import { onTestFinished } from 'vitest'

export interface Asked {
  method: string
  /** With its query. */
  path: string
  headers: Headers
  body: unknown
}

interface Answer {
  status?: number
  json?: unknown
}

/** Undefined where nobody answers, as without a network. */
type Answering = (asked: Asked) => Answer | undefined | Promise<Answer | undefined>

const nobody: Answering = () => undefined
let answering = nobody

/** Until the test ends; gives what has been asked so far. */
export function answer(how: Answering = nobody): Asked[] {
  const heard: Asked[] = []
  answering = (asked) => {
    heard.push(asked)
    return how(asked)
  }
  onTestFinished(() => {
    answering = nobody
  })
  return heard
}

const isJson = ({ headers }: Request) => headers.get('content-type')?.includes('json') ?? false

/** Before the product is loaded, which keeps the `fetch` that it finds. */
export function interceptCalls(): void {
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const text = await request.text()
    const asked = {
      method: request.method,
      path: pathname + search,
      headers: request.headers,
      // a file is sent as it is
      body: text === '' ? null : isJson(request) ? JSON.parse(text) : text,
    }
    const answered = await answering(asked)
    if (!answered) throw new TypeError('Failed to fetch')
    const { status = 200, json } = answered
    return json === undefined ? new Response(null, { status }) : Response.json(json, { status })
  }
}
