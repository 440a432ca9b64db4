/** Calls of geofences. */
import { z } from 'zod'
import {
  geofence,
  geofenceBody,
  geofenceList,
  geofenceParams,
  geofencePaths,
  geofencesQuery,
} from '../../contract/geofences.ts'
import { problemBody } from '../../contract/errors.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import type { Http } from '../kit/http.ts'
import type { Geofences } from './geofences.service.ts'

const described = { tags: ['geofences'], security: [{ jwt: [] }] }
const refusals = {
  400: problemBody,
  401: problemBody,
  403: problemBody,
  404: problemBody,
  413: problemBody,
  429: problemBody,
}

export function geofenceRoutes(app: Http, geofences: Geofences, { signedIn }: Guard): void {
  app.get(
    geofencePaths.list,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Geofences of a system',
        querystring: geofencesQuery,
        response: { 200: geofenceList, 400: problemBody, 401: problemBody, 404: problemBody },
      },
    },
    (request) => geofences.list(whoAsks(request).id, request.query.system),
  )
  app.post(
    geofencePaths.list,
    {
      onRequest: signedIn,
      // refusals are recorded: the rules read the body themselves
      attachValidation: true,
      schema: {
        ...described,
        summary: 'Save a geofence',
        querystring: geofencesQuery,
        body: geofenceBody,
        response: { 201: geofence, ...refusals, 409: problemBody },
      },
    },
    async (request, reply) => {
      const saved = await geofences.save(whoAsks(request).id, request.query, request.body)
      return reply.code(201).send(saved)
    },
  )
  app.put(
    geofencePaths.one,
    {
      onRequest: signedIn,
      attachValidation: true,
      schema: {
        ...described,
        summary: 'Replace a geofence; `enabled` stays when it is left out',
        params: geofenceParams,
        body: geofenceBody,
        response: { 200: geofence, ...refusals },
      },
    },
    (request) => geofences.update(whoAsks(request).id, request.params.id, request.body),
  )
  app.delete(
    geofencePaths.one,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Delete a geofence',
        params: geofenceParams,
        response: { 204: z.null(), 401: problemBody, 403: problemBody, 404: problemBody, 429: problemBody },
      },
    },
    async (request, reply) => {
      await geofences.remove(whoAsks(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
