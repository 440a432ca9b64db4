/** HTTP routes of the desk that change systems, and those by which a customer takes one over. */
import * as z from 'zod/mini'
import { deskParams } from '#contract/accounts/desk.ts'
import {
  actPaths,
  connectBody,
  CONNECT_FILE_BYTES_MAX,
  connectedAnswer,
  connectFileAnswer,
  connectFileQuery,
  credentialAnswer,
  decommissionBody,
  done,
  geometryPatch,
  reasonBody,
  revokeBody,
  rotateBody,
  systemStopBody,
  transferBody,
  transferOffers,
  transferPaths,
} from '#contract/accounts/desk-acts.ts'
import { type Guard, requesterOf } from '../../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals, acceptFiles } from '../../kit/http.ts'
import type { Connecting } from './connect.service.ts'
import type { SystemActs } from './system-acts.service.ts'
import type { Transfers } from './transfers.service.ts'

const { call, recorded } = callsOf('provider')

export function connectRoutes(app: Http, connecting: Connecting, { provider }: Guard): void {
  app.post(
    actPaths.connect,
    recorded(provider, 'Connect a system; its secrets are answered this once', {
      body: connectBody,
      response: { 200: connectedAnswer, ...refusals(400, 401, 403, 404, 409, 429) },
    }),
    (request) => connecting.connect(requesterOf(request), request.body),
  )
  void app.register(async (files: Http) => {
    acceptFiles(files, CONNECT_FILE_BYTES_MAX, 'connect_file_too_large')
    files.post(
      actPaths.connectFile,
      call(provider, 'Connect the systems of a CSV file, all or none, or preview what is wrong with each', {
        querystring: connectFileQuery,
        response: { 200: connectFileAnswer, ...refusals(400, 401, 403, 409, 413, 429) },
      }),
      (request) => {
        const file = request.body instanceof Uint8Array ? request.body : new Uint8Array()
        return connecting.connectFile(requesterOf(request), file, request.query.preview === 'true')
      },
    )
  })
}

export function actRoutes(app: Http, acts: SystemActs, transfers: Transfers, { provider }: Guard): void {
  const change = (
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    summary: string,
    body: z.core.$ZodType | undefined,
    work: (actor: { id: number; name: string }, name: string, body: unknown) => Promise<void>,
  ) =>
    app.route({
      method,
      url: path,
      ...recorded(provider, summary, {
        params: deskParams,
        ...(body ? { body } : {}),
        response: { 200: done, ...refusals(400, 401, 403, 404, 409, 429) },
      }),
      async handler(request) {
        await work(requesterOf(request), request.params.name, request.body)
        return { system: request.params.name }
      },
    })
  change(
    'PATCH',
    actPaths.geometry,
    'Change where a machine stands and what it measures',
    geometryPatch,
    acts.changeGeometry,
  )
  change('POST', actPaths.revoke, 'Refuse a credential from now on', revokeBody, acts.revoke)
  change(
    'PUT',
    actPaths.stop,
    'Stop new settings of one system, or allow them again; what runs keeps running',
    systemStopBody,
    acts.stop,
  )
  change(
    'POST',
    actPaths.transfer,
    'Offer a system to another owner, who accepts',
    transferBody,
    transfers.offer,
  )
  change('DELETE', actPaths.transfer, 'Withdraw that offer', undefined, transfers.withdraw)
  change(
    'POST',
    actPaths.decommission,
    'End a system for good; what it recorded stays',
    decommissionBody,
    acts.decommission,
  )
  const issued = { 200: credentialAnswer, ...refusals(400, 401, 403, 404, 409, 429) }
  app.post(
    actPaths.rotate,
    recorded(provider, 'Issue a credential in place of all of its kind, which are refused from now on', {
      params: deskParams,
      body: rotateBody,
      response: issued,
    }),
    (request) => acts.rotate(requesterOf(request), request.params.name, request.body),
  )
  app.post(
    actPaths.replace,
    recorded(
      provider,
      'Another controller at the same pivot: its credential, and nothing of the old one counts',
      {
        params: deskParams,
        body: reasonBody,
        response: issued,
      },
    ),
    (request) => acts.replaceController(requesterOf(request), request.params.name, request.body),
  )
}

const byId = z.object({ id: z.string() })
const nothing = z.null().check(z.describe('No content'))

export function transferRoutes(app: Http, transfers: Transfers, { signedIn }: Guard): void {
  const offers = callsOf('transfers')
  app.get(
    transferPaths.list,
    offers.call(signedIn, 'Systems that the provider offers me', {
      response: { 200: transferOffers, ...refusals(401) },
    }),
    (request) => transfers.offers(requesterOf(request).id),
  )
  for (const [path, accepted] of [
    [transferPaths.accept, true],
    [transferPaths.decline, false],
  ] as const)
    app.post(
      path,
      offers.call(signedIn, accepted ? 'Take over a system that is offered to me' : 'Decline such an offer', {
        params: byId,
        response: { 204: nothing, ...refusals(401, 404, 409, 429) },
      }),
      async (request, reply) => {
        await transfers.settle(requesterOf(request), request.params.id, accepted)
        return reply.code(204).send(null)
      },
    )
}
