/** Calls of crops. */
import { z } from 'zod'
import { cropBody, cropPaths, cropQuery, systemCrop } from '../../contract/crops.ts'
import { problemBody } from '../../contract/errors.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import type { Http } from '../kit/http.ts'
import type { Crops } from './crops.service.ts'

const described = { tags: ['crops'], security: [{ jwt: [] }] }
const refusals = {
  400: problemBody,
  401: problemBody,
  403: problemBody,
  404: problemBody,
  429: problemBody,
}

export function cropRoutes(app: Http, crops: Crops, { signedIn }: Guard): void {
  app.get(
    cropPaths.one,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'What grows on a system, and what was said of it before',
        querystring: cropQuery,
        response: { 200: systemCrop, 400: problemBody, 401: problemBody, 404: problemBody },
      },
    },
    (request) => crops.crop(whoAsks(request).id, request.query.system),
  )
  app.put(
    cropPaths.one,
    {
      onRequest: signedIn,
      // refusals are recorded: the service reads query and body itself
      attachValidation: true,
      schema: {
        ...described,
        summary: 'Say what grows on a system, since when, and how long its stages last; owners and operators',
        querystring: cropQuery,
        body: cropBody,
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      await crops.setCrop(whoAsks(request), request.query, request.body)
      return reply.code(204).send(null)
    },
  )
  app.delete(
    cropPaths.one,
    {
      onRequest: signedIn,
      attachValidation: true,
      schema: {
        ...described,
        summary: 'Nothing grows there any more; owners and operators',
        querystring: cropQuery,
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      await crops.endCrop(whoAsks(request), request.query)
      return reply.code(204).send(null)
    },
  )
}
