/** HTTP routes of systems: lists, settings and history. */
import { connectionPaths, connectionsAnswer, connectionsQuery } from '../../contract/connections.ts'
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
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../kit/http.ts'
import { Problem } from '../kit/problem.ts'
import type { Systems } from './systems.service.ts'

const { call, recorded } = callsOf('systems')

export function systemsRoutes(app: Http, systems: Systems, guard: Guard): void {
  const { signedIn, signedInForRead } = guard

  app.get(
    systemPaths.group,
    call(signedIn, 'Names of my systems', {
      response: { 200: systemGroup, ...refusals(401) },
    }),
    async (request) => ({ system_group: await systems.names(requesterOf(request).id) }),
  )

  app.get(
    systemPaths.list,
    call(signedIn, 'My systems, their settings and machines', {
      response: { 200: systemList, ...refusals(401) },
    }),
    async (request, reply) => {
      const text = await systems.list(requesterOf(request).id)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- texts may come as buffers, which fastify's type leaves out
      const serialise = (() => text) as () => never
      return reply.type('application/json; charset=utf-8').serializer(serialise).send([])
    },
  )

  app.get(
    systemPaths.fetchSystems,
    call(signedInForRead, 'Names of my systems, for the live maps', {
      querystring: fetchSystemsQuery,
      response: { 200: fetchSystemsAnswer, ...refusals(400, 401, 403) },
    }),
    async (request) => {
      const { id } = requesterOf(request)
      if (Number(request.query.userId) !== id) throw new Problem('forbidden')
      return { systems: await systems.names(id) }
    },
  )

  app.get(
    systemPaths.commands,
    call(signedIn, 'What was changed on a system, newest first', {
      querystring: systemCommandsQuery,
      response: { 200: systemCommandsAnswer, ...refusals(400, 401, 404) },
    }),
    (request) => {
      const { system, before } = request.query
      return systems.history(requesterOf(request).id, system, before === undefined ? null : Number(before))
    },
  )

  connectionsRoute(app, systems, signedIn)
  changeRoute(app, systems, signedIn)
  settingsRoute(app, systems, signedIn)
}

function connectionsRoute(app: Http, systems: Systems, signedIn: Guard['signedIn']): void {
  app.get(
    connectionPaths.list,
    call(
      signedIn,
      'When a controller came and went, newest first, and which of its messages could not be used',
      {
        querystring: connectionsQuery,
        response: { 200: connectionsAnswer, ...refusals(400, 401, 404) },
      },
    ),
    (request) => {
      const { system, before } = request.query
      return systems.connections(
        requesterOf(request).id,
        system,
        before === undefined ? null : Number(before),
      )
    },
  )
}

function changeRoute(app: Http, systems: Systems, signedIn: Guard['signedIn']): void {
  app.patch(
    systemPaths.one,
    recorded(signedIn, "A system's lock, soil, efficiency and time zone; its owner alone", {
      params: systemParams,
      body: systemPatch,
      response: { 200: systemView, ...refusals(400, 401, 403, 404, 429) },
    }),
    (request) => systems.change(requesterOf(request).id, request.params.name, request.body),
  )
}

function settingsRoute(app: Http, systems: Systems, signedIn: Guard['signedIn']): void {
  app.post(
    systemPaths.input,
    // the specified order of messages cannot be expressed in a schema
    recorded(signedIn, 'Settings of a system; answered once they are durable', {
      description:
        'Optional headers: `Idempotency-Key` (the same key and settings give the same answer, once stored) and `If-Match: "settings_rev"` (409 when somebody else changed them meanwhile). OFF does not stop the machine: every cell gets the entered rate and geofences are suspended.',
      body: systemInput,
      response: { 200: systemInputAnswer, ...refusals(400, 401, 403, 404, 409, 423, 429) },
    }),
    (request) => {
      const { id, name } = requesterOf(request)
      const isWaiting = () => !request.raw.socket.destroyed
      return systems.settings.take({ id, name, isWaiting }, request.body, request.headers)
    },
  )
}
