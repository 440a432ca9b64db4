/** Readings over HTTP, for gateways without MQTT. */
import { readingsDocument } from '../../contract/controller.ts'
import { problemBody } from '../../contract/problem-body.ts'
import { ingestAnswer, readingPaths } from '../../contract/readings.ts'
import type { Http } from '../kit/http.ts'
import { Problem } from '../kit/problem.ts'
import { type DeviceAccess, sendersKnownTo } from './device-sender.ts'
import type { Readings } from './readings.service.ts'

/** A thousand readings with every field and long numbers are some 150 KiB. */
const BODY_BYTES_MAX = 256 * 1024

export function readingRoutes(app: Http, readings: Readings, devices: DeviceAccess): void {
  const senders = sendersKnownTo(devices)
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
      onRequest: senders.onRequest,
      errorHandler: senders.errorHandler,
    },
    async (request) => {
      if (request.validationError) throw new Problem('readings_malformed')
      return readings.store(senders.controllerOf(request), request.body.readings)
    },
  )
}
