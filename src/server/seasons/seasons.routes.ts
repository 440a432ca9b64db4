/** Calls of seasons. */
import { z } from 'zod'
import { problemBody } from '../../contract/errors.ts'
import { licenceBody, licenceQuery, season, seasonPaths, seasonQuery } from '../../contract/seasons.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import type { Http } from '../kit/http.ts'
import type { Seasons } from './seasons.service.ts'

const described = { tags: ['seasons'], security: [{ jwt: [] }] }
const refusals = {
  400: problemBody,
  401: problemBody,
  403: problemBody,
  404: problemBody,
  429: problemBody,
}

export function seasonRoutes(app: Http, seasons: Seasons, { signedIn }: Guard): void {
  app.get(
    seasonPaths.one,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Water that my systems took in a calendar year, by month, beside their licences',
        querystring: seasonQuery,
        response: { 200: season, 400: problemBody, 401: problemBody },
      },
    },
    (request) => seasons.season(whoAsks(request).id, Number(request.query.year)),
  )
  app.get(
    seasonPaths.export,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'The same as CSV, one row a month of each system',
        querystring: seasonQuery,
        produces: ['text/csv'],
        response: { 200: z.string(), 400: problemBody, 401: problemBody },
      },
    },
    async (request, reply) => {
      const { name, content } = await seasons.file(whoAsks(request).id, Number(request.query.year))
      return reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('text/csv; charset=utf-8')
        .send(content)
    },
  )
  app.put(
    seasonPaths.licence,
    {
      onRequest: signedIn,
      // refusals are recorded: the service reads query and body itself
      attachValidation: true,
      schema: {
        ...described,
        summary: 'Enter the volume that a licence allows, from a year on; owners and operators',
        querystring: licenceQuery,
        body: licenceBody,
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      await seasons.enterLicence(whoAsks(request).id, request.query, request.body)
      return reply.code(204).send(null)
    },
  )
  app.delete(
    seasonPaths.licence,
    {
      onRequest: signedIn,
      attachValidation: true,
      schema: {
        ...described,
        summary: 'From a year on there is no licence; owners and operators',
        querystring: licenceQuery,
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      await seasons.endLicence(whoAsks(request).id, request.query)
      return reply.code(204).send(null)
    },
  )
}
