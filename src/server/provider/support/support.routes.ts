/** HTTP routes of support sessions: consent by the customer, viewing by the provider. */
import * as z from 'zod/mini'
import { personIdOf, personParams } from '#contract/accounts/desk-people.ts'
import { allowBody, lookBody, openedView, supportAccess, supportPaths } from '#contract/accounts/support.ts'
import { type Guard, requesterOf } from '../../accounts/sessions/guard.ts'
import type { ReadCookie } from '../../accounts/sessions/read-cookie.ts'
import { callsOf, type Http, refusals } from '../../kit/http.ts'
import type { Support } from './support.service.ts'

const ofDesk = callsOf('provider')
const own = callsOf('support')
const nothing = z.null().check(z.describe('No content'))

interface SupportParts {
  support: Support
  guard: Guard
  cookie: ReadCookie
}

export function supportRoutes(app: Http, { support, guard, cookie }: SupportParts): void {
  const answer = { 200: supportAccess, ...refusals(400, 401, 403, 429) }
  app.get(
    supportPaths.own,
    own.call(guard.signedIn, 'Whether the provider may see my screens, and each time that it did', {
      response: answer,
    }),
    (request) => support.access(requesterOf(request).id),
  )
  app.put(
    supportPaths.own,
    own.recorded(guard.signedIn, 'Let the provider see my screens, read-only, for some hours', {
      body: allowBody,
      response: answer,
    }),
    (request) => support.allow(requesterOf(request).id, request.body),
  )
  app.delete(
    supportPaths.own,
    own.call(guard.signedIn, 'Decline, or end it: what is open is closed at once', { response: answer }),
    (request) => support.end(requesterOf(request).id),
  )
  app.post(
    supportPaths.ask,
    ofDesk.recorded(guard.provider, 'Ask a customer to let the provider see the screens; sends a mail', {
      params: personParams,
      body: lookBody,
      response: { 204: nothing, ...refusals(400, 401, 403, 404, 409, 429) },
    }),
    async (request, reply) => {
      await support.ask(requesterOf(request), personIdOf(request.params), request.body)
      return reply.code(204).send(null)
    },
  )
  app.post(
    supportPaths.open,
    ofDesk.recorded(guard.provider, "See a customer's screens, where that customer allows it", {
      description: 'The cookie of the answer is for pictures, as that of a login.',
      params: personParams,
      body: lookBody,
      response: { 200: openedView, ...refusals(400, 401, 403, 404, 409, 429) },
    }),
    async (request, reply) => {
      const { opened, cookie: value } = await support.open(
        requesterOf(request),
        personIdOf(request.params),
        request.body,
      )
      cookie.view.set(reply, value)
      return opened
    },
  )
  app.post(
    supportPaths.leave,
    {
      ...own.call(guard.anybody, "Leave a customer's screens", {
        description:
          "With the token of the look, or with the provider's own; for anybody else nothing is open.",
        response: { 204: nothing, ...refusals(401, 403) },
      }),
      config: { readOnly: true },
    },
    async (request, reply) => {
      const { id, viewerId = id } = requesterOf(request)
      await support.close({ id: viewerId })
      cookie.view.set(reply, null)
      return reply.code(204).send(null)
    },
  )
}
