/** The status of a system, and whether it is live or outdated. */
import { degreesPerHour } from '#agronomy/pivot/pivot-hydraulics.ts'
import { lastDriveRadius } from '#agronomy/pivot/pivot-zones.ts'
import { isStoppedWet } from '#contract/delivery.ts'
import type { TelemetryView } from '#contract/delivery.ts'
import type { SystemView } from '#contract/systems.ts'
import { disconnected } from '../../kit/live-stream.ts'
import type { LiveState } from '../../kit/live-stream.ts'
import { ago, quantity, dayAndTime } from '../../kit/formats.ts'
import type { StatusTone } from '../../ui/status-badge.tsx'
import { panelMismatch } from './panel-timer.ts'
import { faultWords, text } from './system-warnings.text.ts'

/** A moving machine reports every 10 s, an idle one every 5 min; a few messages may be lost. */
const FRESH_MOVING_MS = 60_000
const FRESH_IDLE_MS = 11 * 60_000
const HOUR_MS = 3_600_000
const STARTED_AFTER_HOURS = 1

export type Freshness = 'live' | 'stale' | 'none'

/** Whether the arm's position may be shown as live. */
export function freshnessOf(system: SystemView, live: LiveState, now: number): Freshness {
  if (!system.telemetry) return 'none'
  const age = now - Date.parse(system.telemetry.at)
  const limit = system.telemetry.moving ? FRESH_MOVING_MS : FRESH_IDLE_MS
  return system.online && !disconnected(live) && age <= limit ? 'live' : 'stale'
}

export interface SystemStatus {
  kind:
    | 'wet-stop'
    | 'fault'
    | 'refused'
    | 'unlinked'
    | 'offline'
    | 'stale'
    | 'forward'
    | 'reverse'
    | 'stopped'
  tone: StatusTone
  /** State first, then what is wrong, for example 'Running, valve fault'. */
  word: string
  /** The state at the last contact with the server, not the current one. */
  remembered?: boolean
}

/** Stopped with water on for longer than the grace period; for an offline machine, by its last report. */
export function isWetStop({ telemetry }: SystemView, now: number): boolean {
  return telemetry !== null && isStoppedWet(telemetry, now)
}

/** Stopped by a fault: it reports one and does not move. */
export function isStoppedByFault({ fault, telemetry }: SystemView): boolean {
  return fault !== null && !telemetry?.moving
}

/** The main status of a system, including what is wrong with it. */
export function statusOf(system: SystemView, live: LiveState, now: number): SystemStatus {
  const silence = disconnected(live)
  if (!silence) return currentStatus(system, live, now)
  // a lost connection of this device is not a problem of the machines
  const at = silence.lastContactAt ?? now
  const lastStatus = currentStatus(system, 'open', at, now)
  // one that was already silent has its own time
  const timed = lastStatus.kind === 'stale' && system.telemetry !== null
  const word = timed ? lastStatus.word : text.stateAt(lastStatus.word, dayAndTime(at, now, system.time_zone))
  return { ...lastStatus, word, tone: lastStatus.tone === 'fault' ? 'fault' : 'stopped', remembered: true }
}

/** @param readAt when it is displayed, which is later than `now` if it is remembered */
function currentStatus(system: SystemView, live: LiveState, now: number, readAt = now): SystemStatus {
  const state = stateOf(system, live, now, readAt)
  const { fault, delivery } = system
  const wrong = fault ? faultWords(fault.code).toLowerCase() : unappliedWords(delivery)
  if (wrong) {
    const kind = state.kind === 'wet-stop' ? 'wet-stop' : fault ? 'fault' : 'refused'
    return { kind, tone: 'fault', word: `${state.word}, ${wrong}` }
  }
  const doubtful = warningWords(system, state)
  if (!doubtful) return state
  const tone = state.tone === 'fault' ? 'fault' : 'attention'
  return { ...state, tone, word: `${state.word}, ${doubtful}` }
}

/** What differs from the request, although nothing is broken. */
function warningWords(system: SystemView, { kind }: SystemStatus): string | null {
  const { warnings } = system
  if (warnings.includes('fallback')) return text.onFallback
  if (warnings.includes('expired')) return text.settingsExpired
  const panel = kind === 'forward' || kind === 'reverse' ? panelMismatch(system) : null
  if (panel) return text.panelAt(quantity(panel.reportedPercent, '%', 0))
  return warnings.includes('expires_soon') ? text.settingsExpireSoon : null
}

/** A change that the machine does not run, and will not without action. */
function unappliedWords(delivery: SystemView['delivery']): string | null {
  if (delivery === 'rejected') return text.changeRejected
  return delivery === 'expired' ? text.changeExpired : null
}

function stateOf(system: SystemView, live: LiveState, now: number, readAt: number): SystemStatus {
  const { online, telemetry, last_seen: seen, time_zone: zone } = system
  const wetStop = isWetStop(system, now)
  if (!online) {
    if (seen === null) return { kind: 'unlinked', tone: 'attention', word: text.notConnected }
    if (wetStop) return { kind: 'wet-stop', tone: 'fault', word: text.offlineWet }
    return { kind: 'offline', tone: 'fault', word: text.offline }
  }
  if (wetStop) return { kind: 'wet-stop', tone: 'fault', word: text.stoppedWet }
  if (!telemetry) return { kind: 'stale', tone: 'attention', word: text.noPositionYet }
  if (freshnessOf(system, live, now) !== 'live') {
    return {
      kind: 'stale',
      tone: 'attention',
      word: text.noContactSince(dayAndTime(Date.parse(telemetry.at), readAt, zone)),
    }
  }
  const { moving, direction } = telemetry
  if (!moving) return { kind: 'stopped', tone: 'stopped', word: text.stopped }
  return { kind: direction === 'REVERSE' ? 'reverse' : 'forward', tone: 'running', word: text.running }
}

/**
 * How far, degrees, the arm may have turned at full speed since its last report; null if unknown. A stopped machine is assumed to have been started only after a long silence.
 */
export function possibleTurn(system: SystemView, now: number): number | null {
  const { telemetry, speed_100_m_min: speed, tower_radii_m: radii } = system
  if (!telemetry || !speed || radii.length === 0) return null
  const hours = Math.max(0, now - Date.parse(telemetry.at)) / HOUR_MS
  const turning = telemetry.moving && telemetry.direction !== 'STOPPED'
  if (!turning && hours < STARTED_AFTER_HOURS) return null
  return Math.min(360, degreesPerHour(lastDriveRadius(radii), speed, 100) * hours)
}

/** Direction and water of the arm, for example 'forward, wet'. */
export function motionWords({ moving, direction, wet }: TelemetryView): string {
  if (!moving || direction === 'STOPPED') return wet ? text.armStoppedWet : text.armStoppedDry
  return `${direction === 'REVERSE' ? text.reverse : text.forward}, ${wet ? text.wet : text.dry}`
}

/** The picture in one sentence, for screen readers. */
export function positionSentence(system: SystemView, freshness: Freshness, now: number): string {
  const { telemetry, name, tower_radii_m: radii, arc } = system
  const shape = text.pivotShape(arc ? text.partCircle : text.circle, name, radii.length)
  if (!telemetry || freshness === 'none') return text.armUnknown(shape)
  const angle = text.degrees(Math.round(telemetry.angle_deg) % 360)
  if (freshness === 'live') return text.armIs(shape, angle, motionWords(telemetry))
  return text.armWas(shape, angle, ago(telemetry.at, now, system.time_zone))
}
