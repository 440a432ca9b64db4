/** The web server before any feature: schemas, request ids, headers, the error translator, the API reference. */
import { randomUUID } from 'node:crypto'
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
import { sendSecurityHeaders } from './http-headers.ts'
import { answerMisses } from './http-misses.ts'
import { answerError } from './http-problem.ts'
import { mindSockets, REQUEST_WITHIN_MS, requestLimits } from './http-sockets.ts'
import { type Http, looksOnly } from './http.ts'
import { atWork, type Log } from './log.ts'
import { lookOnly } from './look-only.ts'

/** More than Node takes of a request before its body. */
const URL_CHARACTERS_MAX = 65_536

/** Answers are as small as of the usual quality, in half the time. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

interface HttpOptions {
  requestWithinMs?: number
}

/** Makes the server; features register their routes on it, then `listen` opens it. */
export async function createHttp(
  config: Config,
  log: Log,
  { requestWithinMs = REQUEST_WITHIN_MS }: HttpOptions = {},
): Promise<Http> {
  const logger: FastifyBaseLogger = log
  const app: Http = Fastify({
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: config.logLevel !== 'debug' && config.logLevel !== 'trace',
    }),
    bodyLimit: JSON_BODY_BYTES_MAX,
    trustProxy: config.trustProxy ?? false,
    genReqId: () => randomUUID(),
    ...requestLimits(requestWithinMs),
    rewriteUrl: ({ url = '/' }) => decodable(url),
    // what is too long is refused like any other wrong value: the router's own refusal would name its library and repeat all of it
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: URL_CHARACTERS_MAX },
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    return503OnClosing: true,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // JSON is the one language of bodies; features that take another add it
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(answerError)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    atWork.run({ requestId: request.id }, done)
  })
  // a body comes by its socket, which belongs to no request
  app.addHook('preHandler', (request, _reply, done) => {
    const work = request.body === undefined ? done : () => atWork.run({ requestId: request.id }, done)
    if (looksOnly.has(request)) lookOnly(work)
    else work()
  })
  sendSecurityHeaders(app, config.publicUrl?.startsWith('https:') ?? false)
  mindSockets(app, requestWithinMs)
  await app.register(compress, { threshold: 1024, brotliOptions: QUICKLY })
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
  answerMisses(app)
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
  await app.register(swaggerUi, { routePrefix: '/api/docs', indexPrefix: '' })
  return app
}

/** An address with a broken escape is a miss like any other: its percent signs are then taken as they stand. */
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
