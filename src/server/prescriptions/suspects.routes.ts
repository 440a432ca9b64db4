/** Calls of suspects. */
import { problemBody } from '../../contract/errors.ts'
import { suspectList, suspectPaths, suspectsQuery, verdictBody } from '../../contract/sensors.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import type { Http } from '../kit/http.ts'
import type { Suspects } from './suspects.service.ts'

const described = { tags: ['prescriptions'], security: [{ jwt: [] }] }
const refusals = { 400: problemBody, 401: problemBody, 404: problemBody }

export function suspectRoutes(app: Http, suspects: Suspects, { signedIn }: Guard): void {
  app.get(
    suspectPaths.list,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Probes of a system that are not believed, or stand alone with their word, and why',
        querystring: suspectsQuery,
        response: { 200: suspectList, ...refusals },
      },
    },
    (request) => suspects.list(whoAsks(request).id, request.query),
  )
  app.post(
    suspectPaths.list,
    {
      onRequest: signedIn,
      // refusals are recorded: the service reads the body itself
      attachValidation: true,
      schema: {
        ...described,
        summary: 'Trust a probe, do not use it, or withdraw what was said of it',
        body: verdictBody,
        response: { 200: suspectList, ...refusals, 403: problemBody, 429: problemBody },
      },
    },
    (request) => suspects.say(whoAsks(request), request.body),
  )
}
