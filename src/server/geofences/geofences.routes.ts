/** HTTP routes of geofences. */
import { z } from 'zod'
import {
  geofence,
  geofenceChange,
  geofenceList,
  geofenceParams,
  geofencePaths,
  geofencesQuery,
  newGeofence,
} from '../../contract/geofences.ts'
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../kit/http.ts'
import type { Geofences } from './geofences.service.ts'

const { call, recorded } = callsOf('geofences')

export function geofenceRoutes(app: Http, geofences: Geofences, { signedIn }: Guard): void {
  app.get(
    geofencePaths.list,
    call(signedIn, 'Geofences of a system', {
      querystring: geofencesQuery,
      response: { 200: geofenceList, ...refusals(400, 401, 404) },
    }),
    (request) => geofences.list(requesterOf(request).id, request.query.system),
  )
  app.post(
    geofencePaths.list,
    recorded(signedIn, 'Save a geofence', {
      querystring: geofencesQuery,
      body: newGeofence,
      response: { 201: geofence, ...refusals(400, 401, 403, 404, 409, 413, 429) },
    }),
    async (request, reply) => {
      const saved = await geofences.save(requesterOf(request).id, request.query, request.body)
      return reply.code(201).send(saved)
    },
  )
  app.put(
    geofencePaths.one,
    recorded(
      signedIn,
      'Replace a geofence; `enabled` stays when it is left out, `seen` guards the changes of others',
      {
        params: geofenceParams,
        body: geofenceChange,
        response: { 200: geofence, ...refusals(400, 401, 403, 404, 409, 413, 429) },
      },
    ),
    (request) => geofences.update(requesterOf(request).id, request.params.id, request.body),
  )
  app.delete(
    geofencePaths.one,
    call(signedIn, 'Delete a geofence', {
      params: geofenceParams,
      response: { 204: z.null(), ...refusals(401, 403, 404, 429) },
    }),
    async (request, reply) => {
      await geofences.remove(requesterOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
