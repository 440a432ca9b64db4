/** Parses the options of an import, from the command line or the parameters of the call. */
import { DEPTH_UNITS, type ImportChoice, type SensorChoice } from './import-choice.ts'
import { ImportUnclear } from './import-unclear.ts'
import { DATE_ORDERS } from '../date-order.ts'
import type { SourceOptions } from './import-source.ts'
import { MOISTURE_UNITS, unitOf } from '../moisture-unit.ts'

/** Every option by its name, and the form of its value. */
export const IMPORT_OPTIONS = {
  station: 'COLUMN',
  probe: 'NUMBER',
  probes: 'STATION=NUMBER,..',
  time: 'COLUMN',
  depth: 'COLUMN',
  value: 'COLUMN',
  depths: 'COLUMN=CM,..',
  temperature: 'COLUMN|COLUMN=CM,..',
  ec: 'COLUMN|COLUMN=CM,..',
  sensors: 'COLUMN=P3-20cm,..',
  'depth-unit': DEPTH_UNITS.join('|'),
  clock: 'local|standard',
  unit: MOISTURE_UNITS.join('|'),
  decimal: '.|,',
  'date-order': DATE_ORDERS.join('|'),
  'time-zone': 'ZONE',
  missing: 'TEXT,..',
  delimiter: 'CHARACTER',
  'header-line': 'N',
  table: 'NAME',
} as const

export type ImportOption = keyof typeof IMPORT_OPTIONS
export type ImportOptions = (name: ImportOption) => string | undefined

/** @throws ImportUnclear naming the invalid option */
export function readChoice(options: ImportOptions): ImportChoice {
  const [depths, probes, probe] = [options('depths'), options('probes'), options('probe')]
  if (probe !== undefined && !/^\d{1,6}$/.test(probe)) throw ImportUnclear.of('say_probe')
  const choice: ImportChoice = {
    ...text('station', options('station')),
    ...text('time', options('time')),
    ...text('depth', options('depth')),
    ...text('value', options('value')),
    ...side('temperature', 'temperatures', options('temperature')),
    ...side('ec', 'ecs', options('ec')),
    ...(probe === undefined ? {} : { probe: Number(probe) }),
    ...(depths === undefined ? {} : { depths: new Map(pairs(depths.split(','))) }),
    ...(probes === undefined ? {} : { probes: probeNumbers(pairs(probes.split(','))) }),
    ...sensorsOf(options('sensors')),
    ...clockOf(options),
    ...format(options),
  }
  return choice
}

function clockOf(options: ImportOptions): Pick<ImportChoice, 'clock' | 'depthUnit'> {
  const [clock, unit] = [options('clock'), options('depth-unit')]
  if (clock !== undefined && clock !== 'local' && clock !== 'standard') throw ImportUnclear.of('say_clock')
  const depthUnit = DEPTH_UNITS.find((candidate) => candidate === unit)
  if (unit !== undefined && !depthUnit) throw ImportUnclear.of('say_depth_unit', DEPTH_UNITS.join(', '))
  return { ...(clock === undefined ? {} : { clock }), ...(depthUnit ? { depthUnit } : {}) }
}

const SENSOR = /^(?:P?(\d{1,6}))(?:-(\d{1,4}(?:\.\d+)?)cm)?(?:\s+(\S{1,12}))?$/i

/** `COLUMN=P3-20cm`; a comma belongs to the name if no `=` follows before the next. */
function sensorsOf(list: string | undefined): Pick<ImportChoice, 'sensors'> {
  if (list === undefined) return {}
  const items = list.split(
    /,(?=[^=]*=)(?<==\s*(?:none|P?\d{1,6}(?:-\d{1,4}(?:\.\d+)?cm)?(?:\s+\S{1,12})?)\s*,)/i,
  )
  return { sensors: new Map(items.map(sensorOf)) }
}

function sensorOf(item: string): [string, SensorChoice | null] {
  const at = item.lastIndexOf('=')
  const [name, text] = [item.slice(0, at).trim(), item.slice(at + 1).trim()]
  if (at > 0 && /^none$/i.test(text)) return [name, null]
  const [, probe, depth, unit] = SENSOR.exec(text) ?? []
  if (at < 1 || name === '' || probe === undefined) throw ImportUnclear.of('say_sensor', item.slice(0, 80))
  return [
    name,
    {
      probe: Number(probe),
      ...(depth === undefined ? {} : { depthCm: Number(depth) }),
      ...(unit === undefined ? {} : { unit }),
    },
  ]
}

const text = (key: 'station' | 'time' | 'depth' | 'value', value: string | undefined) =>
  value === undefined ? {} : { [key]: value }

/** A column of a long file, or columns with their depths of a wide one. */
function side(single: 'temperature' | 'ec', many: 'temperatures' | 'ecs', value: string | undefined) {
  if (value === undefined) return {}
  return value.includes('=') ? { [many]: new Map(pairs(value.split(','))) } : { [single]: value }
}

function format(options: ImportOptions): Pick<ImportChoice, 'unit' | 'decimal' | 'dateOrder' | 'missing'> {
  const [unit, decimal, order] = [options('unit'), options('decimal'), options('date-order')?.toUpperCase()]
  const moistureUnit = unit === undefined ? undefined : unitOf(unit)
  if (moistureUnit === null) throw ImportUnclear.of('say_unit', unit ?? '', MOISTURE_UNITS.join(', '))
  if (decimal !== undefined && decimal !== '.' && decimal !== ',') throw ImportUnclear.of('say_decimal')
  const dateOrder = DATE_ORDERS.find((candidate) => candidate === order)
  if (order !== undefined && !dateOrder) throw ImportUnclear.of('say_order')
  const missing = options('missing')
  return {
    ...(moistureUnit ? { unit: moistureUnit } : {}),
    ...(decimal === undefined ? {} : { decimal }),
    ...(dateOrder ? { dateOrder } : {}),
    ...(missing === undefined ? {} : { missing: missing.split(',') }),
  }
}

/** @throws ImportUnclear naming the invalid option */
export function readSourceOptions(options: ImportOptions): SourceOptions {
  const [delimiter, line] = [options('delimiter')?.replace(String.raw`\t`, '\t'), options('header-line')]
  if (delimiter !== undefined && (delimiter.length !== 1 || /["\r\n]/.test(delimiter)))
    throw ImportUnclear.of('say_delimiter')
  if (line !== undefined && !/^[1-9]\d{0,3}$/.test(line)) throw ImportUnclear.of('say_header_line')
  return { delimiter, headerLine: line === undefined ? undefined : Number(line), table: options('table') }
}

/** @throws ImportUnclear if there is no such time zone */
export function readTimeZone(options: ImportOptions, fallback: string): string {
  const [, sign, hours = '', minutes = '00'] =
    /^(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(options('time-zone') ?? '') ?? []
  const zone =
    sign === undefined ? (options('time-zone') ?? fallback) : `${sign}${hours.padStart(2, '0')}:${minutes}`
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    throw ImportUnclear.of('say_zone', zone.slice(0, 60))
  }
}

/** A list of `NAME=NUMBER`. */
export function pairs(items: readonly string[]): [string, number][] {
  return items.map((item) => {
    const [, name, number] = /^(\S(?:.*?\S)?)\s*=\s*(\d+(?:\.\d+)?)$/.exec(item.trim()) ?? []
    if (name === undefined || number === undefined) throw ImportUnclear.of('say_pairs', item.slice(0, 60))
    return [name, Number(number)]
  })
}

/** @throws ImportUnclear if one of them is not digits */
export function probeNumbers(items: readonly [string, number][]): ReadonlyMap<string, number> {
  if (items.some(([, number]) => !Number.isInteger(number) || number > 999_999))
    throw ImportUnclear.of('say_number')
  return new Map(items)
}
