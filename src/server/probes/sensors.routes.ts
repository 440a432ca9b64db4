/** Calls of sensors: what reports from a system, and the soil of one probe. */
import { problemBody } from '../../contract/errors.ts'
import {
  sensorList,
  sensorParams,
  sensorPatch,
  sensorPaths,
  sensorProbe,
  sensorsQuery,
} from '../../contract/sensors.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import type { Http } from '../kit/http.ts'
import type { Sensors } from './sensors.service.ts'

const described = { tags: ['probes'], security: [{ jwt: [] }] }

export function sensorRoutes(app: Http, sensors: Sensors, { signedIn }: Guard): void {
  app.get(
    sensorPaths.list,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Probes of a system: where they stand, what they said last, and their soil',
        querystring: sensorsQuery,
        response: { 200: sensorList, 400: problemBody, 401: problemBody, 404: problemBody },
      },
    },
    (request) => sensors.list(whoAsks(request).id, request.query.system),
  )
  app.patch(
    sensorPaths.one,
    {
      onRequest: signedIn,
      // refusals are recorded: the rules read the body themselves
      attachValidation: true,
      schema: {
        ...described,
        summary:
          "A probe's field capacity and wilting point, by numbers or by texture; its owner and operators",
        params: sensorParams,
        body: sensorPatch,
        response: {
          200: sensorProbe,
          400: problemBody,
          401: problemBody,
          403: problemBody,
          404: problemBody,
          429: problemBody,
        },
      },
    },
    (request) => sensors.change(whoAsks(request).id, request.params, request.body),
  )
}
