/** Whether a request was made by a page of this site, by what the browser itself says about it. */
import type { FastifyRequest } from 'fastify'

/** Clients that are no browsers send neither header, and no cookie by themselves either. */
export function fromOwnPages(request: FastifyRequest, siteUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined) return true
  return origin === originOf(siteUrl) || origin === `${request.protocol}://${request.host}`
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null
}
