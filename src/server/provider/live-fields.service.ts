/** Field mappings of networks' and clouds' messages: previewed with a sample, corrected by a person, stored for the next message. */
import {
  type LiveField,
  type LiveFields,
  liveFieldsBody,
  type LiveReading,
  type LiveTypes,
  liveTypeQuery,
  liveTypesQuery,
  type MappedField,
} from '../../contract/accounts/live-readings.ts'
import type { Requester } from '../accounts/sessions/sessions.store.ts'
import { attempted, auditable } from '../audit/audit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem, readBody } from '../kit/problem.ts'
import type { Incoming } from '../readings/measured.ts'
import { putLorawanDevice } from '../readings/lorawan-devices.store.ts'
import { probeInName } from '../readings/lorawan.rules.ts'
import type { Readings } from '../readings/readings.service.ts'
import {
  type DeviceField,
  type FieldGuess,
  guessesOf,
  isField,
  namedBy,
  plainName,
  readingsOfFields,
} from '../readings/webhooks/device-fields.rules.ts'
import {
  deleteFields,
  type DeviceType,
  putFields,
  selectDeviceTypes,
  selectFields,
} from '../readings/webhooks/device-fields.store.ts'
import { merged, type Uplink } from '../readings/webhooks/uplink.ts'
import { uplinksOf } from '../readings/webhooks/uplink-body.ts'
import { knownBy } from '../readings/webhooks/webhooks.service.ts'
import { changeableSystem } from './their-system.service.ts'

export interface LiveFieldsCalls {
  /** @throws Problem: 'system_not_found', 'role_may_not_change' */
  types(asker: Requester, query: unknown): Promise<LiveTypes>
  /** @throws Problem as above; 'sample_not_json', 'sample_not_heard', 'sample_measures_nothing', 'live_field_invalid' */
  look(asker: Requester, body: unknown): Promise<LiveFields>
  /** @throws Problem as for `types` */
  forget(asker: Requester, query: unknown): Promise<void>
}

type Needs = Pick<Kit, 'changeLimit' | 'clock' | 'database'>

export function createLiveFields(kit: Needs, readings: Readings): LiveFieldsCalls {
  const { database, clock } = kit
  const record = (userId: number, systemName: string, after: Record<string, unknown>) =>
    database.write((tx) =>
      recordAudit(tx, {
        at: clock.now(),
        userId,
        action: 'readings fields',
        systemName,
        after,
        outcome: 'accepted',
      }),
    )
  return {
    async types(asker, query) {
      const { system } = readBody(liveTypesQuery, query)
      const { controllerId } = await changeableSystem(kit, asker, system)
      const types = await selectDeviceTypes(database.reader, controllerId)
      return {
        types: types.map(({ deviceType, fields, heardAt }) => ({
          type: deviceType,
          said: fields !== null,
          heard_at: heardAt?.toISOString() ?? null,
        })),
      }
    },

    async look(asker, body) {
      const request = readBody(liveFieldsBody, body)
      const { system, sample, type, save } = request
      const attempt = { userId: asker.id, action: 'readings fields' as const, systemName: system }
      return attempted(kit, { ...attempt, after: auditable({ type }, ['type']) }, async () => {
        const { controllerId } = await changeableSystem(kit, asker, system)
        const uplinks =
          sample === undefined
            ? received(await selectDeviceTypes(database.reader, controllerId), type)
            : uplinksIn(sample)
        const types = [...new Set(uplinks.map((message) => message.type))]
        const uplink = merged(uplinks.filter((message) => message.type === (type ?? types[0])))
        if (!uplink) throw new Problem('sample_measures_nothing')
        const before = await selectFields(database.reader, controllerId, uplink.type)
        const mapping = request.fields?.map(deviceFieldOf) ?? before
        const guesses = guessesOf(uplink)
        const usedFields = mapping ?? guesses.flatMap(sure)
        const namedUplink = namedBy(uplink, usedFields)
        const storedDevice = await knownBy(
          (name) => readings.lorawanDevice(controllerId, name),
          namedUplink.names,
        )
        const [device] = namedUplink.names
        const probe = request.device_probe ?? storedDevice?.probe ?? null
        const device_probe = probe ?? (device === undefined ? null : probeInName(plainName(device)))
        const saves = save && mapping !== null
        if (saves)
          await database.write(async (tx) => {
            await putFields(tx, controllerId, uplink.type, mapping)
            if (request.device_probe !== undefined && device !== undefined)
              await putLorawanDevice(tx, controllerId, {
                deviceId: plainName(device),
                probe: request.device_probe,
                depthCm: storedDevice?.depthCm ?? null,
              })
          })
        if (saves) await record(asker.id, system, { type: uplink.type, fields: mapping.length })
        const place = probe === null ? storedDevice : { deviceId: '', depthCm: null, ...storedDevice, probe }
        const understood = readingsOfFields(namedUplink, place, usedFields)
        return {
          type: uplink.type,
          types,
          network: uplink.network,
          device: device ?? null,
          device_probe,
          at: namedUplink.at === '' ? null : namedUplink.at,
          said: mapping !== null,
          fields: guesses.map((guess) => onWire(uplink, mapping, guess)),
          readings: understood.readings.flatMap(readingsOnWire),
          trouble: understood.trouble && LACKING[understood.trouble],
          saved: saves,
        }
      })
    },

    async forget(asker, query) {
      const { system, type } = readBody(liveTypeQuery, query)
      const attempt = { userId: asker.id, action: 'readings fields' as const, systemName: system }
      await attempted(kit, { ...attempt, after: { type, fields: 0 } }, async () => {
        const { controllerId } = await changeableSystem(kit, asker, system)
        await database.write((tx) => deleteFields(tx, controllerId, type))
        await record(asker.id, system, { type, fields: 0 })
      })
    },
  }
}

const LACKING = {
  radio_device_unknown: 'probe',
  radio_depth_unknown: 'depth',
  fields_not_understood: 'fields',
  time_unknown: 'time',
} as const

function uplinksIn(sample: string): Uplink[] {
  let body: unknown
  try {
    body = JSON.parse(sample)
  } catch {
    throw new Problem('sample_not_json')
  }
  return uplinksOf(body) ?? []
}

/** The newest stored message of the type; for older rows only its fields. */
function received(types: readonly DeviceType[], type: string | undefined): Uplink[] {
  const found = types.find(({ deviceType, sample }) => deviceType === type && sample !== null)
  if (!found?.sample) throw new Problem('sample_not_heard')
  const { deviceType, sample, about } = found
  return [
    {
      network: about?.network ?? 'JSON',
      names: about?.names ?? [],
      type: deviceType,
      at: about?.at ?? '',
      fields: new Map(Object.entries(sample)),
      units: new Map(Object.entries(about?.units ?? {})),
      timePath: about?.timePath ?? undefined,
      devicePath: about?.devicePath ?? undefined,
    },
  ]
}

function deviceFieldOf({ path, use, unit, depth_cm, probe }: MappedField): DeviceField {
  const field = { path, quantity: use, unit, depthCm: depth_cm, probe }
  if (!isField(field)) throw new Problem('live_field_invalid')
  return field
}

/** Complete suggestions only. */
const sure = ({ quantity, unit, ...rest }: FieldGuess): DeviceField[] => {
  const field = quantity && { ...rest, quantity, unit: unit ?? '' }
  return field && isField(field) ? [field] : []
}

function onWire({ fields }: Uplink, mapping: readonly DeviceField[] | null, guess: FieldGuess): LiveField {
  const own = mapping?.find(({ path }) => path === guess.path)
  const { quantity, unit, depthCm, probe } = mapping ? (own ?? { ...NOTHING }) : guess
  const value = fields.get(guess.path)
  return {
    path: guess.path,
    value: (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 60),
    use: quantity,
    unit,
    depth_cm: depthCm,
    probe: probe ?? null,
  }
}

const NOTHING = { quantity: null, unit: null, depthCm: null, probe: null }

function readingsOnWire(reading: Incoming): LiveReading[] {
  const { at } = reading
  const asReading = (
    use: LiveReading['use'],
    value: unknown,
    number: unknown,
    depth_cm: number | null = null,
  ) => (typeof value === 'number' ? [{ use, value, number: Number(number), depth_cm, at }] : [])
  switch (reading.kind) {
    case 'rain':
      return [
        ...asReading('rain', reading.mm, reading.gauge),
        ...asReading('rainTotal', reading.totalMm, reading.gauge),
      ]
    case 'flow':
      return asReading('flow', reading.m3h, reading.meter)
    case 'volume':
      return asReading('volume', reading.totalM3, reading.meter)
    case 'battery':
      return asReading('battery', reading.volts, reading.probe)
    case 'charge':
      return asReading('charge', reading.percent, reading.probe)
    case 'tension': {
      const { probe, depthCm, kPa, temperatureC } = reading
      return [
        ...asReading('tension', kPa, probe, depthCm),
        ...asReading('temperature', temperatureC, probe, depthCm),
      ]
    }
    default: {
      const { probe, depthCm, vwc, temperatureC, ec } = reading
      return [
        ...asReading('moisture', vwc, probe, depthCm),
        ...asReading('temperature', temperatureC, probe, depthCm),
        ...asReading('ec', ec, probe, depthCm),
      ]
    }
  }
}
