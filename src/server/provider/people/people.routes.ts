/** HTTP routes of the desk about people. */
import { reasonBody } from '#contract/accounts/desk-acts.ts'
import {
  eraseBody,
  mailBody,
  people,
  peoplePaths,
  peopleQuery,
  person,
  personActBody,
  personExport,
  personIdOf,
  personParams,
} from '#contract/accounts/desk-people.ts'
import * as z from 'zod/mini'
import { type Guard, requesterOf } from '../../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../../kit/http.ts'
import type { DeskPeople } from './people.service.ts'

const { call, recorded } = callsOf('provider')
const nothing = z.null().check(z.describe('No content'))

export function peopleRoutes(app: Http, desk: DeskPeople, { provider }: Guard): void {
  app.get(
    peoplePaths.list,
    call(provider, 'People in the order of their names, by words in name or address', {
      querystring: peopleQuery,
      response: { 200: people, ...refusals(400, 401, 403) },
    }),
    (request) => desk.list(requesterOf(request), request.query),
  )
  app.get(
    peoplePaths.one,
    call(provider, 'One person', {
      params: personParams,
      response: { 200: person, ...refusals(401, 403, 404) },
    }),
    (request) => desk.one(requesterOf(request), personIdOf(request.params)),
  )
  app.post(
    peoplePaths.act,
    recorded(provider, 'Activate by hand, unlock, disable (logins end at once) or enable an account', {
      params: personParams,
      body: personActBody,
      response: { 200: person, ...refusals(400, 401, 403, 404, 409, 429) },
    }),
    (request) => desk.act(requesterOf(request), personIdOf(request.params), request.body),
  )
  app.post(
    peoplePaths.export,
    recorded(provider, 'Everything that is stored of a person, without secrets', {
      params: personParams,
      body: reasonBody,
      response: { 200: personExport, ...refusals(400, 401, 403, 404, 409, 429) },
    }),
    (request) => desk.export(requesterOf(request), personIdOf(request.params), request.body),
  )
  for (const [path, summary, body, work] of [
    [
      peoplePaths.mail,
      'Send the mail that activates the account, or the one for a new password',
      mailBody,
      desk.mail,
    ],
    [peoplePaths.erase, 'Erase a person for good; systems stay with the provider', eraseBody, desk.erase],
  ] as const)
    app.post(
      path,
      recorded(provider, summary, {
        params: personParams,
        body,
        response: { 204: nothing, ...refusals(400, 401, 403, 404, 409, 429) },
      }),
      async (request, reply) => {
        await work(requesterOf(request), personIdOf(request.params), request.body)
        return reply.code(204).send(null)
      },
    )
}
