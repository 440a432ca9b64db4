/** Calls of sensors: what reports from a system, and the soil of one probe. */
import {
  sensorList,
  sensorParams,
  sensorPatch,
  sensorPaths,
  sensorProbe,
  sensorsQuery,
} from '../../contract/sensors.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../kit/http.ts'
import type { Sensors } from './sensors.service.ts'

const { call, recorded } = callsOf('probes')

export function sensorRoutes(app: Http, sensors: Sensors, { signedIn }: Guard): void {
  app.get(
    sensorPaths.list,
    call(signedIn, 'Probes of a system: where they stand, what they said last, and their soil', {
      querystring: sensorsQuery,
      response: { 200: sensorList, ...refusals(400, 401, 404) },
    }),
    (request) => sensors.list(whoAsks(request).id, request.query.system),
  )
  app.patch(
    sensorPaths.one,
    recorded(
      signedIn,
      "A probe's field capacity and wilting point, by numbers or by texture; its owner and operators",
      {
        params: sensorParams,
        body: sensorPatch,
        response: { 200: sensorProbe, ...refusals(400, 401, 403, 404, 429) },
      },
    ),
    (request) => sensors.change(whoAsks(request).id, request.params, request.body),
  )
}
