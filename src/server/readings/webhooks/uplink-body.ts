/** Reads the message of a network or a logger's cloud, whoever sends it: which device, when, and what its decoder made of it. */

/** Leaves of a payload by their path, such as `soil.moisture`. */
type Fields = ReadonlyMap<string, unknown>

export interface Uplink {
  network: 'The Things Stack' | 'ChirpStack' | 'Helium' | 'ZENTRA Cloud' | 'JSON'
  /** Names of the device, the one that people gave it first. */
  names: string[]
  /** Devices of one type send the same fields. */
  type: string
  /** When it was measured, else heard; empty where the message does not say. */
  at: string
  fields: Fields
  /** Units beside the values, where the message has them. */
  units: ReadonlyMap<string, string>
  /** Where among the fields its time and its device seem to stand, which no measurement is. */
  timePath?: string | undefined
  devicePath?: string | undefined
}

type Json = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** As a database can hold it and a terminal show it. */
const harmless = (text: string) => text.toWellFormed().replaceAll(/\p{C}/gu, '\u{FFFD}').slice(0, 200)
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? harmless(value)
    : typeof value === 'number'
      ? String(value)
      : undefined
/** Empty where it is none that there is. */
const instantAt = (ms: number) => (Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : '')
const textsOf = (...values: unknown[]) => values.flatMap((value) => textOf(value)?.slice(0, 64) ?? [])
const within = (value: unknown, key: string): unknown => (isJson(value) ? value[key] : undefined)

const LEAVES_MAX = 300
const DEPTH_MAX = 6

/** Leaves below a value; names and units of lists of `{name, value, unit}` stand for their places. */
function leavesOf(value: unknown): Pick<Uplink, 'fields' | 'units'> {
  const fields = new Map<string, unknown>()
  const units = new Map<string, string>()
  const walk = (each: unknown, path: string, level: number): void => {
    if (fields.size >= LEAVES_MAX || level > DEPTH_MAX) return
    if (isJson(each) || Array.isArray(each))
      for (const [key, inner] of Object.entries(each))
        walkInto(inner, path === '' ? '' : `${path}.`, harmless(key), level)
    else if (path !== '' && each !== null) fields.set(path, typeof each === 'string' ? harmless(each) : each)
  }
  const walkInto = (inner: unknown, before: string, key: string, level: number): void => {
    const name = textOf(within(inner, 'name'))
    if (name === undefined || !isJson(inner) || !('value' in inner))
      return walk(inner, `${before}${key}`, level + 1)
    // a list may have one name twice
    const path = fields.has(`${before}${name}`) ? `${before}${name}.${key}` : `${before}${name}`
    fields.set(path, typeof inner['value'] === 'number' ? inner['value'] : (textOf(inner['value']) ?? ''))
    const unit = textOf(inner['unit'] ?? inner['units'])
    if (unit !== undefined) units.set(path, unit)
  }
  walk(value, '', 0)
  return { fields, units }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @returns the measurements of a message; none of one that reports something else, such as a join; null when it is no message */
export function uplinksOf(body: unknown): Uplink[] | null {
  if (Array.isArray(body)) {
    const all = body.slice(0, 200).map(uplinksOf)
    return all.length === 0 || all.includes(null) ? null : all.flatMap((each) => each ?? [])
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

/** Of the former version, whose object may be text. */
function chirpStack3(body: Json): Uplink[] | null {
  if (!('devEUI' in body) && !('applicationID' in body)) return null
  if (!('data' in body) && !('object' in body) && !('objectJSON' in body)) return []
  const gateways = Array.isArray(body['rxInfo']) ? body['rxInfo'] : []
  const heard = gateways.map((each) => textOf(within(each, 'time'))).find((time) => time !== undefined)
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

/** In base64 where the message was made from protocol buffers. */
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

/** Measures by their name, each with what its sensor is and its readings; https://zentracloud.com/api/v4/documentation/ */
function zentra(body: Json): Uplink[] | null {
  const data = body['data']
  if (!isJson(data)) return null
  const series = Object.entries(data).flatMap(([measure, each]) =>
    (Array.isArray(each) ? each : [each]).flatMap((one: unknown) =>
      isJson(one) && isJson(one['metadata']) && Array.isArray(one['readings'])
        ? [{ measure, metadata: one['metadata'], readings: one['readings'] }]
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

const DEVICE_KEYS = [
  'device_id',
  'deviceId',
  'device',
  'dev_id',
  'device_name',
  'deviceName',
  'name',
  'id',
  'serial',
  'sn',
  'station',
  'probe',
]
const TIME_KEYS = [
  'time',
  'timestamp',
  'at',
  'datetime',
  'date',
  'measured_at',
  'received_at',
  'reported_at',
  'ts',
]

/** Messages of one type as one, which has the fields of all. */
export function merged(uplinks: readonly Uplink[]): Uplink | undefined {
  const [first] = uplinks
  return (
    first && {
      ...first,
      fields: new Map(uplinks.flatMap(({ fields }) => [...fields])),
      units: new Map(uplinks.flatMap(({ units }) => [...units])),
    }
  )
}

/** @returns milliseconds of what may be seconds */
export const clockMs = (figure: number): number => (figure < 1e11 ? figure * 1000 : figure)

/** Whatever is JSON; its figures stand where they stand, its device and its time where they usually do, or where somebody said. */
function plain(body: Json): Uplink[] {
  const own = recordsOf(body)
  if (own) {
    const { key, records } = own
    const { [key]: _, ...around } = body
    return records.flatMap((record) => plain({ ...around, ...record }))
  }
  const key = DEVICE_KEYS.find((each) => nameOf(body[each]) !== undefined)
  const device = key === undefined ? undefined : nameOf(body[key])
  const timeKey = TIME_KEYS.find((each) => body[each] !== undefined)
  const time = timeKey === undefined ? undefined : body[timeKey]
  const leaves = leavesOf(body)
  if (leaves.fields.size === 0) return []
  return [
    {
      network: 'JSON',
      names: device === undefined ? [] : [device.slice(0, 64)],
      type:
        textOf(body['device_type'] ?? body['type'] ?? body['model']) ??
        (device === undefined ? shapeOf(body) : '*'),
      at: typeof time === 'number' ? instantAt(clockMs(time)) : (textOf(time) ?? ''),
      ...leaves,
      timePath: timeKey,
      devicePath: key,
    },
  ]
}

/** None of what cannot be written down. */
const nameOf = (value: unknown): string | undefined => {
  const text = value === Infinity || value === -Infinity ? undefined : textOf(value)
  return text?.includes('\u{FFFD}') ? undefined : text
}

/** What is not named is known by what stands at its top. */
const shapeOf = (body: Json) =>
  `JSON ${Object.keys(body)
    .map(harmless)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(' ')}`.slice(0, 200)

/** Several measurements in one message: a list of records, each with a time of its own. */
function recordsOf(body: Json): { key: string; records: Json[] } | null {
  for (const [key, value] of Object.entries(body)) {
    if (!Array.isArray(value) || value.length === 0) continue
    const records = value.slice(0, 200).filter(isJson)
    const timed = (record: Json) => TIME_KEYS.some((name) => textOf(record[name]) !== undefined)
    if (records.length === Math.min(value.length, 200) && records.every(timed)) return { key, records }
  }
  return null
}
