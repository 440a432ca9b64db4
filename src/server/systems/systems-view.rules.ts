/** Builds the API's view of a system and of its history. */
import { pivotBodyOf } from '../../contract/pivot.ts'
import type { DeliveryState, TelemetryView } from '../../contract/delivery.ts'
import { EXPIRY_WARNING_MS } from '../../contract/limits.ts'
import type { SystemCommand, SystemView, SystemWarning } from '../../contract/systems.ts'
import type { TelemetryDocument } from '../../contract/controller.ts'
import type { Delivery, LinkState } from '../devices/device-link.ts'
import { deliveryStatusOf } from './delivery-status.rules.ts'
import type { MemberSystem } from './membership.ts'
import type { StoredCommand } from './settings.rules.ts'

export function telemetryOf(document: TelemetryDocument, stoppedWetSince: string | null): TelemetryView {
  const { angleDeg, direction, wet, moving, timerPct, pressureKpa, flowLps, at } = document
  return {
    angle_deg: angleDeg,
    direction,
    wet,
    moving,
    timer_pct: timerPct,
    pressure_kpa: pressureKpa,
    flow_lps: flowLps,
    at,
    stopped_wet_since: stoppedWetSince,
  }
}

function reportedOf(link: LinkState): SystemView['reported'] {
  const { reported } = link
  if (!reported) return null
  const { rev, settingsRev, mode, appliedAt, result, code } = reported
  return {
    rev,
    settings_rev: settingsRev,
    mode,
    at: appliedAt,
    result,
    code,
    fallback: link.fallback,
    rate_in: link.rateIn,
    timer_pct: link.fallback ? null : link.timerPct,
  }
}

/** Warnings for a refused setting and for one that has expired or soon will, since someone may need to send it again. */
function warningsOf(link: LinkState, delivery: DeliveryState | undefined, now: Date): SystemWarning[] {
  const remainingMs = (link.validUntil?.getTime() ?? Infinity) - now.getTime()
  const expired = delivery === 'expired' || remainingMs <= 0
  return [
    ...(expired ? ['expired' as const] : []),
    ...(!expired && remainingMs <= EXPIRY_WARNING_MS && delivery !== 'rejected'
      ? ['expires_soon' as const]
      : []),
    ...(link.fallback ? ['fallback' as const] : []),
  ]
}

/** A system with the latest state of its machine and settings. */
export interface CompleteSystem {
  system: MemberSystem
  link: LinkState
  /** The newest change of its settings; undefined before the first. */
  newest: Pick<StoredCommand, 'after' | 'settingsRev' | 'savedAt'> | undefined
  /** The delivery steps of that change; undefined before its first publication. */
  steps: Delivery | undefined
  /** Whether the provider has stopped all new settings. */
  stopped: boolean
}

/** One system of a customer at this moment (migrations/128-system-stamps.sql). */
export interface Mark {
  id: number
  role: string
  /** A version stamp that differs after every change except messages of the machine; empty: not stamped, so it is not cached. */
  stamp: string
  /** A version stamp that differs after every message of its machine. */
  link: string
}

export type LatestMessages = Pick<LinkState, 'online' | 'lastSeen' | 'telemetry' | 'stoppedWetSince'>

/** The part from messages that a machine sends every few seconds. */
export function latestMessagesOf({ online, lastSeen, telemetry, stoppedWetSince }: LatestMessages) {
  return {
    online,
    last_seen: lastSeen?.toISOString() ?? null,
    telemetry: telemetry ? telemetryOf(telemetry, stoppedWetSince?.toISOString() ?? null) : null,
  }
}

/** The first part of a view: the machine as connected. */
export function placeOf({ system, link }: CompleteSystem) {
  return {
    name: system.name,
    controller: link.topicId,
    time_zone: system.timeZone,
    ...pivotBodyOf(system.pivot),
  }
}

/** The last part of a view: the settings, their delivery, and the soil. */
export function statusOf({ system, link, newest, steps, stopped }: CompleteSystem, now: Date) {
  const status = newest && deliveryStatusOf(newest.savedAt, steps, null)
  return {
    desired: newest ? { ...newest.after, settings_rev: newest.settingsRev, rev: steps?.rev ?? 0 } : null,
    reported: reportedOf(link),
    delivery: status?.delivery ?? null,
    delivery_times: status?.delivery_times ?? null,
    delivery_code: status?.delivery_code ?? null,
    depth_factor: system.depthFactor,
    valid_until: link.validUntil?.toISOString() ?? null,
    warnings: warningsOf(link, status?.delivery, now),
    fault: link.fault ? { code: link.fault.code, at: link.fault.at.toISOString() } : null,
    local_only: system.localOnly,
    provider_stop: stopped || system.stopped,
    texture: system.texture,
    field_capacity: system.fieldCapacity,
    wilting_point: system.wiltingPoint,
    application_efficiency: system.efficiency,
  }
}

/** When the last part of a view changes with time alone; milliseconds. */
export function turnsOf({ link: { validUntil, runningUntil } }: CompleteSystem): number[] {
  return [
    ...(validUntil ? [validUntil.getTime() - EXPIRY_WARNING_MS, validUntil.getTime()] : []),
    ...(runningUntil ? [runningUntil.getTime()] : []),
  ]
}

/** The keys are in the order in which `system-texts.ts` joins cached texts. */
export function systemViewOf(complete: CompleteSystem, now: Date): SystemView {
  return {
    ...placeOf(complete),
    role: complete.system.role,
    ...latestMessagesOf(complete.link),
    ...statusOf(complete, now),
  }
}

export function commandViewOf(command: StoredCommand, steps: Delivery | undefined): SystemCommand {
  return {
    command_id: command.id,
    settings_rev: command.settingsRev,
    rev: steps?.rev ?? 0,
    who: command.userName,
    when: command.savedAt.toISOString(),
    from: command.before,
    to: command.after,
    ...deliveryStatusOf(command.savedAt, steps, command.supersededAt),
  }
}
