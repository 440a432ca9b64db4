/** Read-only HTTP routes of the desk. */
import * as z from 'zod/mini'
import {
  attention,
  deskMap,
  deskParams,
  deskPaths,
  deskSystem,
  deskSystems,
  deskSystemsQuery,
} from '#contract/accounts/desk.ts'
import { AUDIT_EXPORT_MAX, auditPage, auditPaths, auditQuery } from '#contract/accounts/desk-audit.ts'
import { type Guard, requesterOf } from '../../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../../kit/http.ts'
import type { Desk } from './desk.service.ts'

const { call } = callsOf('provider')

export function deskRoutes(app: Http, desk: Desk, { provider }: Guard): void {
  app.get(
    deskPaths.attention,
    call(provider, 'What needs somebody first: systems, incidents, and people who wait for a system', {
      response: { 200: attention, ...refusals(401, 403) },
    }),
    (request) => desk.attention(requesterOf(request)),
  )

  app.get(
    deskPaths.systems,
    call(provider, 'Systems in the order of their names, by words and by what they need', {
      querystring: deskSystemsQuery,
      response: { 200: deskSystems, ...refusals(400, 401, 403) },
    }),
    (request) => desk.systems(requesterOf(request), request.query),
  )

  app.get(
    deskPaths.map,
    call(provider, 'Every system for a map, in columns', {
      response: { 200: deskMap, ...refusals(401, 403) },
    }),
    (request) => desk.map(requesterOf(request)),
  )

  app.get(
    deskPaths.one,
    call(provider, 'Everything about one system', {
      params: deskParams,
      response: { 200: deskSystem, ...refusals(400, 401, 403, 404) },
    }),
    (request) => desk.system(requesterOf(request), request.params.name),
  )

  app.get(
    auditPaths.search,
    call(provider, 'What was done or tried, newest first, by words, result and days', {
      querystring: auditQuery,
      response: { 200: auditPage, ...refusals(400, 401, 403) },
    }),
    (request) => desk.audit(requesterOf(request), request.query),
  )

  app.get(
    auditPaths.export,
    call(provider, `The same as CSV, at most ${AUDIT_EXPORT_MAX} lines; the export is on record itself`, {
      querystring: auditQuery,
      produces: ['text/csv'],
      response: { 200: z.string(), ...refusals(400, 401, 403) },
    }),
    async (request, reply) => {
      const text = await desk.auditFile(requesterOf(request), request.query)
      reply.header('content-disposition', 'attachment; filename="audit.csv"').type('text/csv; charset=utf-8')
      return reply.send(text)
    },
  )
}
