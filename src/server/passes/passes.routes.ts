/** Calls of passes. */
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
  watered,
  wateredQuery,
} from '../../contract/passes.ts'
import { problemBody } from '../../contract/errors.ts'
import { systemInputAnswer } from '../../contract/systems.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import type { Http } from '../kit/http.ts'
import type { Passes } from './passes.service.ts'

const described = { tags: ['passes'], security: [{ jwt: [] }] }
const refusals = { 400: problemBody, 401: problemBody, 404: problemBody }
const changeRefusals = { ...refusals, 403: problemBody, 409: problemBody, 429: problemBody }

export function passRoutes(app: Http, passes: Passes, { signedIn }: Guard): void {
  app.get(
    passPaths.list,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'How the machine really went over its field, newest first, and what can be finished',
        querystring: passesQuery,
        response: { 200: passList, ...refusals },
      },
    },
    (request) => passes.list(whoAsks(request).id, request.query.system, request.query.before ?? null),
  )
  app.get(
    passPaths.degrees,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: "One pass by degree and by the field's own days",
        querystring: passDegreesQuery,
        response: { 200: passDegrees, ...refusals },
      },
    },
    (request) => passes.degrees(whoAsks(request).id, request.query.system, request.query.from),
  )
  app.get(
    passPaths.watered,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'What the newest pass has wetted, by the record of the machine',
        querystring: wateredQuery,
        response: { 200: watered, ...refusals },
      },
    },
    (request) => passes.watered(whoAsks(request).id, request.query.system),
  )
  app.get(
    passPaths.file,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'The passes of two months as CSV',
        querystring: wateredQuery,
        produces: ['text/csv'],
        response: { 200: z.any(), ...refusals },
      },
    },
    async (request, reply) => {
      const { system } = request.query
      const content = await passes.file(whoAsks(request).id, system)
      return reply
        .header('content-disposition', `attachment; filename="${encodeURIComponent(system)} passes.csv"`)
        .type('text/csv')
        .send(content)
    },
  )
  finishRoutes(app, passes, signedIn)
  app.post(
    passPaths.cans,
    {
      onRequest: signedIn,
      // refusals are recorded: the rules read the body themselves
      attachValidation: true,
      schema: {
        ...described,
        summary: 'Catch cans under a pass: the factor that they say, stored once it is confirmed',
        body: cansBody,
        response: { 200: cansAnswer, ...changeRefusals },
      },
    },
    (request) => passes.cans(whoAsks(request), request.body),
  )
}

function finishRoutes(app: Http, passes: Passes, signedIn: Guard['signedIn']): void {
  app.get(
    passPaths.finishPreview,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'What finishing the newest pass would send; nothing is stored',
        querystring: finishPreviewQuery,
        response: { 200: finishPreview, ...refusals, 409: problemBody },
      },
    },
    (request) => passes.finishPreview(whoAsks(request).id, request.query.system),
  )
  const headers =
    'Optional headers as for settings: `Idempotency-Key` and `If-Match: "settings_rev"`. It never starts motion.'
  app.post(
    passPaths.finish,
    {
      onRequest: signedIn,
      attachValidation: true,
      schema: {
        ...described,
        summary: 'Water the arc that a pass left dry, and nothing else; ends by itself when that is done',
        description: headers,
        body: finishBody,
        response: { 200: systemInputAnswer, ...changeRefusals, 423: problemBody },
      },
    },
    (request) => {
      const { id, name } = whoAsks(request)
      const isWaiting = () => !request.raw.socket.destroyed
      return passes.finish({ id, name, isWaiting }, request.body, request.headers)
    },
  )
  app.post(
    passPaths.finishEnd,
    {
      onRequest: signedIn,
      attachValidation: true,
      schema: {
        ...described,
        summary: 'End the finishing of a pass: what ran before it runs again',
        description: headers,
        body: finishEndBody,
        response: { 200: systemInputAnswer, ...changeRefusals, 423: problemBody },
      },
    },
    (request) => {
      const { id, name } = whoAsks(request)
      const isWaiting = () => !request.raw.socket.destroyed
      return passes.finishEnd({ id, name, isWaiting }, request.body, request.headers)
    },
  )
}
