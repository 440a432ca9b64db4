/** HTTP routes of surfaces as numbers, for the explorer and for other programs. */
import {
  mapPaths,
  mapSeries,
  moistureGrid,
  nextProbe,
  nextProbeQuery,
  seriesQuery,
  surfaceQuery,
} from '#contract/maps.ts'
import { type Guard, requesterOf } from '../../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../../kit/http.ts'
import type { MapGrids } from './map-grids.service.ts'

const { call } = callsOf('maps')

export function mapGridRoutes(app: Http, grids: MapGrids, { signedIn }: Guard): void {
  app.get(
    mapPaths.surface,
    call(
      signedIn,
      'Moisture as a grid: now, at an instant, or the mean of whole days; with how sure each cell is',
      {
        querystring: surfaceQuery,
        response: { 200: moistureGrid, ...refusals(400, 401, 404) },
      },
    ),
    (request) => grids.surface(requesterOf(request).id, request.query),
  )
  app.get(
    mapPaths.series,
    call(
      signedIn,
      'Moisture as a grid for each day, at most 366 of them; the newest season unless days are named',
      {
        querystring: seriesQuery,
        response: { 200: mapSeries, ...refusals(400, 401, 404) },
      },
    ),
    (request) => grids.series(requesterOf(request).id, request.query),
  )
  app.get(
    mapPaths.nextProbe,
    call(signedIn, 'Where another probe would tell most', {
      querystring: nextProbeQuery,
      response: { 200: nextProbe, ...refusals(400, 401, 404) },
    }),
    (request) => grids.nextProbe(requesterOf(request).id, request.query.system),
  )
}
