/** The opaque cookie with which browsers load images, which have no Authorization header, and the check of the requesting page. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kit } from '../../installation/kit.ts'
import { Problem } from '../../kit/problem.ts'

export interface ReadCookie {
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, value: string): void
  clear(reply: FastifyReply): void
  /** The cookie of a provider's support session, besides the provider's own. */
  view: {
    read(request: FastifyRequest): string | undefined
    /** A null value deletes the cookie. */
    set(reply: FastifyReply, value: string | null): void
  }
}

export function createReadCookie({ config }: Pick<Kit, 'config'>): ReadCookie {
  // browsers accept the prefix and Secure over TLS only; without it the product runs on loopback
  const tls = config.publicUrl?.startsWith('https:') ?? false
  const name = tls ? '__Host-headgate' : 'headgate'
  const ofView = `${name}-view`
  const attributes = `Path=/; HttpOnly;${tls ? ' Secure;' : ''} SameSite=Strict`
  const send = (reply: FastifyReply, cookie: string) =>
    void reply.header('set-cookie', `${cookie}; ${attributes}`)
  const end = (reply: FastifyReply, of: string) =>
    send(reply, `${of}=; Max-Age=0; Expires=${new Date(0).toUTCString()}`)
  return {
    read: (request) => valueOf(request, name),
    set: (reply, value) => send(reply, `${name}=${value}; Max-Age=${Math.floor(config.refreshTtlMs / 1000)}`),
    clear: (reply) => end(reply, name),
    view: {
      read: (request) => valueOf(request, ofView),
      // it ends with the browser at the latest; the consent is checked at each request
      set: (reply, value) => (value === null ? end(reply, ofView) : send(reply, `${ofView}=${value}`)),
    },
  }
}

/** The first cookie of that name; valid values are letters and digits, and need no decoding. */
function valueOf({ headers }: FastifyRequest, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/** Clients other than browsers send neither header, and no cookie by themselves either. */
export function fromOwnPages(request: FastifyRequest, siteUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined) return true
  return origin === originOf(siteUrl) || origin === `${request.protocol}://${request.host}`
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * `onRequest`: a page of another site must not sign users in or out, or trigger mails, not even by a plain form.
 *
 * @throws Problem cross_site
 */
export function refuseForeignWrites({ site }: Pick<Kit, 'site'>) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const foreign = !READS.has(request.method) && !fromOwnPages(request, site.url)
    done(foreign ? new Problem('cross_site') : undefined)
  }
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null
}
