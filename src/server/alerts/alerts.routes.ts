/** Calls of alerts. */
import { alertList, alertParams, alertPaths } from '../../contract/alerts.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../kit/http.ts'
import type { Alerts } from './alerts.service.ts'

const { call } = callsOf('alerts')

export function alertRoutes(app: Http, alerts: Alerts, { signedIn }: Guard): void {
  app.get(
    alertPaths.list,
    call(signedIn, 'What needs a person on my systems now, and what did lately', {
      response: { 200: alertList, ...refusals(401) },
    }),
    (request) => alerts.list(whoAsks(request).id),
  )
  app.post(
    alertPaths.acknowledge,
    call(
      signedIn,
      'Acknowledge an alert with all of its cause, for every member of the system; owners and operators',
      { params: alertParams, response: { 200: alertList, ...refusals(401, 403, 404, 429) } },
    ),
    (request) => alerts.acknowledge(whoAsks(request), request.params.id),
  )
}
