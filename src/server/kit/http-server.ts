/** The web server before any feature: schemas, request ids, headers, the error handler, the API reference. */
import { randomBytes } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { JSON_BODY_BYTES_MAX } from '../../contract/limits.ts'
import type { Config } from './config.ts'
import { textParser } from './http-body.ts'
import { defaultHeaders, responseClass } from './http-headers.ts'
import { handleNotFound } from './http-misses.ts'
import { answerError } from './http-problem.ts'
import { limitSockets, REQUEST_WITHIN_MS, requestLimits } from './http-sockets.ts'
import type { Http } from './http.ts'
import { atWork, type Log } from './log.ts'
import { readOnly } from './read-only.ts'

/** Node's limit for a request before its body is lower. */
const URL_CHARACTERS_MAX = 65_536

/**
 * Responses about as small as with the default quality, in half the time or less. Up to half a megabyte they are compressed at
 * once, which takes a few milliseconds: a stream costs more, in threads that hand over and in garbage.
 */
const QUICKLY = {
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: 4 },
  syncThreshold: 512 * 1024,
}

interface HttpOptions {
  requestWithinMs?: number
}

/** Creates the server; features register their routes on it, then `listen` opens it. */
export async function createHttp(
  config: Config,
  log: Log,
  { requestWithinMs = REQUEST_WITHIN_MS }: HttpOptions = {},
): Promise<Http> {
  const logger: FastifyBaseLogger = log
  const requestId = requestIds()
  const limits = requestLimits(requestWithinMs)
  const tls = config.publicUrl?.startsWith('https:') ?? false
  const app: Http = Fastify({
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: config.logLevel !== 'debug' && config.logLevel !== 'trace',
    }),
    bodyLimit: JSON_BODY_BYTES_MAX,
    trustProxy: config.trustProxy ?? false,
    genReqId: requestId,
    requestTimeout: limits.requestTimeout,
    http: { ...limits.http, ServerResponse: responseClass(tls) },
    rewriteUrl: ({ url = '/' }) => decodable(url),
    // too long a parameter is refused like any other invalid value: the router's own error would name its library and repeat it all
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: URL_CHARACTERS_MAX },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // JSON is the only body format by default; features add others for their routes
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parseJson = app.getDefaultJsonParser('remove', 'remove')
  app.addContentTypeParser(
    'application/json',
    textParser((request, text, done) => void parseJson(request, text, done)),
  )
  app.setErrorHandler(answerError)
  // `atWork` adds the request's id to every line: a logger for each request would add it twice, at a cost for each request
  Object.assign(app.log, { child: () => app.log })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(defaultHeaders(request.url)).header('x-request-id', request.id)
    atWork.run({ requestId: request.id }, done)
  })
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.readOnly) readOnly(done)
    else done()
  })
  limitSockets(app, requestWithinMs)
  await app.register(compress, { threshold: 1024, ...QUICKLY })
  await app.register(swagger, {
    openapi: {
      info: {
        title: `${config.brand.product} API`,
        version: '1',
        description: 'Calls of the browser application; header `Authorization: JWT {access}`.',
      },
      components: {
        securitySchemes: { jwt: { type: 'apiKey', in: 'header', name: 'Authorization' } },
      },
    },
    transform: jsonSchemaTransform,
  })
  handleNotFound(app)
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
  await app.register(swaggerUi, { routePrefix: '/api/docs', indexPrefix: '' })
  return app
}

/** Random for each process, then counted: a UUID for each request would cost several times as much. */
function requestIds(): () => string {
  const ofProcess = randomBytes(6).toString('hex')
  let count = 0
  return () => {
    count += 1
    return `${ofProcess}-${count.toString(36)}`
  }
}

/** A URL with a broken escape is answered as not found: its percent signs are then taken literally. */
function decodable(url: string): string {
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
