/** Calls of systems: lists, settings in, history out. */
import { connectionPaths, connectionsAnswer, connectionsQuery } from '../../contract/connections.ts'
import { problemBody } from '../../contract/errors.ts'
import {
  fetchSystemsAnswer,
  fetchSystemsQuery,
  systemCommandsAnswer,
  systemCommandsQuery,
  systemGroup,
  systemInput,
  systemInputAnswer,
  systemList,
  systemParams,
  systemPatch,
  systemPaths,
  systemView,
} from '../../contract/systems.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import type { Http } from '../kit/http.ts'
import { Problem } from '../kit/problem.ts'
import type { Systems } from './systems.service.ts'

const security = [{ jwt: [] }]
const tags = ['systems']

export function systemsRoutes(app: Http, systems: Systems, guard: Guard): void {
  const { signedIn, signedInForRead } = guard

  app.get(
    systemPaths.group,
    {
      onRequest: signedIn,
      schema: {
        tags,
        security,
        summary: 'Names of my systems',
        response: { 200: systemGroup, 401: problemBody },
      },
    },
    async (request) => ({ system_group: await systems.names(whoAsks(request).id) }),
  )

  app.get(
    systemPaths.list,
    {
      onRequest: signedIn,
      schema: {
        tags,
        security,
        summary: 'My systems, their settings and machines',
        response: { 200: systemList, 401: problemBody },
      },
    },
    (request) => systems.list(whoAsks(request).id),
  )

  app.get(
    systemPaths.fetchSystems,
    {
      onRequest: signedInForRead,
      schema: {
        tags,
        security,
        summary: 'Names of my systems, for the live maps',
        querystring: fetchSystemsQuery,
        response: { 200: fetchSystemsAnswer, 400: problemBody, 401: problemBody, 403: problemBody },
      },
    },
    async (request) => {
      const { id } = whoAsks(request)
      if (Number(request.query.userId) !== id) throw new Problem('forbidden')
      return { systems: await systems.names(id) }
    },
  )

  app.get(
    systemPaths.commands,
    {
      onRequest: signedIn,
      schema: {
        tags,
        security,
        summary: 'What was changed on a system, newest first',
        querystring: systemCommandsQuery,
        response: { 200: systemCommandsAnswer, 400: problemBody, 401: problemBody, 404: problemBody },
      },
    },
    (request) => {
      const { system, before } = request.query
      return systems.history(whoAsks(request).id, system, before === undefined ? null : Number(before))
    },
  )

  connectionsRoute(app, systems, signedIn)
  changeRoute(app, systems, signedIn)
  settingsRoute(app, systems, signedIn)
}

function connectionsRoute(app: Http, systems: Systems, signedIn: Guard['signedIn']): void {
  app.get(
    connectionPaths.list,
    {
      onRequest: signedIn,
      schema: {
        tags,
        security,
        summary: 'When a controller came and went, newest first, and which of its messages could not be used',
        querystring: connectionsQuery,
        response: { 200: connectionsAnswer, 400: problemBody, 401: problemBody, 404: problemBody },
      },
    },
    (request) => {
      const { system, before } = request.query
      return systems.connections(whoAsks(request).id, system, before === undefined ? null : Number(before))
    },
  )
}

function changeRoute(app: Http, systems: Systems, signedIn: Guard['signedIn']): void {
  app.patch(
    systemPaths.one,
    {
      onRequest: signedIn,
      // refusals are recorded: the rules read the body themselves
      attachValidation: true,
      schema: {
        tags,
        security,
        summary: "A system's lock, soil, efficiency and time zone; its owner alone",
        params: systemParams,
        body: systemPatch,
        response: {
          200: systemView,
          400: problemBody,
          401: problemBody,
          403: problemBody,
          404: problemBody,
          429: problemBody,
        },
      },
    },
    (request) => systems.change(whoAsks(request).id, request.params.name, request.body),
  )
}

function settingsRoute(app: Http, systems: Systems, signedIn: Guard['signedIn']): void {
  app.post(
    systemPaths.input,
    {
      onRequest: signedIn,
      // refused settings are recorded too, and complaints have an order: the service reads the body itself
      attachValidation: true,
      schema: {
        tags,
        security,
        summary: 'Settings of a system; answered once they are durable',
        description:
          'Optional headers: `Idempotency-Key` (the same key and settings give the same answer, once stored) and `If-Match: "settings_rev"` (409 when somebody else changed them meanwhile). OFF does not stop the machine: every cell gets the entered rate and geofences are suspended.',
        body: systemInput,
        response: {
          200: systemInputAnswer,
          400: problemBody,
          401: problemBody,
          403: problemBody,
          404: problemBody,
          409: problemBody,
          423: problemBody,
          429: problemBody,
        },
      },
    },
    (request) => {
      const { id, name } = whoAsks(request)
      const isWaiting = () => !request.raw.socket.destroyed
      return systems.settings.take({ id, name, isWaiting }, request.body, request.headers)
    },
  )
}
