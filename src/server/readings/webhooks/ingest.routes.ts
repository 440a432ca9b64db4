/** Ingestion over HTTP: gateways without MQTT, and one webhook for all networks and clouds. */
import * as z from 'zod/mini'
import { readingsDocument } from '#contract/controller.ts'
import { ingestAnswer, lorawanAnswer, lorawanUplink, readingPaths } from '#contract/readings.ts'
import type { Kit } from '../../installation/kit.ts'
import { type Http, refusals } from '../../kit/http.ts'
import { Problem } from '../../kit/problem.ts'
import { type DeviceAccess, sendersKnownTo } from '../device-sender.ts'
import { type LorawanDevice, readingsOf } from '../lorawan.rules.ts'
import type { Incoming } from '../measured.ts'
import type { Readings } from '../readings.service.ts'
import { isJson } from './uplink.ts'
import { takeUplinks } from './webhooks.service.ts'

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

/** An uplink received by many gateways is some 20 KiB. */
const UPLINK_BYTES_MAX = 128 * 1024

const NOTHING = { stored: 0, duplicate: 0, invalid: 0 }

export function lorawanRoutes(
  app: Http,
  kit: Pick<Kit, 'database' | 'clock'>,
  readings: Readings,
  devices: DeviceAccess,
): void {
  const senders = sendersKnownTo(devices)
  app.post(
    readingPaths.lorawan,
    {
      bodyLimit: UPLINK_BYTES_MAX,
      schema: {
        body: z.unknown(),
        response: { 200: lorawanAnswer, 202: lorawanAnswer, ...refusals(400, 401, 413, 422) },
        tags: ['readings'],
        summary: 'Store a message of The Things Stack, ChirpStack 3 or 4, Helium, ZENTRA Cloud or plain JSON',
        description:
          'Header `Authorization: Device ID:SECRET` with the credential of the gateway. 200 says what was stored; one that is ' +
          'delivered again changes nothing. A message that measures nothing, such as a join, is answered with 202, one whose ' +
          'fields nobody understands with 422 and their names.',
      },
      onRequest: senders.onRequest,
      errorHandler: senders.errorHandler,
    },
    async (request, reply) => {
      const controllerId = senders.controllerOf(request)
      const { body } = request
      const normalised = await normalisedIn(body, (device) => readings.lorawanDevice(controllerId, device))
      if (normalised.readings.length > 0 && normalised.rest.length === 0)
        return { ...(await readings.store(controllerId, normalised.readings)), ignored: null }
      const remaining = normalised.readings.length > 0 ? normalised.rest : body
      const answer = await takeUplinks(kit, readings, controllerId, remaining, normalised.readings)
      if (answer) return answer
      return reply.code(202).send({ ...NOTHING, ignored: 'This message measures nothing.' })
    },
  )
}

/**
 * Readings of normalized payloads in a message, or in a list of them; `rest` are the messages without one.
 *
 * @throws Problem: 'readings_malformed', or what is not known of a device
 */
async function normalisedIn(
  body: unknown,
  deviceOf: (name: string) => Promise<LorawanDevice | undefined>,
): Promise<{ readings: Incoming[]; rest: unknown[] }> {
  const messages: unknown[] = Array.isArray(body) ? body : [body]
  const found: Incoming[] = []
  const rest: unknown[] = []
  for (const message of messages) {
    const readings: Incoming[] = []
    if (isNormalised(message)) {
      const uplink = lorawanUplink.safeParse(message)
      if (!uplink.success) throw new Problem('readings_malformed')
      readings.push(...readingsOf(uplink.data, await deviceOf(uplink.data.end_device_ids.device_id)))
    }
    if (readings.length === 0) rest.push(message)
    found.push(...readings)
  }
  return { readings: found, rest }
}

/** With the payload as normalized by The Things Stack, if the device's formatter supports it; or of a device without a name, to be refused. */
function isNormalised(body: unknown): boolean {
  if (!isJson(body) || !('end_device_ids' in body)) return false
  const { end_device_ids: ids, uplink_message: message, uplink_normalized: single } = body
  const name = isJson(ids) ? ids['device_id'] : undefined
  const hasName = typeof name === 'string' && /^\P{C}{1,64}$/u.test(name)
  const normalised = (value: unknown) => isJson(value) && value['normalized_payload'] !== undefined
  return !hasName || normalised(message) || normalised(single)
}
