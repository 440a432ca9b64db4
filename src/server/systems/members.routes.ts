/** Calls of sharing: members of a system, for its owner. */
import { z } from 'zod'
import {
  invitation,
  member,
  memberList,
  memberParams,
  memberPaths,
  membersQuery,
} from '../../contract/members.ts'
import { problemBody } from '../../contract/errors.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import type { Http } from '../kit/http.ts'
import type { Members } from './members.service.ts'

const described = { tags: ['members'], security: [{ jwt: [] }] }
const refused = { 401: problemBody, 403: problemBody, 404: problemBody }

export function memberRoutes(app: Http, members: Members, { signedIn }: Guard): void {
  app.get(
    memberPaths.list,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Who else sees or changes a system; its owner alone',
        querystring: membersQuery,
        response: { 200: memberList, 400: problemBody, ...refused },
      },
    },
    (request) => members.list(whoAsks(request).id, request.query.system),
  )

  app.post(
    memberPaths.list,
    {
      onRequest: signedIn,
      // refusals are recorded: the rules read the body themselves
      attachValidation: true,
      schema: {
        ...described,
        summary: 'Invite somebody by address, or give a member another role; its owner alone',
        description:
          'An address without an account is invited: it becomes a member by signing up and activating. Sends a mail.',
        querystring: membersQuery,
        body: invitation,
        response: { 201: member, 400: problemBody, ...refused, 409: problemBody, 429: problemBody },
      },
    },
    async (request, reply) => {
      const made = await members.invite(whoAsks(request), request.query, request.body)
      return reply.code(201).send(made)
    },
  )

  app.delete(
    memberPaths.one,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: "Take a member's access, or an invitation, back; its owner alone",
        params: memberParams,
        response: { 204: z.null(), ...refused, 409: problemBody, 429: problemBody },
      },
    },
    async (request, reply) => {
      await members.remove(whoAsks(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
