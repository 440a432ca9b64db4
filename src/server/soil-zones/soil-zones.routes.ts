/** HTTP routes of soil zones. */
import { z } from 'zod'
import { SOIL_FILE_BYTES_MAX, SOIL_ZONES_BODY_BYTES_MAX } from '../../contract/limits.ts'
import {
  soilFilePreview,
  soilFileQuery,
  newSoilZone,
  soilZone,
  soilZoneChange,
  soilZoneList,
  soilZoneParams,
  soilZonePaths,
  soilZonesBody,
  soilZonesQuery,
} from '../../contract/soil-zones.ts'
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals, acceptFiles } from '../kit/http.ts'
import type { SoilZones } from './soil-zones.service.ts'

const { call, recorded } = callsOf('soil zones')

export function soilZoneRoutes(app: Http, zones: SoilZones, guard: Guard): void {
  const { signedIn } = guard
  app.get(
    soilZonePaths.list,
    call(signedIn, 'Soil zones of a system, largest first; where they overlap the smallest counts', {
      querystring: soilZonesQuery,
      response: { 200: soilZoneList, ...refusals(400, 401, 404) },
    }),
    (request) => zones.list(requesterOf(request).id, request.query.system),
  )
  app.post(
    soilZonePaths.list,
    recorded(signedIn, 'Save a soil zone', {
      querystring: soilZonesQuery,
      body: newSoilZone,
      response: { 201: soilZone, ...refusals(400, 401, 403, 404, 409, 413, 429) },
    }),
    async (request, reply) => {
      const saved = await zones.save(requesterOf(request).id, request.query, request.body)
      return reply.code(201).send(saved)
    },
  )
  app.post(
    soilZonePaths.several,
    {
      ...recorded(
        signedIn,
        'Save several soil zones at once, beside those that are there or in their place',
        {
          querystring: soilZonesQuery,
          body: soilZonesBody,
          response: { 201: soilZoneList, ...refusals(400, 401, 403, 404, 409, 413, 429) },
        },
      ),
      bodyLimit: SOIL_ZONES_BODY_BYTES_MAX,
    },
    async (request, reply) => {
      const saved = await zones.saveSeveral(requesterOf(request).id, request.query, request.body)
      return reply.code(201).send(saved)
    },
  )
  app.put(
    soilZonePaths.one,
    {
      ...recorded(
        signedIn,
        'Replace a soil zone; `confirmed` and `source` stay when they are left out, `seen` guards the changes of others',
        {
          params: soilZoneParams,
          body: soilZoneChange,
          response: { 200: soilZone, ...refusals(400, 401, 403, 404, 409, 413, 429) },
        },
      ),
      bodyLimit: SOIL_ZONES_BODY_BYTES_MAX,
    },
    (request) => zones.update(requesterOf(request).id, request.params.id, request.body),
  )
  app.delete(
    soilZonePaths.one,
    call(signedIn, 'Delete a soil zone', {
      params: soilZoneParams,
      response: { 204: z.null(), ...refusals(401, 403, 404, 429) },
    }),
    async (request, reply) => {
      await zones.remove(requesterOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
  previewRoute(app, zones, guard)
}

function previewRoute(app: Http, zones: SoilZones, { signedIn }: Guard): void {
  void app.register(async (files: Http) => {
    acceptFiles(files, SOIL_FILE_BYTES_MAX, 'soil_file_too_large')
    files.post(
      soilZonePaths.preview,
      call(signedIn, 'How a file of soil zones is understood; nothing is stored', {
        description: `The body is the file: GeoJSON, or a zipped Shapefile, at most ${SOIL_FILE_BYTES_MAX / 1024 ** 2} MB. The zones of the answer, with a soil for each, are what \`several\` takes.`,
        consumes: ['application/geo+json', 'application/zip', 'application/octet-stream'],
        querystring: soilFileQuery,
        response: { 200: soilFilePreview, ...refusals(400, 401, 403, 404, 409, 413, 429) },
      }),
      (request) =>
        zones.preview(
          requesterOf(request).id,
          request.query,
          request.body instanceof Uint8Array ? request.body : new Uint8Array(),
        ),
    )
  })
}
