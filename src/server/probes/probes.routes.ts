/** HTTP routes of probes: placements, reporting sensors, and the soil of one probe. */
import { z } from 'zod'
import {
  probeGroup,
  probeGroupBody,
  probeGroupList,
  probePaths,
  sensorList,
  sensorParams,
  sensorPatch,
  sensorPaths,
  sensorProbe,
  sensorsQuery,
} from '../../contract/probes.ts'
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../kit/http.ts'
import type { Probes } from './probes.service.ts'
import type { Sensors } from './sensors.service.ts'

const { call, recorded } = callsOf('probes')
const params = z.object({ id: z.string() })

export function probeRoutes(app: Http, probes: Probes, { signedIn }: Guard): void {
  app.get(
    probePaths.saved,
    call(signedIn, 'My sets of placed probes', {
      response: { 200: probeGroupList, ...refusals(401) },
    }),
    (request) => probes.list(requesterOf(request).id),
  )
  app.post(
    probePaths.save,
    call(signedIn, 'Save a set of placed probes', {
      body: probeGroupBody,
      response: { 201: probeGroup, ...refusals(400, 401, 413) },
    }),
    async (request, reply) => {
      const group = await probes.save(requesterOf(request).id, request.body)
      return reply.code(201).send(group)
    },
  )
  app.put(
    '/api/update-probe-group/:id/',
    call(signedIn, 'Replace a set of placed probes', {
      params,
      body: probeGroupBody,
      response: { 200: probeGroup, ...refusals(400, 401, 404, 413) },
    }),
    (request) => probes.update(requesterOf(request).id, request.params.id, request.body),
  )
  app.delete(
    '/api/delete-probe-group/:id/',
    call(signedIn, 'Delete a set of placed probes', {
      params,
      response: { 204: z.null(), ...refusals(401, 404) },
    }),
    async (request, reply) => {
      await probes.remove(requesterOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

export function sensorRoutes(app: Http, sensors: Sensors, { signedIn }: Guard): void {
  app.get(
    sensorPaths.list,
    call(signedIn, 'Probes of a system: where they stand, what they said last, and their soil', {
      querystring: sensorsQuery,
      response: { 200: sensorList, ...refusals(400, 401, 404) },
    }),
    (request) => sensors.list(requesterOf(request).id, request.query.system),
  )
  app.patch(
    sensorPaths.one,
    recorded(
      signedIn,
      "A probe's field capacity and wilting point, by numbers or by texture; its owner and operators",
      {
        params: sensorParams,
        body: sensorPatch,
        response: { 200: sensorProbe, ...refusals(400, 401, 403, 404, 429) },
      },
    ),
    (request) => sensors.change(requesterOf(request).id, request.params, request.body),
  )
}
