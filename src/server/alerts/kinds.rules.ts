/** Settings of each kind of alert: minimum duration, grouping, and who is notified. */
import type { AlertKind } from '../../contract/alerts/alerts.ts'
import { STOPPED_WET_GRACE_MS } from '../../contract/delivery.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface KindRule {
  /** How long a state must last before it is an alert. */
  lastsMs: number
  /** How long it must be over before the alert ends. */
  overMs: number
  /** One that returns within this time is the same alert, without another message. */
  sameMs: number
  /** Alerts of one family that begin close to each other have one cause. */
  family: 'machine' | 'panel' | 'setting' | 'refill' | 'probe'
}

const rules: Record<AlertKind, KindRule> = {
  stopped_wet: {
    lastsMs: STOPPED_WET_GRACE_MS,
    overMs: MINUTE_MS,
    sameMs: 5 * MINUTE_MS,
    family: 'machine',
  },
  fault: { lastsMs: 0, overMs: MINUTE_MS, sameMs: 5 * MINUTE_MS, family: 'machine' },
  // a machine on a percent timer stops for a part of each minute, and so does one that reverses
  stopped_short: { lastsMs: 5 * MINUTE_MS, overMs: MINUTE_MS, sameMs: 30 * MINUTE_MS, family: 'machine' },
  offline: { lastsMs: 15 * MINUTE_MS, overMs: 2 * MINUTE_MS, sameMs: 30 * MINUTE_MS, family: 'machine' },
  setting: { lastsMs: 0, overMs: MINUTE_MS, sameMs: 5 * MINUTE_MS, family: 'setting' },
  panel: { lastsMs: 10 * MINUTE_MS, overMs: 5 * MINUTE_MS, sameMs: HOUR_MS, family: 'panel' },
  refill: { lastsMs: 0, overMs: 0, sameMs: 12 * HOUR_MS, family: 'refill' },
  probe: { lastsMs: 24 * HOUR_MS, overMs: MINUTE_MS, sameMs: 6 * HOUR_MS, family: 'probe' },
}

export function kindOf(kind: AlertKind): KindRule {
  return rules[kind]
}

/** A cause that has ended still includes what begins within this time. */
export const JOINED_WITHIN_MS = 5 * MINUTE_MS
/** For messages from before the link was lost that arrive after reconnecting. */
const BEFORE_LINK_MS = MINUTE_MS

interface Begun {
  kind: AlertKind
  since: number
}

/**
 * Whether an alert belongs to an earlier cause. A gateway that falls silent silences its probes one by one;
 * a machine that stops after its link was lost has stopped for another reason, which has not been reported.
 */
export function hasCauseOf(root: Begun, other: Begun): boolean {
  const { family } = rules[root.kind]
  if (family !== rules[other.kind].family) return false
  const apart = other.since - root.since
  if (root.kind === 'offline' && other.kind !== 'offline' && apart > BEFORE_LINK_MS) return false
  return Math.abs(apart) <= (family === 'probe' ? 3 * HOUR_MS : 30 * MINUTE_MS)
}
