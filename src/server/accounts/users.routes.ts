/** Routes of accounts: sign-up, the own account, and its preferences. */
import * as z from 'zod/mini'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import {
  authProblem,
  deleteBody,
  nameBody,
  preferences,
  preferencesPatch,
  signupBody,
  user,
  users,
} from '../../contract/accounts/accounts.ts'
import { callsOf, type Http, refusals, TOO_SMALL_TO_COMPRESS } from '../kit/http.ts'
import type { Kit } from '../installation/kit.ts'
import { type Guard, requesterOf } from './sessions/guard.ts'
import { choosePreferences, closeAccount, ownPreferences, rename } from './own-account.service.ts'
import { throttleKey } from './throttling/throttle-key.ts'
import type { ReadCookie } from './sessions/read-cookie.ts'
import { signUp } from './signup.service.ts'
import type { Throttles } from './throttling/throttles.ts'

const own = callsOf('auth').call
const chosen = callsOf('preferences').call

interface UsersParts {
  guard: Guard
  cookie: ReadCookie
  throttles: Throttles
}

const nothing = z.null().check(z.describe('No content'))

export function usersRoutes(scope: Http, kit: Kit, parts: UsersParts): void {
  const { guard, throttles } = parts
  scope.post(
    accountPaths.users,
    {
      onRequest: guard.notForged,
      schema: {
        tags: ['auth'],
        summary: 'Sign up',
        body: signupBody,
        response: { 201: user, 400: authProblem, 409: authProblem, 429: authProblem },
      },
    },
    async (request, reply) => {
      const created = await signUp(kit, throttles, request.body, throttleKey(request))
      return reply.code(201).send(created)
    },
  )
  scope.get(
    accountPaths.users,
    own(guard.anybody, 'Oneself, as a list of one', { response: { 200: users, 401: authProblem } }),
    async (request) => {
      const { id, name, email } = requesterOf(request)
      return [{ id, name, email }]
    },
  )
  meRoutes(scope, kit, parts)
}

function meRoutes(scope: Http, kit: Kit, { guard, cookie, throttles }: UsersParts): void {
  const response = { 200: user, 400: authProblem, 401: authProblem }
  scope.get(
    accountPaths.me,
    { ...own(guard.anybody, 'Who is signed in', { response }), ...TOO_SMALL_TO_COMPRESS },
    async (request) => {
      const { id, name, email } = requesterOf(request)
      return { id, name, email }
    },
  )
  scope.patch(
    accountPaths.me,
    own(guard.anybody, 'Change the name', { body: nameBody, response }),
    (request) => rename(kit, requesterOf(request), request.body),
  )
  scope.delete(
    accountPaths.me,
    own(guard.anybody, 'Close the account for good', {
      body: deleteBody,
      response: { 204: nothing, 400: authProblem, 401: authProblem, 429: authProblem },
    }),
    async (request, reply) => {
      const { body } = request
      // a DELETE without a body is parsed as null
      await closeAccount(kit, throttles, requesterOf(request), body ?? {}, throttleKey(request))
      cookie.clear(reply)
      return reply.code(204).send(null)
    },
  )
}

export function preferencesRoutes(app: Http, kit: Kit, { anybody }: Guard): void {
  app.get(
    accountPaths.preferences,
    chosen(anybody, 'Preferences of the signed-in user', {
      response: { 200: preferences, ...refusals(401) },
    }),
    (request) => ownPreferences(kit, requesterOf(request)),
  )
  app.patch(
    accountPaths.preferences,
    chosen(anybody, 'Change unit, theme or language', {
      body: preferencesPatch,
      response: { 200: preferences, ...refusals(400, 401) },
    }),
    (request) => choosePreferences(kit, requesterOf(request), request.body),
  )
}
