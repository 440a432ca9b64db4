/** The opaque cookie that lets a browser read images that carry no Authorization header, and from which pages it counts. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kit } from '../../installation/kit.ts'
import { Problem } from '../../kit/problem.ts'

export interface ReadCookie {
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, value: string): void
  clear(reply: FastifyReply): void
}

export function createReadCookie({ config }: Pick<Kit, 'config'>): ReadCookie {
  // browsers take the prefix and Secure over TLS only; without it the product runs on loopback
  const tls = config.publicUrl?.startsWith('https:') ?? false
  const name = tls ? '__Host-headgate' : 'headgate'
  const attributes = { path: '/', httpOnly: true, secure: tls, sameSite: 'strict' } as const
  return {
    read: (request) => request.cookies[name],
    set: (reply, value) =>
      void reply.setCookie(name, value, { ...attributes, maxAge: Math.floor(config.refreshTtlMs / 1000) }),
    clear: (reply) => void reply.clearCookie(name, attributes),
  }
}

/** Clients that are no browsers send neither header, and no cookie by themselves either. */
export function fromOwnPages(request: FastifyRequest, siteUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined) return true
  return origin === originOf(siteUrl) || origin === `${request.protocol}://${request.host}`
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * `onRequest`: another site's page may not sign somebody in or out, or have mails sent, not even by a plain form.
 *
 * @throws Problem cross_site
 */
export function refuseForeignWrites({ site }: Pick<Kit, 'site'>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!READS.has(request.method) && !fromOwnPages(request, site.url)) throw new Problem('cross_site')
  }
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null
}
