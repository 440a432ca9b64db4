/** Calls of weather. */
import { z } from 'zod'
import { problemBody } from '#contract/errors.ts'
import { rainBody, rainChoiceBody, weather, weatherPaths, weatherQuery } from '#contract/weather.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import type { Http } from '../kit/http.ts'
import type { WeatherService } from './weather.service.ts'

const described = { tags: ['weather'], security: [{ jwt: [] }] }
const refusals = {
  400: problemBody,
  401: problemBody,
  403: problemBody,
  404: problemBody,
  429: problemBody,
}

export function weatherRoutes(app: Http, service: WeatherService, { signedIn }: Guard): void {
  app.get(
    weatherPaths.one,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Days of a system, past and ahead, with the source of their rain',
        querystring: weatherQuery,
        response: { 200: weather, 400: problemBody, 401: problemBody, 404: problemBody },
      },
    },
    (request) => service.weather(whoAsks(request).id, request.query.system),
  )
  app.post(
    weatherPaths.rain,
    {
      onRequest: signedIn,
      // refusals are recorded: the service reads the body itself
      attachValidation: true,
      schema: {
        ...described,
        summary: 'Type in the rain of a day, or take it back; owners and operators',
        body: rainBody,
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      await service.typeRain(whoAsks(request), request.body)
      return reply.code(204).send(null)
    },
  )
  app.put(
    weatherPaths.choice,
    {
      onRequest: signedIn,
      attachValidation: true,
      schema: {
        ...described,
        summary: 'Say which source of rain counts on a day; owners and operators',
        body: rainChoiceBody,
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      await service.chooseRain(whoAsks(request), request.body)
      return reply.code(204).send(null)
    },
  )
}
