/** HTTP routes for the members of a system, for its owner. */
import { z } from 'zod'
import {
  invitation,
  member,
  memberList,
  memberParams,
  memberPaths,
  membersQuery,
} from '../../contract/accounts/members.ts'
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../kit/http.ts'
import type { Members } from './members.service.ts'

const { call, recorded } = callsOf('members')

export function memberRoutes(app: Http, members: Members, { signedIn }: Guard): void {
  app.get(
    memberPaths.list,
    call(signedIn, 'Who else sees or changes a system; its owner alone', {
      querystring: membersQuery,
      response: { 200: memberList, ...refusals(400, 401, 403, 404) },
    }),
    (request) => members.list(requesterOf(request).id, request.query.system),
  )

  app.post(
    memberPaths.list,
    recorded(signedIn, 'Invite somebody by address, or give a member another role; its owner alone', {
      description:
        'An address without an account is invited: it becomes a member by signing up and activating. Sends a mail.',
      querystring: membersQuery,
      body: invitation,
      response: { 201: member, ...refusals(400, 401, 403, 404, 409, 429) },
    }),
    async (request, reply) => {
      const member = await members.invite(requesterOf(request), request.query, request.body)
      return reply.code(201).send(member)
    },
  )

  app.delete(
    memberPaths.one,
    call(signedIn, "Take a member's access, or an invitation, back; its owner alone", {
      params: memberParams,
      response: { 204: z.null(), ...refusals(401, 403, 404, 409, 429) },
    }),
    async (request, reply) => {
      await members.remove(requesterOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
