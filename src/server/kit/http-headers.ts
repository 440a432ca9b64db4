/** Security headers of every response, and the two content policies: one for pages, one for everything else. */

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
const PERMISSIONS = 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()'

/**
 * Headers for a URL, to be set in one step: the usual middleware per header was a quarter of the cost of a small response.
 *
 * @param tls whether browsers reach the product by TLS only
 */
export function securityHeaders(tls: boolean): (url: string) => Readonly<Record<string, string>> {
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
  const closed = { ...always, 'content-security-policy': CLOSED_POLICY }
  const reference = { ...always, 'content-security-policy': REFERENCE_POLICY }
  return (url) => (REFERENCE.test(url) ? reference : closed)
}
