/** What is particular about each kind of alert: how long it must last, what belongs together, and who is called. */
import type { AlertKind } from '../../contract/alerts.ts'
import { STOPPED_WET_GRACE_MS } from '../../contract/delivery.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface KindRule {
  /** How long a state must last before it is an alert. */
  lastsMs: number
  /** How long it must be over before the alert ends. */
  overMs: number
  /** One that comes back within this is the same as before, and does not ring again. */
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
  // a machine on a percent timer stands for a part of each minute, and one that is turned round stands as well
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

/** How far apart alerts of one cause may begin: a gateway that falls silent takes its probes with it one by one. */
export function togetherMs(kind: AlertKind): number {
  return rules[kind].family === 'probe' ? 3 * HOUR_MS : 30 * MINUTE_MS
}
