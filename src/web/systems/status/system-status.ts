/** How a system stands now, and whether that is known or only remembered. */
import { degreesPerHour } from '#agronomy/pivot/pivot-hydraulics.ts'
import { lastDriveRadius } from '#agronomy/pivot/pivot-zones.ts'
import type { SystemView } from '#contract/systems.ts'
import type { TelemetryView } from '#contract/delivery.ts'
import type { LiveState } from '../../kit/live-stream.ts'
import { ago } from '../../kit/formats.ts'
import type { StatusTone } from '../../ui/status-badge.tsx'

/** A moving machine tells its place every 10 s, an idle one every 5 min; a few may get lost. */
const FRESH_MOVING_MS = 60_000
const FRESH_IDLE_MS = 11 * 60_000
const HOUR_MS = 3_600_000

export type Knowledge = 'live' | 'stale' | 'none'

/** Whether the arm's place may be shown as live. */
export function knowledgeOf(system: SystemView, live: LiveState, now: number): Knowledge {
  if (!system.telemetry) return 'none'
  const age = now - Date.parse(system.telemetry.at)
  const limit = system.telemetry.moving ? FRESH_MOVING_MS : FRESH_IDLE_MS
  return system.online && live !== 'broken' && age <= limit ? 'live' : 'stale'
}

export interface SystemStatus {
  kind: 'fault' | 'unlinked' | 'offline' | 'unheard' | 'stale' | 'forward' | 'reverse' | 'stopped'
  tone: StatusTone
  word: string
}

/** A fault that stopped the machine: it told one and does not turn. */
export function isStoppedByFault({ fault, telemetry }: SystemView): boolean {
  return fault !== null && !telemetry?.moving
}

/** The first thing to say about a system. */
export function statusOf(system: SystemView, live: LiveState, now: number): SystemStatus {
  if (isStoppedByFault(system)) return { kind: 'fault', tone: 'fault', word: 'Stopped by a fault' }
  if (!system.online) {
    return system.last_seen === null
      ? { kind: 'unlinked', tone: 'attention', word: 'Not linked' }
      : { kind: 'offline', tone: 'fault', word: 'Offline' }
  }
  if (live === 'broken') return { kind: 'unheard', tone: 'attention', word: 'Not live' }
  if (knowledgeOf(system, live, now) !== 'live' || !system.telemetry) {
    return { kind: 'stale', tone: 'attention', word: 'No fresh position' }
  }
  const { moving, direction } = system.telemetry
  if (!moving) return { kind: 'stopped', tone: 'stopped', word: 'Stopped' }
  return { kind: direction === 'REVERSE' ? 'reverse' : 'forward', tone: 'running', word: 'Running' }
}

/**
 * How far, degrees, the arm can have turned since it was last heard at full speed; null when that is not known.
 * A machine that stood still is not assumed to have started.
 */
export function possibleTurn(system: SystemView, now: number): number | null {
  const { telemetry, speed_100_m_min: speed, tower_radii_m: radii } = system
  if (!telemetry?.moving || telemetry.direction === 'STOPPED' || !speed || radii.length === 0) return null
  const hours = Math.max(0, now - Date.parse(telemetry.at)) / HOUR_MS
  return Math.min(360, degreesPerHour(lastDriveRadius(radii), speed, 100) * hours)
}

/** Way and water of the arm, for example 'forward, wet'. */
export function motionWords({ moving, direction, wet }: TelemetryView): string {
  const way = moving && direction !== 'STOPPED' ? direction.toLowerCase() : 'standing still'
  return `${way}, ${wet ? 'wet' : 'dry'}`
}

/** The picture in one sentence, for those who hear it. */
export function positionSentence(system: SystemView, knowledge: Knowledge, now: number): string {
  const { telemetry, name, tower_radii_m: radii, arc } = system
  const shape = `${arc ? 'Part circle' : 'Circle'} of ${name} with ${radii.length} towers.`
  if (!telemetry || knowledge === 'none') return `${shape} The place of the arm is not known.`
  const angle = `${Math.round(telemetry.angle_deg) % 360} degrees`
  if (knowledge === 'live') return `${shape} The arm is at ${angle}, ${motionWords(telemetry)}.`
  return `${shape} The arm was at ${angle}, seen ${ago(telemetry.at, now, system.time_zone)}.`
}
