/** Fakes the server for component tests: canned responses, and a record of the requests. */
import { onTestFinished } from 'vitest'

export interface FakeRequest {
  method: string
  /** Including the query. */
  path: string
  headers: Headers
  body: unknown
}

interface FakeResponse {
  status?: number
  json?: unknown
}

/** Undefined for no response, as without a network. */
type Respond = (request: FakeRequest) => FakeResponse | undefined | Promise<FakeResponse | undefined>

const noResponse: Respond = () => undefined
let respond = noResponse

/** Responds until the test ends; returns the requests so far. */
export function fakeServer(responder: Respond = noResponse): FakeRequest[] {
  const calls: FakeRequest[] = []
  respond = (fakeRequest) => {
    calls.push(fakeRequest)
    return responder(fakeRequest)
  }
  onTestFinished(() => {
    respond = noResponse
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
    const fakeRequest = {
      method: request.method,
      path: pathname + search,
      headers: request.headers,
      // files are sent unencoded
      body: text === '' ? null : isJson(request) ? JSON.parse(text) : text,
    }
    const response = await respond(fakeRequest)
    if (!response) throw new TypeError('Failed to fetch')
    const { status = 200, json } = response
    return json === undefined ? new Response(null, { status }) : Response.json(json, { status })
  }
}
