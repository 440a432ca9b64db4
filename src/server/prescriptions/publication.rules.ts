/** When a recomputed prescription is sent, whether the pump allows it, and the message for the controller. */
import {
  changeOfPrescription,
  isSignificant,
  type SectorStay,
  wettedInPass,
} from '../../agronomy/prescription/significant-change.ts'
import { type Prescription, PRESCRIPTION_REASONS } from '../../agronomy/prescription/prescription.ts'
import { TEST_PATTERN_MS } from '../../contract/limits.ts'
import type { Mode, Settings } from '../../contract/systems.ts'
import { pivotOf } from '../../contract/pivot.ts'
import type { PrescriptionCause, PrescriptionInputs } from '../../contract/prescriptions.ts'
import { openArc } from '../../agronomy/passes/finish-arc.ts'
import { lowFlowStretches } from '../../agronomy/prescription/pump-flow.ts'
import type { LowStretch, PumpShortfall } from '../../contract/pumps.ts'
import { Problem } from '../kit/problem.ts'
import { towersOn } from '../systems/settings.rules.ts'
import { compute } from './computation.rules.ts'
import type { Computation } from './computed-prescription.ts'

const HOUR_MS = 3_600_000

/** Limits for changes from readings alone: once an hour, every four hours for the volume alone, and a number per day. */
const AREA_EVERY_MS = HOUR_MS
const VOLUME_EVERY_MS = 4 * HOUR_MS
const DAILY = { most: 6, withinMs: 24 * HOUR_MS } as const

/** How far back stops of the arm are searched for: the slowest pass. */
export const SLOWEST_PASS_MS = 10 * 24 * HOUR_MS

/** A cell that left 0, or returned to it, this recently has a wider band. */
export const TURNED_MS = 14 * 24 * HOUR_MS

/** The running prescription. */
export interface RunningPrescription {
  percent: Uint8Array
  reason: Uint8Array
  fingerprint: string
  settingsRev: number
  inputs: PrescriptionInputs
}

export interface Calm {
  running: RunningPrescription
  settingsRev: number
  computation: Computation
  stays: readonly SectorStay[]
  /** When readings alone changed the prescription, newest first. */
  published: readonly Date[]
  now: Date
}

/** Send it, drop it, or check again at an instant. */
export type Sending = 'now' | 'not' | Date

export function sendingOf({ running, settingsRev, computation, stays, published, now }: Calm): Sending {
  if (computation.fingerprint === running.fingerprint) return 'not'
  if (settingsRev !== running.settingsRev || changedByPeople(running.inputs, computation.inputs)) return 'now'
  // 100 % after a loss of data is a safety rule, which does not wait
  if (losesData(running, computation)) return 'now'
  // a person must confirm a single probe that keeps the whole pass dry
  if (computation.dryOnOneWord) return 'not'
  const wetted = wettedInPass(stays, now.getTime())
  const change = changeOfPrescription(
    running.percent,
    computation.percent,
    pivotOf(computation.inputs),
    wetted,
  )
  if (!isSignificant(change)) return 'not'
  const byVolume = !isSignificant({ ...change, volumeShare: 0 })
  return paced(published, byVolume ? VOLUME_EVERY_MS : AREA_EVERY_MS, now)
}

function paced(published: readonly Date[], everyMs: number, now: Date): 'now' | Date {
  const [latest] = published
  const sixth = published[DAILY.most - 1]
  const dueMs = Math.max(
    latest ? latest.getTime() + everyMs : 0,
    sixth ? sixth.getTime() + DAILY.withinMs : 0,
  )
  return dueMs <= now.getTime() ? 'now' : new Date(dueMs)
}

/** All inputs but the sensor values. */
function changedByPeople(then: PrescriptionInputs, now: PrescriptionInputs): boolean {
  return JSON.stringify(settled(then)) !== JSON.stringify(settled(now))
}

function settled({
  settings,
  probes,
  geofences,
  soil_zones: zones = [],
  efficiency,
  ...rest
}: PrescriptionInputs) {
  const { latitude, longitude, tower_radii_m, wetted_radius_m, arc, flow_gpm, speed_100_m_min } = rest
  return [
    settings,
    geofences,
    zones,
    efficiency ?? null,
    rest.pump ?? null,
    [latitude, longitude, tower_radii_m, wetted_radius_m, arc, flow_gpm, speed_100_m_min],
    probes.map(({ number, latitude: lat, longitude: lng, field_capacity, wilting_point, verdict }) => [
      number,
      lat,
      lng,
      field_capacity,
      wilting_point,
      verdict?.verdict ?? null,
      verdict?.about ?? null,
    ]),
  ]
}

function losesData(running: RunningPrescription, { percent, reason }: Computation): boolean {
  const unknown = PRESCRIPTION_REASONS.indexOf('NO_DATA')
  return reason.some(
    (code, cell) =>
      code === unknown &&
      running.reason[cell] !== unknown &&
      (percent[cell] ?? 0) > (running.percent[cell] ?? 0),
  )
}

/** Publications caused by readings alone. */
export const READING_CAUSES: readonly PrescriptionCause[] = ['readings', 'staleness']

function lowIn({ totals, inputs }: Computation, leastFlowGpm: number): LowStretch[] {
  const { settings, arc } = inputs
  const swept = settings?.finish_arc ? openArc(settings.finish_arc) : arc
  return lowFlowStretches(totals.sectorFlowGpm, leastFlowGpm, swept).map(({ fromDeg, toDeg, flowGpm }) => ({
    from_deg: fromDeg,
    to_deg: toDeg,
    flow_gpm: flowGpm,
  }))
}

/**
 * A user who chose to raise was told where it does not help. For a pass that is being finished only the arc counts: the rest of
 * the field is closed on purpose, as the user was told.
 *
 * @throws Problem('pump_flow_low') when a sector draws too little and no remedy was chosen
 */
export function refuseLowFlow(computation: Computation): void {
  const { inputs } = computation
  const { settings, pump } = inputs
  if (!settings?.is_system_on || settings.is_test_pattern_on || !pump || pump.raise) return
  const { name, least_flow_gpm: least } = pump
  const low = lowIn(computation, least)
  if (low.length === 0) return
  const raised = compute({ ...inputs, pump: { ...pump, raise: true } })
  const shortfall: PumpShortfall = {
    pump: name,
    least_flow_gpm: least,
    low,
    low_when_raised: lowIn(raised, least),
  }
  throw new Problem('pump_flow_low', { current: shortfall })
}

function modeOf(settings: Settings): Mode {
  if (settings.is_test_pattern_on) return 'TEST'
  return settings.is_system_on || settings.finish_arc ? 'VRI' : 'UNIFORM'
}

export interface Publication {
  mode: Mode
  /** Inches. */
  rateIn: number
  timerPct: number[] | null
  test: { tower: number; until: string } | null
  rx: Prescription
  fallback: Prescription
}

type Computed = Pick<Computation, 'percent' | 'fallback' | 'speed'>

/** @param now a test pattern ends fifteen minutes later */
export function publicationOf(
  settings: Settings,
  { percent, fallback, speed }: Computed,
  now: Date,
): Publication {
  const [tower = 1] = towersOn(settings.towers)
  const until = new Date(now.getTime() + TEST_PATTERN_MS).toISOString()
  return {
    mode: modeOf(settings),
    rateIn: settings.application_rate,
    timerPct: speed?.timerPct ?? null,
    test: settings.is_test_pattern_on ? { tower, until } : null,
    rx: percent,
    fallback,
  }
}
