/** HTTP routes of crops. */
import { z } from 'zod'
import { cropBody, cropPaths, cropQuery, systemCrop } from '../../contract/crops.ts'
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../kit/http.ts'
import type { Crops } from './crops.service.ts'

const { call, recorded } = callsOf('crops')

export function cropRoutes(app: Http, crops: Crops, { signedIn }: Guard): void {
  app.get(
    cropPaths.one,
    call(signedIn, 'What grows on a system, and what was said of it before', {
      querystring: cropQuery,
      response: { 200: systemCrop, ...refusals(400, 401, 404) },
    }),
    (request) => crops.crop(requesterOf(request).id, request.query.system),
  )
  app.put(
    cropPaths.one,
    recorded(
      signedIn,
      'Say what grows on a system, since when, and how long its stages last; owners and operators',
      {
        querystring: cropQuery,
        body: cropBody,
        response: { 204: z.null(), ...refusals(400, 401, 403, 404, 429) },
      },
    ),
    async (request, reply) => {
      await crops.setCrop(requesterOf(request), request.query, request.body)
      return reply.code(204).send(null)
    },
  )
  app.delete(
    cropPaths.one,
    recorded(signedIn, 'Nothing grows there any more; owners and operators', {
      querystring: cropQuery,
      response: { 204: z.null(), ...refusals(400, 401, 403, 404, 429) },
    }),
    async (request, reply) => {
      await crops.endCrop(requesterOf(request), request.query)
      return reply.code(204).send(null)
    },
  )
}
