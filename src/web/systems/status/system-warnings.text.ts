/** What a person must know of a system, in the farmer's words: faults, warnings, locks, messages that could not be used. */
import { DROPPED_SHOWN_DAYS, type DroppedMessages, type DropReason } from '#contract/connections.ts'
import type { UpwardTopic } from '#contract/controller.ts'
import { isStoppedWet } from '#contract/delivery.ts'
import { problems } from '#contract/errors.ts'
import type { SystemView, SystemWarning } from '#contract/systems.ts'
import { ago, clock, day, number, span } from '../../kit/formats.ts'

const faults: Record<string, string> = {
  LOW_PRESSURE: 'Low water pressure',
  MISALIGNED: 'Towers out of line',
  POWER_LOST: 'Power lost',
  VALVE_FAULT: 'Valve fault',
}

/** What the machine said is wrong, in two or three words. */
export function faultWords(code: string): string {
  const known = Object.hasOwn(faults, code) ? faults[code] : undefined
  return known ?? `Fault ${code.toLowerCase().replaceAll('_', ' ')}`
}

/** A fault as the machine told it, with its time. */
export function faultSentence({ fault, time_zone: zone, telemetry }: SystemView, now: number): string | null {
  if (!fault) return null
  const goes = telemetry?.moving
    ? 'The machine is still moving.'
    : 'The machine has stopped. Check it before you start it.'
  return `${faultWords(fault.code)}, ${ago(fault.at, now, zone)}. ${goes}`
}

/** Water that runs onto one spot: for how long, and what to do; null while it does not. */
export function wetStopSentence(
  { telemetry, online, time_zone: zone }: SystemView,
  now: number,
): string | null {
  if (!telemetry?.stopped_wet_since || !isStoppedWet(telemetry, now)) return null
  const since = Date.parse(telemetry.stopped_wet_since)
  const long = `${span(Math.max(0, now - since))}, since ${momentWords(since, now, zone)}`
  return online
    ? `Water has run onto one spot for ${long}. Start the pivot or shut the water off.`
    : `It was stopped with the water on (${long}) when it went offline. Go and look.`
}

/** A moment ahead: its time, with the day when it is not today's. */
export function momentWords(at: number, now: number, zone?: string): string {
  const sameDay = day(at, zone) === day(now, zone)
  return sameDay ? clock(at, zone) : `${day(at, zone)}, ${clock(at, zone)}`
}

const UNIFORM = '100% everywhere but in closed geofences'

/** A warning with what it means and what to do; the worst of several speaks alone. */
export function warningSentence(system: SystemView, now: number): string | null {
  const { warnings, valid_until: until, time_zone: zone } = system
  const has = (warning: SystemWarning) => warnings.includes(warning)
  if (has('fallback')) {
    return `The settings expired while the pivot was offline. The machine now waters ${UNIFORM}. Apply Settings again to go on.`
  }
  if (has('expired')) {
    return `The settings expired while the pivot was offline. Where the machine can, it waters ${UNIFORM} until new settings reach it.`
  }
  if (has('expires_soon') && until) {
    const end = Date.parse(until)
    return `The settings run out at ${momentWords(end, now, zone)}, in ${span(Math.max(0, end - now))}, unless the pivot reconnects. Then the machine waters ${UNIFORM}.`
  }
  return null
}

/** The lock in two words, for beside the state. */
export function lockWord({ local_only: localOnly, provider_stop: stopped }: SystemView): string | null {
  if (stopped) return 'Stopped by provider'
  return localOnly ? 'Local only' : null
}

/** Why nobody, or not this person, can change the settings now; null when they can. */
export function lockSentence({
  role,
  local_only: localOnly,
  provider_stop: stopped,
}: SystemView): string | null {
  if (stopped) return problems.provider_stop.message
  if (localOnly) return problems.system_local_only.message
  return role === 'viewer' ? problems.role_may_not_change.message : null
}

const droppedKinds = {
  reported: 'Settings report',
  status: 'Online or offline',
  telemetry: 'Position',
  event: 'Start, stop or fault',
  applied: 'Water put down',
  readings: 'Soil readings',
} as const satisfies Record<UpwardTopic, string>

const dropReasons = {
  not_json: 'arrived garbled',
  too_large: 'too long',
  wrong_shape: 'not in the expected form',
  foreign_report: 'about settings we never sent',
  leap: 'numbered wrong',
  not_storable: 'something in it cannot be stored',
  unknown_probe: 'the probe has no number yet',
  unknown_depth: 'the depth of the probe is not known',
} as const satisfies Record<DropReason, string>

/** @example 'Position: arrived garbled' */
export function droppedWords({ kind, reason }: Pick<DroppedMessages, 'kind' | 'reason'>): string {
  return `${droppedKinds[kind]}: ${dropReasons[reason]}`
}

/** @example '9 times, last 4 min ago (14:32)' */
export function droppedTimes(
  { count, last_at: lastAt }: Pick<DroppedMessages, 'count' | 'last_at'>,
  now: number,
  timeZone: string,
): string {
  const last = ago(lastAt, now, timeZone)
  return count === 1 ? `once, ${last}` : `${number(count)} times, last ${last}`
}

/** All of them together, and what to do about them. */
export function droppedSentence(dropped: readonly Pick<DroppedMessages, 'count'>[]): string {
  const total = dropped.reduce((sum, { count }) => sum + count, 0)
  const messages = total === 1 ? '1 message' : `${number(total)} messages`
  return `${messages} from this system could not be used in the last ${DROPPED_SHOWN_DAYS} days. If this goes on, tell your provider.`
}
