/** Parses the message of any network or logger cloud: device, time, and the decoded payload. */
import { MESSAGES_MAX, plain } from './plain-json.ts'
import {
  harmless,
  instantAt,
  isJson,
  type Json,
  leavesOf,
  textOf,
  textsOf,
  type Uplink,
  within,
} from './uplink.ts'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @returns the measurements of a message; none of one that reports something else, such as a join; null if it is not a message */
export function uplinksOf(body: unknown): Uplink[] | null {
  if (Array.isArray(body)) {
    if (body.length > MESSAGES_MAX) return null
    const uplinks = body.map(uplinksOf)
    return uplinks.length === 0 || uplinks.includes(null) ? null : uplinks.flatMap((list) => list ?? [])
  }
  if (!isJson(body) || Object.keys(body).length === 0) return null
  return (
    thingsStack(body) ?? chirpStack4(body) ?? chirpStack3(body) ?? helium(body) ?? zentra(body) ?? plain(body)
  )
}

/** https://www.thethingsindustries.com/docs/integrations/webhooks/ */
function thingsStack(body: Json): Uplink[] | null {
  const ids = body['end_device_ids']
  if (!isJson(ids)) return null
  const message = body['uplink_message']
  if (!isJson(message)) return []
  const version = message['version_ids']
  const model = textsOf(within(version, 'brand_id'), within(version, 'model_id')).join('/')
  return [
    {
      network: 'The Things Stack',
      names: textsOf(ids['device_id'], ids['dev_eui']),
      type: model === '' ? (textOf(within(ids['application_ids'], 'application_id')) ?? '*') : model,
      at: textOf(message['received_at']) ?? textOf(body['received_at']) ?? '',
      ...leavesOf(message['decoded_payload']),
    },
  ]
}

/** https://www.chirpstack.io/docs/chirpstack/integrations/events.html */
function chirpStack4(body: Json): Uplink[] | null {
  const info = body['deviceInfo']
  if (!isJson(info)) return null
  if (!('object' in body) && !('data' in body)) return []
  return [
    {
      network: 'ChirpStack',
      names: textsOf(info['deviceName'], info['devEui']),
      type: textOf(info['deviceProfileName']) ?? '*',
      at: textOf(body['time']) ?? '',
      ...leavesOf(body['object']),
    },
  ]
}

/** Of the previous version, whose object may be text. */
function chirpStack3(body: Json): Uplink[] | null {
  if (!('devEUI' in body) && !('applicationID' in body)) return null
  if (!('data' in body) && !('object' in body) && !('objectJSON' in body)) return []
  const gateways = Array.isArray(body['rxInfo']) ? body['rxInfo'] : []
  const heard = gateways.map((gateway) => textOf(within(gateway, 'time'))).find((time) => time !== undefined)
  const text = body['objectJSON']
  return [
    {
      network: 'ChirpStack',
      names: textsOf(body['deviceName'], euiOf(body['devEUI'])),
      type: textOf(body['deviceProfileName']) ?? textOf(body['applicationName']) ?? '*',
      at: heard ?? textOf(body['publishedAt']) ?? '',
      ...leavesOf(typeof text === 'string' ? parsed(text) : body['object']),
    },
  ]
}

/** In base64 if the message was made from protocol buffers. */
function euiOf(value: unknown): unknown {
  if (typeof value !== 'string' || /^[0-9a-f]{16}$/i.test(value)) return value
  const bytes = Buffer.from(value, 'base64')
  return bytes.length === 8 ? bytes.toString('hex') : value
}

/** https://docs.helium.com/console/integrations/json-schema/ */
function helium(body: Json): Uplink[] | null {
  if (!('dev_eui' in body) || !('hotspots' in body || 'decoded' in body || 'reported_at' in body)) return null
  const type = textOf(body['type'])
  if (type !== undefined && type !== 'uplink') return []
  const reported = body['reported_at']
  return [
    {
      network: 'Helium',
      names: textsOf(body['name'], body['dev_eui']),
      type: textOf(within(body['metadata'], 'device_type')) ?? '*',
      at: typeof reported === 'number' ? instantAt(reported) : (textOf(reported) ?? ''),
      ...leavesOf(within(body['decoded'], 'payload')),
    },
  ]
}

/** Measurements by name, each with its sensor's metadata and readings; https://zentracloud.com/api/v4/documentation/ */
function zentra(body: Json): Uplink[] | null {
  const data = body['data']
  if (!isJson(data)) return null
  const series = Object.entries(data).flatMap(([measure, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((entry: unknown) =>
      isJson(entry) && isJson(entry['metadata']) && Array.isArray(entry['readings'])
        ? [{ measure, metadata: entry['metadata'], readings: entry['readings'] }]
        : [],
    ),
  )
  if (series.length === 0) return null
  return series.flatMap(({ measure, metadata, readings }) => {
    const port = textOf(metadata['port_number'])
    const path = harmless(port === undefined ? measure : `port ${port} ${measure}`)
    const unit = textOf(metadata['units'])?.trim()
    return readings
      .filter((reading) => isJson(reading) && reading['error_flag'] !== true)
      .map((reading: unknown): Uplink => {
        const seconds = within(reading, 'timestamp_utc')
        return {
          network: 'ZENTRA Cloud',
          names: textsOf(metadata['device_name'], metadata['device_sn']),
          type: textOf(metadata['device_sn']) ?? '*',
          at:
            typeof seconds === 'number'
              ? instantAt(seconds * 1000)
              : (textOf(within(reading, 'datetime')) ?? ''),
          fields: new Map([[path, within(reading, 'value')]]),
          units: new Map(unit === undefined ? [] : [[path, unit]]),
        }
      })
  })
}
