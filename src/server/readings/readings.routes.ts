/** Readings over HTTP, for gateways without MQTT, and the intake of those that came over MQTT. */
import type { FastifyRequest } from 'fastify'
import { readingsDocument } from '../../contract/controller.ts'
import { problemBody } from '../../contract/problem-body.ts'
import { ingestAnswer, readingPaths } from '../../contract/readings.ts'
import type { Http } from '../kit/http.ts'
import { Problem } from '../kit/problem.ts'
import type { Readings } from './readings.ts'

/** Says which controller a credential belongs to, either of a system's two. */
export type DeviceGuard = (id: string, secret: string) => Promise<{ controllerId: number } | null>

/** A thousand readings with every field and long numbers are some 150 KiB. */
const BODY_BYTES_MAX = 256 * 1024
const DEVICE = /^Device ([^:\s]{1,128}):(\S{1,256})$/

export function readingRoutes(app: Http, readings: Readings, authenticate: DeviceGuard): void {
  const senders = new WeakMap<FastifyRequest, number>()
  app.post(
    readingPaths.ingest,
    {
      bodyLimit: BODY_BYTES_MAX,
      attachValidation: true,
      schema: {
        body: readingsDocument,
        response: { 200: ingestAnswer, 400: problemBody, 401: problemBody, 413: problemBody },
        tags: ['readings'],
        summary: 'Store readings of soil probes; sending a batch again changes nothing',
        description: 'Header `Authorization: Device ID:SECRET` with either credential of the system.',
      },
      onRequest: async (request) => {
        senders.set(request, await senderOf(request, authenticate))
      },
    },
    async (request) => {
      if (request.validationError) throw new Problem('readings_malformed')
      const controllerId = senders.get(request)
      if (controllerId === undefined) throw new Problem('not_authenticated')
      return readings.store(controllerId, request.body.readings)
    },
  )
}

async function senderOf(request: FastifyRequest, authenticate: DeviceGuard): Promise<number> {
  const { authorization } = request.headers
  if (authorization === undefined) throw new Problem('not_authenticated')
  const [, id, secret] = DEVICE.exec(authorization) ?? []
  const device = id && secret ? await authenticate(id, secret) : null
  if (!device) throw new Problem('device_credentials_invalid')
  return device.controllerId
}
