/** Turns the fields of a decoded payload into readings, by what was said of the device's type or what a field says itself. */
import { type LorawanDevice, probeInName } from '../lorawan.rules.ts'
import { readColumn } from '../loggers/column-name.ts'
import { type Quantity, unitOfQuantity } from '../loggers/quantity.ts'
import { besideTheSoil, type Incoming, inTheSoil } from '../import/import-lines.ts'
import type { Uplink } from './uplink-body.ts'

/** What one field is. */
export interface DeviceField {
  path: string
  quantity: Quantity
  unit: string
  depthCm: number | null
}

export interface Understood {
  readings: Incoming[]
  /** Why nothing came of it; null when something did. */
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
const DEEP: ReadonlySet<Quantity> = new Set(['moisture', 'tension', 'temperature', 'ec'])

/**
 * @param text `PATH=QUANTITY UNIT [DEPTHcm]`, parted by commas
 * @returns what is not understood as `wrong`
 * @example fieldsIn('water_SOIL=moisture % 20cm') // { fields: [{ path: 'water_SOIL', quantity: 'moisture', unit: '%', depthCm: 20 }] }
 */
export function fieldsIn(text: string): { fields: DeviceField[] } | { wrong: string } {
  const fields: DeviceField[] = []
  for (const item of text.split(',').map((each) => each.trim())) {
    const [, path = '', name = '', unit = '', depth] =
      /^(.+?)\s*=\s*(\w+)\s+(\S+)(?:\s+(\d{1,4}(?:\.\d+)?)\s?cm)?$/.exec(item) ?? []
    const quantity = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined
    const deep = depth === undefined || (Number(depth) > 0 && Number(depth) <= 1000)
    if (quantity === undefined || !unitOfQuantity(quantity, unit) || !deep)
      return { wrong: item.slice(0, 80) }
    fields.push({ path, quantity, unit, depthCm: depth === undefined ? null : Number(depth) })
  }
  return { fields }
}

export const fieldText = ({ path, quantity, unit, depthCm }: DeviceField): string => {
  const name = Object.entries(NAMES).find(([, each]) => each === quantity)?.[0] ?? quantity
  return `${path}=${name} ${unit}${depthCm === null ? '' : ` ${depthCm}cm`}`
}

/** Figures as numbers, also where a decoder wrote their unit behind them. */
function figureOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  const found =
    typeof value === 'string' ? /^\s*(-?\d+(?:\.\d+)?)\s*[^\d\s]{0,8}\s*$/.exec(value)?.[1] : undefined
  return found === undefined ? undefined : Number(found)
}

/** A name as The Things Stack would have it, so that its number is found alike. */
export const plainName = (name: string) => name.toLowerCase().replaceAll(/[\s_.]+/g, '-')

/** @param known what the provider said of this device; @param said what was said of its type */
export function readingsOfFields(
  uplink: Uplink,
  known: LorawanDevice | undefined,
  said: readonly DeviceField[] | null,
): Understood {
  const none = (trouble: Understood['trouble']): Understood => ({ readings: [], trouble })
  const fields = (said ?? fieldsByName(uplink)).flatMap((field) => {
    const figure = figureOf(uplink.fields.get(field.path))
    const unit = unitOfQuantity(field.quantity, field.unit)
    if (figure === undefined || !unit) return []
    const kept = unit.toKept(figure)
    return [{ ...field, figure: field.quantity === 'tension' ? Math.abs(kept) : kept }]
  })
  if (fields.length === 0) return none('fields_not_understood')
  const probe =
    known?.probe ?? uplink.names.slice(0, 1).map((name) => probeInName(plainName(name)))[0] ?? null
  if (probe === null) return none('radio_device_unknown')
  if (uplink.at === '') return none('time_unknown')
  const at = instantText(uplink.at)
  const beside = fields.filter(({ quantity }) => !DEEP.has(quantity))
  const deep = fields
    .filter(({ quantity }) => DEEP.has(quantity))
    .map((field) => ({ ...field, depthCm: field.depthCm ?? known?.depthCm ?? null }))
  if (deep.some(({ depthCm }) => depthCm === null)) return none('radio_depth_unknown')
  const figures = (some: readonly { quantity: Quantity; figure: number }[]) =>
    Object.fromEntries(some.map(({ quantity, figure }) => [quantity, figure]))
  const depths = [...new Set(deep.map(({ depthCm }) => depthCm ?? 0))]
  return {
    readings: [
      ...depths.flatMap((depthCm) =>
        inTheSoil(figures(deep.filter((each) => each.depthCm === depthCm)), { probe, depthCm, at }),
      ),
      ...besideTheSoil(figures(beside), probe, at),
    ],
    trouble: null,
  }
}

/** Fields whose own names, or the units beside them, say quantity and unit; of two for one place none. */
function fieldsByName({ fields, units }: Uplink): DeviceField[] {
  const found = [...fields.keys()].flatMap((path): DeviceField[] => {
    const { quantity, unit, depthCm } = readColumn({ name: path.replaceAll('.', ' '), unit: units.get(path) })
    if (quantity === undefined || unit === undefined || !unitOfQuantity(quantity, unit)) return []
    if (depthCm !== undefined && depthCm > 1000) return []
    return [{ path, quantity, unit, depthCm: depthCm ?? null }]
  })
  const same = (a: DeviceField, b: DeviceField) => a.quantity === b.quantity && a.depthCm === b.depthCm
  return found.filter((field) => found.filter((other) => same(field, other)).length === 1)
}

/** Clouds that leave out the zone mean UTC. */
const instantText = (text: string): string => {
  const joined = text.trim().replace(' ', 'T')
  return /(Z|[+-]\d{2}:?\d{2})$/.test(joined) ? joined : `${joined}Z`
}
