/** Reads JSON of no documented format: device, time and records are found at their usual places. */
import { readColumn } from '../loggers/column-name.ts'
import { probeInName } from '../lorawan.rules.ts'
import {
  clockMs,
  harmless,
  instantAt,
  isJson,
  type Json,
  leavesOf,
  shortened,
  textOf,
  type Uplink,
} from './uplink.ts'

/** Of one body; as many as a body of readings may have. */
export const MESSAGES_MAX = 1000

const NAME_KEYS = [
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
/** What may as well be the number of a record, or the name of a channel. */
const BARE_KEYS = new Set(['name', 'id'])
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
/** Lists nested deeper are treated as values. */
const LEVELS = 3

interface Place {
  path: string
  value: unknown
}

/** One measurement with everything around it. */
interface Message {
  json: Json
  /** Null if it could be one of two. */
  device: Place | null | undefined
  time: Place | undefined
}

/** @returns a message for each record; null if there are more than one body may have */
export function plain(body: Json): Uplink[] | null {
  const messages = messagesIn(body, { json: {}, device: undefined, time: undefined }, LEVELS)
  return messages.length > MESSAGES_MAX ? null : messages.flatMap(uplinkOf)
}

function uplinkOf(message: Message): Uplink[] {
  const { json } = message
  const { device, time } = message.device === undefined && !message.time ? placesBelow(json) : message
  const leaves = leavesOf(json)
  if (leaves.fields.size === 0) return []
  const name = nameOf(device?.value)
  const at = time?.value
  return [
    {
      network: 'JSON',
      names: name === undefined ? [] : [shortened(name, 64)],
      type:
        textOf(json['device_type'] ?? json['type'] ?? json['model']) ??
        (name === undefined ? shapeOf(json) : '*'),
      at: typeof at === 'number' ? instantAt(clockMs(at)) : (textOf(at) ?? ''),
      ...leaves,
      timePath: time?.path,
      devicePath: device?.path,
    },
  ]
}

/** An envelope: device and time are both in the one part that has a time. */
function placesBelow(json: Json): Pick<Message, 'device' | 'time'> {
  const found = Object.entries(json).flatMap(([key, inner]) => {
    const time = isJson(inner) ? placeIn(inner, TIME_KEYS) : undefined
    return isJson(inner) && time ? [{ key: harmless(key), time, device: placeIn(inner, NAME_KEYS) }] : []
  })
  const [only, another] = found
  if (!only || another) return { device: undefined, time: undefined }
  const below = (place: Place | undefined) => place && { ...place, path: `${only.key}.${place.path}` }
  return { device: below(only.device), time: below(only.time) }
}

function placeIn(json: Json, keys: readonly string[]): Place | undefined {
  const key = keys.find((candidate) => nameOf(json[candidate]) !== undefined)
  return key === undefined ? undefined : { path: key, value: json[key] }
}

/** Nothing, if it cannot be serialised. */
const nameOf = (value: unknown): string | undefined => {
  const text = value === Infinity || value === -Infinity ? undefined : textOf(value)
  return text?.includes('\u{FFFD}') ? undefined : text
}

/** Without a device type, the top-level keys identify it. */
const shapeOf = (body: Json) => {
  const names = Object.keys(body)
    .map(harmless)
    .toSorted((a, b) => (a < b ? -1 : 1))
  return shortened(`JSON ${names.join(' ')}`, 200)
}

/** The records of its lists, each with what surrounds them; itself if it has none. */
function messagesIn(json: Json, around: Message, levels: number): Message[] {
  const entries = Object.entries(json)
  const lists = levels > 0 ? recordLists(json) : []
  const wrapped = entries.filter(
    (entry): entry is [string, Json] => isJson(entry[1]) && levels > 1 && holdsRecords(entry[1], levels - 1),
  )
  const taken = new Set([...lists, ...wrapped].map(([key]) => key))
  const here: Message = {
    json: { ...around.json, ...Object.fromEntries(entries.filter(([key]) => !taken.has(key))) },
    device: deviceIn(json, around.device),
    time: placeIn(json, TIME_KEYS) ?? around.time,
  }
  if (taken.size === 0) return [here]
  return [
    ...lists.flatMap(([key, records]) =>
      records.flatMap((record) =>
        // several lists have their own values, which may have the same names
        lists.length > 1
          ? messagesIn(record, { ...here, json: {} }, levels - 1).map((inner) => below(here, key, inner))
          : messagesIn(record, here, levels - 1),
      ),
    ),
    ...wrapped.flatMap(([, inner]) => messagesIn(inner, here, levels - 1)),
  ]
}

function below(here: Message, key: string, message: Message): Message {
  const moved = <T extends Place | null | undefined>(place: T, outer: Place | null | undefined) =>
    place && place !== outer ? { ...place, path: `${harmless(key)}.${place.path}` } : place
  return {
    json: { ...here.json, [key]: message.json },
    device: moved(message.device, here.device),
    time: moved(message.time, here.time),
  }
}

const holdsRecords = (json: Json, levels: number): boolean =>
  recordLists(json).length > 0 ||
  (levels > 1 && Object.values(json).some((value) => isJson(value) && holdsRecords(value, levels - 1)))

/** Enough records to decide. */
const LOOKED_AT = 20

/** Several measurements: each has a time or a device. Gateways that received a message have both, and measure nothing. */
function recordLists(json: Json): [string, Json[]][] {
  const alone = !measures(json)
  return Object.entries(json).flatMap(([key, value]): [string, Json[]][] => {
    if (!Array.isArray(value) || value.length === 0 || !value.every(isJson)) return []
    const timed = value.every((record) => placeIn(record, TIME_KEYS))
    // a list of names and values is one measurement
    const hasNames = value.every((record) => placeIn(record, NAME_KEYS) && !('value' in record))
    const measured = (timed || hasNames) && value.slice(0, LOOKED_AT).some((record) => measures(record))
    return measured || (timed && alone) ? [[key, value]] : []
  })
}

/** Whether the name of a value in it says what it measures. */
function measures(json: Json, before = ''): boolean {
  return Object.entries(json).some(([key, value]) => {
    const name = `${before}${key}`.slice(0, 100)
    if (isJson(value)) return name.length < 100 && measures(value, `${name} `)
    return (
      (typeof value === 'number' || typeof value === 'string') && readColumn({ name }).quantity !== undefined
    )
  })
}

/** The device of a record: its own, else the surrounding one; null if its number may be that of a channel. */
function deviceIn(json: Json, around: Message['device']): Message['device'] {
  const own = placeIn(json, NAME_KEYS)
  if (!own) return around
  if (!around || !BARE_KEYS.has(own.path)) return own
  const name = nameOf(own.value) ?? ''
  // a number beside a time is that of the record
  if (/^\d+$/.test(name)) return placeIn(json, TIME_KEYS) ? around : null
  return probeInName(name.toLowerCase()) === null ? around : null
}
