/** HTTP routes of alerts and alert preferences. */
import { alertList, alertParams, alertPaths, usefulBody } from '../../contract/alerts/alerts.ts'
import {
  alertRules,
  alertRulesBody,
  alertRulesQuery,
  alertTimes,
  pushAnswer,
  pushBody,
  pushEndBody,
  alertChoicePaths,
} from '../../contract/alerts/alert-choices.ts'
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../kit/http.ts'
import type { AlertChoices } from './alert-choices.service.ts'
import type { Alerts } from './alerts.service.ts'

const { call } = callsOf('alerts')

export function alertRoutes(app: Http, alerts: Alerts, { signedIn }: Guard): void {
  app.get(
    alertPaths.list,
    call(signedIn, 'What needs a person on my systems now, and what did lately', {
      response: { 200: alertList, ...refusals(401) },
    }),
    (request) => alerts.list(requesterOf(request).id),
  )
  app.post(
    alertPaths.acknowledge,
    call(
      signedIn,
      'Acknowledge an alert with all of its cause, for every member of the system; owners and operators',
      { params: alertParams, response: { 200: alertList, ...refusals(401, 403, 404, 429) } },
    ),
    (request) => alerts.acknowledge(requesterOf(request), request.params.id),
  )
  app.put(
    alertPaths.useful,
    call(signedIn, 'Say whether an alert was worth a message to me', {
      params: alertParams,
      body: usefulBody,
      response: { 200: alertList, ...refusals(400, 401, 404) },
    }),
    (request) => alerts.judge(requesterOf(request).id, request.params.id, request.body.useful),
  )
}

export function alertChoiceRoutes(app: Http, choices: AlertChoices, { signedIn }: Guard): void {
  app.get(
    alertChoicePaths.rules,
    call(signedIn, 'What I am called for, of one system', {
      querystring: alertRulesQuery,
      response: { 200: alertRules, ...refusals(400, 401, 404) },
    }),
    (request) => choices.rules(requesterOf(request).id, request.query.system),
  )
  app.put(
    alertChoicePaths.rules,
    call(signedIn, 'Choose what I am called for, of one system; kinds that are not named stay as they are', {
      querystring: alertRulesQuery,
      body: alertRulesBody,
      response: { 200: alertRules, ...refusals(400, 401, 404) },
    }),
    (request) => choices.choose(requesterOf(request).id, request.query.system, request.body),
  )
  app.get(
    alertChoicePaths.times,
    call(signedIn, 'My quiet hours', {
      response: { 200: alertTimes, ...refusals(401) },
    }),
    (request) => choices.times(requesterOf(request).id),
  )
  app.put(
    alertChoicePaths.times,
    call(signedIn, 'Set my quiet hours', {
      body: alertTimes,
      response: { 200: alertTimes, ...refusals(400, 401) },
    }),
    (request) => choices.setTimes(requesterOf(request).id, request.body),
  )
  app.get(
    alertChoicePaths.push,
    call(signedIn, 'The key that a browser subscribes to, and how many of mine have', {
      response: { 200: pushAnswer, ...refusals(401) },
    }),
    (request) => choices.push(requesterOf(request).id),
  )
  app.put(
    alertChoicePaths.push,
    call(signedIn, 'Have this browser told of alerts, until its login ends', {
      body: pushBody,
      response: { 200: pushAnswer, ...refusals(400, 401) },
    }),
    (request) => choices.subscribe(requesterOf(request), request.body),
  )
  app.delete(
    alertChoicePaths.push,
    call(signedIn, 'Tell this browser of nothing any more', {
      body: pushEndBody,
      response: { 200: pushAnswer, ...refusals(400, 401) },
    }),
    (request) => choices.unsubscribe(requesterOf(request).id, request.body.endpoint),
  )
}
