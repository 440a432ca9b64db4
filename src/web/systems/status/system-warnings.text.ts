/** What a person must know of a system, in the farmer's words: faults, warnings, locks. */
import { isStoppedWet } from '#contract/delivery.ts'
import type { SystemView, SystemWarning } from '#contract/systems.ts'
import { ago, clock, day, span } from '../../kit/formats.ts'
import { problemSentence } from '../../kit/call-error.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const say = inLanguage('statuses', {
  panelPassPutsAbout: (reportedPercent: Figure, lays: Figure, depth: Figure) =>
    `Panel is at ${reportedPercent}, so this pass puts on about ${lays}, not ${depth}.`,
  water: 'Water',
  waterHow: (doubt: Figure) => `Water, ${doubt}`,
  arm: 'Arm',
  armWasAt: 'Arm was at',
  arm2: (toLowerCase: Figure) => `Arm, ${toLowerCase}`,
  depthNow: 'Depth now',
  done: 'Done',
  done2: (day: Figure) => `Done ${day}`,
  today: 'today',
  tomorrow: 'tomorrow',
  about: (day: Figure, spokenClock: Figure) => `${day} about ${spokenClock}`,
  finishesCircle: 'Finishes this circle',
  reachesEnd: (round: Figure) => `Reaches its end at ${round}°`,
  timer: (timerPercent: Figure) => `(timer ${timerPercent})`,
  seen: (ago: Figure) => `Seen ${ago}`,
  lastSeen: (ago: Figure) => `Last seen ${ago}.`,
  controllerConnectedButNot: 'The controller is connected but has not sent its position yet.',
  controllerNotConnectedYetPosition:
    'The controller has not connected yet. The position of the pivot shows here once it does.',
  onItsFallback: 'on its fallback',
  settingsExpired: 'settings expired',
  panelAt: (reportedPercent: Figure) => `panel at ${reportedPercent}`,
  settingsExpireSoon: 'settings expire soon',
  changeRejected: 'change rejected',
  changeExpired: 'change expired',
  notConnected: 'Not connected',
  offlineStoppedWater: 'Offline, stopped with water on',
  offline: 'Offline',
  stoppedWater: 'Stopped, water on',
  asOf: (word: Figure, at: Figure) => `${word} at ${at}`,
  noPositionYet: 'No position yet',
  noWordSince: (at: Figure) => `No word since ${at}`,
  stopped: 'Stopped',
  reverse: 'reverse',
  forward: 'forward',
  running: 'Running',
  stoppedWater2: 'stopped, water on',
  stoppedDry: 'stopped, dry',
  wet: 'wet',
  dry: 'dry',
  ofWithTowers: (word: Figure, name: Figure, length: Figure) => `${word} of ${name} with ${length} towers.`,
  partCircle: 'Part circle',
  circle: 'Circle',
  placeArmNotKnown: (shape: Figure) => `${shape} The place of the arm is not known.`,
  degrees: (round: Figure) => `${round} degrees`,
  theArmIsAt: (shape: Figure, angle: Figure, motion: Figure) => `${shape} The arm is at ${angle}, ${motion}.`,
  armSeen: (shape: Figure, angle: Figure, ago: Figure) => `${shape} The arm was at ${angle}, seen ${ago}.`,
  lowWaterPressure: 'Low water pressure',
  towersOutLine: 'Towers out of line',
  powerLost: 'Power lost',
  valveFault: 'Valve fault',
  highWaterPressure: 'High water pressure',
  lowFlow: 'Too little flow',
  highFlow: 'Too much flow',
  cableFault: 'Cable fault',
  fault: (replaceAll: Figure) => `Fault ${replaceAll}`,
  machineStillMoving: 'The machine is still moving.',
  machineStoppedCheckBefore: 'The machine has stopped. Check it before you start it.',
  since: (max: Figure, moment: Figure) => `${max}, since ${moment}`,
  waterRunOntoOne: (long: Figure) =>
    `Water has run onto one spot for ${long}. Start the pivot or shut the water off.`,
  stoppedWaterWhenWent: (long: Figure) =>
    `It was stopped with the water on (${long}) when it went offline. Go and check.`,
  everywhereButClosedGeofences: '100% everywhere except in closed geofences',
  settingsExpiredWhilePivot: (text: Figure) =>
    `The settings expired while the pivot was offline. It now waters ${text}. Apply Settings again to continue.`,
  settingsExpiredWhilePivotOffline: (text: Figure) =>
    `The settings expired while the pivot was offline. Where the machine can, it waters ${text} until new settings reach it.`,
  settingsRunOutUnless: (moment: Figure, max: Figure, text: Figure) =>
    `The settings expire at ${moment}, in ${max}, unless the pivot reconnects. After that it waters ${text}.`,
  stoppedProvider: 'Stopped by provider',
  localOnly: 'Local only',
})

const faults: Record<string, string> = {
  LOW_PRESSURE: say.lowWaterPressure,
  MISALIGNED: say.towersOutLine,
  POWER_LOST: say.powerLost,
  VALVE_FAULT: say.valveFault,
  HIGH_PRESSURE: say.highWaterPressure,
  LOW_FLOW: say.lowFlow,
  HIGH_FLOW: say.highFlow,
  CABLE_FAULT: say.cableFault,
}

/** What the machine said is wrong, in two or three words. */
export function faultWords(code: string): string {
  const known = Object.hasOwn(faults, code) ? faults[code] : undefined
  return known ?? say.fault(code.toLowerCase().replaceAll('_', ' '))
}

/** A fault as the machine told it, with its time. */
export function faultSentence(
  { fault, time_zone: zone, telemetry, online }: SystemView,
  now: number,
): string | null {
  if (!fault) return null
  const told = `${faultWords(fault.code)}, ${ago(fault.at, now, zone)}.`
  // whether it still moves nobody knows
  if (!online) return told
  return `${told} ${telemetry?.moving ? say.machineStillMoving : say.machineStoppedCheckBefore}`
}

/** Water that runs onto one spot: for how long, and what to do; null while it does not. */
export function wetStopSentence(
  { telemetry, online, time_zone: zone }: SystemView,
  now: number,
): string | null {
  if (!telemetry?.stopped_wet_since || !isStoppedWet(telemetry, now)) return null
  const since = Date.parse(telemetry.stopped_wet_since)
  const long = say.since(span(Math.max(0, now - since)), momentWords(since, now, zone))
  return online ? say.waterRunOntoOne(long) : say.stoppedWaterWhenWent(long)
}

/** A moment ahead: its time, with the day when it is not today's. */
export function momentWords(at: number, now: number, zone?: string): string {
  const sameDay = day(at, zone) === day(now, zone)
  return sameDay ? clock(at, zone) : `${day(at, zone)}, ${clock(at, zone)}`
}

const UNIFORM = say.everywhereButClosedGeofences

/** A warning with what it means and what to do; the worst of several speaks alone. */
export function warningSentence(system: SystemView, now: number): string | null {
  const { warnings, valid_until: until, time_zone: zone } = system
  const has = (warning: SystemWarning) => warnings.includes(warning)
  if (has('fallback')) {
    return say.settingsExpiredWhilePivot(UNIFORM)
  }
  if (has('expired')) {
    return say.settingsExpiredWhilePivotOffline(UNIFORM)
  }
  if (has('expires_soon') && until) {
    const end = Date.parse(until)
    return say.settingsRunOutUnless(momentWords(end, now, zone), span(Math.max(0, end - now)), UNIFORM)
  }
  return null
}

/** The lock in two words, for beside the state. */
export function lockWord({ local_only: localOnly, provider_stop: stopped }: SystemView): string | null {
  if (stopped) return say.stoppedProvider
  return localOnly ? say.localOnly : null
}

/** Why nobody, or not this person, can change the settings now; null when they can. */
export function lockSentence({
  role,
  local_only: localOnly,
  provider_stop: stopped,
}: SystemView): string | null {
  if (stopped) return problemSentence('provider_stop')
  if (localOnly) return problemSentence('system_local_only')
  return role === 'viewer' ? problemSentence('role_may_not_change') : null
}
