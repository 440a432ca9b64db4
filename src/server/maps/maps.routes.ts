/** Moisture pictures, served to the members of their system only; everything else under `/plots` is missing. */
import { z } from 'zod'
import {
  mapLayer,
  mapPaper,
  mapPaths,
  mapRamp,
  mapWeeks,
  mapWeeksQuery,
  weekMap,
  weekMapBody,
} from '../../contract/maps.ts'
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, noStore, refusals } from '../kit/http.ts'
import { Problem } from '../kit/problem.ts'
import type { HistoricMaps } from './weeks/historic-maps.service.ts'
import { layerName, timeText } from './picture/map-type.ts'
import { type MapView, USUAL_VIEW } from './inputs/map-view.ts'
import type { Maps } from './live/live-maps.ts'

const { call } = callsOf('maps')

const PICTURE = /^\/plots\/user_(\d{1,10})\/([^/]+)\/([^/]+)\.png\/?$/
const TOKEN = /^[0-9a-f]{32}$/

const pictureQuery = z.object({
  ramp: z.optional(z.unknown()),
  layer: z.optional(z.unknown()),
  paper: z.optional(z.unknown()),
})

/** How to draw a live map; a URL may contain other parameters, such as the browser's time. */
function viewOf(query: unknown): MapView {
  const parsed = pictureQuery.safeParse(query).data
  return {
    ramp: mapRamp.safeParse(parsed?.ramp).data ?? USUAL_VIEW.ramp,
    layer: mapLayer.safeParse(parsed?.layer).data ?? USUAL_VIEW.layer,
    paper: mapPaper.safeParse(parsed?.paper).data ?? USUAL_VIEW.paper,
  }
}

export interface PictureRoutes {
  maps: Maps
  historic: HistoricMaps
}

export function mapRoutes(app: Http, routes: PictureRoutes, guard: Guard): void {
  pictureRoute(app, routes, guard)
  weekRoutes(app, routes.historic, guard)
}

function pictureRoute(app: Http, { maps, historic }: PictureRoutes, guard: Guard): void {
  app.get(
    '/plots/*',
    call(
      [noStore, guard.signedInForRead],
      'Moisture picture with my own id: live, /plots/user_{id}/{system}/{system}.png (ramp, layer, paper), or of a week',
      { produces: ['image/png'], response: { 200: z.any(), ...refusals(401, 403, 404) } },
    ),
    async (request, reply) => {
      const { id } = requesterOf(request)
      const address = namedIn(request.url)
      if (address?.userId !== String(id)) throw new Problem('not_found')
      const system = await historic.systemOf(id, address.system)
      if (!system) throw new Problem('not_found')
      const found =
        address.file === system.name
          ? await liveOf(maps, system, request.query)
          : TOKEN.test(address.file) && (await historic.picture(system, address.file))
      if (!found) throw new Problem('not_found')
      return reply
        .header('content-disposition', `inline; filename="${found.name}"`)
        .type('image/png')
        .send(found.png)
    },
  )
}

async function liveOf(maps: Maps, system: { controllerId: number; name: string }, query: unknown) {
  const view = viewOf(query)
  const picture = await maps.picture(system.controllerId, view)
  if (!picture) return null
  const { png, asOf, timeZone } = picture
  const time = asOf ? timeText(asOf, timeZone).replaceAll(':', '.').replaceAll(',', '') : 'no readings'
  return { png, name: `${system.name}${layerName(view.layer)} ${time}.png` }
}

/** The user, system and file named by a URL; names are only compared, never used as a path. */
function namedIn(url: string): { userId: string; system: string; file: string } | null {
  const [, userId, folder, file] = PICTURE.exec(url.split(/[?#]/, 1)[0] ?? '') ?? []
  if (userId === undefined || folder === undefined || file === undefined) return null
  try {
    return { userId, system: decodeURIComponent(folder), file: decodeURIComponent(file) }
  } catch {
    return null
  }
}

function weekRoutes(app: Http, historic: HistoricMaps, { signedIn }: Guard): void {
  app.get(
    mapPaths.weeks,
    call(signedIn, 'Weeks with readings that touch a month, newest first; without one the newest alone', {
      querystring: mapWeeksQuery,
      response: { 200: mapWeeks, ...refusals(400, 401, 404) },
    }),
    (request) => {
      const { system, month } = request.query
      return historic.weeks(requesterOf(request).id, system, month === undefined ? null : Number(month))
    },
  )
  app.post(
    mapPaths.week,
    {
      ...call(
        signedIn,
        'Draws the mean of a week, with the probes where they stand now; the same week is drawn once',
        {
          body: weekMapBody,
          response: { 200: weekMap, ...refusals(400, 401, 404, 413) },
        },
      ),
      config: { readOnly: true },
    },
    (request) => historic.make(requesterOf(request).id, request.body),
  )
}
