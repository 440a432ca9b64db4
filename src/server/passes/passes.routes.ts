/** HTTP routes of passes. */
import { z } from 'zod'
import {
  cansAnswer,
  cansBody,
  finishBody,
  finishEndBody,
  finishPreview,
  finishPreviewQuery,
  passDegrees,
  passDegreesQuery,
  passesQuery,
  passList,
  passPaths,
  passProof,
  watered,
  wateredQuery,
} from '../../contract/passes.ts'
import { systemInputAnswer } from '../../contract/systems.ts'
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../kit/http.ts'
import type { Passes } from './passes.service.ts'

const { call, recorded } = callsOf('passes')

export function passRoutes(app: Http, passes: Passes, { signedIn }: Guard): void {
  app.get(
    passPaths.list,
    call(signedIn, 'How the machine really went over its field, newest first, and what can be finished', {
      querystring: passesQuery,
      response: { 200: passList, ...refusals(400, 401, 404) },
    }),
    (request) => passes.list(requesterOf(request).id, request.query.system, request.query.before ?? null),
  )
  app.get(
    passPaths.degrees,
    call(signedIn, "One pass by degree and by the field's own days", {
      querystring: passDegreesQuery,
      response: { 200: passDegrees, ...refusals(400, 401, 404) },
    }),
    (request) => passes.degrees(requesterOf(request).id, request.query.system, request.query.from),
  )
  app.get(
    passPaths.proof,
    call(
      signedIn,
      'What a pass was asked to lay, what it laid and what the soil gained, by part of the field',
      {
        querystring: passDegreesQuery,
        response: { 200: passProof, ...refusals(400, 401, 404) },
      },
    ),
    (request) => passes.proof(requesterOf(request).id, request.query.system, request.query.from),
  )
  app.get(
    passPaths.watered,
    call(signedIn, 'What the newest pass has wetted, by the record of the machine', {
      querystring: wateredQuery,
      response: { 200: watered, ...refusals(400, 401, 404) },
    }),
    (request) => passes.watered(requesterOf(request).id, request.query.system),
  )
  app.get(
    passPaths.file,
    call(signedIn, 'The passes of two months as CSV', {
      querystring: wateredQuery,
      produces: ['text/csv'],
      response: { 200: z.any(), ...refusals(400, 401, 404) },
    }),
    async (request, reply) => {
      const { system } = request.query
      const content = await passes.file(requesterOf(request).id, system)
      return reply
        .header('content-disposition', `attachment; filename="${encodeURIComponent(system)} passes.csv"`)
        .type('text/csv')
        .send(content)
    },
  )
  finishRoutes(app, passes, signedIn)
  app.post(
    passPaths.cans,
    recorded(signedIn, 'Catch cans under a pass: the factor that they say, stored once it is confirmed', {
      body: cansBody,
      response: { 200: cansAnswer, ...refusals(400, 401, 403, 404, 409, 429) },
    }),
    (request) => passes.cans(requesterOf(request), request.body),
  )
}

function finishRoutes(app: Http, passes: Passes, signedIn: Guard['signedIn']): void {
  app.get(
    passPaths.finishPreview,
    call(signedIn, 'What finishing the newest pass would send; nothing is stored', {
      querystring: finishPreviewQuery,
      response: { 200: finishPreview, ...refusals(400, 401, 404, 409) },
    }),
    (request) =>
      passes.finishPreview(requesterOf(request).id, request.query.system, request.query.pump_remedy),
  )
  const headers =
    'Optional headers as for settings: `Idempotency-Key` and `If-Match: "settings_rev"`. It never starts motion.'
  app.post(
    passPaths.finish,
    recorded(
      signedIn,
      'Water the arc that a pass left dry, and nothing else; ends by itself when that is done',
      {
        description: headers,
        body: finishBody,
        response: { 200: systemInputAnswer, ...refusals(400, 401, 403, 404, 409, 423, 429) },
      },
    ),
    (request) => {
      const { id, name } = requesterOf(request)
      const isWaiting = () => !request.raw.socket.destroyed
      return passes.finish({ id, name, isWaiting }, request.body, request.headers)
    },
  )
  app.post(
    passPaths.finishEnd,
    recorded(signedIn, 'End the finishing of a pass: what ran before it runs again', {
      description: headers,
      body: finishEndBody,
      response: { 200: systemInputAnswer, ...refusals(400, 401, 403, 404, 409, 423, 429) },
    }),
    (request) => {
      const { id, name } = requesterOf(request)
      const isWaiting = () => !request.raw.socket.destroyed
      return passes.finishEnd({ id, name, isWaiting }, request.body, request.headers)
    },
  )
}
