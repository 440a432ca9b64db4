/** The authenticated API client: credentials, silent renewal with one retry after a 401, and validated responses. */
import { CallError } from './call-error.ts'
import { jsonOf, textOf } from './json-text.ts'
import { createRenewal } from './renewal.ts'
import type { Locks } from './renewal.ts'
import { session as theSession } from './session.ts'
import type { Session } from './session.ts'
import { createHttp } from './http.ts'
import type { Method, HttpOptions, HttpRequest } from './http.ts'

/** The part of a schema that is used here; `nothing` stands for an empty response. */
export interface Schema<T> {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false }
}
export const nothing: Schema<void> = { safeParse: () => ({ success: true, data: undefined }) }

/**
 * `header`: the access token in `Authorization`; `cookie`: calls that carry no header but need a live session
 * (`/dates`, `/dev4`, `/plots`); `none`: visitors.
 */
export type Credential = 'header' | 'cookie' | 'none'

export interface CallOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
  credential?: Credential
}

export interface ClientParts extends HttpOptions {
  session: Session
  /** Shared by all tabs; without it each tab renews by itself, which the server tolerates. */
  locks?: Locks
  now?: () => number
}

const UPLOAD_TIMEOUT_MS = 180_000

export type Client = ReturnType<typeof createClient>

export function createClient({ session, locks, now, ...options }: ClientParts) {
  const http = createHttp(options)
  const renewal = createRenewal({ session, http, locks, now })

  async function attempt(method: Method, path: string, credential: Credential, request: HttpRequest) {
    if (credential === 'none') return http.request(method, path, request)
    const send = (access: string) => {
      const header: Record<string, string> = credential === 'header' ? { Authorization: `JWT ${access}` } : {}
      return http.request(method, path, { ...request, headers: { ...request.headers, ...header } })
    }
    const access = await renewal.freshAccess()
    const first = await send(access)
    if (first.status !== 401) return first
    const refused = textOf(await jsonOf(first.clone()), 'code') === 'token_not_valid'
    return refused || credential === 'cookie' ? send(await renewal.renew(access)) : first
  }

  async function open(method: Method, path: string, options: CallOptions, request: HttpRequest) {
    const response = await attempt(method, path, options.credential ?? 'header', {
      ...request,
      headers: options.headers,
      signal: options.signal,
    })
    if (!response.ok) throw new CallError('answer', response.status, await jsonOf(response))
    return response
  }

  async function call<T>(
    method: Method,
    path: string,
    schema: Schema<T>,
    { body, timeoutMs, ...options }: CallOptions & Pick<HttpRequest, 'body' | 'timeoutMs'> = {},
  ): Promise<T> {
    const response = await open(method, path, options, { body, ...(timeoutMs ? { timeoutMs } : {}) })
    const json = await jsonOf(response)
    const parsed = schema.safeParse(json)
    if (!parsed.success) throw new CallError('unreadable', response.status, json)
    return parsed.data
  }

  return {
    call,
    get: <T>(path: string, schema: Schema<T>, options?: CallOptions) => call('GET', path, schema, options),
    post: <T>(path: string, schema: Schema<T>, body: unknown, options?: CallOptions) =>
      call('POST', path, schema, { ...options, body }),
    /** A streaming response, for server-sent events. */
    stream: (path: string, signal: AbortSignal) => open('GET', path, { signal }, { streaming: true }),
    /** A file, for example a zip archive. */
    file: (path: string) => open('GET', path, { headers: { Accept: '*/*' } }, { streaming: true }),
    /** Uploads a file; the timeout is long because the connection may be slow. */
    upload: <T>(path: string, schema: Schema<T>, file: Blob, signal?: AbortSignal) =>
      call('POST', path, schema, { body: file, timeoutMs: UPLOAD_TIMEOUT_MS, ...(signal ? { signal } : {}) }),
    /** Makes sure that token and cookie are valid, for example before an image is loaded. */
    freshen: renewal.freshAccess,
    /** Replaces a token that the server refused. */
    renew: renewal.renew,
  }
}

export const client = createClient({
  session: theSession,
  locks: typeof navigator === 'undefined' ? undefined : navigator.locks,
})
