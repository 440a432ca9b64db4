/** Calls under `/auth`. */
import * as z from 'zod/mini'
import {
  accountPaths,
  activationBody,
  authProblem,
  emailBody,
  loginBody,
  logoutBody,
  refreshBody,
  resetBody,
  tokenPair,
  verifyBody,
} from '../../contract/accounts.ts'
import type { Http } from '../kit/http.ts'
import type { Kit } from '../installation/kit.ts'
import { activate } from './activation.rules.ts'
import { readAuthBodies } from './auth-bodies.ts'
import { type Guard, whoAsks } from './guard.ts'
import { logIn, renewTokens, verifyToken } from './login.rules.ts'
import { logOut } from './logout.rules.ts'
import type { ReadCookie } from './read-cookie.ts'
import { confirmReset, wantLink } from './reset.rules.ts'
import type { SessionLookup } from './session-lookup.ts'
import type { Sessions } from './sessions.rules.ts'
import { refuseForeignWrites } from './own-pages.ts'
import { peerAddress } from './throttling/peer-address.ts'
import type { Throttles } from './throttling/throttles.ts'
import type { Tokens } from './tokens.ts'
import { usersRoutes } from './users.routes.ts'

export interface AuthParts {
  guard: Guard
  tokens: Tokens
  sessions: Sessions
  cookie: ReadCookie
  throttles: Throttles
  lookUp: SessionLookup
}

const tags = ['auth']
const nothing = z.null().check(z.describe('No content'))
const empty = z.object({})
const noContent = {
  204: nothing,
  400: authProblem,
  401: authProblem,
  403: authProblem,
  429: authProblem,
}

export function accountRoutes(app: Http, kit: Kit, parts: AuthParts): void {
  void app.register(async (scope: Http) => {
    readAuthBodies(scope)
    scope.addHook('onRequest', refuseForeignWrites(kit))
    usersRoutes(scope, kit, parts)
    linkRoutes(scope, kit, parts)
    tokenRoutes(scope, kit, parts)
  })
}

/** Calls that a mail begins or ends. */
function linkRoutes(scope: Http, kit: Kit, { guard, throttles }: AuthParts): void {
  const call = (
    path: string,
    summary: string,
    body: z.core.$ZodType,
    carryOut: (body: unknown, address: string) => Promise<void>,
  ) =>
    scope.post(
      path,
      { onRequest: guard.notForged, schema: { tags, summary, body, response: noContent } },
      async (request, reply) => {
        await carryOut(request.body, peerAddress(request))
        return reply.code(204).send(null)
      },
    )
  call(accountPaths.activation, 'Activate an account with the link of the mail', activationBody, (body) =>
    activate(kit, body),
  )
  call(accountPaths.resendActivation, 'Send the activation mail again', emailBody, (body, address) =>
    wantLink(kit, throttles, body, { purpose: 'activation', address }),
  )
  call(accountPaths.resetPassword, 'Have a link for a new password sent', emailBody, (body, address) =>
    wantLink(kit, throttles, body, { purpose: 'reset', address }),
  )
  call(
    accountPaths.resetPasswordConfirm,
    'Choose a new password with the link of the mail',
    resetBody,
    (body) => confirmReset(kit, throttles, body),
  )
}

function tokenRoutes(scope: Http, kit: Kit, parts: AuthParts): void {
  const { tokens, sessions, cookie } = parts
  const response = { 200: tokenPair, 400: authProblem, 401: authProblem, 429: authProblem }
  scope.post(
    accountPaths.create,
    { schema: { tags, summary: 'Log in', body: loginBody, response } },
    async (request, reply) => {
      const opened = await logIn(kit, parts, request.body, peerAddress(request))
      cookie.set(reply, opened.cookie)
      return opened.tokens
    },
  )
  scope.post(
    accountPaths.refresh,
    { schema: { tags, summary: 'Renew the tokens of a login', body: refreshBody, response } },
    async (request, reply) => {
      const renewed = await renewTokens(tokens, sessions, request.body, cookie.read(request))
      cookie.set(reply, renewed.cookie)
      return renewed.tokens
    },
  )
  scope.post(
    accountPaths.verify,
    {
      schema: {
        tags,
        summary: 'Whether a token is still good',
        body: verifyBody,
        response: { ...response, 200: empty },
      },
    },
    async ({ body }) => {
      await verifyToken(parts.lookUp, tokens, body)
      return {}
    },
  )
  logoutRoute(scope, kit, parts)
}

function logoutRoute(scope: Http, kit: Kit, { guard, cookie }: AuthParts): void {
  scope.post(
    accountPaths.logout,
    {
      // the cookie goes even when the token is over already
      onRequest: [async (_request, reply) => cookie.clear(reply), guard.signedIn],
      schema: {
        tags,
        summary: 'End this login, or all',
        security: [{ jwt: [] }],
        body: logoutBody,
        response: noContent,
      },
    },
    async (request, reply) => {
      await logOut(kit, whoAsks(request), request.body)
      return reply.code(204).send(null)
    },
  )
}
