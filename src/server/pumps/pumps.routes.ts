/** HTTP routes of pumps. */
import { z } from 'zod'
import {
  pressureByFlow,
  pressureQuery,
  pump,
  pumpBody,
  pumpList,
  pumpParams,
  pumpPaths,
} from '../../contract/pumps.ts'
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../kit/http.ts'
import type { Pumps } from './pumps.service.ts'

const { call, recorded } = callsOf('pumps')

export function pumpRoutes(app: Http, pumps: Pumps, { signedIn }: Guard): void {
  app.get(
    pumpPaths.list,
    call(signedIn, 'Pumps that my systems draw on, and what is drawn now', {
      response: { 200: pumpList, ...refusals(401) },
    }),
    (request) => pumps.list(requesterOf(request).id),
  )
  app.get(
    pumpPaths.pressure,
    call(signedIn, 'Pressure by flow as a machine had it in the last two weeks', {
      querystring: pressureQuery,
      response: { 200: pressureByFlow, ...refusals(400, 401, 404) },
    }),
    (request) => pumps.pressure(requesterOf(request).id, request.query.system),
  )
  app.post(
    pumpPaths.list,
    recorded(
      signedIn,
      'Add a pump with the systems that draw on it; for owners and operators of all of them',
      {
        body: pumpBody,
        response: { 201: pump, ...refusals(400, 401, 403, 404, 429) },
      },
    ),
    async (request, reply) => reply.code(201).send(await pumps.add(requesterOf(request).id, request.body)),
  )
  app.put(
    pumpPaths.one,
    recorded(signedIn, 'Replace a pump; systems that the asker is no member of stay on it', {
      params: pumpParams,
      body: pumpBody,
      response: { 200: pump, ...refusals(400, 401, 403, 404, 429) },
    }),
    (request) => pumps.change(requesterOf(request).id, request.params.id, request.body),
  )
  app.delete(
    pumpPaths.one,
    call(signedIn, "Take the asker's systems off a pump; it goes with its last one", {
      params: pumpParams,
      response: { 204: z.null(), ...refusals(401, 403, 404, 429) },
    }),
    async (request, reply) => {
      await pumps.remove(requesterOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
