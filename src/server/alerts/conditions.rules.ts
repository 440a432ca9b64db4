/** Which alert conditions hold for a machine and its field now, and which cannot be known. */
import { timerMismatch, type PanelMismatch } from '../../agronomy/pivot/panel-timer.ts'
import { depthPerPass, revolutionHours } from '../../agronomy/pivot/pivot-hydraulics.ts'
import { lastDriveRadius, wettedAcres } from '../../agronomy/pivot/pivot-zones.ts'
import type { AlertDetail, AlertKind } from '../../contract/alerts/alerts.ts'
import { EXPIRY_WARNING_MS } from '../../contract/limits.ts'
import type { System } from '../systems/membership.ts'
import { kindOf } from './kinds.rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A stopped machine sends telemetry every five minutes; after a longer silence its state is unknown. */
const HEARD_WITHIN_MS = 11 * MINUTE_MS
/** After a delayed message others may follow, until nothing has come for this long. */
const BACKLOG_OVER_MS = MINUTE_MS
/** Time for the first message after reconnecting. */
const FIRST_WORD_MS = 15_000
/** A fault reported just before the link was lost counts for this long; then it is unknown. */
const FAULT_KNOWN_MS = MINUTE_MS
/** The balance is computed every hour. */
const WATER_KNOWN_MS = 6 * HOUR_MS
/** A refill alert ends once the field can wait this long again. */
const REFILLED_MS = 12 * HOUR_MS
/** Probes that were silent for longer at the first check have been removed from the field. */
const PROBE_NEWLY_MS = 8 * 24 * HOUR_MS

/** A condition that is true. */
export interface Condition {
  kind: AlertKind
  /** Which of several of a kind. */
  subject: string
  /** Since when, by the machine's clock. */
  since: Date
  /** Until when it is known to have lasted. */
  until: Date
  /** Whether `since` is stable from check to check; else only the first check that saw it is known. */
  dated: boolean
  /** It keeps an existing alert open, but does not open one. */
  onlyOn: boolean
  detail: AlertDetail
}

/** The result for one system. */
export interface Verdict {
  holds: Condition[]
  /** Kinds whose state is unknown. */
  unknown: ReadonlySet<AlertKind>
}

/** The inputs; parts of `machines.store.ts`. */
export interface Known {
  system: Pick<System, 'pivot' | 'depthFactor'>
  link: {
    online: boolean
    lastSeen: Date | null
    telemetry: {
      at: string
      moving: boolean
      wet: boolean
      angleDeg: number
      timerPct: number | null
    } | null
    stoppedWetSince: Date | null
    reported: { mode: string | null } | null
    fallback: boolean
    rateIn: number | null
    timerPct: number[] | null
    validUntil: Date | null
  }
  linkAt: Date | null
  telemetryHeardAt: Date | null
  fault: { code: string; at: Date; heardAt: Date } | null
  rejected: { at: Date; code: string | null } | null
  water: {
    computedAt: Date
    refillAt: Date | null
    driestPercent: number | null
    doubt: string | null
    rainLikely: boolean
    running: boolean
  } | null
  /** The dry arc of its newest pass; unknown until its records were read. */
  short: { since: string; degrees: number } | 'unknown' | null
  silent: readonly { probe: number; lastAt: Date }[]
}

export function verdictOf(facts: Known, now: Date): Verdict {
  const heard = isHeard(facts, now)
  const unknown = new Set<AlertKind>()
  if (!heard) for (const kind of ['stopped_wet', 'stopped_short', 'panel'] as const) unknown.add(kind)
  if (facts.short === 'unknown') unknown.add('stopped_short')
  const fault = faultOf(facts, heard, now)
  if (fault === 'unknown') unknown.add('fault')
  const refill = refillOf(facts, now)
  if (refill === 'unknown') unknown.add('refill')
  const found = [
    heard ? stoppedWetOf(facts, now) : null,
    heard ? stoppedShortOf(facts, now) : null,
    heard ? panelOf(facts) : null,
    fault,
    refill,
    offlineOf(facts, now),
    ...settingOf(facts, now),
    ...silentOf(facts, now),
  ]
  return { holds: found.filter((entry) => entry !== null && entry !== 'unknown'), unknown }
}

/**
 * Whether the last telemetry still describes the machine. It does not while it is offline, just after it reconnected
 * without telemetry, and while messages delayed by an outage arrive.
 */
function isHeard({ link, linkAt, telemetryHeardAt: heardAt }: Known, now: Date): boolean {
  if (!link.online || !link.telemetry || !heardAt) return false
  const silentMs = now.getTime() - heardAt.getTime()
  if (silentMs > HEARD_WITHIN_MS) return false
  if (linkAt && heardAt < linkAt && now.getTime() - linkAt.getTime() < FIRST_WORD_MS) return false
  const lateMs = heardAt.getTime() - Date.parse(link.telemetry.at)
  return lateMs <= HEARD_WITHIN_MS || silentMs >= BACKLOG_OVER_MS
}

function condition(
  kind: AlertKind,
  since: Date,
  until: Date,
  detail: AlertDetail = {},
  more: Partial<Pick<Condition, 'subject' | 'dated' | 'onlyOn'>> = {},
): Condition {
  return { kind, subject: '', since, until, dated: true, onlyOn: false, detail, ...more }
}

function stoppedWetOf({ link }: Known, now: Date): Condition | null {
  return link.stoppedWetSince && condition('stopped_wet', link.stoppedWetSince, now)
}

function stoppedShortOf({ link, short }: Known, now: Date): Condition | null {
  if (!short || short === 'unknown' || link.telemetry?.moving) return null
  return condition('stopped_short', new Date(short.since), now, { dry_deg: Math.round(short.degrees) })
}

function panelOf({ system, link }: Known): Condition | null {
  const { telemetry, rateIn, fallback, reported } = link
  if (!telemetry?.moving || !telemetry.timerPct || rateIn === null) return null
  if (fallback || reported?.mode === 'TEST') return null
  const apart = timerMismatch({
    reportedPercent: telemetry.timerPct,
    angleDeg: telemetry.angleDeg,
    askedIn: rateIn,
    timers: link.timerPct,
    lightestIn: lightestPass(system),
  })
  const at = new Date(telemetry.at)
  return apart && condition('panel', at, at, panelDetail(apart), { dated: false })
}

function panelDetail({ reportedPercent, askedIn, laysIn }: PanelMismatch): AlertDetail {
  return { panel_percent: reportedPercent, asked_in: askedIn, lays_in: Math.round(100 * laysIn) / 100 }
}

/** Depth of a pass at timer 100 %, inches. */
function lightestPass({ pivot, depthFactor }: Known['system']): number | null {
  const { flowGpm, speed100MMin, towerRadiiM, wettedRadiusM } = pivot
  if (flowGpm === null || speed100MMin === null) return null
  const hours = revolutionHours(lastDriveRadius(towerRadiiM), speed100MMin, 100)
  return depthPerPass(flowGpm, hours, wettedAcres(wettedRadiusM)) * (depthFactor ?? 1)
}

function faultOf({ fault }: Known, heard: boolean, now: Date): Condition | 'unknown' | null {
  if (!fault) return null
  const sinceHeardMs = now.getTime() - fault.heardAt.getTime()
  const late = fault.heardAt.getTime() - fault.at.getTime() > HEARD_WITHIN_MS
  if (late && sinceHeardMs < BACKLOG_OVER_MS) return 'unknown'
  if (!heard && (late || sinceHeardMs > FAULT_KNOWN_MS)) return 'unknown'
  return condition('fault', fault.at, now, { code: fault.code }, { subject: fault.code })
}

function refillOf({ water }: Known, now: Date): Condition | 'unknown' | null {
  if (!water) return null
  if (now.getTime() - water.computedAt.getTime() > WATER_KNOWN_MS) return 'unknown'
  const { refillAt, doubt, rainLikely, running, driestPercent } = water
  if (refillAt === null || refillAt.getTime() > now.getTime() + REFILLED_MS) return null
  // no alert for an assumed state, for a field that is being watered, or before rain for which the start can wait
  const onlyOn = refillAt > now || doubt === 'guessed' || rainLikely || running
  const since = refillAt < now ? refillAt : now
  const detail = driestPercent === null ? {} : { driest_percent: Math.round(driestPercent) }
  return condition('refill', since, now, detail, { dated: false, onlyOn })
}

function offlineOf({ link, linkAt }: Known, now: Date): Condition | null {
  if (link.online || !link.lastSeen || !linkAt) return null
  const detail = link.stoppedWetSince ? { stopped_wet: true } : {}
  // a server that was down itself counts from its own start
  return condition('offline', linkAt, now, detail, { dated: false })
}

function settingOf({ link, rejected }: Known, now: Date): Condition[] {
  if (rejected) {
    const detail = rejected.code === null ? {} : { code: rejected.code }
    return [condition('setting', rejected.at, now, detail, { subject: 'rejected' })]
  }
  const until = link.validUntil
  // for an online machine it is renewed
  if (!until || link.online || until.getTime() - now.getTime() > EXPIRY_WARNING_MS) return []
  const since = new Date(until.getTime() - EXPIRY_WARNING_MS)
  return [condition('setting', since, now, { valid_until: until.toISOString() }, { subject: 'expiring' })]
}

function silentOf({ silent }: Known, now: Date): Condition[] {
  return silent.map(({ probe, lastAt }) =>
    condition(
      'probe',
      lastAt,
      now,
      { probe },
      { subject: String(probe), dated: false, onlyOn: now.getTime() - lastAt.getTime() > PROBE_NEWLY_MS },
    ),
  )
}

/** When a condition has lasted long enough to be an alert. */
export function alertFrom({ kind }: Pick<Condition, 'kind'>, since: Date): Date {
  return new Date(since.getTime() + kindOf(kind).lastsMs)
}
