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
  signupBody,
  tokenPair,
  user,
  verifyBody,
} from '../../contract/accounts.ts'
import type { Http } from '../kit/http.ts'
import type { Kit } from '../kit/kit.ts'
import { activate } from './activation.rules.ts'
import { readAuthBodies } from './auth-bodies.ts'
import { type Guard, whoAsks } from './guard.ts'
import { logIn, renewTokens, verifyToken } from './login.rules.ts'
import { logOut } from './logout.rules.ts'
import type { ReadCookie } from './read-cookie.ts'
import { confirmReset, wantLink } from './reset.rules.ts'
import type { Sessions } from './sessions.rules.ts'
import { signUp } from './signup.rules.ts'
import type { Tokens } from './tokens.ts'

export interface AuthParts {
  guard: Guard
  tokens: Tokens
  sessions: Sessions
  cookie: ReadCookie
}

const tags = ['auth']
const nothing = z.null().check(z.describe('No content'))
const empty = z.object({})
const noContent = { 204: nothing, 400: authProblem, 401: authProblem, 403: authProblem }

export function accountRoutes(app: Http, kit: Kit, parts: AuthParts): void {
  void app.register(async (scope: Http) => {
    readAuthBodies(scope)
    userRoutes(scope, kit, parts)
    linkRoutes(scope, kit, parts)
    tokenRoutes(scope, kit, parts)
  })
}

function userRoutes(scope: Http, kit: Kit, { guard }: AuthParts): void {
  scope.post(
    accountPaths.users,
    {
      onRequest: guard.notForged,
      schema: {
        tags,
        summary: 'Sign up',
        body: signupBody,
        response: { 201: user, 400: authProblem, 409: authProblem },
      },
    },
    async ({ body }, reply) => reply.code(201).send(await signUp(kit, body)),
  )
  scope.get(
    accountPaths.me,
    {
      onRequest: guard.signedIn,
      schema: {
        tags,
        summary: 'Who is signed in',
        security: [{ jwt: [] }],
        response: { 200: user, 401: authProblem },
      },
    },
    async (request) => {
      const { id, name, email } = whoAsks(request)
      return { id, name, email }
    },
  )
}

/** Calls that a mail begins or ends. */
function linkRoutes(scope: Http, kit: Kit, { guard }: AuthParts): void {
  const call = (
    path: string,
    summary: string,
    body: z.core.$ZodType,
    carryOut: (body: unknown) => Promise<void>,
  ) =>
    scope.post(
      path,
      { onRequest: guard.notForged, schema: { tags, summary, body, response: noContent } },
      async (request, reply) => {
        await carryOut(request.body)
        return reply.code(204).send(null)
      },
    )
  call(accountPaths.activation, 'Activate an account with the link of the mail', activationBody, (body) =>
    activate(kit, body),
  )
  call(accountPaths.resendActivation, 'Send the activation mail again', emailBody, (body) =>
    wantLink(kit, body, 'activation'),
  )
  call(accountPaths.resetPassword, 'Have a link for a new password sent', emailBody, (body) =>
    wantLink(kit, body, 'reset'),
  )
  call(
    accountPaths.resetPasswordConfirm,
    'Choose a new password with the link of the mail',
    resetBody,
    (body) => confirmReset(kit, body),
  )
}

function tokenRoutes(scope: Http, kit: Kit, parts: AuthParts): void {
  const { tokens, sessions, cookie } = parts
  const response = { 200: tokenPair, 400: authProblem, 401: authProblem }
  scope.post(
    accountPaths.create,
    { schema: { tags, summary: 'Log in', body: loginBody, response } },
    async ({ body }, reply) => {
      const opened = await logIn(kit, sessions, body)
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
      await verifyToken(kit, tokens, body)
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
