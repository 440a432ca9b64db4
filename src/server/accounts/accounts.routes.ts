/** Parsing of bodies and routing of the calls under `/auth`. */
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import {
  activationBody,
  authProblem,
  emailBody,
  loginBody,
  logoutBody,
  refreshBody,
  resetBody,
  tokenPair,
  verifyBody,
} from '../../contract/accounts/accounts.ts'
import { type Http, TOO_SMALL_TO_COMPRESS } from '../kit/http.ts'
import { textParser } from '../kit/http-body.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import { requesterOf } from './sessions/guard.ts'
import { logIn, logOut, renewTokens, verifyToken } from './login.service.ts'
import { activate } from './signup.service.ts'
import { refuseForeignWrites } from './sessions/read-cookie.ts'
import { confirmReset, requestLink } from './reset.service.ts'
import { throttleKey } from './throttling/throttle-key.ts'
import { preferencesRoutes, usersRoutes } from './users.routes.ts'
import type { Accounts } from './accounts.ts'

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

export function accountRoutes(app: Http, kit: Kit, parts: Accounts): void {
  void app.register(async (scope: Http) => {
    readAuthBodies(scope)
    scope.addHook('onRequest', refuseForeignWrites(kit))
    usersRoutes(scope, kit, parts)
    linkRoutes(scope, kit, parts)
    tokenRoutes(scope, kit, parts)
  })
  preferencesRoutes(app, kit, parts.guard)
}

/** Calls that request or follow a mailed link. */
function linkRoutes(scope: Http, kit: Kit, { guard, throttles }: Accounts): void {
  const call = (
    path: string,
    summary: string,
    body: z.core.$ZodType,
    answer: (body: unknown, address: string) => Promise<void>,
  ) =>
    scope.post(
      path,
      { onRequest: guard.notForged, schema: { tags, summary, body, response: noContent } },
      async (request, reply) => {
        await answer(request.body, throttleKey(request))
        return reply.code(204).send(null)
      },
    )
  call(accountPaths.activation, 'Activate an account with the link of the mail', activationBody, (body) =>
    activate(kit, body),
  )
  call(accountPaths.resendActivation, 'Send the activation mail again', emailBody, (body, address) =>
    requestLink(kit, throttles, body, { purpose: 'activation', address }),
  )
  call(accountPaths.resetPassword, 'Have a link for a new password sent', emailBody, (body, address) =>
    requestLink(kit, throttles, body, { purpose: 'reset', address }),
  )
  call(
    accountPaths.resetPasswordConfirm,
    'Choose a new password with the link of the mail',
    resetBody,
    (body) => confirmReset(kit, throttles, body),
  )
}

function tokenRoutes(scope: Http, kit: Kit, parts: Accounts): void {
  const { tokens, sessions, cookie } = parts
  const response = { 200: tokenPair, 400: authProblem, 401: authProblem, 429: authProblem }
  scope.post(
    accountPaths.create,
    { schema: { tags, summary: 'Log in', body: loginBody, response } },
    async (request, reply) => {
      const session = await logIn(kit, parts, request.body, throttleKey(request))
      cookie.set(reply, session.cookie)
      return session.tokens
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
      ...TOO_SMALL_TO_COMPRESS,
      schema: {
        tags,
        summary: 'Whether a token is still good',
        body: verifyBody,
        response: { ...response, 200: empty },
      },
    },
    async ({ body }) => {
      await verifyToken(kit, parts.lookUp, tokens, body)
      return {}
    },
  )
  logoutRoute(scope, kit, parts)
}

function logoutRoute(scope: Http, kit: Kit, { guard, cookie }: Accounts): void {
  scope.post(
    accountPaths.logout,
    {
      // the cookie is cleared even if the token has expired already
      onRequest: [async (_request, reply) => cookie.clear(reply), guard.anybody],
      schema: {
        tags,
        summary: 'End this login, or all',
        security: [{ jwt: [] }],
        body: logoutBody,
        response: noContent,
      },
    },
    async (request, reply) => {
      await logOut(kit, requesterOf(request), request.body)
      return reply.code(204).send(null)
    },
  )
}

/**
 * Bodies as in Djoser, JSON or form, checked by the rules and not by a schema; only for routes of this scope.
 */
function readAuthBodies(scope: Http): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/json',
    textParser((_request, text, done) => {
      const body = bodyOf(text)
      done(body instanceof Problem ? body : null, body)
    }),
  )
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    textParser((_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text)))),
  )
  scope.addContentTypeParser('*', async (request: FastifyRequest) => {
    const type = request.headers['content-type'] ?? ''
    throw new Problem('unsupported_media_type', {
      body: { detail: `Unsupported media type "${type.slice(0, 100)}" in request.` },
    })
  })
  // schemas of bodies document the calls; the messages about fields are Djoser's
  scope.setValidatorCompiler(() => (value) => ({ value }))
}

function bodyOf(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return new Problem('malformed_json')
  }
}
