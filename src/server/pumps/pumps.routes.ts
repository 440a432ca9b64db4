/** Calls of pumps. */
import { z } from 'zod'
import { problemBody } from '../../contract/errors.ts'
import { pump, pumpBody, pumpList, pumpParams, pumpPaths } from '../../contract/pumps.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import type { Http } from '../kit/http.ts'
import type { Pumps } from './pumps.service.ts'

const described = { tags: ['pumps'], security: [{ jwt: [] }] }
const refusals = {
  400: problemBody,
  401: problemBody,
  403: problemBody,
  404: problemBody,
  429: problemBody,
}

export function pumpRoutes(app: Http, pumps: Pumps, { signedIn }: Guard): void {
  app.get(
    pumpPaths.list,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Pumps that my systems draw on, and what is drawn now',
        response: { 200: pumpList, 401: problemBody },
      },
    },
    (request) => pumps.list(whoAsks(request).id),
  )
  app.post(
    pumpPaths.list,
    {
      onRequest: signedIn,
      // refusals are recorded: the service reads the body itself
      attachValidation: true,
      schema: {
        ...described,
        summary: 'Add a pump with the systems that draw on it; for owners and operators of all of them',
        body: pumpBody,
        response: { 201: pump, ...refusals },
      },
    },
    async (request, reply) => reply.code(201).send(await pumps.add(whoAsks(request).id, request.body)),
  )
  app.put(
    pumpPaths.one,
    {
      onRequest: signedIn,
      attachValidation: true,
      schema: {
        ...described,
        summary: 'Replace a pump; systems that the asker is no member of stay on it',
        params: pumpParams,
        body: pumpBody,
        response: { 200: pump, ...refusals },
      },
    },
    (request) => pumps.change(whoAsks(request).id, request.params.id, request.body),
  )
  app.delete(
    pumpPaths.one,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: "Take the asker's systems off a pump; it goes with its last one",
        params: pumpParams,
        response: { 204: z.null(), 401: problemBody, 403: problemBody, 404: problemBody, 429: problemBody },
      },
    },
    async (request, reply) => {
      await pumps.remove(whoAsks(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
