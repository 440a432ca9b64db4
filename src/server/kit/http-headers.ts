/** Security headers of every answer, and the two content policies: one for pages, one for everything else. */
import type { FastifyInstance } from 'fastify'

/** Origins beside the product's own; a map is fetched, and its pictures are shown. */
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

/** Of the worker that keeps the application on a device: what it fetches is the product's own. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
/** The API reference sets style attributes; it shows nothing that a customer wrote. */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const PERMISSIONS = 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()'

/** Set in one step: the usual middleware of a header each was a quarter of the cost of a small answer. */
export function sendSecurityHeaders(app: FastifyInstance, tls: boolean): void {
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
    'cache-control': 'no-store',
    ...(tls ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
  app.addHook('onRequest', (request, reply, done) => {
    const reference = request.url.startsWith('/api/docs')
    reply.headers(always)
    reply.header('content-security-policy', reference ? REFERENCE_POLICY : CLOSED_POLICY)
    done()
  })
}
