/** What a person must know of a system before anything else, in the farmer's words. */
import { problems } from '#contract/errors.ts'
import type { SystemView, SystemWarning } from '#contract/systems.ts'
import { ago, clock, day, span } from '../../kit/formats.ts'

const faults: Record<string, string> = {
  LOW_PRESSURE: 'Low water pressure',
  MISALIGNED: 'Towers out of line',
  POWER_LOST: 'Power lost',
  VALVE_FAULT: 'Valve fault',
}

/** A fault as the machine told it, with its time. */
export function faultSentence({ fault, time_zone: zone, telemetry }: SystemView, now: number): string | null {
  if (!fault) return null
  const known = Object.hasOwn(faults, fault.code) ? faults[fault.code] : undefined
  const what = known ?? `Fault ${fault.code.toLowerCase().replaceAll('_', ' ')}`
  const goes = telemetry?.moving
    ? 'The machine still turns.'
    : 'The machine stands. Look at it before you start it.'
  return `${what}, ${ago(fault.at, now, zone)}. ${goes}`
}

/** A moment ahead: its time, with the day when it is not today's. */
export function momentWords(at: number, now: number, zone?: string): string {
  const sameDay = day(at, zone) === day(now, zone)
  return sameDay ? clock(at, zone) : `${day(at, zone)}, ${clock(at, zone)}`
}

const UNIFORM = '100 % everywhere but in closed geofences'

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
    return `The settings run out at ${momentWords(end, now, zone)}, in ${span(Math.max(0, end - now))}, unless the link comes back. Then the machine waters ${UNIFORM}.`
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
