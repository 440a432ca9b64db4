/** Authenticates every call: hooks that run before the body is read and refuse missing or invalid credentials. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { attempted, auditableText } from '../../audit/audit.ts'
import type { Kit } from '../../installation/kit.ts'
import { Problem } from '../../kit/problem.ts'
import { fromOwnPages, type ReadCookie } from './read-cookie.ts'
import type { SessionLookup } from './session-lookup.ts'
import { type Requester, cookieHash, type FamilyUser, userOfCookie } from './sessions.store.ts'
import { userOfView, userOfViewCookie, type ViewedUser } from './support-views.store.ts'
import { accessTokenRefused, badHeader, noCredentials, userRefused } from './token-problems.ts'
import type { Tokens } from './tokens.ts'

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export interface Guard {
  /** `onRequest`: a customer, by the header alone. */
  signedIn: Hook
  /** `onRequest` of calls for both customers and providers, by the header only. */
  anybody: Hook
  /** `onRequest` of the desk: a provider, by the header alone; refused before a body is read, and audited. */
  provider: Hook
  /** `onRequest` of reads by images and old clients: header or read cookie, from pages of this site. */
  signedInForRead: Hook
  /** `onRequest` of public auth calls: no header is accepted, a wrong one is not. */
  notForged: Hook
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set by a guard; a weak map would be looked through by each garbage collection. */
    requester?: Requester
  }
}

/** The caller, in a route behind `signedIn` or `signedInForRead`. */
export function requesterOf({ requester }: FastifyRequest): Requester {
  if (!requester) throw noCredentials()
  return requester
}

export function createGuard(kit: Kit, tokens: Tokens, cookie: ReadCookie, lookUp: SessionLookup): Guard {
  async function byHeader(request: FastifyRequest): Promise<Requester | null> {
    const token = tokenOf(request)
    if (token === null) return null
    const claims = tokens.read(token)
    if (claims?.kind === 'view') {
      const { userId, family: view } = claims
      const viewed = await userOfView(kit.database.reader, { view, userId, now: kit.clock.now() })
      if (!viewed) throw accessTokenRefused(request, false)
      return viewerOf(viewed)
    }
    if (claims?.kind !== 'access') throw accessTokenRefused(request, claims !== null)
    const user = await lookUp(claims.userId, claims.family)
    if (!user?.active) throw userRefused(request, user !== null)
    if (user.family === null) throw accessTokenRefused(request, false)
    return askerOf(user, user.family)
  }

  async function byCookie(request: FastifyRequest, reply: FastifyReply): Promise<Requester | null> {
    const cookieValue = cookie.read(request)
    if (cookieValue === undefined) return null
    const user = await userOfCookie(kit.database.reader, cookieHash(cookieValue), kit.clock.now())
    if (user?.family) return askerOf(user, user.family)
    cookie.clear(reply)
    return null
  }

  async function byViewCookie(request: FastifyRequest): Promise<Requester | null> {
    const cookieValue = cookie.view.read(request)
    if (cookieValue === undefined) return null
    const viewed = await userOfViewCookie(kit.database.reader, cookieHash(cookieValue), kit.clock.now())
    return viewed && viewerOf(viewed)
  }

  /** Requests that change something are refused; read-only ones run in READ ONLY transactions. */
  async function admit(request: FastifyRequest, asker: Requester): Promise<void> {
    request.requester = asker
    if (asker.viewerId === undefined) return
    request.readOnly = true
    if (LOOKS.has(request.method) || request.routeOptions.config.readOnly) return
    await refuse(request, asker.viewerId, 'view call', 'view_only')
  }

  async function refuse(
    { method, url }: FastifyRequest,
    userId: number,
    action: 'view call' | 'provider call',
    code: 'view_only' | 'provider_only',
  ): Promise<never> {
    const after = { method, path: auditableText(url.split('?', 1)[0] ?? '') }
    return attempted(kit, { userId, action, after }, () => {
      throw new Problem(code)
    })
  }

  async function anybody(request: FastifyRequest): Promise<Requester> {
    const asker = await byHeader(request)
    if (!asker) throw noCredentials()
    await admit(request, asker)
    return asker
  }

  return {
    async anybody(request) {
      await anybody(request)
    },
    async signedIn(request) {
      mustBeCustomer(await anybody(request))
    },
    async provider(request) {
      const { id, provider, viewerId } = await anybody(request)
      if (!provider) await refuse(request, viewerId ?? id, 'provider call', 'provider_only')
    },
    async notForged(request) {
      await byHeader(request)
    },
    async signedInForRead(request, reply) {
      const tokenRequester = await byHeader(request)
      const cookieRequester = await byCookie(request, reply)
      const views = tokenRequester?.viewerId !== undefined
      if (tokenRequester && cookieRequester && tokenRequester.id !== cookieRequester.id && !views) {
        cookie.clear(reply)
        throw noCredentials()
      }
      // during a support session the provider's own cookie is present too
      const asker =
        tokenRequester ??
        (cookieRequester?.provider === false
          ? cookieRequester
          : ((await byViewCookie(request)) ?? cookieRequester))
      if (!asker) throw noCredentials()
      // a browser adds the cookie by itself, so the requesting page must be ours
      if (!tokenRequester && !fromOwnPages(request, kit.site.url)) throw new Problem('cross_site')
      mustBeCustomer(asker)
      await admit(request, asker)
    },
  }
}

const SCHEME = /^\s*JWT(\s|$)/
const SCHEME_LENGTH = 'JWT'.length
const SPACE = /\s/

/** The scheme is `JWT`, in capitals; anything else counts as no credential. */
function tokenOf(request: FastifyRequest): string | null {
  const { authorization } = request.headers
  if (authorization === undefined || !SCHEME.test(authorization)) return null
  const token = authorization.trim().slice(SCHEME_LENGTH).trimStart()
  if (token === '' || SPACE.test(token)) throw badHeader(request)
  return token
}

function askerOf({ id, name, email, provider }: FamilyUser, family: string): Requester {
  return { id, name, email, provider, family }
}

/** Methods that change nothing; read-only routes with another method declare it (`readOnly`). */
const LOOKS = new Set(['GET', 'HEAD'])

function viewerOf({ id, name, email, view, viewerId }: ViewedUser): Requester {
  return { id, name, email, provider: false, family: view, viewerId }
}

/** @throws Problem('customers_only'): a provider's account has no systems, and never acts for a customer */
function mustBeCustomer({ provider }: Requester): void {
  if (provider) throw new Problem('customers_only')
}
