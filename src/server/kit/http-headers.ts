/** Security headers of every answer, and the two content policies: one for pages, one for everything else. */
import helmet from '@fastify/helmet'
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

const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
/** The API reference sets style attributes; it shows nothing that a customer wrote. */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const PERMISSIONS = 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()'

export async function sendSecurityHeaders(app: FastifyInstance, tls: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    hsts: tls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  app.addHook('onRequest', async (request, reply) => {
    const reference = request.url.startsWith('/api/docs')
    reply.header('content-security-policy', reference ? REFERENCE_POLICY : CLOSED_POLICY)
    reply.header('permissions-policy', PERMISSIONS)
    reply.header('cache-control', 'no-store')
  })
}
