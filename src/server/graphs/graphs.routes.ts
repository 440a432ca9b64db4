/** Calls of graphs: the dates service, pictures for members of their system only, and the readings behind them. */
import { z } from 'zod'
import {
  datesAnswer,
  datesQuery,
  graphData,
  graphDataQuery,
  graphPaths,
  graphPictures,
  graphRequest,
} from '../../contract/graphs.ts'
import { problemBody } from '../../contract/errors.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import type { Http } from '../kit/http.ts'
import { Problem } from '../kit/problem.ts'
import type { Graphs } from './graphs.service.ts'

const described = { tags: ['graphs'], security: [{ jwt: [] }] }
const refusals = { 400: problemBody, 401: problemBody, 403: problemBody, 404: problemBody }

export function graphRoutes(app: Http, graphs: Graphs, { signedIn, signedInForRead }: Guard): void {
  app.get(
    graphPaths.dates,
    {
      onRequest: signedInForRead,
      schema: {
        ...described,
        summary: 'Seasons of my systems that have readings, or the days of one of them',
        querystring: datesQuery,
        response: { 200: datesAnswer, ...refusals },
      },
    },
    async (request) => {
      const { id } = whoAsks(request)
      const { user_id, db } = request.query
      if (Number(user_id) !== id) throw new Problem('forbidden')
      return db === undefined
        ? { available_databases: await graphs.databases(id) }
        : { dates: (await graphs.dates(id, db)).map((day) => `${day}T00:00:00.000Z`) }
    },
  )
  app.post(
    graphPaths.dates,
    {
      // pages send no header with it; what it makes is a view of what they may read
      onRequest: signedInForRead,
      schema: {
        ...described,
        summary: 'Pictures of a range of days, one for each sensor that has readings in it',
        body: graphRequest,
        response: { 200: graphPictures, ...refusals, 429: problemBody },
      },
    },
    (request) => {
      const { id } = whoAsks(request)
      if (request.body.user_id !== id) throw new Problem('forbidden')
      return graphs.pictures(id, request.body)
    },
  )
  app.get(
    graphPaths.data,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Readings of a range of days in columns; of long ranges the extremes',
        querystring: graphDataQuery,
        response: { 200: graphData, ...refusals },
      },
    },
    (request) => graphs.data(whoAsks(request).id, request.query),
  )
  pictureRoute(app, graphs, signedInForRead)
}

function pictureRoute(app: Http, graphs: Graphs, signedInForRead: Guard['signedInForRead']): void {
  app.get(
    graphPaths.picture,
    {
      onRequest: [
        async (_, reply) => void reply.header('cache-control', 'private, no-store'),
        signedInForRead,
      ],
      schema: {
        ...described,
        summary: 'Picture of a graph, by the address that the dates service gave',
        produces: ['image/png'],
        params: z.object({ file: z.string() }),
        response: { 200: z.any(), 401: problemBody, 403: problemBody, 404: problemBody },
      },
    },
    async (request, reply) => {
      const key = /^([^.]+)\.png$/.exec(request.params.file)?.[1] ?? ''
      const found = await graphs.picture(whoAsks(request).id, key)
      if (!found) throw new Problem('not_found')
      return reply
        .type('image/png')
        .header('content-disposition', `inline; filename="${found.fileName}"`)
        .send(found.png)
    },
  )
}
