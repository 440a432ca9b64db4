/** Validates a setting, in the order of the messages in the specification. */
import { isProblemCode, type ProblemCode } from '../../contract/errors.ts'
import { MAX_TOWERS } from '../../contract/limits.ts'
import {
  IDEMPOTENCY_KEY,
  type Settings,
  SETTINGS_TAG,
  type SystemInput,
  systemInput,
  type Towers,
} from '../../contract/systems.ts'
import { systemName } from '../../contract/fields.ts'
import { Problem } from '../kit/problem.ts'

/** One stored change; `supersededAt` is when the next one was stored. */
export interface StoredCommand {
  id: string
  systemId: number
  settingsRev: number
  userName: string
  before: Settings | null
  after: Settings
  savedAt: Date
  supersededAt: Date | null
}

/** Numeric fields of the form; old clients send them as text. */
const NUMBERS = ['application_rate', 'root_depth', 'target_moisture']
const NUMBER_TEXT = /^[+-]?(\d+(\.\d*)?|\.\d+)$/

/** Parses numeric text; empty and non-numeric text stays as it is. */
function numberRead(value: unknown): unknown {
  return typeof value === 'string' && NUMBER_TEXT.test(value.trim()) ? Number(value) : value
}

/** An empty field is a missing number; text, a boolean or an array is not a number at all. */
function isNoNumber(value: unknown): boolean {
  const parsed = numberRead(value)
  if (typeof parsed === 'string') return parsed.trim() !== ''
  return parsed !== undefined && parsed !== null && typeof parsed !== 'number'
}

function withNumbersRead(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const texts = NUMBERS.filter((field) => typeof fieldOf(body, field) === 'string')
  const entries = texts.map((field) => [field, numberRead(fieldOf(body, field))])
  return texts.length > 0 ? { ...body, ...Object.fromEntries(entries) } : body
}

/** Problems are reported in the order of the form, whatever the order of the body. */
const FORM_ORDER = ['system_name', 'application_rate', 'root_depth', 'target_moisture', 'is_system_on']

function placeInForm(field: string): number {
  const place = FORM_ORDER.indexOf(field)
  return place === -1 ? FORM_ORDER.length : place
}

/**
 * Parses a submission; numbers may be text.
 *
 * @throws Problem with the specified message of the first invalid field of the form
 */
export function readSystemInput(body: unknown): SystemInput {
  const parsed = systemInput.safeParse(withNumbersRead(body))
  if (parsed.success) return parsed.data
  const complaints = parsed.error.issues.map(({ path, message }) => ({
    field: String(path[0] ?? ''),
    message,
  }))
  // without a readable switch the union has not checked the other fields
  const parsedName = systemName.safeParse(fieldOf(body, 'system_name'))
  for (const { message } of parsedName.error?.issues ?? []) complaints.push({ field: 'system_name', message })
  const [first] = complaints.toSorted((a, b) => placeInForm(a.field) - placeInForm(b.field))
  const wrongType = NUMBERS.includes(first?.field ?? '') && isNoNumber(fieldOf(body, first?.field ?? ''))
  const code = wrongType ? 'number_expected' : codeOf(first?.message)
  // a name that cannot exist is answered like a foreign system
  throw new Problem(code, first?.field && code !== 'system_not_found' ? { field: first.field } : {})
}

/** A field of an unknown body. */
export function fieldOf(body: unknown, field: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, field) : undefined
}

function codeOf(message = ''): ProblemCode {
  return isProblemCode(message) ? message : 'invalid_request'
}

function towersOf(on: number[]): Towers {
  const is = (tower: number) => on.includes(tower)
  return { 1: is(1), 2: is(2), 3: is(3), 4: is(4), 5: is(5), 6: is(6), 7: is(7), 8: is(8), 9: is(9) }
}

/** Numbers of the towers that are switched on. */
export function towersOn(towers: Towers): number[] {
  return Object.entries(towers).flatMap(([tower, on]) => (on ? [Number(tower)] : []))
}

/**
 * The settings to store: OFF keeps only the rate, with which the machine waters on.
 *
 * @param towerCount number of towers of the machine
 * @throws Problem when a test pattern does not name exactly one tower of the machine, or a tower is on without a test pattern
 */
export function settingsOf(input: SystemInput, towerCount: number): Settings {
  if (!input.is_system_on)
    return {
      is_system_on: false,
      is_test_pattern_on: false,
      is_speed_switch_on: false,
      application_rate: input.application_rate,
      root_depth: null,
      target_moisture: null,
      towers: towersOf([]),
    }
  const [tower = 0, ...otherTowers] = towersOn(input.towers)
  if (input.is_test_pattern_on) {
    if (tower === 0 || otherTowers.length > 0)
      throw new Problem('test_pattern_one_tower', { field: 'towers' })
    if (tower > Math.min(towerCount, MAX_TOWERS))
      throw new Problem('test_pattern_tower_absent', { field: 'towers' })
  } else if (tower > 0) throw new Problem('towers_without_test_pattern', { field: 'towers' })
  return {
    is_system_on: true,
    is_test_pattern_on: input.is_test_pattern_on,
    is_speed_switch_on: input.is_speed_switch_on,
    application_rate: input.application_rate,
    root_depth: input.root_depth,
    target_moisture: input.target_moisture,
    towers: towersOf(input.is_test_pattern_on ? [tower] : []),
    ...(input.pump_remedy ? { pump_remedy: input.pump_remedy } : {}),
  }
}

export function withoutTestPattern(settings: Settings): Settings {
  return { ...settings, is_test_pattern_on: false, towers: towersOf([]) }
}

/** The fields of settings that finish a pass. */
export interface Finish {
  arc: readonly [number, number]
  /** When the pass stopped, by the machine's clock. */
  since: string
  remedy: 'raise' | undefined
}

/** Settings that finish an arc, or for null the settings without that. */
export function withFinish(settings: Settings, finish: Finish | null): Settings {
  const { finish_arc: _arc, finish_since: _since, finish_remedy: _remedy, ...rest } = settings
  if (!finish) return rest
  const { arc, since, remedy } = finish
  return {
    ...rest,
    finish_arc: [...arc],
    finish_since: since,
    ...(remedy ? { finish_remedy: remedy } : {}),
  }
}

/** A test pattern ends after fifteen minutes and the previous settings run again, including a pass that is being finished. */
export function keepFinish(test: Settings, before: Settings | null): Settings {
  if (!before?.finish_arc || !before.finish_since) return test
  const { finish_arc: arc, finish_since: since, finish_remedy: remedy } = before
  return withFinish(test, { arc, since, remedy })
}

/** Whether two requests ask for the same settings. */
export function sameSettings(one: Settings, other: Settings): boolean {
  const canonical = (s: Settings) =>
    JSON.stringify([
      s.is_system_on,
      s.is_test_pattern_on,
      s.is_speed_switch_on,
      s.application_rate,
      s.root_depth,
      s.target_moisture,
      towersOn(s.towers),
      s.finish_arc ?? null,
      s.finish_since ?? null,
      s.finish_remedy ?? null,
      s.pump_remedy ?? null,
    ])
  return canonical(one) === canonical(other)
}

/** The conditional headers of a submission; null where absent. */
export interface Conditions {
  idempotencyKey: string | null
  /** The settings revision that the user saw. */
  expectedRevision: number | null
}

/** @throws Problem when a header is present and malformed */
export function readConditions(headers: Record<string, string | string[] | undefined>): Conditions {
  const key = headers['idempotency-key']
  const tag = headers['if-match']
  const match = typeof tag === 'string' ? SETTINGS_TAG.exec(tag) : null
  if (key !== undefined && !(typeof key === 'string' && IDEMPOTENCY_KEY.test(key)))
    throw new Problem('idempotency_key_invalid')
  if (tag !== undefined && !match) throw new Problem('if_match_invalid')
  return { idempotencyKey: key ?? null, expectedRevision: match ? Number(match[1]) : null }
}

/** The part of a body that the audit keeps. */
export const AUDITED_SETTINGS = [
  'is_system_on',
  'is_test_pattern_on',
  'is_speed_switch_on',
  'application_rate',
  'root_depth',
  'target_moisture',
  'towers',
  'pump_remedy',
] satisfies (keyof SystemInput)[]
