/** Calls on accounts themselves: sign up, and one's own account. */
import {
  accountPaths,
  authProblem,
  deleteBody,
  nameBody,
  signupBody,
  user,
  users,
} from '../../contract/accounts.ts'
import * as z from 'zod/mini'
import type { Http } from '../kit/http.ts'
import type { Kit } from '../installation/kit.ts'
import { type Guard, whoAsks } from './guard.ts'
import { closeAccount, rename } from './own-account.rules.ts'
import { peerAddress } from './throttling/peer-address.ts'
import type { ReadCookie } from './read-cookie.ts'
import { signUp } from './signup.rules.ts'
import type { Throttles } from './throttling/throttles.ts'

interface UsersParts {
  guard: Guard
  cookie: ReadCookie
  throttles: Throttles
}

const tags = ['auth']
const own = { tags, security: [{ jwt: [] }] }
const nothing = z.null().check(z.describe('No content'))

export function usersRoutes(scope: Http, kit: Kit, parts: UsersParts): void {
  const { guard, throttles } = parts
  scope.post(
    accountPaths.users,
    {
      onRequest: guard.notForged,
      schema: {
        tags,
        summary: 'Sign up',
        body: signupBody,
        response: { 201: user, 400: authProblem, 409: authProblem, 429: authProblem },
      },
    },
    async (request, reply) => {
      const created = await signUp(kit, throttles, request.body, peerAddress(request))
      return reply.code(201).send(created)
    },
  )
  scope.get(
    accountPaths.users,
    {
      onRequest: guard.signedIn,
      schema: { ...own, summary: 'Oneself, as a list of one', response: { 200: users, 401: authProblem } },
    },
    async (request) => {
      const { id, name, email } = whoAsks(request)
      return [{ id, name, email }]
    },
  )
  meRoutes(scope, kit, parts)
}

function meRoutes(scope: Http, kit: Kit, { guard, cookie, throttles }: UsersParts): void {
  const response = { 200: user, 400: authProblem, 401: authProblem }
  scope.get(
    accountPaths.me,
    { onRequest: guard.signedIn, schema: { ...own, summary: 'Who is signed in', response } },
    async (request) => {
      const { id, name, email } = whoAsks(request)
      return { id, name, email }
    },
  )
  scope.patch(
    accountPaths.me,
    { onRequest: guard.signedIn, schema: { ...own, summary: 'Change the name', body: nameBody, response } },
    (request) => rename(kit, whoAsks(request), request.body),
  )
  scope.delete(
    accountPaths.me,
    {
      onRequest: guard.signedIn,
      schema: {
        ...own,
        summary: 'Close the account for good',
        body: deleteBody,
        response: { 204: nothing, 400: authProblem, 401: authProblem, 429: authProblem },
      },
    },
    async (request, reply) => {
      const { body } = request
      // a DELETE without a body reads as null
      await closeAccount(kit, throttles, whoAsks(request), body ?? {}, peerAddress(request))
      cookie.clear(reply)
      return reply.code(204).send(null)
    },
  )
}
