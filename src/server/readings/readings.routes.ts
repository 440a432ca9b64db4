/** Readings over HTTP: of gateways without MQTT, and uplinks of soil probes on a LoRaWAN network. */
import { readingsDocument } from '../../contract/controller.ts'
import { ingestAnswer, lorawanAnswer, lorawanUplink, readingPaths } from '../../contract/readings.ts'
import { type Http, refusals } from '../kit/http.ts'
import { Problem } from '../kit/problem.ts'
import { type DeviceAccess, sendersKnownTo } from './device-sender.ts'
import type { Readings } from './readings.service.ts'
import { readingsOf } from './lorawan.rules.ts'

/** A thousand readings with every field and long numbers are some 150 KiB. */
const BATCH_BYTES_MAX = 256 * 1024

export function readingRoutes(app: Http, readings: Readings, devices: DeviceAccess): void {
  const senders = sendersKnownTo(devices)
  app.post(
    readingPaths.ingest,
    {
      bodyLimit: BATCH_BYTES_MAX,
      attachValidation: true,
      schema: {
        body: readingsDocument,
        response: { 200: ingestAnswer, ...refusals(400, 401, 413) },
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

/** An uplink that many gateways heard is some 20 KiB. */
const UPLINK_BYTES_MAX = 128 * 1024

const NOTHING = { stored: 0, duplicate: 0, invalid: 0 }

export function lorawanRoutes(app: Http, readings: Readings, devices: DeviceAccess): void {
  const senders = sendersKnownTo(devices)
  app.post(
    readingPaths.lorawan,
    {
      bodyLimit: UPLINK_BYTES_MAX,
      attachValidation: true,
      schema: {
        body: lorawanUplink,
        response: { 200: lorawanAnswer, ...refusals(400, 401, 413) },
        tags: ['readings'],
        summary: 'Store the normalised soil payload of an uplink of The Things Stack',
        description:
          'Header `Authorization: Device ID:SECRET` with the credential of the gateway. A message without a normalised ' +
          'soil payload is answered with 200 and `ignored`; one that is delivered again changes nothing.',
      },
      onRequest: senders.onRequest,
      errorHandler: senders.errorHandler,
    },
    async (request) => {
      if (request.validationError) throw new Problem('readings_malformed')
      const controllerId = senders.controllerOf(request)
      const uplink = request.body
      const known = await readings.lorawanDevice(controllerId, uplink.end_device_ids.device_id)
      const heard = readingsOf(uplink, known)
      if (heard.length === 0)
        return { ...NOTHING, ignored: 'This message carries no normalised soil payload.' }
      return { ...(await readings.store(controllerId, heard)), ignored: null }
    },
  )
}
