/** Computes the prescription of a pivot: one percentage and one reason per cell from soil, settings and geofences. */

import { type CellWater, cellWater, type SoilLayer, WATER_RULES, type WaterRules } from './cell-water.ts'
import { HALF_OF_CELL, insideSamples, touchedCells } from './geofence-cells.ts'
import type { FieldPoint } from '../pivot/pivot-geometry.ts'
import { outerRadii, type Pivot } from '../pivot/pivot.ts'
import {
  CELLS,
  fallbackPrescription,
  type Prescription,
  ZONES,
  PRESCRIPTION_REASONS,
  type PrescriptionReason,
} from './prescription.ts'
import { type PrescriptionTotals, prescriptionTotals } from './prescription-totals.ts'
import { type PumpLimit, raiseToLeastFlow } from './pump-flow.ts'
import { inchesToMm } from '../units.ts'
import { baseTimer, type SectorSpeed, sectorSpeed, type Timer } from './sector-speed.ts'
import type { SectorWeather } from './until-arrival.ts'

/** An outline with the percentage that it forces. */
export type PrescriptionGeofence = {
  /** Whole, 0 to 100. */
  readonly percent: number
  readonly enabled: boolean
  /** Corners in the order placed, never a hull, m about the pivot, shape [3..200]. */
  readonly pins: readonly FieldPoint[]
}

/** The running prescription. Cells switch between 0 and open with hysteresis on the signed need (decisions 027 and 033). */
export type RunningCells = {
  /** Whole per cent where soil decided it, -1 elsewhere, shape [1620]. */
  readonly percent: Int16Array
  /** 1 for a cell that left 0 or returned to it within the last days, shape [1620]. */
  readonly switchedRecently: Uint8Array
}

/** Input of {@link computePrescription}. */
export type PrescriptionInput = {
  readonly pivot: Pivot
  /** False is OFF: 100 % everywhere, geofences suspended. */
  readonly on: boolean
  /** Tower under test, 1 to the number of towers; null without a test. */
  readonly testTower: number | null
  readonly speedControl: boolean
  readonly rateIn: number
  /** Depth measured by catch cans divided by the depth computed from flow and speed; 1 if not measured. */
  readonly depthFactor?: number
  readonly rootDepthIn: number | null
  readonly targetPercent: number | null
  readonly geofences: readonly PrescriptionGeofence[]
  /** Soil of each cell, shape [1620]; null for a cell, or for the field, without a trusted value within 72 h. */
  readonly soil: readonly (readonly SoilLayer[] | null)[] | null
  /** The running cells; null unless a prescription runs under the same settings. */
  readonly running?: RunningCells | null
  readonly rules?: WaterRules
  /** Until the arm is over each sector, in addition to the mean of the whole field; null or left out: nothing. */
  readonly weather?: SectorWeather | null
  /** Least flow of the pump; null or left out where it is not known. */
  readonly pump?: PumpLimit | null
}

/** Points past the least percentage of the valves at which a cell leaves 0, and below it at which it returns. */
const BAND = 5
/** The same for a cell that has switched recently. */
const RECENT_BAND = 20

/** Tolerance for floating-point rounding at the edges of a band. */
const NOISE = 1e-9

/** A prescription with its explanation; arrays of shape [1620], sector-major. */
export type ComputedPrescription = {
  /** What the controller gets. */
  readonly percent: Prescription
  /** Index into {@link PRESCRIPTION_REASONS}. */
  readonly reason: Uint8Array
  /** Which of the input's geofences forces the cell, counted from 1; 0: none. */
  readonly geofence: Uint8Array
  /** The need of the soil alone, regardless of geofences, OFF or a test. */
  readonly water: readonly CellWater[]
  /** For when the controller's prescription has run out: 100 %, but 0 in enabled 0 % geofences. */
  readonly fallback: Prescription
  /** Timer that leaves the rate with all valves open. */
  readonly base: Timer
  /** Null without speed control. */
  readonly speed: SectorSpeed | null
  readonly totals: PrescriptionTotals
}

/** Most geofences of one prescription: their places must fit a byte. */
const MAX_GEOFENCES = 255

/** Cells forced by geofences, before OFF and test patterns. */
type Forced = { readonly percent: Uint8Array; readonly geofence: Uint8Array; readonly dry: Uint8Array }

/**
 * Percentages by precedence: OFF (100) > test pattern > geofence of 0 % (any touch) > other geofences (half a cell,
 * lowest wins) > soil need > 100 where unknown. A pump's minimum raises the last three ({@link raiseToLeastFlow}).
 * Sectors outside the arc are filled too, but not counted in the totals.
 *
 * @returns the prescription; the same input gives the same bytes
 * @throws RangeError when a setting, a geofence or the number of cells is out of range
 * @example computePrescription({ pivot: { place: { lat: 0, lng: 0 }, towerRadiiM: [50], wettedRadiusM: 60, arc: null, flowGpm: null, speed100MMin: null }, on: true, testTower: null, speedControl: false, rateIn: 1, rootDepthIn: 36, targetPercent: 90, geofences: [], soil: null }).percent.subarray(0, 2) // { 0: 100, 1: 0 }
 */
export function computePrescription(input: PrescriptionInput): ComputedPrescription {
  const { pivot, rateIn } = input
  assertInput(input)
  const water = cellsOfWater(input)
  const forced = forcedCells(input)
  const cells = { percent: new Uint8Array(CELLS), reason: new Uint8Array(CELLS) }
  const geofence = new Uint8Array(CELLS)
  for (let cell = 0; cell < CELLS; cell += 1) {
    const [percent, reason] = cellOf(input, cell, water[cell], forced)
    cells.percent[cell] = percent
    cells.reason[cell] = PRESCRIPTION_REASONS.indexOf(reason)
    if (reason === 'GEOFENCE') geofence[cell] = forced.geofence[cell] ?? 0
  }
  raiseForPump(input, { ...cells, geofence }, forced.dry)
  // a machine that applies less than it counts must move slower for the same depth
  const base = baseTimer(pivot, rateIn / (input.depthFactor ?? 1))
  const speed = input.speedControl ? sectorSpeed(cells.percent, base.percent) : null
  const fallback = fallbackPrescription(pivot.towerRadiiM.length)
  return {
    ...cells,
    geofence,
    water,
    fallback: input.on ? fallback.map((full, cell) => (forced.dry[cell] === 1 ? 0 : full)) : fallback,
    base,
    speed,
    totals: prescriptionTotals({
      percent: cells.percent,
      rateIn,
      pivot,
      basePercent: base.percent,
      timerPct: speed?.timerPct ?? null,
      soil: {
        netMm: water.map(({ netMm }) => netMm),
        dry: forced.dry,
        efficiency: (input.rules ?? WATER_RULES).efficiency,
      },
    }),
  }
}

/** In place; a test pattern and OFF are never raised. */
function raiseForPump(
  { pump, pivot, on, testTower, speedControl, rules = WATER_RULES }: PrescriptionInput,
  cells: Pick<ComputedPrescription, 'percent' | 'reason' | 'geofence'>,
  dry: Uint8Array,
): void {
  if (!pump?.raise || !on || testTower !== null) return
  const { percent, reason, geofence } = cells
  const { leastFlowGpm } = pump
  raiseToLeastFlow({ percent, dry, pivot, speedControl, leastFlowGpm, rules }).forEach((raised, cell) => {
    if (raised === percent[cell]) return
    percent[cell] = raised
    reason[cell] = PRESCRIPTION_REASONS.indexOf('PUMP_MIN')
    geofence[cell] = 0
  })
}

function cellOf(
  input: PrescriptionInput,
  cell: number,
  water: CellWater | undefined,
  forced: Forced,
): [percent: number, reason: PrescriptionReason] {
  const { pivot, on, testTower, running = null } = input
  const zone = cell % ZONES
  if (zone >= pivot.towerRadiiM.length) return [0, 'ABSENT']
  if (!on) return [100, 'OFF']
  if (testTower !== null) return [zone === testTower - 1 ? 100 : 0, 'TEST_PATTERN']
  if (forced.geofence[cell]) return [forced.percent[cell] ?? 100, 'GEOFENCE']
  if (!water || !running) return [water?.percent ?? 100, water?.reason ?? 'NO_DATA']
  return withHysteresis(input, cell, water, running)
}

/** A cell near the least valve percentage keeps its running state. */
function withHysteresis(
  { rateIn, rules = WATER_RULES }: PrescriptionInput,
  cell: number,
  { percent, reason, needMm, share }: CellWater,
  running: RunningCells,
): [percent: number, reason: PrescriptionReason] {
  const runningPercent = running.percent[cell] ?? -1
  if (needMm === null || share === null) return [percent, reason]
  const band = running.switchedRecently[cell] === 1 ? RECENT_BAND : BAND
  const needPercent = (100 * needMm) / rules.efficiency / inchesToMm(rateIn)
  const least = rules.leastPercent
  if (runningPercent === 0 && percent > 0 && needPercent < least + band - NOISE) return [0, 'HELD']
  const stays = needPercent > least - band + NOISE && share < 1 - NOISE
  if (runningPercent > 0 && percent === 0 && stays) return [least, 'HELD']
  return [percent, reason]
}

/** Cells of the same soil and the same weather are computed once. */
function cellsOfWater(input: PrescriptionInput): CellWater[] {
  const { rateIn, rootDepthIn, targetPercent, soil, pivot, weather = null } = input
  const target = { rateIn, rootDepthIn, targetPercent }
  const unknown = cellWater(null, target, input.rules)
  const byLayers = new Map<readonly SoilLayer[], CellWater>()
  let { rules = WATER_RULES } = input
  return Array.from({ length: CELLS }, (_, cell) => {
    if (weather && cell % ZONES === 0) {
      rules = rulesOf(input, weather, cell / ZONES)
      byLayers.clear()
    }
    const layers = cell % ZONES < pivot.towerRadiiM.length ? (soil?.[cell] ?? null) : null
    if (layers === null) return unknown
    const water = byLayers.get(layers) ?? cellWater(layers, target, rules)
    byLayers.set(layers, water)
    return water
  })
}

function rulesOf(
  { rules = WATER_RULES }: PrescriptionInput,
  { etMm, rainMm }: SectorWeather,
  sector: number,
): WaterRules {
  const [et, rain] = [etMm[sector] ?? Number.NaN, rainMm[sector] ?? Number.NaN]
  return { ...rules, etMm: rules.etMm + et, rainMm: rules.rainMm + rain }
}

/** The geofence that forces each cell: the first of 0 % that touches it, else the lowest that covers half of it. */
function forcedCells({ geofences, pivot }: PrescriptionInput): Forced {
  const radii = outerRadii(pivot)
  const forced = {
    percent: new Uint8Array(CELLS),
    geofence: new Uint8Array(CELLS),
    dry: new Uint8Array(CELLS),
  }
  geofences.forEach(({ percent, enabled, pins }, at) => {
    if (!enabled) return
    const dry = percent === 0
    const cells = dry ? touchedCells(pins, radii) : insideSamples(pins, radii)
    const least = dry ? 1 : HALF_OF_CELL
    for (let cell = 0; cell < CELLS; cell += 1) {
      if ((cells[cell] ?? 0) < least) continue
      const lower = forced.geofence[cell] === 0 || percent < (forced.percent[cell] ?? 0)
      if (!lower) continue
      forced.percent[cell] = percent
      forced.geofence[cell] = at + 1
      if (dry) forced.dry[cell] = 1
    }
  })
  return forced
}

function assertInput({ pivot, testTower, geofences, soil, running = null }: PrescriptionInput): void {
  const towers = pivot.towerRadiiM.length
  if (!(pivot.wettedRadiusM >= (pivot.towerRadiiM.at(-1) ?? Infinity))) {
    throw new RangeError(`wetted radius ${pivot.wettedRadiusM} m is within the last tower`)
  }
  if (testTower !== null && !(Number.isInteger(testTower) && testTower >= 1 && testTower <= towers)) {
    throw new RangeError(`test of tower ${testTower} of ${towers}`)
  }
  if (geofences.length > MAX_GEOFENCES) throw new RangeError(`${geofences.length} geofences`)
  const bad = geofences.find(({ percent }) => !Number.isInteger(percent) || percent < 0 || percent > 100)
  if (bad) throw new RangeError(`a geofence of ${bad.percent} %`)
  if (running !== null && running.percent.length !== CELLS)
    throw new RangeError(`${running.percent.length} cells that run`)
  if (soil !== null && soil.length !== CELLS) throw new RangeError(`soil of ${soil.length} cells`)
}
