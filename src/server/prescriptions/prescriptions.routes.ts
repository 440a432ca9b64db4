/** HTTP routes of prescriptions and of suspect probes. */
import { z } from 'zod'
import {
  cellExplanation,
  cellQuery,
  exportQuery,
  prescriptionHistory,
  prescriptionHistoryQuery,
  prescriptionPaths,
  prescriptionPreview,
  prescriptionQuery,
  prescriptionView,
  previewBody,
} from '../../contract/prescriptions.ts'
import { suspectList, suspectPaths, suspectsQuery, verdictBody } from '../../contract/probes.ts'
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../kit/http.ts'
import { exportOf } from './exports.ts'
import type { PrescriptionService } from './prescription-views.service.ts'
import type { Suspects } from './suspects.service.ts'

const { call, recorded } = callsOf('prescriptions')

/** A revision in a URL; null for the newest. */
function revOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}

export function prescriptionRoutes(app: Http, service: PrescriptionService, { signedIn }: Guard): void {
  app.get(
    prescriptionPaths.current,
    call(signedIn, 'What every cell of a field gets, and why; now, or under an older publication', {
      querystring: prescriptionQuery,
      response: { 200: prescriptionView, ...refusals(400, 401, 404) },
    }),
    (request) => service.view(requesterOf(request).id, request.query.system, revOf(request.query.rev)),
  )
  app.get(
    prescriptionPaths.history,
    call(signedIn, 'Prescriptions of a system, newest first', {
      querystring: prescriptionHistoryQuery,
      response: { 200: prescriptionHistory, ...refusals(400, 401, 404) },
    }),
    (request) => service.history(requesterOf(request).id, request.query.system, revOf(request.query.before)),
  )
  app.post(
    prescriptionPaths.preview,
    {
      ...call(signedIn, 'What settings or a geofence would change; nothing is stored', {
        body: previewBody,
        response: { 200: prescriptionPreview, ...refusals(400, 401, 404, 413) },
      }),
      config: { readOnly: true },
    },
    (request) => service.preview(requesterOf(request).id, request.body),
  )
  app.get(
    prescriptionPaths.cell,
    call(signedIn, 'Why one cell gets what it gets, in words and numbers', {
      querystring: cellQuery,
      response: { 200: cellExplanation, ...refusals(400, 401, 404) },
    }),
    (request) => {
      const { system, sector, zone, rev } = request.query
      return service.cell(requesterOf(request).id, {
        system,
        sector: Number(sector),
        zone: Number(zone),
        rev: revOf(rev),
      })
    },
  )
  exportRoute(app, service, signedIn)
}

function exportRoute(app: Http, service: PrescriptionService, signedIn: Guard['signedIn']): void {
  app.get(
    prescriptionPaths.export,
    call(signedIn, 'A prescription as a file: GeoJSON, CSV, Shapefile, or ISO 7673-3 work order', {
      querystring: exportQuery,
      produces: ['application/geo+json', 'text/csv', 'application/zip', 'application/xml'],
      response: { 200: z.any(), ...refusals(400, 401, 404, 409) },
    }),
    async (request, reply) => {
      const { system, rev, format } = request.query
      const file = exportOf(await service.find(requesterOf(request).id, system, revOf(rev)), format)
      return reply
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .type(file.type)
        .send(file.content)
    },
  )
}

export function suspectRoutes(app: Http, suspects: Suspects, { signedIn }: Guard): void {
  app.get(
    suspectPaths.list,
    call(signedIn, 'Probes of a system that are not believed, or stand alone with their word, and why', {
      querystring: suspectsQuery,
      response: { 200: suspectList, ...refusals(400, 401, 404) },
    }),
    (request) => suspects.list(requesterOf(request).id, request.query),
  )
  app.post(
    suspectPaths.list,
    recorded(signedIn, 'Trust a probe, do not use it, or withdraw what was said of it', {
      body: verdictBody,
      response: { 200: suspectList, ...refusals(400, 401, 403, 404, 429) },
    }),
    (request) => suspects.say(requesterOf(request), request.body),
  )
}
