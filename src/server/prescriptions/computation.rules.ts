/** Computes a prescription from gathered inputs, deterministically. */
import { createHash } from 'node:crypto'
import {
  type ComputedPrescription,
  computePrescription,
  type RunningCells,
} from '../../agronomy/prescription/prescription-engine.ts'
import { PRESCRIPTION_REASONS, ZONES } from '../../agronomy/prescription/prescription.ts'
import { confineToArc } from '../../agronomy/passes/finish-arc.ts'
import { WATER_RULES } from '../../agronomy/prescription/cell-water.ts'
import { toFieldPoint } from '../../agronomy/pivot/pivot-geometry.ts'
import { pivotOf } from '../../contract/pivot.ts'
import type { FieldInputs } from '../../contract/prescriptions.ts'
import { towersOn } from '../systems/settings.rules.ts'
import type { Computation } from './computed-prescription.ts'
import { fieldSoil } from './field-soil.rules.ts'
import { type WaterAhead, withWeather } from './weather-terms.rules.ts'

const SOIL_REASONS = ['COMPUTED', 'NO_DEFICIT', 'BELOW_MIN', 'CLIPPED_MAX', 'HELD'] as const
const isSoilReason = (reason: number) => {
  const name = PRESCRIPTION_REASONS[reason]
  return SOIL_REASONS.some((soilReason) => soilReason === name)
}

/** Cells as the machine runs them. */
export type Running = Pick<ComputedPrescription, 'percent' | 'reason'>

function runningCells({ percent, reason }: Running, lately: readonly Uint8Array[]): RunningCells {
  return {
    percent: Int16Array.from(percent, (cellPercent, cell) =>
      isSoilReason(reason[cell] ?? -1) ? cellPercent : -1,
    ),
    switchedRecently: percent.map((cellPercent, cell) =>
      lately.some((before) => (before[cell] === 0) !== (cellPercent === 0)) ? 1 : 0,
    ),
  }
}

/** Rate for a field without settings; it is not shown anywhere. */
const ANY_RATE_IN = 1

/**
 * @param running the percentages that run under the same settings: cells near the lowest percentage stay as they are
 * @param lately percentages of the prescriptions of the last days
 */
export function compute(
  inputs: FieldInputs,
  running: Running | null = null,
  lately: readonly Uint8Array[] = [],
): Computation {
  const { settings, weather, pump } = inputs
  const sectors = weather?.sectors
  const pivot = pivotOf(inputs)
  const { cells: soil, doubts } = fieldSoil(inputs)
  const rateIn = settings?.application_rate ?? ANY_RATE_IN
  const fullCircle = computePrescription({
    pivot,
    on: settings?.is_system_on ?? true,
    testTower: settings?.is_test_pattern_on ? (towersOn(settings.towers)[0] ?? null) : null,
    speedControl: settings?.is_speed_switch_on ?? false,
    rateIn,
    depthFactor: inputs.depth_factor ?? 1,
    rootDepthIn: settings?.root_depth ?? null,
    targetPercent: settings?.target_moisture ?? null,
    geofences: inputs.geofences.map(({ prescription, polygon }) => ({
      percent: prescription,
      enabled: true,
      pins: polygon.map(([lat, lng]) => toFieldPoint(pivot.place, { lat, lng })),
    })),
    soil,
    pump: pump ? { leastFlowGpm: pump.least_flow_gpm, raise: pump.raise } : null,
    running: running && runningCells(running, lately),
    rules: {
      ...WATER_RULES,
      efficiency: inputs.efficiency ?? WATER_RULES.efficiency,
      etMm: (sectors ? null : weather?.et_mm) ?? WATER_RULES.etMm,
      rainMm: (sectors ? null : weather?.rain_mm) ?? WATER_RULES.rainMm,
    },
    weather: sectors ? { etMm: sectors.et_mm, rainMm: sectors.rain_mm } : null,
  })
  const arc = settings?.is_test_pattern_on ? undefined : settings?.finish_arc
  const computed = arc ? { ...fullCircle, ...confineToArc(fullCircle, arc, { pivot, rateIn }) } : fullCircle
  const { percent, fallback, speed } = computed
  const dryOnOneWord = doubts.some(({ doubt }) => doubt === 'ONLY') && isDry(computed)
  // a single probe that asks for water needs no confirmation
  const relevantDoubts = doubts.filter(({ doubt }) => doubt !== 'ONLY' || dryOnOneWord)
  return {
    ...computed,
    soil,
    cover: Uint8Array.from(computed.water, ({ cover }) => Math.round(100 * Math.min(1, cover))),
    dryOnOneWord,
    inputs: { ...inputs, doubts: relevantDoubts, uniform: isUniform(percent, pivot.towerRadiiM.length) },
    sha256: sha256(percent),
    fingerprint: sha256(
      JSON.stringify([
        sha256(percent),
        sha256(fallback),
        speed?.timerPct ?? null,
        settings?.application_rate,
      ]),
    ),
  }
}

/** The inputs with weather until the arm arrives, when it is known. */
export function computeInWeather(
  forecast: { ahead: WaterAhead | null; now: Date },
  inputs: FieldInputs,
  running: Running | null = null,
  lately: readonly Uint8Array[] = [],
): Computation {
  const weathered = withWeather(inputs, forecast, (bare) => compute(bare).totals.hours)
  return compute(weathered, running, lately)
}

function sha256(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex')
}

/** Cells that geofences force do not depend on the soil. */
function isDry({ percent, reason }: Running): boolean {
  const decided = [...reason.keys()].filter((cell) => {
    const name = PRESCRIPTION_REASONS[reason[cell] ?? -1]
    return name === 'NO_DATA' || isSoilReason(reason[cell] ?? -1)
  })
  return decided.length > 0 && decided.every((cell) => percent[cell] === 0)
}

function isUniform(percent: Uint8Array, towers: number): boolean {
  return percent.every((value, cell) => cell % ZONES >= towers || value === percent[0])
}
