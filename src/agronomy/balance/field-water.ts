/** The water balance of a whole field through a season, corrected by probes: past, today and forecast. */
import { at } from '../kriging/vectors.ts'
import type { FieldPoint } from '../pivot/pivot-geometry.ts'
import {
  advanceCells,
  type CellDay,
  type CellLosses,
  type CellSoils,
  type CellWater,
  LAYER_MM,
} from './cell-balance.ts'
import type { FieldCrop } from './cell-balance.ts'
import { basalInClimate } from './crop-season.ts'
import {
  correctPlaces,
  deviationsAtPlaces,
  errorsTo,
  type FusionReading,
  type FusionSystem,
  layersOfMeans,
  placeCorrelations,
  solveFusion,
  standardisedErrors,
} from './fusion.ts'

/** The balance with the usual roots and with shallower ones; the difference is the sensitivity to root depth. */
export type FieldWater = { readonly usual: CellWater; readonly shallow: CellWater }

/** An interval of at most a day with its ET, rain and irrigation. */
export type WaterStep = CellDay & {
  /** Days of the season, d; any origin. */
  readonly from: number
}

/** The reading of one sensor of a probe, for its layer. */
export type ProbeLayer = {
  readonly topMm: number
  readonly bottomMm: number
  /** theta, m3/m3. */
  readonly value: number
}

/** The readings of a probe at one time, or their means over a period. */
export type ProbeReading = {
  /** Which of the probes. */
  readonly probe: number
  /** When, d. */
  readonly day: number
  /** It is compared with the mean balance at the beginnings of these two steps; both equal for an instant. */
  readonly between: readonly [number, number]
  readonly layers: readonly ProbeLayer[]
}

/** Input of the balance of a field. Plain data; n cells first, then the m probes as further cells. */
export type FieldWaterInput = {
  readonly crop: FieldCrop
  /** Of the n cells and the m places of probes in L layers, shape [n + m, L]. */
  readonly soils: CellSoils
  /** East and north, m, shape [n + m]. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** m. */
  readonly probes: number
  /** D of the field, m. */
  readonly diameterM: number
  readonly start: FieldWater
  readonly steps: readonly WaterStep[]
  /** The step at whose beginning the state is returned for the next run. */
  readonly checkpoint: number
  /** The step that begins now. */
  readonly now: number
  /** Steps at whose start the root zone is reported; the number of steps means after all of them. */
  readonly reportSteps: readonly number[]
  /** In order of their days, of steps from the checkpoint on. */
  readonly readings: readonly ProbeReading[]
  /** Reported Zr, mm, above 0. */
  readonly rootMm: number
}

/** The water of a field. */
export type FieldWaterResult = {
  readonly checkpoint: FieldWater
  /** theta of each cell and layer now, corrected, m3/m3, shape [n, L]. */
  readonly layers: Float64Array
  /** Mean theta of the root zone of each cell at the reported steps, corrected, shape [reported][n]. */
  readonly rootZones: readonly Float64Array[]
  /** Standard deviation of the same, m3/m3, shape [reported][n]. */
  readonly deviations: readonly Float64Array[]
  /** Probes whose newest reading of the day before contradicts balance and other probes, shape [reported][variable]. */
  readonly contradicting: readonly (readonly number[])[]
  /** Losses of each step, means over its cells. */
  readonly losses: readonly CellLosses[]
  /** Number of readings used. */
  readonly readings: number
}

/** Root depth, the least certain parameter of a crop, less one standard deviation. */
const SHALLOWER = 0.8
/** A probe is used for a depth if its sensors reach this share of it. */
const MIN_COVERAGE = 0.6
/** Standardised error from which a probe contradicts the balance (decision 031). */
const CONTRADICTION_DEVIATIONS = 3
/** Validity of a reading, d: the mean of a day is assigned to its noon and used until the next day ends. */
const READING_VALID_DAYS = 1.5
/** Newest readings solved together; the cost is O(n^3). */
const MAX_READINGS = 320

/**
 * Runs the balance of every cell and corrects it by all readings (decision 029). Source: FAO-56 by {@link
 * advanceCells}, {@link solveFusion}. O(steps n L + r^3).
 *
 * @returns water of the field
 * @throws RangeError when shapes differ, a step does not exist, or a number is not finite
 * @example fieldWater({ crop: { curve: { initial: 0.15, mid: 1.1, end: 0.5, stages: [30, 40, 50, 30] }, heightMaxM: 2, rootMinM: 0.2, rootMaxM: 1, depletionFraction: 0.55, evaporationDepthM: 0.1, readilyEvaporableMm: 9 }, soils: { layers: 1, fieldCapacity: Float64Array.of(0.3), wiltingPoint: Float64Array.of(0.1) }, x: Float64Array.of(0), y: Float64Array.of(0), probes: 0, diameterM: 800, start: startField({ layers: 1, fieldCapacity: Float64Array.of(0.3), wiltingPoint: Float64Array.of(0.1) }, (soils) => ({ moisture: soils.fieldCapacity.slice(), surfaceDepletionMm: new Float64Array(1) })), steps: [{ from: 0, elapsed: 0, referenceEtMm: 4, windMS: 2, leastHumidityPct: 45, rainMm: 10 }], checkpoint: 0, now: 1, reportSteps: [1], readings: [], rootMm: 200 }).layers // { 0: 0.276 }
 */
export function fieldWater(order: FieldWaterInput): FieldWaterResult {
  const { soils, steps, now, reportSteps } = order
  const run = runSteps(order)
  const solved = solveReadings(order, run)
  const corrections = correctionAt(order, solved)
  const cells = order.x.length - order.probes
  const timeOf = (step: number) => steps[step]?.from ?? (steps.at(-1)?.from ?? 0) + 1
  const layers = new Float64Array(cells * soils.layers)
  const frame = frameAt(run.frames, now)
  const means = Array.from({ length: soils.layers }, (_, k) => {
    const depthMm = (k + 1) * LAYER_MM
    const usual = meansTo(frame.usual, soils.layers, depthMm)
    const shallow = meansTo(frame.shallow, soils.layers, depthMm)
    const correction = corrections(depthMm, timeOf(now), difference(shallow, usual))
    return correction.map((value, cell) => at(usual, cell) + value)
  })
  for (let cell = 0; cell < cells; cell += 1)
    layers.set(layersOfMeans(means.map((mean) => at(mean, cell))), cell * soils.layers)
  return {
    checkpoint: run.checkpoint,
    layers,
    rootZones: reportSteps.map((step) => {
      const { usual, shallow } = frameAt(run.rootFrames, step)
      const correction = corrections(order.rootMm, timeOf(step), difference(shallow, usual))
      return correction.map((value, cell) => Math.max(0, at(usual, cell) + value))
    }),
    deviations: reportSteps.map((step) => {
      const { usual, shallow } = frameAt(run.rootFrames, step)
      return deviationsOn(order, solved, timeOf(step), difference(shallow, usual))
    }),
    contradicting: reportSteps.map((step) => contradictingProbes(order, run, solved, timeOf(step))),
    losses: run.losses,
    readings: solved.count,
  }
}

/**
 * State of a field before its first step.
 *
 * @param soils of its cells and probes
 * @param water initial water of cells, such as {@link cellsAtCapacity}
 * @returns both balances, equal
 * @throws RangeError as `water` does
 * @example startField({ layers: 1, fieldCapacity: Float64Array.of(0.3), wiltingPoint: Float64Array.of(0.1) }, (soils) => ({ moisture: soils.fieldCapacity.slice(), surfaceDepletionMm: new Float64Array(1) })).usual.moisture // { 0: 0.3 }
 */
export function startField(soils: CellSoils, water: (soils: CellSoils) => CellWater): FieldWater {
  return { usual: water(soils), shallow: water(soils) }
}

type Frame = { readonly usual: Float64Array; readonly shallow: Float64Array }

type Run = {
  readonly checkpoint: FieldWater
  /** theta of all layers and rows at the beginning of now. */
  readonly frames: Map<number, Frame>
  /** Mean theta of the root zone of all rows at the reported steps. */
  readonly rootFrames: Map<number, Frame>
  /** theta of the layers of the probes at the beginning of each step from the checkpoint on. */
  readonly probeFrames: Map<number, Frame>
  readonly losses: CellLosses[]
}

function runSteps(order: FieldWaterInput): Run {
  const { crop, soils, start, steps, checkpoint, now, reportSteps, rootMm } = order
  if (!(checkpoint >= 0 && checkpoint <= steps.length && now <= steps.length))
    throw new RangeError(`${steps.length} steps, checkpoint ${checkpoint}, now ${now}`)
  const shallower = { ...crop, rootMaxM: Math.max(crop.rootMinM, SHALLOWER * crop.rootMaxM) }
  const water = { usual: copyOf(start.usual), shallow: copyOf(start.shallow) }
  const firstProbe = (order.x.length - order.probes) * soils.layers
  const frames = () => new Map<number, Frame>()
  const run = { frames: frames(), rootFrames: frames(), probeFrames: frames(), losses: [] as CellLosses[] }
  let checkpointWater = start
  for (let step = 0; step <= steps.length; step += 1) {
    const { usual, shallow } = water
    if (step === checkpoint) checkpointWater = { usual: copyOf(usual), shallow: copyOf(shallow) }
    if (step === now)
      run.frames.set(step, { usual: usual.moisture.slice(), shallow: shallow.moisture.slice() })
    if (reportSteps.includes(step))
      run.rootFrames.set(step, {
        usual: meansTo(usual.moisture, soils.layers, rootMm),
        shallow: meansTo(shallow.moisture, soils.layers, rootMm),
      })
    if (step >= checkpoint)
      run.probeFrames.set(step, {
        usual: usual.moisture.slice(firstProbe),
        shallow: shallow.moisture.slice(firstProbe),
      })
    const next = steps[step]
    if (!next) continue
    run.losses.push(advanceCells(adjustToClimate(crop, next), soils, usual, next))
    advanceCells(adjustToClimate(shallower, next), soils, shallow, next)
  }
  return { ...run, checkpoint: checkpointWater }
}

/** Daily adjustment for humidity and wind; linear, so that its mean is that of the stage. */
function adjustToClimate(crop: FieldCrop, { windMS, leastHumidityPct }: WaterStep): FieldCrop {
  const { curve, heightMaxM } = crop
  const adjusted = (basal: number) => basalInClimate(basal, windMS, leastHumidityPct, heightMaxM)
  return { ...crop, curve: { ...curve, mid: adjusted(curve.mid), end: adjusted(curve.end) } }
}

function copyOf({ moisture, surfaceDepletionMm }: CellWater): CellWater {
  return { moisture: moisture.slice(), surfaceDepletionMm: surfaceDepletionMm.slice() }
}

function frameAt(frames: Map<number, Frame>, step: number): Frame {
  const frame = frames.get(step)
  if (!frame) throw new RangeError(`no step ${step}`)
  return frame
}

function difference(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value - at(b, i))
}

/** Mean of each row from the surface to a depth, at most to the last layer. */
function meansTo(moisture: Float64Array, layers: number, depthMm: number): Float64Array {
  const means = new Float64Array(moisture.length / layers)
  for (let row = 0; row < means.length; row += 1)
    means[row] = meanWithin(moisture, row * layers, layers, 0, depthMm)
  return means
}

/** Mean theta of the layers of one row between two depths, mm. */
function meanWithin(
  moisture: Float64Array,
  first: number,
  layers: number,
  topMm: number,
  bottomMm: number,
): number {
  let [water, coveredMm] = [0, 0]
  for (let layer = 0; layer < layers; layer += 1) {
    const overlap = Math.min(bottomMm, (layer + 1) * LAYER_MM) - Math.max(topMm, layer * LAYER_MM)
    if (overlap <= 0) continue
    water += at(moisture, first + layer) * overlap
    coveredMm += overlap
  }
  return coveredMm > 0 ? water / coveredMm : Number.NaN
}

type SolvedReadings = {
  /** Depths, mm, rising; only those reached by sensors. */
  readonly systems: readonly { readonly depthMm: number; readonly system: FusionSystem }[]
  readonly places: readonly FieldPoint[]
  readonly correlations: Float64Array
  readonly count: number
}

function solveReadings(order: FieldWaterInput, run: Run): SolvedReadings {
  const { soils, x, y, probes, diameterM, rootMm } = order
  const cells = x.length - probes
  const newest = order.readings.slice(-MAX_READINGS)
  const depths = [...new Set([...Array.from({ length: soils.layers }, (_, k) => (k + 1) * LAYER_MM), rootMm])]
  const systems = depths
    .sort((a, b) => a - b)
    .map((depthMm) => ({
      depthMm,
      readings: newest.flatMap((reading) => residualToDepth(order, run, reading, depthMm)),
    }))
    .filter(({ readings }) => readings.length > 0)
    .map(({ depthMm, readings }) => ({
      depthMm,
      system: solveFusion(readings, diameterM, errorsTo(depthMm)),
    }))
  const places = Array.from({ length: probes }, (_, k) => ({ x: at(x, cells + k), y: at(y, cells + k) }))
  const correlations = placeCorrelations(
    { x: x.subarray(0, cells), y: y.subarray(0, cells) },
    places,
    diameterM,
  )
  return { systems, places, correlations, count: newest.length }
}

/** Mean of measured minus balance down to a depth; empty where the sensors cover too little of it. */
function residualToDepth(
  { soils, x, y, probes }: FieldWaterInput,
  { probeFrames }: Run,
  { probe, day, between, layers }: ProbeReading,
  depthMm: number,
): FusionReading[] {
  const frames = between.map((step) => frameAt(probeFrames, step))
  let [covered, residual, sensitivity] = [0, 0, 0]
  for (const { topMm, bottomMm, value } of layers) {
    const bottom = Math.min(bottomMm, depthMm)
    // below the layers of the balance nothing is computed
    const overlap = Math.min(bottom, soils.layers * LAYER_MM) - topMm
    if (overlap <= 0) continue
    const mean = (pick: keyof Frame) =>
      frames.reduce(
        (sum, frame) => sum + meanWithin(frame[pick], probe * soils.layers, soils.layers, topMm, bottom),
        0,
      ) / frames.length
    const usual = mean('usual')
    covered += overlap
    residual += overlap * (value - usual)
    sensitivity += overlap * (mean('shallow') - usual)
  }
  if (covered < MIN_COVERAGE * depthMm) return []
  const row = x.length - probes + probe
  return [
    {
      x: at(x, row),
      y: at(y, row),
      day,
      residual: residual / covered,
      sensitivity: [sensitivity / covered],
    },
  ]
}

/** The system of the greatest depth up to this one. */
function systemForDepth(
  systems: SolvedReadings['systems'],
  depthMm: number,
): SolvedReadings['systems'][number] | undefined {
  return systems.findLast((candidate) => candidate.depthMm <= depthMm) ?? systems[0]
}

/** Compares the newest reading of each probe with the others; a single probe cannot contradict. */
function contradictingProbes(
  order: FieldWaterInput,
  run: Run,
  { systems }: SolvedReadings,
  time: number,
): number[] {
  const depthMm = systemForDepth(systems, order.rootMm)?.depthMm ?? order.rootMm
  const recent = order.readings.filter(({ day }) => day <= time && day > time - READING_VALID_DAYS)
  const newest = [...new Map(recent.map((reading) => [reading.probe, reading])).values()]
  const residuals = newest
    .sort((a, b) => a.day - b.day)
    .flatMap((reading) =>
      residualToDepth(order, run, reading, depthMm).map((residual) => ({ probe: reading.probe, residual })),
    )
  if (residuals.length < 2) return []
  const errors = standardisedErrors(
    solveFusion(
      residuals.map(({ residual }) => residual),
      order.diameterM,
    ),
  )
  return residuals.flatMap(({ probe }, k) =>
    Math.abs(at(errors, k)) > CONTRADICTION_DEVIATIONS ? [probe] : [],
  )
}

/** Uncertainty of the root-zone mean on a day; without readings that of the balance. */
function deviationsOn(
  { x, probes, rootMm, diameterM }: FieldWaterInput,
  { systems, places, correlations }: SolvedReadings,
  day: number,
  sensitivity: Float64Array,
): Float64Array {
  const system = systemForDepth(systems, rootMm)?.system ?? solveFusion([], diameterM, errorsTo(rootMm))
  return deviationsAtPlaces(system, places, correlations, day, sensitivity.subarray(0, x.length - probes))
}

/** Correction of the mean to a depth on a day; below the sensors that of the deepest. */
function correctionAt({ x, probes }: FieldWaterInput, { systems, places, correlations }: SolvedReadings) {
  const cells = x.length - probes
  return (depthMm: number, day: number, sensitivity: Float64Array): Float64Array => {
    const nearest = systemForDepth(systems, depthMm)
    if (!nearest) return new Float64Array(cells)
    return correctPlaces(nearest.system, places, correlations, day, sensitivity.subarray(0, cells))
  }
}
