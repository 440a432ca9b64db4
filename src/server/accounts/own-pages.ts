/** Whether a request was made by a page of this site, by what the browser itself says about it. */
import type { FastifyRequest } from 'fastify'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'

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
