/** HTTP routes of seasonal water use and water licences. */
import { z } from 'zod'
import { licenceBody, licenceQuery, season, seasonPaths, seasonQuery } from '../../contract/seasons.ts'
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../kit/http.ts'
import type { Seasons } from './seasons.service.ts'

const { call, recorded } = callsOf('seasons')

export function seasonRoutes(app: Http, seasons: Seasons, { signedIn }: Guard): void {
  app.get(
    seasonPaths.one,
    call(signedIn, 'Water that my systems took in a calendar year, by month, beside their licences', {
      querystring: seasonQuery,
      response: { 200: season, ...refusals(400, 401) },
    }),
    (request) => seasons.season(requesterOf(request).id, Number(request.query.year)),
  )
  app.get(
    seasonPaths.export,
    call(signedIn, 'The same as CSV, one row a month of each system', {
      querystring: seasonQuery,
      produces: ['text/csv'],
      response: { 200: z.string(), ...refusals(400, 401) },
    }),
    async (request, reply) => {
      const { name, content } = await seasons.file(requesterOf(request).id, Number(request.query.year))
      return reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('text/csv; charset=utf-8')
        .send(content)
    },
  )
  app.put(
    seasonPaths.licence,
    recorded(signedIn, 'Enter the volume that a licence allows, from a year on; owners and operators', {
      querystring: licenceQuery,
      body: licenceBody,
      response: { 204: z.null(), ...refusals(400, 401, 403, 404, 429) },
    }),
    async (request, reply) => {
      await seasons.enterLicence(requesterOf(request).id, request.query, request.body)
      return reply.code(204).send(null)
    },
  )
  app.delete(
    seasonPaths.licence,
    recorded(signedIn, 'From a year on there is no licence; owners and operators', {
      querystring: licenceQuery,
      response: { 204: z.null(), ...refusals(400, 401, 403, 404, 429) },
    }),
    async (request, reply) => {
      await seasons.endLicence(requesterOf(request).id, request.query)
      return reply.code(204).send(null)
    },
  )
}
