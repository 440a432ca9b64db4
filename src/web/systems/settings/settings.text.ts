/** Settings in words: a line a field, and what differs between two of them. */
import { APPLICATION_RATE_IN } from '#contract/limits.ts'
import { inchesToMm } from '#agronomy/units.ts'
import type { Settings } from '#contract/systems.ts'
import { quantity } from '../../kit/formats.ts'

/** How depths are shown; the wire always carries inches. */
export type DepthUnit = 'in' | 'mm'

export const unitWords = { in: 'inches', mm: 'mm' } as const satisfies Record<DepthUnit, string>

/** A depth of the wire in the customer's unit, for example `0.8 inches` or `20.3 mm`. */
export function depth(inches: number, unit: DepthUnit): string {
  return unit === 'mm' ? quantity(inchesToMm(inches), 'mm', 1) : quantity(inches, 'inches')
}

const onOff = (on: boolean) => (on ? 'ON' : 'OFF')

/** The one tower of a test pattern; null without one. */
export function testedTower({ towers }: Pick<Settings, 'towers'>): number | null {
  const on = Object.entries(towers).find(([, chosen]) => chosen)
  return on ? Number(on[0]) : null
}

export interface Line {
  term: string
  value: string
}

/** Everything that a person set, in the order of the form; OFF has its rate alone. */
export function linesOf(settings: Settings, unit: DepthUnit): Line[] {
  const always = [
    { term: 'System', value: onOff(settings.is_system_on) },
    { term: 'Application Rate', value: depth(settings.application_rate, unit) },
  ]
  const { finish_arc: arc } = settings
  if (arc) always.push({ term: 'Only', value: arcWords(arc) })
  if (!settings.is_system_on) return always
  return [
    ...always,
    { term: 'Root Depth', value: depth(settings.root_depth ?? 0, unit) },
    { term: 'Target Moisture', value: quantity(settings.target_moisture ?? 0, '%') },
    { term: 'Test Pattern', value: onOff(settings.is_test_pattern_on) },
    { term: 'Towers', value: testedTower(settings)?.toString() ?? 'None' },
    { term: 'Speed Control', value: onOff(settings.is_speed_switch_on) },
    ...(settings.pump_remedy === 'raise' || settings.finish_remedy === 'raise'
      ? [{ term: 'Pump', value: 'Lowest percentages raised' }]
      : []),
  ]
}

/** The dry part of a pass that is being finished. */
function arcWords([from, to]: readonly [number, number]): string {
  return `the dry part, ${Math.round(from) % 360}° to ${Math.round(to) % 360}°`
}

export interface Change {
  term: string
  /** What stood there before; a dash where nothing did. */
  from: string
  to: string
}

const NOTHING = '–'

/** The lines in which two settings differ; `from` is null before the first one. */
export function changesOf(from: Settings | null, to: Settings, unit: DepthUnit): Change[] {
  const before = from ? linesOf(from, unit) : []
  const after = linesOf(to, unit)
  const terms = new Set([...after, ...before].map(({ term }) => term))
  const valueIn = (lines: Line[], term: string) => lines.find((line) => line.term === term)?.value ?? NOTHING
  return [...terms]
    .map((term) => ({ term, from: valueIn(before, term), to: valueIn(after, term) }))
    .filter(({ from, to }) => from !== to)
}

/** Settings in one line, for lists. */
export function inOneLine(settings: Settings, unit: DepthUnit): string {
  const rate = depth(settings.application_rate, unit)
  const only = settings.finish_arc ? [`only ${arcWords(settings.finish_arc)}`] : []
  if (!settings.is_system_on)
    return [`OFF, 100% ${only.length > 0 ? '' : 'everywhere '}at ${rate}`, ...only].join(', ')
  const tower = settings.is_test_pattern_on ? testedTower(settings) : null
  const parts = [
    `ON, ${rate}`,
    `roots ${depth(settings.root_depth ?? 0, unit)}`,
    `target ${quantity(settings.target_moisture ?? 0, '%')}`,
    ...(tower === null ? [] : [`test pattern on tower ${tower}`]),
    ...(settings.is_speed_switch_on ? ['speed control'] : []),
    ...(settings.pump_remedy === 'raise' || settings.finish_remedy === 'raise'
      ? ['raised for the pump']
      : []),
    ...only,
  ]
  return parts.join(', ')
}

/** What newer settings do to a pass that is being finished. */
export const SETTINGS_END_FINISHING =
  'A pass is being finished. New settings end that: they water the whole field, the part that has had its water too. A test pattern only interrupts it.'

/** How the application rate is asked for, here and before a system is turned off. */
export const rateQuestion = {
  name: 'applicationRate',
  label: 'Application Rate',
  range: `${APPLICATION_RATE_IN.min} to ${APPLICATION_RATE_IN.max}`,
  meaning: 'Depth of water put down in one pass at 100%.',
  limits: { min: APPLICATION_RATE_IN.min, max: APPLICATION_RATE_IN.max, step: 0.05 },
} as const
