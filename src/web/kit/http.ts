/** HTTP requests with JSON bodies and a timeout; every failure is a CallError. */
import { ANSWER_TIMEOUT_MS } from '../../contract/limits.ts'
import { CallError } from './call-error.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface HttpOptions {
  /** Prefix of every path; empty in the browser. */
  origin?: string
  timeoutMs?: number
  fetch?: typeof fetch
}

export interface HttpRequest {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Longer than the default, for uploads over slow connections. */
  timeoutMs?: number
  /** For a stream the timeout covers the response headers only. */
  streaming?: boolean
}

export function createHttp({ origin = '', timeoutMs = ANSWER_TIMEOUT_MS, ...options }: HttpOptions = {}) {
  const send = options.fetch ?? fetch

  async function request(method: Method, path: string, request: HttpRequest): Promise<Response> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), request.timeoutMs ?? timeoutMs)
    const signals = [limit.signal, ...(request.signal ? [request.signal] : [])]
    try {
      const response = await send(origin + path, {
        method,
        credentials: 'same-origin',
        cache: 'no-store',
        signal: AbortSignal.any(signals),
        headers: {
          Accept: request.streaming ? 'text/event-stream' : 'application/json',
          ...(request.body === undefined ? {} : { 'Content-Type': contentType(request.body) }),
          ...request.headers,
        },
        body: request.body instanceof Blob ? request.body : JSON.stringify(request.body),
      })
      // Reading the body counts towards the timeout too.
      return request.streaming && response.ok ? response : new Response(await bodyOf(response), response)
    } catch (error) {
      if (request.signal?.aborted) throw error
      throw new CallError('unreachable')
    } finally {
      clearTimeout(timer)
    }
  }

  return { request }
}

/** Files are sent unencoded. */
function contentType(body: unknown): string {
  return body instanceof Blob ? 'application/octet-stream' : 'application/json'
}

async function bodyOf(response: Response): Promise<string | null> {
  const text = await response.text()
  return response.status === 204 || response.status === 205 || response.status === 304 ? null : text
}
