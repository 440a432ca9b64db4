/** Stores the readings of a network's message, and the fields of one that was not understood, so that a mapping can be made. */
import type { IngestAnswer } from '#contract/readings.ts'
import type { Kit } from '../../installation/kit.ts'
import { Problem } from '../../kit/problem.ts'
import type { Incoming } from '../measured.ts'
import type { LorawanDevice } from '../lorawan.rules.ts'
import type { Readings } from '../readings.service.ts'
import { namedBy, plainName, readingsOfFields, type Understood } from './device-fields.rules.ts'
import { type MessageAbout, putSample, selectFields } from './device-fields.store.ts'
import { uplinksOf } from './uplink-body.ts'
import { merged, shortened, type Uplink } from './uplink.ts'

/** What was stored; `ignored`: why a part of the message was not. */
type Stored = IngestAnswer & { ignored: string | null }

const LONGEST_PARTICULAR = 300

/**
 * @param normalised readings already parsed from it
 * @returns null if the message contains no measurement
 * @throws Problem: 'readings_malformed', or why nothing of it could be stored
 */
export async function takeUplinks(
  { database, clock }: Pick<Kit, 'database' | 'clock'>,
  readings: Readings,
  controllerId: number,
  body: unknown,
  normalised: readonly Incoming[] = [],
): Promise<Stored | null> {
  const uplinks = uplinksOf(body)
  if (uplinks === null) throw new Problem('readings_malformed')
  if (uplinks.length === 0 && normalised.length === 0) return null
  const incoming: Incoming[] = [...normalised]
  const troubles: { uplink: Uplink; trouble: NonNullable<Understood['trouble']> }[] = []
  const fieldsOf = once((type: string) => selectFields(database.reader, controllerId, type))
  const deviceOf = once((name: string) => readings.lorawanDevice(controllerId, name))
  for (const message of uplinks) {
    const mapping = await fieldsOf(message.type)
    const uplink = namedBy(message, mapping)
    const device = await knownBy(deviceOf, uplink.names)
    const { readings: found, trouble } = readingsOfFields(uplink, device, mapping)
    incoming.push(...found)
    if (trouble !== null) troubles.push({ uplink, trouble })
  }
  const [first] = troubles
  const open = troubles.filter(({ uplink }) => uplink.fields.size > 0).map(({ uplink }) => uplink)
  const strange = open[0] && merged(open.filter(({ type }) => type === open[0]?.type))
  if (strange)
    await database.write((tx) =>
      putSample(tx, controllerId, strange.type, {
        sample: sampleOf(strange),
        about: aboutOf(strange),
        heardAt: clock.now(),
      }),
    )
  if (incoming.length === 0 && first?.uplink.names.length === 0 && first.trouble === 'fields_not_understood')
    throw new Problem('readings_malformed')
  if (incoming.length === 0 && first) throw new Problem(first.trouble, { particular: particularOf(first) })
  const ignored = first ? `${first.trouble}: ${particularOf(first)}` : null
  return { ...(await readings.store(controllerId, incoming)), ignored }
}

/** Shortened and flattened: an example by which people recognise it. */
const sampleOf = ({ fields }: Uplink) =>
  Object.fromEntries(
    [...fields].map(([path, value]) => [
      path,
      typeof value === 'number' ? value : shortened(String(value), 60),
    ]),
  )

const aboutOf = ({ network, names, at, units, timePath, devicePath }: Uplink): MessageAbout => ({
  network,
  names,
  at,
  units: Object.fromEntries(units),
  timePath: timePath ?? null,
  devicePath: devicePath ?? null,
})

/** A body of many records comes from few devices. */
function once<T>(ask: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const lookups = new Map<string, Promise<T>>()
  return (name) => {
    const lookup = lookups.get(name) ?? ask(name)
    lookups.set(name, lookup)
    return lookup
  }
}

export async function knownBy(
  deviceOf: (name: string) => Promise<LorawanDevice | undefined>,
  names: readonly string[],
): Promise<LorawanDevice | undefined> {
  for (const name of names) {
    const device = await deviceOf(plainName(name))
    if (device) return device
  }
  return undefined
}

function particularOf({ uplink, trouble }: { uplink: Uplink; trouble: string }): string {
  const device = `device ${uplink.names[0] ?? ''}`
  if (trouble !== 'fields_not_understood') return device
  const names = uplink.fields.size === 0 ? 'no decoded payload' : [...uplink.fields.keys()].join(', ')
  return `${device} of type ${uplink.type}: ${names}`.slice(0, LONGEST_PARTICULAR)
}
