/** Says who is asking: hooks that run before a body is read, and refuse whoever cannot prove it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kit } from '../../installation/kit.ts'
import { Problem } from '../../kit/problem.ts'
import { fromOwnPages, type ReadCookie } from './read-cookie.ts'
import type { SessionLookup } from './session-lookup.ts'
import { type Asker, cookieHash, type FamilyUser, userOfCookie } from './sessions.store.ts'
import { accessTokenRefused, badHeader, noCredentials, userRefused } from './token-problems.ts'
import type { Tokens } from './tokens.ts'

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export interface Guard {
  /** `onRequest`: the header alone. */
  signedIn: Hook
  /** `onRequest` of reads that images and old clients make: header or read cookie, from pages of this site. */
  signedInForRead: Hook
  /** `onRequest` of public auth calls: no header is fine, a wrong one is not. */
  notForged: Hook
}

const askers = new WeakMap<FastifyRequest, Asker>()

/** Who asks, in a route behind `signedIn` or `signedInForRead`. */
export function whoAsks(request: FastifyRequest): Asker {
  const asker = askers.get(request)
  if (!asker) throw noCredentials()
  return asker
}

export function createGuard(kit: Kit, tokens: Tokens, cookie: ReadCookie, lookUp: SessionLookup): Guard {
  async function byHeader(request: FastifyRequest): Promise<Asker | null> {
    const token = tokenOf(request)
    if (token === null) return null
    const claims = tokens.read(token)
    if (claims?.kind !== 'access') throw accessTokenRefused(request, claims !== null)
    const user = await lookUp(claims.userId, claims.family)
    if (!user?.active) throw userRefused(request, user !== null)
    if (user.family === null) throw accessTokenRefused(request, false)
    return askerOf(user, user.family)
  }

  async function byCookie(request: FastifyRequest, reply: FastifyReply): Promise<Asker | null> {
    const held = cookie.read(request)
    if (held === undefined) return null
    const user = await userOfCookie(kit.database.reader, cookieHash(held), kit.clock.now())
    if (user?.family) return askerOf(user, user.family)
    cookie.clear(reply)
    return null
  }

  return {
    async signedIn(request) {
      const asker = await byHeader(request)
      if (!asker) throw noCredentials()
      askers.set(request, asker)
    },
    async notForged(request) {
      await byHeader(request)
    },
    async signedInForRead(request, reply) {
      const named = await byHeader(request)
      const held = await byCookie(request, reply)
      if (named && held && named.id !== held.id) {
        cookie.clear(reply)
        throw noCredentials()
      }
      const asker = named ?? held
      if (!asker) throw noCredentials()
      // a browser adds the cookie by itself, so the page that asks must be ours
      if (!named && !fromOwnPages(request, kit.site.url)) throw new Problem('cross_site')
      askers.set(request, asker)
    },
  }
}

/** The scheme is `JWT`, in capitals; anything else counts as no credential. */
function tokenOf(request: FastifyRequest): string | null {
  const [scheme, token, ...more] = (request.headers.authorization ?? '').trim().split(/\s+/)
  if (scheme !== 'JWT') return null
  if (token === undefined || more.length > 0) throw badHeader(request)
  return token
}

function askerOf({ id, name, email, provider }: FamilyUser, family: string): Asker {
  return { id, name, email, provider, family }
}
