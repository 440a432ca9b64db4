/** HTTP routes of weather stations' files. */
import { z } from 'zod'
import {
  WEATHER_FILE_BYTES_MAX,
  weatherFileQuery,
  weatherFileReport,
  weatherPaths,
  weatherQuery,
} from '#contract/weather.ts'
import { type Guard, requesterOf } from '../../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals, acceptFiles } from '../../kit/http.ts'
import type { WeatherFiles } from './weather-files.service.ts'

const { call } = callsOf('weather')

export function weatherFileRoutes(app: Http, files: WeatherFiles, { anybody }: Guard): void {
  app.delete(
    weatherPaths.file,
    call(anybody, 'Forget what a station’s file said of a system; owners, operators and the provider', {
      querystring: weatherQuery,
      response: { 204: z.null(), ...refusals(400, 401, 403, 404, 429) },
    }),
    async (request, reply) => {
      await files.remove(requesterOf(request), request.query)
      return reply.code(204).send(null)
    },
  )
  void app.register(async (fileApp: Http) => {
    acceptFiles(fileApp, WEATHER_FILE_BYTES_MAX, 'weather_file_too_large')
    fileApp.post(
      weatherPaths.file,
      call(anybody, 'A weather station’s file: previewed, or kept; owners, operators and the provider', {
        description: `The body is the file, CSV, at most ${WEATHER_FILE_BYTES_MAX / 1024 ** 2} MB: a line a day, or one an hour or more often. What it leaves open is asked for with 400 import_unclear; the sentence names the parameter that settles it.`,
        consumes: ['text/csv', 'application/octet-stream'],
        querystring: weatherFileQuery,
        response: { 200: weatherFileReport, ...refusals(400, 401, 403, 404, 413, 429) },
      }),
      (request) =>
        files.take(
          requesterOf(request),
          request.query,
          request.body instanceof Uint8Array ? request.body : new Uint8Array(),
        ),
    )
  })
}
