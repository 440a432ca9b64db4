/** Calls of soil zones. */
import { z } from 'zod'
import { SOIL_FILE_BYTES_MAX, SOIL_ZONES_BODY_BYTES_MAX } from '../../contract/limits.ts'
import { problemBody } from '../../contract/errors.ts'
import {
  soilFilePreview,
  soilFileQuery,
  soilZone,
  soilZoneBody,
  soilZoneList,
  soilZoneParams,
  soilZonePaths,
  soilZonesBody,
  soilZonesQuery,
} from '../../contract/soil-zones.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import type { Http } from '../kit/http.ts'
import { Problem } from '../kit/problem.ts'
import type { SoilZones } from './soil-zones.service.ts'

const described = { tags: ['soil zones'], security: [{ jwt: [] }] }
const refusals = {
  400: problemBody,
  401: problemBody,
  403: problemBody,
  404: problemBody,
  409: problemBody,
  413: problemBody,
  429: problemBody,
}

export function soilZoneRoutes(app: Http, zones: SoilZones, guard: Guard): void {
  const { signedIn } = guard
  app.get(
    soilZonePaths.list,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Soil zones of a system, largest first; where they overlap the smallest counts',
        querystring: soilZonesQuery,
        response: { 200: soilZoneList, 400: problemBody, 401: problemBody, 404: problemBody },
      },
    },
    (request) => zones.list(whoAsks(request).id, request.query.system),
  )
  app.post(
    soilZonePaths.list,
    {
      onRequest: signedIn,
      // refusals are recorded: the rules read the body themselves
      attachValidation: true,
      schema: {
        ...described,
        summary: 'Save a soil zone',
        querystring: soilZonesQuery,
        body: soilZoneBody,
        response: { 201: soilZone, ...refusals },
      },
    },
    async (request, reply) => {
      const saved = await zones.save(whoAsks(request).id, request.query, request.body)
      return reply.code(201).send(saved)
    },
  )
  app.post(
    soilZonePaths.several,
    {
      onRequest: signedIn,
      attachValidation: true,
      bodyLimit: SOIL_ZONES_BODY_BYTES_MAX,
      schema: {
        ...described,
        summary: 'Save several soil zones at once, beside those that are there or in their place',
        querystring: soilZonesQuery,
        body: soilZonesBody,
        response: { 201: soilZoneList, ...refusals },
      },
    },
    async (request, reply) => {
      const saved = await zones.saveSeveral(whoAsks(request).id, request.query, request.body)
      return reply.code(201).send(saved)
    },
  )
  app.put(
    soilZonePaths.one,
    {
      onRequest: signedIn,
      attachValidation: true,
      bodyLimit: SOIL_ZONES_BODY_BYTES_MAX,
      schema: {
        ...described,
        summary: 'Replace a soil zone; `confirmed` and `source` stay when they are left out',
        params: soilZoneParams,
        body: soilZoneBody,
        response: { 200: soilZone, ...refusals },
      },
    },
    (request) => zones.update(whoAsks(request).id, request.params.id, request.body),
  )
  app.delete(
    soilZonePaths.one,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Delete a soil zone',
        params: soilZoneParams,
        response: { 204: z.null(), 401: problemBody, 403: problemBody, 404: problemBody, 429: problemBody },
      },
    },
    async (request, reply) => {
      await zones.remove(whoAsks(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
  previewRoute(app, zones, guard)
}

function previewRoute(app: Http, zones: SoilZones, { signedIn }: Guard): void {
  void app.register(async (files: Http) => {
    // a file as it is, whatever its sender calls it
    files.removeAllContentTypeParsers()
    files.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: SOIL_FILE_BYTES_MAX },
      (_request, body, done) => done(null, body),
    )
    // told with what a file may have, not with what a body may
    files.setErrorHandler((error) => {
      const large = error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
      throw large ? new Problem('soil_file_too_large') : error
    })
    files.post(
      soilZonePaths.preview,
      {
        onRequest: signedIn,
        schema: {
          ...described,
          summary: 'How a file of soil zones is understood; nothing is stored',
          description: `The body is the file: GeoJSON, or a zipped Shapefile, at most ${SOIL_FILE_BYTES_MAX / 1024 ** 2} MB. The zones of the answer, with a soil for each, are what \`several\` takes.`,
          consumes: ['application/geo+json', 'application/zip', 'application/octet-stream'],
          querystring: soilFileQuery,
          response: { 200: soilFilePreview, ...refusals },
        },
      },
      (request) =>
        zones.preview(
          whoAsks(request).id,
          request.query,
          request.body instanceof Uint8Array ? request.body : new Uint8Array(),
        ),
    )
  })
}
