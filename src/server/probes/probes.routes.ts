/** Calls of probe placements. */
import { z } from 'zod'
import { problemBody } from '../../contract/errors.ts'
import { probeGroup, probeGroupBody, probeGroupList, probePaths } from '../../contract/probes.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import type { Http } from '../kit/http.ts'
import type { Probes } from './probes.service.ts'

const described = { tags: ['probes'], security: [{ jwt: [] }] }
const params = z.object({ id: z.string() })
const refusals = { 400: problemBody, 401: problemBody, 404: problemBody, 413: problemBody }

export function probeRoutes(app: Http, probes: Probes, { signedIn }: Guard): void {
  app.get(
    probePaths.saved,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'My sets of placed probes',
        response: { 200: probeGroupList, 401: problemBody },
      },
    },
    (request) => probes.list(whoAsks(request).id),
  )
  app.post(
    probePaths.save,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Save a set of placed probes',
        body: probeGroupBody,
        response: { 201: probeGroup, 400: problemBody, 401: problemBody, 413: problemBody },
      },
    },
    async (request, reply) => {
      const saved = await probes.save(whoAsks(request).id, request.body)
      return reply.code(201).send(saved)
    },
  )
  app.put(
    '/api/update-probe-group/:id/',
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Replace a set of placed probes',
        params,
        body: probeGroupBody,
        response: { 200: probeGroup, ...refusals },
      },
    },
    (request) => probes.update(whoAsks(request).id, request.params.id, request.body),
  )
  app.delete(
    '/api/delete-probe-group/:id/',
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Delete a set of placed probes',
        params,
        response: { 204: z.null(), 401: problemBody, 404: problemBody },
      },
    },
    async (request, reply) => {
      await probes.remove(whoAsks(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
