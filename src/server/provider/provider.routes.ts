/** HTTP routes of the provider role: the global stop of new settings, and importing readings into a system. */
import { Readable } from 'node:stream'
import { z } from 'zod'
import {
  IMPORT_BYTES_MAX,
  providerPaths,
  providerStop,
  providerStopChange,
  READINGS_FILE_BYTES_MAX,
  readingsFileQuery,
  readingsFileReport,
  readingsImportQuery,
  readingsImportReport,
} from '../../contract/accounts/provider.ts'
import {
  liveFields,
  liveFieldsBody,
  livePaths,
  liveTypeQuery,
  liveTypes,
  liveTypesQuery,
} from '../../contract/accounts/live-readings.ts'
import { readingPaths } from '../../contract/readings.ts'
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../kit/http.ts'
import type { Kit } from '../installation/kit.ts'
import type { ImportOption } from '../readings/import/import-options.ts'
import type { Readings } from '../readings/readings.service.ts'
import type { LiveFieldsCalls } from './live-fields.service.ts'
import { changeProviderStop, providerStopOf } from './provider-stop.service.ts'
import { importSentFile, takeReadingsFile } from './readings-import.service.ts'

const { call } = callsOf('provider')

export function providerRoutes(app: Http, kit: Kit, { provider }: Guard): void {
  app.get(
    providerPaths.stop,
    call(provider, 'Whether new settings are stopped for all systems', {
      response: { 200: providerStop, ...refusals(401, 403) },
    }),
    () => providerStopOf(kit),
  )

  app.put(
    providerPaths.stop,
    call(provider, 'Stop new settings for all systems, or allow them again; what runs keeps running', {
      body: providerStopChange,
      response: { 200: providerStop, ...refusals(400, 401, 403, 429) },
    }),
    (request) => changeProviderStop(kit, requesterOf(request), request.body.stopped),
  )
}

export function readingsImportRoutes(app: Http, kit: Kit, readings: Readings, { provider }: Guard): void {
  void app.register(async (files: Http) => {
    // a CSV body is streamed to the service
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload))
    files.post(
      providerPaths.readingsImport,
      call(provider, 'Import a file of readings into a system, or preview how it is understood', {
        description: `The body is the file, text/csv, at most ${IMPORT_BYTES_MAX / 1024 ** 2} MB. What it leaves open is asked for with 400 import_unclear; the sentence names the parameter that settles it.`,
        consumes: ['text/csv'],
        querystring: readingsImportQuery,
        response: { 200: readingsImportReport, ...refusals(400, 401, 403, 404, 413, 415, 429) },
      }),
      (request) => {
        const { system, preview, ...options } = request.query
        return importSentFile(kit, readings, requesterOf(request), {
          system,
          preview: preview === 'true',
          asked: options,
          given: parametersOf(options),
          declaredBytes: Number(request.headers['content-length'] ?? 0),
          body: request.body instanceof Readable ? request.body : Readable.from([]),
        })
      },
    )
  })
}

/** Owners, operators and the provider import a file of readings, after a preview. */
export function readingsFileRoutes(app: Http, kit: Kit, readings: Readings, { anybody }: Guard): void {
  void app.register(async (files: Http) => {
    // streamed to the service, with any content type
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    files.post(
      readingPaths.file,
      callsOf('readings').call(
        anybody,
        'A file of readings: previewed, or stored; owners, operators and the provider',
        {
          description: `The body is the file, at most ${READINGS_FILE_BYTES_MAX / 1024 ** 2} MB. What it leaves open is the question of the answer, beside the columns as far as they are understood; nothing is stored then. What was said is kept for the next file of the same logger.`,
          consumes: ['text/csv', 'application/octet-stream'],
          querystring: readingsFileQuery,
          response: { 200: readingsFileReport, ...refusals(400, 401, 403, 404, 413, 429) },
        },
      ),
      (request, reply) => {
        const { system, preview, name, fresh, ...options } = request.query
        const disconnected = new AbortController()
        reply.raw.once('close', () => {
          if (!reply.raw.writableFinished) disconnected.abort()
        })
        return takeReadingsFile(kit, readings, requesterOf(request), {
          system,
          preview: preview === 'true',
          fresh: fresh === 'true',
          fileName: name,
          asked: options,
          given: parametersOf(options),
          declaredBytes: Number(request.headers['content-length'] ?? 0),
          body: request.body instanceof Readable ? request.body : Readable.from([]),
          signal: disconnected.signal,
        })
      },
    )
  })
}

/** Owners, operators and the provider map the fields of messages. */
export function liveFieldsRoutes(app: Http, live: LiveFieldsCalls, { anybody }: Guard): void {
  const { call } = callsOf('readings')
  app.get(
    livePaths.fields,
    call(
      anybody,
      'Types of devices that sent messages of which something could not be stored, or of which it was said',
      {
        querystring: liveTypesQuery,
        response: { 200: liveTypes, ...refusals(400, 401, 403, 404) },
      },
    ),
    (request) => live.types(requesterOf(request), request.query),
  )
  app.post(
    livePaths.fields,
    call(
      anybody,
      'A sample of a message: what its fields seem to be, or with save what they are from now on',
      {
        body: liveFieldsBody,
        response: { 200: liveFields, ...refusals(400, 401, 403, 404, 413, 429) },
      },
    ),
    (request) => live.look(requesterOf(request), request.body),
  )
  app.delete(
    livePaths.fields,
    call(anybody, 'Forget what was said of the fields of a type, and its newest message', {
      querystring: liveTypeQuery,
      response: { 204: z.null(), ...refusals(400, 401, 403, 404, 429) },
    }),
    async (request, reply) => {
      await live.forget(requesterOf(request), request.query)
      return reply.code(204).send(null)
    },
  )
}

type Options = Omit<z.infer<typeof readingsImportQuery>, 'system' | 'preview'>

/** Options of the command have a dash where parameters have an underscore; `table` is for databases, which are not uploaded. */
function parametersOf(options: Options) {
  const { date_order, time_zone, header_line, depth_unit, ...unchanged } = options
  const parameters: Partial<Record<ImportOption, string | undefined>> = {
    ...unchanged,
    'date-order': date_order,
    'time-zone': time_zone,
    'header-line': header_line,
    'depth-unit': depth_unit,
  }
  return (name: ImportOption) => parameters[name]
}
