/** From gathered inputs to a computed prescription: the same inputs always give the same bytes. */
import { createHash } from 'node:crypto'
import {
  type ComputedPrescription,
  computePrescription,
  PRESCRIPTION_REASONS,
} from '../../agronomy/prescription/prescription-engine.ts'
import { confineToArc } from '../../agronomy/passes/finish-arc.ts'
import { WATER_RULES } from '../../agronomy/prescription/cell-water.ts'
import { ZONES } from '../../agronomy/prescription/prescription.ts'
import { toFieldPoint } from '../../agronomy/pivot/pivot-geometry.ts'
import { pivotOf } from '../../contract/pivot.ts'
import type { PrescriptionInputs } from '../../contract/prescriptions.ts'
import { towersOn } from '../systems/settings.rules.ts'
import type { FieldInputs } from '../../contract/prescriptions.ts'
import { type CellSoils, fieldSoil } from './field-soil.rules.ts'

export interface Computation extends ComputedPrescription {
  /** Layers of each cell; null where nothing is known of the whole field. */
  soil: CellSoils | null
  /** Whole per cent of each cell's root zone that sensors reach. */
  cover: Uint8Array
  /** The soil asks for no water in the whole pass, and one probe alone says so, whom nobody has trusted. */
  dryOnOneWord: boolean
  inputs: PrescriptionInputs
  sha256: string
  /** Of everything that the controller runs: another one is worth a publication. */
  fingerprint: string
}

const SOIL_REASONS = ['COMPUTED', 'NO_DEFICIT', 'BELOW_MIN', 'CLIPPED_MAX', 'NO_DATA'] as const

/** A field without settings is computed at this rate, which shows nowhere. */
const ANY_RATE_IN = 1

export function compute(inputs: FieldInputs): Computation {
  const { settings, weather, pump } = inputs
  const pivot = pivotOf(inputs)
  const { cells: soil, doubts } = fieldSoil(inputs)
  const rateIn = settings?.application_rate ?? ANY_RATE_IN
  const whole = computePrescription({
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
    rules: {
      ...WATER_RULES,
      efficiency: inputs.efficiency ?? WATER_RULES.efficiency,
      etMm: weather?.et_mm ?? WATER_RULES.etMm,
      rainMm: weather?.rain_mm ?? WATER_RULES.rainMm,
    },
  })
  const arc = settings?.finish_arc
  const computed = arc ? { ...whole, ...confineToArc(whole, arc, { pivot, rateIn }) } : whole
  const { percent, fallback, speed } = computed
  const dryOnOneWord = doubts.some(({ doubt }) => doubt === 'ONLY') && isDry(computed)
  // a lone probe that asks for water is no question
  const asked = doubts.filter(({ doubt }) => doubt !== 'ONLY' || dryOnOneWord)
  return {
    ...computed,
    soil,
    cover: Uint8Array.from(computed.water, ({ cover }) => Math.round(100 * Math.min(1, cover))),
    dryOnOneWord,
    inputs: { ...inputs, doubts: asked, uniform: isUniform(percent, pivot.towerRadiiM.length) },
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

function sha256(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex')
}

/** What geofences force is not the soil's word. */
function isDry({ percent, reason }: ComputedPrescription): boolean {
  const soil = new Set(SOIL_REASONS.map((name) => PRESCRIPTION_REASONS.indexOf(name)))
  const decided = [...reason.keys()].filter((cell) => soil.has(reason[cell] ?? -1))
  return decided.length > 0 && decided.every((cell) => percent[cell] === 0)
}

function isUniform(percent: Uint8Array, towers: number): boolean {
  return percent.every((each, cell) => cell % ZONES >= towers || each === percent[0])
}
