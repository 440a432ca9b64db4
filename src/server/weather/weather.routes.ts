/** HTTP routes of weather. */
import { z } from 'zod'
import { rainBody, rainChoiceBody, weather, weatherPaths, weatherQuery } from '#contract/weather.ts'
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../kit/http.ts'
import type { WeatherService } from './weather.service.ts'

const { call, recorded } = callsOf('weather')

export function weatherRoutes(app: Http, service: WeatherService, { signedIn }: Guard): void {
  app.get(
    weatherPaths.one,
    call(signedIn, 'Days of a system, past and ahead, with the source of their rain', {
      querystring: weatherQuery,
      response: { 200: weather, ...refusals(400, 401, 404) },
    }),
    (request) => service.weather(requesterOf(request).id, request.query.system),
  )
  app.post(
    weatherPaths.rain,
    recorded(signedIn, 'Type in the rain of a day, or take it back; owners and operators', {
      body: rainBody,
      response: { 204: z.null(), ...refusals(400, 401, 403, 404, 429) },
    }),
    async (request, reply) => {
      await service.typeRain(requesterOf(request), request.body)
      return reply.code(204).send(null)
    },
  )
  app.put(
    weatherPaths.choice,
    recorded(signedIn, 'Say which source of rain counts on a day; owners and operators', {
      body: rainChoiceBody,
      response: { 204: z.null(), ...refusals(400, 401, 403, 404, 429) },
    }),
    async (request, reply) => {
      await service.chooseRain(requesterOf(request), request.body)
      return reply.code(204).send(null)
    },
  )
}
