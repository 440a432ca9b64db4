/** Texts of live messages: field meanings, preview, and what is missing. */
import type {
  FieldUse,
  LiveField,
  LiveReading,
  LiveTrouble,
  MappedField,
} from '#contract/accounts/live-readings.ts'
import { number } from '../../kit/formats.ts'
import type { Figure } from '../../language/language.ts'
import { inLanguage } from '../../language/language.ts'

export const text = inLanguage('readingslive', {
  title: 'Live messages',
  description:
    'Messages from a LoRaWAN network, a logger’s cloud or anything that sends JSON. Paste one and say what its fields are. From then on, messages like it are stored.',
  sampleMessage: 'A message, as it is sent',
  readMessage: 'Read the message',
  reading: 'Reading…',
  received: 'Received but not understood',
  openMessage: (type: Figure) => `Look at ${type}`,
  savedKinds: 'Kinds of messages you have set up',
  deleteKind: (type: Figure) => `Forget ${type}`,
  kind: 'Kind of message',
  kindLabel: (network: Figure, type: Figure) => `${network}, ${type}`,
  measuredAt: (time: Figure) => `Measured at ${time}`,
  noTime:
    'Its time is not known. Choose the field that holds the time; without a time zone it is read as UTC.',
  probeOf: (device: Figure) => `Which probe ${device} is`,
  fields: 'Fields of the message',
  fieldMeaning: (path: Figure) => `${path} is`,
  unitOf: (path: Figure) => `Unit of ${path}`,
  depthOf: (path: Figure) => `Depth of ${path} (cm)`,
  probeOfField: (path: Figure) => `Probe of ${path}, if not the device’s`,
  leftOut: 'left out',
  chooseUnit: 'Choose a unit',
  checkAgain: 'Look again',
  save: 'Save for messages like this',
  saving: 'Saving…',
  kindSaved: 'Saved. The next message of this kind is stored.',
  wouldStore: 'What would be stored from this message',
  readingOf: (what: Figure, who: Figure, value: Figure) => `${what}, ${who}: ${value}`,
  probe: (figure: Figure) => `probe ${figure}`,
  probeAt: (figure: Figure, depth: Figure) => `probe ${figure} at ${depth} cm`,
  instrument: (figure: Figure) => `number ${figure}`,
  probeMissing: 'We do not know which probe this is. Enter it, or choose the field that names the device.',
  depthMissing: 'The message does not say how deep this was measured.',
  fieldsMissing: 'No field is understood yet. Say what at least one of them measures.',
  timeMissing: 'The message has no time we know of. Choose the field that holds the time.',
  moisture: 'moisture',
  tension: 'tension',
  temperature: 'temperature',
  ec: 'salinity',
  rain: 'rain since the last',
  rainTotal: 'rain counter',
  flow: 'flow',
  volume: 'water counter',
  battery: 'battery',
  charge: 'battery charge',
  time: 'the time',
  device: 'the device',
  depth: 'the depth',
})

const UNITS: Record<FieldUse, readonly string[]> = {
  moisture: ['%', 'm3/m3', 'mm/m', 'mm/10cm', 'in/ft'],
  tension: ['kPa', 'cbar', 'bar', 'hPa', 'pF', 'psi'],
  temperature: ['°C', '°F', 'K'],
  ec: ['dS/m', 'mS/cm', 'uS/cm', 'mS/m'],
  rain: ['mm', 'in'],
  rainTotal: ['mm', 'in'],
  flow: ['m3/h', 'L/min', 'L/s', 'gpm'],
  volume: ['m3', 'L', 'gal'],
  battery: ['V', 'mV'],
  charge: ['%'],
  time: [],
  device: [],
  depth: ['cm', 'm', 'mm', 'in', 'ft'],
}

export const USES: readonly FieldUse[] = [
  'moisture',
  'tension',
  'temperature',
  'ec',
  'rain',
  'rainTotal',
  'flow',
  'volume',
  'battery',
  'charge',
  'time',
  'device',
  'depth',
]
const IN_SOIL: ReadonlySet<FieldUse> = new Set(['moisture', 'tension', 'temperature', 'ec'])
const PLACES: ReadonlySet<FieldUse> = new Set(['time', 'device', 'depth'])

export const unitsOf = (use: FieldUse | '') => (use === '' ? [] : UNITS[use])
export const hasDepth = (use: FieldUse | '') => use !== '' && IN_SOIL.has(use)
export const hasProbe = (use: FieldUse | '') => use !== '' && !PLACES.has(use)

/** A field as typed; empty if not given. */
export interface TypedField {
  use: FieldUse | ''
  unit: string
  depth: string
  probe: string
}

/** What a field appears to be; if its name gives no unit, the one that fits its value. */
export function typedOf({ use, unit, depth_cm, probe, value }: LiveField): TypedField {
  return {
    use: use ?? '',
    unit: unit ?? (use === null ? '' : usualUnit(use, Number(value))),
    depth: depth_cm === null ? '' : String(depth_cm),
    probe: probe === null ? '' : String(probe),
  }
}

function usualUnit(use: FieldUse, value: number): string {
  if (use === 'moisture') return value > 1 ? '%' : 'm3/m3'
  if (use === 'battery') return value > 100 ? 'mV' : 'V'
  return use === 'temperature' || use === 'charge' || use === 'tension' ? (UNITS[use][0] ?? '') : ''
}

const figure = (text: string): number | null => {
  const bare = text.trim().replace(',', '.')
  return bare === '' ? null : Number(bare)
}

/** As the call expects it, without the fields that are left out. */
export function fieldBodies(typed: ReadonlyMap<string, TypedField>): MappedField[] {
  return [...typed].flatMap(([path, { use, unit, depth, probe }]) =>
    use === ''
      ? []
      : [
          {
            path,
            use,
            unit: UNITS[use].length === 0 ? '' : unit,
            depth_cm: hasDepth(use) ? figure(depth) : null,
            probe: hasProbe(use) ? figure(probe) : null,
          },
        ],
  )
}

export const problemText = (trouble: LiveTrouble): string =>
  ({
    probe: text.probeMissing,
    depth: text.depthMissing,
    fields: text.fieldsMissing,
    time: text.timeMissing,
  })[trouble]

const KEPT: Partial<Record<FieldUse, string>> = {
  moisture: 'm³/m³',
  tension: 'kPa',
  temperature: '°C',
  ec: 'dS/m',
  rain: 'mm',
  rainTotal: 'mm',
  flow: 'm³/h',
  volume: 'm³',
  battery: 'V',
  charge: '%',
}

export function readingText({ use, value, number: who, depth_cm }: LiveReading): string {
  const beside = use === 'rain' || use === 'rainTotal' || use === 'flow' || use === 'volume'
  const place = beside
    ? text.instrument(String(who))
    : depth_cm === null
      ? text.probe(String(who))
      : text.probeAt(String(who), number(depth_cm, 2))
  return text.readingOf(text[use], place, `${number(value, 3)} ${KEPT[use] ?? ''}`)
}
