/** HTTP routes of graphs: the dates service, pictures for members of their system only, and the readings behind them. */
import { z } from 'zod'
import {
  datesAnswer,
  datesQuery,
  graphData,
  graphDataQuery,
  graphPaths,
  graphPictures,
  graphRequest,
  newestDays,
  newestQuery,
  otherReadings,
  otherReadingsQuery,
} from '../../contract/graphs.ts'
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, noStore, refusals } from '../kit/http.ts'
import { Problem } from '../kit/problem.ts'
import type { Graphs } from './graphs.service.ts'

const { call } = callsOf('graphs')

export function graphRoutes(app: Http, graphs: Graphs, { signedIn, signedInForRead }: Guard): void {
  app.get(
    graphPaths.dates,
    call(signedInForRead, 'Seasons of my systems that have readings, or the days of one of them', {
      querystring: datesQuery,
      response: { 200: datesAnswer, ...refusals(400, 401, 403, 404) },
    }),
    async (request) => {
      const { id } = requesterOf(request)
      const { user_id, db } = request.query
      if (Number(user_id) !== id) throw new Problem('forbidden')
      return db === undefined
        ? { available_databases: await graphs.databases(id) }
        : { dates: (await graphs.dates(id, db)).map((day) => `${day}T00:00:00.000Z`) }
    },
  )
  app.post(
    graphPaths.dates,
    // read-only access is sufficient: it only creates a picture of what the user may read
    {
      ...call(signedInForRead, 'Pictures of a range of days, one for each sensor that has readings in it', {
        body: graphRequest,
        response: { 200: graphPictures, ...refusals(400, 401, 403, 404, 429) },
      }),
      config: { readOnly: true },
    },
    (request) => {
      const { id } = requesterOf(request)
      if (request.body.user_id !== id) throw new Problem('forbidden')
      return graphs.pictures(id, request.body)
    },
  )
  app.get(
    graphPaths.data,
    call(signedIn, 'Readings of a range of days in columns; of long ranges the extremes', {
      querystring: graphDataQuery,
      response: { 200: graphData, ...refusals(400, 401, 403, 404) },
    }),
    (request) => graphs.data(requesterOf(request).id, request.query),
  )
  app.get(
    graphPaths.others,
    call(signedIn, 'Tension, temperature, salinity, flow, rain or batteries of a range of days, in columns', {
      querystring: otherReadingsQuery,
      response: { 200: otherReadings, ...refusals(400, 401, 403, 404) },
    }),
    (request) => graphs.others(requesterOf(request).id, request.query),
  )
  app.get(
    graphPaths.newest,
    call(signedIn, 'The last 30 days that end with the newest reading of a system, and who spoke in them', {
      querystring: newestQuery,
      response: { 200: newestDays, ...refusals(400, 401, 403, 404) },
    }),
    (request) => graphs.newest(requesterOf(request).id, request.query.system),
  )
  pictureRoute(app, graphs, signedInForRead)
}

function pictureRoute(app: Http, graphs: Graphs, signedInForRead: Guard['signedInForRead']): void {
  app.get(
    graphPaths.picture,
    call([noStore, signedInForRead], 'Picture of a graph, by the address that the dates service gave', {
      produces: ['image/png'],
      params: z.object({ file: z.string() }),
      response: { 200: z.any(), ...refusals(401, 403, 404) },
    }),
    async (request, reply) => {
      const key = /^([^.]+)\.png$/.exec(request.params.file)?.[1] ?? ''
      const found = await graphs.picture(requesterOf(request).id, key)
      if (!found) throw new Problem('not_found')
      return reply
        .type('image/png')
        .header('content-disposition', `inline; filename="${found.fileName}"`)
        .send(found.png)
    },
  )
}
