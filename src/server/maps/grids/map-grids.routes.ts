/** Calls of surfaces as numbers, for explorers and for whoever computes with them. */
import {
  mapPaths,
  mapSeries,
  moistureGrid,
  nextProbe,
  nextProbeQuery,
  seriesQuery,
  surfaceQuery,
} from '#contract/maps.ts'
import { problemBody } from '#contract/errors.ts'
import { type Guard, whoAsks } from '../../accounts/sessions/guard.ts'
import type { Http } from '../../kit/http.ts'
import type { MapGrids } from './map-grids.service.ts'

export function mapGridRoutes(app: Http, grids: MapGrids, { signedIn }: Guard): void {
  const described = { tags: ['maps'], security: [{ jwt: [] }] }
  const refusals = { 400: problemBody, 401: problemBody, 404: problemBody }
  app.get(
    mapPaths.surface,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary:
          'Moisture as a grid: now, at an instant, or the mean of whole days; with how sure each cell is',
        querystring: surfaceQuery,
        response: { 200: moistureGrid, ...refusals },
      },
    },
    (request) => grids.surface(whoAsks(request).id, request.query),
  )
  app.get(
    mapPaths.series,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary:
          'Moisture as a grid for each day, at most 366 of them; the newest season unless days are named',
        querystring: seriesQuery,
        response: { 200: mapSeries, ...refusals },
      },
    },
    (request) => grids.series(whoAsks(request).id, request.query),
  )
  app.get(
    mapPaths.nextProbe,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Where another probe would tell most',
        querystring: nextProbeQuery,
        response: { 200: nextProbe, ...refusals },
      },
    },
    (request) => grids.nextProbe(whoAsks(request).id, request.query.system),
  )
}
