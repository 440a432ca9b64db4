/** Turns the fields of a decoded payload into readings, by the mapping of the device type or the field's own name. */
import { type LorawanDevice, probeInName } from '../lorawan.rules.ts'
import { readColumn } from '../loggers/column-name.ts'
import { rounded } from '../loggers/depth.ts'
import { type Quantity, unitOfQuantity } from '../loggers/quantity.ts'
import { besideTheSoil, type Incoming, inTheSoil } from '../measured.ts'
import { wallClock } from '../local-time.ts'
import { clockMs, shortened, type Uplink } from './uplink.ts'

/** Meanings of a field other than a measurement: a time, a device, or a depth in the unit of the field. */
const PLACES = ['time', 'device', 'depth'] as const
type Place = (typeof PLACES)[number]

/** The meaning of one field. */
export interface DeviceField {
  path: string
  quantity: Quantity | Place
  /** Empty for a time and a device. */
  unit: string
  depthCm: number | null
  /** Set if one message has several probes; else it is the device's. */
  probe?: number | null
}

/** A suggested meaning of a field: null where it is not known. */
export interface FieldGuess {
  path: string
  quantity: Quantity | Place | null
  unit: string | null
  depthCm: number | null
  probe: number | null
}

export interface Understood {
  readings: Incoming[]
  /** Why it has no result; null if it has one. */
  trouble: 'radio_device_unknown' | 'radio_depth_unknown' | 'fields_not_understood' | 'time_unknown' | null
}

const NAMES: Record<string, Quantity> = {
  moisture: 'moisture',
  tension: 'tension',
  temperature: 'temperature',
  salinity: 'ec',
  ec: 'ec',
  rain: 'rain',
  rain_total: 'rainTotal',
  flow: 'flow',
  volume: 'volume',
  battery: 'battery',
  charge: 'charge',
}
const CM_PER: Record<string, number> = { cm: 1, m: 100, mm: 0.1, in: 2.54, ft: 30.48 }
const DEEP: ReadonlySet<Quantity> = new Set(['moisture', 'tension', 'temperature', 'ec'])

const isPlace = (quantity: string): quantity is Place => (PLACES as readonly string[]).includes(quantity)

/** Whether a mapping is plausible: a path that a message can have, a unit of its quantity, a depth in soil. */
export function isField({ path, quantity, unit, depthCm, probe }: DeviceField): boolean {
  // no message has another: they are read without such characters
  const readable = /^\P{C}*$/u.test(path)
  const placed = depthCm === null || (depthCm > 0 && depthCm <= 1000)
  const numbered = probe == null || (Number.isInteger(probe) && probe >= 0 && probe <= 999_999)
  const measured = isPlace(quantity)
    ? quantity !== 'depth' || Object.hasOwn(CM_PER, unit)
    : unitOfQuantity(quantity, unit) !== null
  return readable && placed && numbered && measured
}

/**
 * @param text `PATH=QUANTITY UNIT [DEPTHcm] [PNUMBER]`, or `PATH=time`, `PATH=device`, `PATH=depth UNIT`, separated by commas
 * @returns what cannot be parsed as `wrong`
 * @example fieldsIn('water_SOIL=moisture % 20cm') // { fields: [{ path: 'water_SOIL', quantity: 'moisture', unit: '%', depthCm: 20 }] }
 */
export function fieldsIn(text: string): { fields: DeviceField[] } | { wrong: string } {
  const fields: DeviceField[] = []
  for (const item of text.split(',').map((part) => part.trim())) {
    const [, path = '', name = '', unit = '', depth, probe] =
      /^(\S(?:.*?\S)?)\s*=\s*(\w+)(?:\s+(\S+?))??(?:\s+(\d{1,4}(?:\.\d+)?)\s?cm)?(?:\s+P(\d{1,6}))?$/.exec(
        item,
      ) ?? []
    const quantity = Object.hasOwn(NAMES, name) ? NAMES[name] : isPlace(name) ? name : undefined
    const field = quantity && {
      path,
      quantity,
      unit,
      depthCm: depth === undefined ? null : Number(depth),
      ...(probe === undefined ? {} : { probe: Number(probe) }),
    }
    if (!field || !isField(field)) return { wrong: item.slice(0, 80) }
    fields.push(field)
  }
  return { fields }
}

export const fieldText = ({ path, quantity, unit, depthCm, probe }: DeviceField): string => {
  const name = Object.entries(NAMES).find(([, value]) => value === quantity)?.[0] ?? quantity
  const parts = [unit, ...(depthCm === null ? [] : [`${depthCm}cm`]), ...(probe == null ? [] : [`P${probe}`])]
  return [`${path}=${name}`, ...parts.filter((part) => part !== '')].join(' ')
}

/** Values as numbers, even if a decoder appended their unit. */
function figureOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  const found =
    typeof value === 'string' ? /^\s*(-?\d+(?:\.\d+)?)\s*[^\d\s]{0,8}\s*$/.exec(value)?.[1] : undefined
  return found === undefined ? undefined : Number(found)
}

/** A name in the format of The Things Stack, so that its number is found in the same way. */
export const plainName = (name: string) => name.toLowerCase().replaceAll(/[\s_.]+/g, '-')

/** The message with device and time taken from the fields mapped to them. */
export function namedBy(uplink: Uplink, mapping: readonly DeviceField[] | null): Uplink {
  const textAt = (place: Place) => {
    const path = mapping?.find(({ quantity }) => quantity === place)?.path
    const value = path === undefined ? undefined : uplink.fields.get(path)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const [device, time] = [textAt('device'), textAt('time')]
  return {
    ...uplink,
    ...(device === '' ? {} : { names: [shortened(device, 64), ...uplink.names] }),
    ...(time === '' ? {} : { at: time }),
  }
}

interface Figure extends DeviceField {
  quantity: Quantity
  figure: number
  fault: boolean
}

/**
 * @param uplink with its names, see `namedBy`
 * @param device the provider's settings of this device
 * @param mapping of its type
 */
export function readingsOfFields(
  uplink: Uplink,
  device: LorawanDevice | undefined,
  mapping: readonly DeviceField[] | null,
): Understood {
  const failed = (trouble: Understood['trouble']): Understood => ({ readings: [], trouble })
  const fields = (mapping ?? fieldsByName(uplink)).flatMap((field): Figure[] => {
    const { quantity } = field
    if (isPlace(quantity)) return []
    const figure = figureOf(uplink.fields.get(field.path))
    const unit = unitOfQuantity(quantity, field.unit)
    if (figure === undefined || !unit) return []
    const converted = unit.toKept(figure)
    const fault = unit.faults?.has(figure) === true
    return [{ ...field, quantity, figure: quantity === 'tension' ? Math.abs(converted) : converted, fault }]
  })
  if (fields.length === 0) return failed('fields_not_understood')
  const namedProbe = uplink.names.slice(0, 1).map((name) => probeInName(plainName(name)))[0] ?? null
  const own = device?.probe ?? namedProbe
  const placed = fields.flatMap((field) => {
    const probe = field.probe ?? own
    const depthCm = field.depthCm ?? depthInField(uplink, mapping) ?? device?.depthCm ?? null
    return probe === null ? [] : [{ ...field, probe, depthCm }]
  })
  if (placed.length < fields.length) return failed('radio_device_unknown')
  const at = instantText(uplink.at)
  if (at === null) return failed('time_unknown')
  const deep = placed.filter(({ quantity }) => DEEP.has(quantity))
  if (deep.some(({ depthCm }) => depthCm === null)) return failed('radio_depth_unknown')
  const probes = [...new Set(placed.map(({ probe }) => probe))]
  return {
    readings: probes.flatMap((probe) => {
      const ofProbe = deep.filter((entry) => entry.probe === probe)
      const depths = [...new Set(ofProbe.map(({ depthCm }) => depthCm ?? 0))]
      const outsideSoil = placed.filter((entry) => entry.probe === probe && !DEEP.has(entry.quantity))
      return [
        ...depths.flatMap((depthCm) => {
          const atDepth = ofProbe.filter((entry) => entry.depthCm === depthCm)
          return inTheSoil(figures(atDepth), {
            probe,
            depthCm,
            at,
            fault: atDepth.some(({ fault }) => fault),
          })
        }),
        ...besideTheSoil(figures(outsideSoil), probe, at),
      ]
    }),
    trouble: null,
  }
}

const figures = (items: readonly { quantity: Quantity; figure: number }[]) =>
  Object.fromEntries(items.map(({ quantity, figure }) => [quantity, figure]))

/** For a message with its depth in a field. */
function depthInField({ fields }: Uplink, mapping: readonly DeviceField[] | null): number | null {
  const field = mapping?.find(({ quantity }) => quantity === 'depth')
  const figure = field && figureOf(fields.get(field.path))
  return field && figure ? rounded(Math.abs(figure) * (CM_PER[field.unit] ?? 1)) : null
}

/** A suggested meaning of each field, to be corrected by a person. */
export function guessesOf({ fields, units, timePath, devicePath }: Uplink): FieldGuess[] {
  return [...fields].map(([path, value]): FieldGuess => {
    const guess = { path, quantity: null, unit: null, depthCm: null, probe: null }
    if (path === timePath) return { ...guess, quantity: 'time' }
    if (path === devicePath) return { ...guess, quantity: 'device' }
    const depth = /(?:^|[._])depth(?:_(cm|mm|m|in|ft))?$/i.exec(path)
    if (depth) return { ...guess, quantity: 'depth', unit: depth[1]?.toLowerCase() ?? 'cm' }
    const column = readColumn({ name: path.replaceAll('.', ' '), unit: units.get(path) })
    const figure = figureOf(value)
    if (column.quantity === undefined || figure === undefined) return guess
    const { quantity, unit, probe } = column
    const depthCm = column.depthCm ?? (DEEP.has(quantity) ? depthBeside(path, fields) : undefined)
    return {
      path,
      quantity,
      unit: unit ?? null,
      depthCm: depthCm != null && depthCm <= 1000 ? depthCm : null,
      probe: probe ?? null,
    }
  })
}

/** The depth beside a value or around it; null if it cannot be determined without its unit. */
function depthBeside(path: string, fields: Uplink['fields']): number | null | undefined {
  const places = path
    .split('.')
    .map((_, i, parts) => parts.slice(0, i).join('.'))
    .toReversed()
  for (const place of places)
    for (const [name, value] of fields) {
      if (!name.startsWith(place === '' ? '' : `${place}.`)) continue
      const own = place === '' ? name : name.slice(place.length + 1)
      const unit = DEPTH_NAME.exec(own)
      const figure = unit && figureOf(value)
      if (!unit || figure === undefined || figure === null || figure === 0) continue
      const cm = rounded(Math.abs(figure) * (CM_PER[unit[1]?.toLowerCase() ?? 'cm'] ?? 1))
      return unit[1] !== undefined || (cm >= DEPTHS_CM.least && cm <= DEPTHS_CM.most) ? cm : null
    }
  return undefined
}

const DEPTH_NAME = /^depth(?:_(cm|mm|m|in|ft))?$/i
/** Without a unit a depth in this range is in centimetres. */
const DEPTHS_CM = { least: 2, most: 300 }

/** Fields whose own names, or the units beside them, identify quantity and unit; if two mean the same place, neither. */
function fieldsByName(uplink: Uplink): DeviceField[] {
  const found = guessesOf(uplink).flatMap(({ quantity, unit, ...rest }): DeviceField[] =>
    quantity === null ||
    isPlace(quantity) ||
    unit === null ||
    !unitOfQuantity(quantity, unit) ||
    (DEEP.has(quantity) && rest.depthCm === null && depthBeside(rest.path, uplink.fields) === null)
      ? []
      : [{ ...rest, quantity, unit }],
  )
  const isSame = (a: DeviceField, b: DeviceField) =>
    a.quantity === b.quantity && a.depthCm === b.depthCm && a.probe === b.probe
  return found.filter((field) => found.filter((other) => isSame(field, other)).length === 1)
}

/** Clouds that leave out the zone mean UTC; null if it cannot be read unambiguously as a time. */
function instantText(text: string): string | null {
  const bare = text.trim()
  if (/^\d{4}-\d{2}-\d{2}[T ].*(Z|[+-]\d{2}:?\d{2})$/.test(bare)) {
    const iso = bare.replace(' ', 'T')
    return Number.isNaN(Date.parse(iso)) ? null : iso
  }
  if (/^\d{9,13}(\.\d+)?$/.test(bare)) return new Date(clockMs(Number(bare))).toISOString()
  const wall = wallClock(bare)
  return wall && new Date(wall.ms).toISOString()
}
