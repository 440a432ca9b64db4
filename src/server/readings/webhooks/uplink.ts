/** A message of any network or cloud: device, time, and the leaves of its payload. */

/** Leaves of a payload by their path, such as `soil.moisture`. */
type Fields = ReadonlyMap<string, unknown>

export interface Uplink {
  network: 'The Things Stack' | 'ChirpStack' | 'Helium' | 'ZENTRA Cloud' | 'JSON'
  /** Names of the device, the one given by people first. */
  names: string[]
  /** Devices of one type send the same fields. */
  type: string
  /** Time of measurement, else of reception; empty if the message states none. */
  at: string
  fields: Fields
  /** Units beside the values, if the message has them. */
  units: ReadonlyMap<string, string>
  /** Fields that seem to contain its time and device, and are therefore not measurements. */
  timePath?: string | undefined
  devicePath?: string | undefined
}

export type Json = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Never half of a character. */
export const shortened = (text: string, length: number) => text.slice(0, length).toWellFormed()
/** Text that a database can store and a terminal can show. */
export const harmless = (text: string) => shortened(text, 200).replaceAll(/\p{C}/gu, '\u{FFFD}')
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? harmless(value)
    : typeof value === 'number'
      ? String(value)
      : undefined
/** Empty for an impossible time. */
export const instantAt = (ms: number) => (Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : '')
export const textsOf = (...values: unknown[]) =>
  values.flatMap((value) => {
    const text = textOf(value)
    return text === undefined ? [] : [shortened(text, 64)]
  })
export const within = (value: unknown, key: string): unknown => (isJson(value) ? value[key] : undefined)

const LEAVES_MAX = 300
const DEPTH_MAX = 6

/** Leaves below a value; in lists of `{name, value, unit}` the name replaces the index. */
export function leavesOf(value: unknown): Pick<Uplink, 'fields' | 'units'> {
  const fields = new Map<string, unknown>()
  const units = new Map<string, string>()
  const walk = (node: unknown, path: string, level: number): void => {
    if (fields.size >= LEAVES_MAX || level > DEPTH_MAX) return
    if (isJson(node) || Array.isArray(node))
      for (const [key, inner] of Object.entries(node))
        walkInto(inner, path === '' ? '' : `${path}.`, harmless(key), level)
    else if (path !== '' && node !== null) fields.set(path, typeof node === 'string' ? harmless(node) : node)
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

/** Merges messages of one type into one that has the fields of all. */
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
