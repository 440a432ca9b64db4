/** Security headers of every response, and the two content policies: one for pages, one for everything else. */
import { type IncomingMessage, ServerResponse } from 'node:http'
import { idleLimitMs, REQUEST_WITHIN_MS } from './http-sockets.ts'

declare module 'node:http' {
  interface OutgoingMessage {
    /** Composes the head of a response. Undocumented, but the only place where text can be added to it. */
    _storeHeader(statusLine: string, headers: unknown): void
  }
}

/** Allowed origins besides the product's own, for map tiles and images. */
export interface PageOrigins {
  pictures?: readonly string[]
  maps?: readonly string[]
}

/** Policy of a page. */
export function pagePolicy({ pictures = [], maps = [] }: PageOrigins = {}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...pictures, ...maps].join(' '),
    ["connect-src 'self'", ...maps].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** For the service worker, which fetches only from the product's own origin. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
/** The page of the API reference, whose library adds one style element of this content; its files need no policy. */
const REFERENCE = /^\/api\/docs\/?(\?|$)/
const REFERENCE_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"
const REFERENCE_POLICY = `default-src 'none'; script-src 'self'; style-src 'self' ${REFERENCE_STYLE}; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const EVERYWHERE = {
  // tells clients when not to send into an old connection; Node says it only if its own timer closes it
  'keep-alive': `timeout=${idleLimitMs(REQUEST_WITHIN_MS) / 1000}`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
}
const UNDER_TLS = { 'strict-transport-security': 'max-age=31536000' }

/**
 * Responses that begin with the headers which never differ, as one text: checked and joined one by one they are a twentieth of
 * the cost of a small response. `inject` of Fastify has responses of its own, without them.
 *
 * @param tls whether browsers reach the product by TLS only
 */
export function responseClass(tls: boolean): typeof ServerResponse {
  const lines = Object.entries({ ...EVERYWHERE, ...(tls ? UNDER_TLS : {}) })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override _storeHeader(statusLine: string, headers: unknown): void {
      // oxlint-disable-next-line no-underscore-dangle -- Node's name
      super._storeHeader(statusLine + lines, headers)
    }
  }
}

const CLOSED = { 'cache-control': 'no-store', 'content-security-policy': CLOSED_POLICY }
const REFERENCE_PAGE = { ...CLOSED, 'content-security-policy': REFERENCE_POLICY }

/** Headers that a route may replace, to be set in one step: a call for each costs more. */
export function defaultHeaders(url: string): Readonly<Record<string, string>> {
  return REFERENCE.test(url) ? REFERENCE_PAGE : CLOSED
}
