/** Texts of faults, warnings and locks of a system. */
import { isStoppedWet } from '#contract/delivery.ts'
import type { SystemView, SystemWarning } from '#contract/systems.ts'
import { ago, clock, day, span } from '../../kit/formats.ts'
import { problemMessage } from '../../kit/call-error.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('systemwarnings', {
  panelDiffers: (percent: Figure, lays: Figure, depth: Figure) =>
    `Panel is at ${percent}, so this pass puts on about ${lays}, not ${depth}.`,
  water: 'Water',
  waterWithDoubt: (doubt: Figure) => `Water, ${doubt}`,
  arm: 'Arm',
  armWasAt: 'Arm was at',
  armWithState: (state: Figure) => `Arm, ${state}`,
  depthNow: 'Depth now',
  done: 'Done',
  doneOn: (day: Figure) => `Done ${day}`,
  today: 'today',
  tomorrow: 'tomorrow',
  dayAbout: (day: Figure, clock: Figure) => `${day} about ${clock}`,
  finishesCircle: 'Finishes this circle',
  reachesEnd: (degrees: Figure) => `Reaches its end at ${degrees}°`,
  timer: (percent: Figure) => `(timer ${percent})`,
  seen: (ago: Figure) => `Seen ${ago}`,
  lastSeen: (ago: Figure) => `Last seen ${ago}.`,
  noPositionSent: 'The controller is connected but has not sent its position yet.',
  neverConnected: 'The controller has not connected yet. The position of the pivot shows here once it does.',
  onFallback: 'on its fallback',
  settingsExpired: 'settings expired',
  panelAt: (percent: Figure) => `panel at ${percent}`,
  settingsExpireSoon: 'settings expire soon',
  changeRejected: 'change rejected',
  changeExpired: 'change expired',
  notConnected: 'Not connected',
  offlineWet: 'Offline, stopped with water on',
  offline: 'Offline',
  stoppedWet: 'Stopped, water on',
  stateAt: (state: Figure, at: Figure) => `${state} at ${at}`,
  noPositionYet: 'No position yet',
  noContactSince: (at: Figure) => `No word since ${at}`,
  stopped: 'Stopped',
  reverse: 'reverse',
  forward: 'forward',
  running: 'Running',
  armStoppedWet: 'stopped, water on',
  armStoppedDry: 'stopped, dry',
  wet: 'wet',
  dry: 'dry',
  pivotShape: (shape: Figure, name: Figure, towers: Figure) => `${shape} of ${name} with ${towers} towers.`,
  partCircle: 'Part circle',
  circle: 'Circle',
  armUnknown: (shape: Figure) => `${shape} The place of the arm is not known.`,
  degrees: (angle: Figure) => `${angle} degrees`,
  armIs: (shape: Figure, angle: Figure, motion: Figure) => `${shape} The arm is at ${angle}, ${motion}.`,
  armWas: (shape: Figure, angle: Figure, ago: Figure) => `${shape} The arm was at ${angle}, seen ${ago}.`,
  lowWaterPressure: 'Low water pressure',
  towersOutOfLine: 'Towers out of line',
  powerLost: 'Power lost',
  valveFault: 'Valve fault',
  highWaterPressure: 'High water pressure',
  lowFlow: 'Too little flow',
  highFlow: 'Too much flow',
  cableFault: 'Cable fault',
  faultNamed: (name: Figure) => `Fault ${name}`,
  stillMoving: 'The machine is still moving.',
  stoppedCheckIt: 'The machine has stopped. Check it before you start it.',
  lastingSince: (span: Figure, moment: Figure) => `${span}, since ${moment}`,
  wateringOneSpot: (long: Figure) =>
    `Water has run onto one spot for ${long}. Start the pivot or shut the water off.`,
  offlineOnOneSpot: (long: Figure) =>
    `It was stopped with the water on (${long}) when it went offline. Go and check.`,
  fallback: '100% everywhere except in closed geofences',
  expiredNowFallback: (fallback: Figure) =>
    `The settings expired while the pivot was offline. It now waters ${fallback}. Apply Settings again to continue.`,
  expiredMaybeFallback: (fallback: Figure) =>
    `The settings expired while the pivot was offline. Where the machine can, it waters ${fallback} until new settings reach it.`,
  expireUnless: (moment: Figure, span: Figure, fallback: Figure) =>
    `The settings expire at ${moment}, in ${span}, unless the pivot reconnects. After that it waters ${fallback}.`,
  stoppedByProvider: 'Stopped by provider',
  localOnly: 'Local only',
})

const faults: Record<string, string> = {
  LOW_PRESSURE: text.lowWaterPressure,
  MISALIGNED: text.towersOutOfLine,
  POWER_LOST: text.powerLost,
  VALVE_FAULT: text.valveFault,
  HIGH_PRESSURE: text.highWaterPressure,
  LOW_FLOW: text.lowFlow,
  HIGH_FLOW: text.highFlow,
  CABLE_FAULT: text.cableFault,
}

/** A fault in two or three words. */
export function faultWords(code: string): string {
  const faultText = Object.hasOwn(faults, code) ? faults[code] : undefined
  return faultText ?? text.faultNamed(code.toLowerCase().replaceAll('_', ' '))
}

/** A reported fault with its time. */
export function faultSentence(
  { fault, time_zone: zone, telemetry, online }: SystemView,
  now: number,
): string | null {
  if (!fault) return null
  const faultText = `${faultWords(fault.code)}, ${ago(fault.at, now, zone)}.`
  // whether it still moves is unknown
  if (!online) return faultText
  return `${faultText} ${telemetry?.moving ? text.stillMoving : text.stoppedCheckIt}`
}

/** Water running onto one spot: for how long, and what to do; null if it does not. */
export function wetStopSentence(
  { telemetry, online, time_zone: zone }: SystemView,
  now: number,
): string | null {
  if (!telemetry?.stopped_wet_since || !isStoppedWet(telemetry, now)) return null
  const since = Date.parse(telemetry.stopped_wet_since)
  const long = text.lastingSince(span(Math.max(0, now - since)), momentWords(since, now, zone))
  return online ? text.wateringOneSpot(long) : text.offlineOnOneSpot(long)
}

/** A future time, with the day unless it is today. */
export function momentWords(at: number, now: number, zone?: string): string {
  const sameDay = day(at, zone) === day(now, zone)
  return sameDay ? clock(at, zone) : `${day(at, zone)}, ${clock(at, zone)}`
}

const UNIFORM = text.fallback

/** A warning with its meaning and what to do; only the worst of several. */
export function warningSentence(system: SystemView, now: number): string | null {
  const { warnings, valid_until: until, time_zone: zone } = system
  const has = (warning: SystemWarning) => warnings.includes(warning)
  if (has('fallback')) {
    return text.expiredNowFallback(UNIFORM)
  }
  if (has('expired')) {
    return text.expiredMaybeFallback(UNIFORM)
  }
  if (has('expires_soon') && until) {
    const end = Date.parse(until)
    return text.expireUnless(momentWords(end, now, zone), span(Math.max(0, end - now)), UNIFORM)
  }
  return null
}

/** The lock in two words, to show next to the state. */
export function lockWord({ local_only: localOnly, provider_stop: stopped }: SystemView): string | null {
  if (stopped) return text.stoppedByProvider
  return localOnly ? text.localOnly : null
}

/** Why the settings cannot be changed now, at all or by this user; null if they can. */
export function lockSentence({
  role,
  local_only: localOnly,
  provider_stop: stopped,
}: SystemView): string | null {
  if (stopped) return problemMessage('provider_stop')
  if (localOnly) return problemMessage('system_local_only')
  return role === 'viewer' ? problemMessage('role_may_not_change') : null
}
