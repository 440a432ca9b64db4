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
  deviateAtPlaces,
  errorsTo,
  type FusionReading,
  type FusionSystem,
  layersOfMeans,
  placeLikeness,
  solveFusion,
  standardisedErrors,
} from './fusion.ts'

/**
 * The balance as it is reckoned, and with shallower roots: by how much the two differ is what probes are told of the
 * crop's uncertainty.
 */
export type FieldWater = { readonly usual: CellWater; readonly shallow: CellWater }

/** A stretch of at most a day, begun at an instant; ET, rain and irrigation are those of the stretch. */
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
  /** The balance is that between the beginnings of these two steps; the same twice for an instant. */
  readonly between: readonly [number, number]
  readonly layers: readonly ProbeLayer[]
}

/** Everything that the water of a field follows from. Plain data; n cells first, then the m probes as cells of their own. */
export type FieldWaterOrder = {
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
  /** Consecutive. */
  readonly steps: readonly WaterStep[]
  /** At the beginning of which step the water is kept for the next time. */
  readonly checkpoint: number
  /** The step that begins now. */
  readonly now: number
  /** Steps at whose start the root zone is reported; the last may be the number of steps: after all of them. */
  readonly told: readonly number[]
  /** In order of their days, of steps from the checkpoint on. */
  readonly readings: readonly ProbeReading[]
  /** Reported Zr, mm, above 0. */
  readonly rootMm: number
}

/** The water of a field. */
export type FieldWaterAnswer = {
  readonly checkpoint: FieldWater
  /** theta of each cell and layer now, corrected, m3/m3, shape [n, L]. */
  readonly layers: Float64Array
  /** Mean theta of the root zone of each cell at the beginning of the told steps, corrected, shape [told][n]. */
  readonly rootZones: readonly Float64Array[]
  /** Standard deviation of the same, m3/m3, shape [told][n]. */
  readonly deviations: readonly Float64Array[]
  /**
   * Probes whose newest word of the day before contradicts the balance and what the other probes make of it, shape
   * [told][some]: their balance is one of another soil, or of other water.
   */
  readonly contradicting: readonly (readonly number[])[]
  /** What left the field with each step, means over its cells. */
  readonly losses: readonly CellLosses[]
  /** How many readings it rests on. */
  readonly readings: number
}

/** What is known least of a crop: how deep its roots go, one standard deviation. */
const SHALLOWER = 0.8
/** A probe is used for a depth if its sensors reach this share of it. */
const LEAST_COVER = 0.6
/**
 * Standard deviations by which a probe contradicts: 0.1 % of the readings of the field whose errors are
 * {@link USUAL_ERRORS} lay 2.5 from what balance and seven or three other places said there, and of 39,000 none lay 3.
 */
const CONTRADICTS = 3
/** Validity of a reading, d: the mean of a day is assigned to its noon, at its end or until the next is over. */
const WORD_DAYS = 1.5
/** Readings that are solved together, the newest first: the cost grows with their cube. */
const READINGS_MOST = 320

/**
 * The balance of every cell from step to step, and what all readings together say of it. Where sensors end, the layers
 * below are moved with the mean above them; a forecast is corrected like today, by what of the error stays. Source:
 * FAO-56 by {@link advanceCells}, {@link solveFusion}. O(steps n L + r^3).
 *
 * @param order what it follows from
 * @returns the water
 * @throws RangeError when shapes differ, a step is asked for that is not there, or a number is not finite
 * @example fieldWater({ crop: { curve: { initial: 0.15, mid: 1.1, end: 0.5, stages: [30, 40, 50, 30] }, heightMaxM: 2, rootMinM: 0.2, rootMaxM: 1, depletionFraction: 0.55, evaporationDepthM: 0.1, readilyEvaporableMm: 9 }, soils: { layers: 1, fieldCapacity: Float64Array.of(0.3), wiltingPoint: Float64Array.of(0.1) }, x: Float64Array.of(0), y: Float64Array.of(0), probes: 0, diameterM: 800, start: startField({ layers: 1, fieldCapacity: Float64Array.of(0.3), wiltingPoint: Float64Array.of(0.1) }, (soils) => ({ moisture: soils.fieldCapacity.slice(), surfaceDepletionMm: new Float64Array(1) })), steps: [{ from: 0, elapsed: 0, referenceEtMm: 4, windMS: 2, leastHumidityPct: 45, rainMm: 10 }], checkpoint: 0, now: 1, told: [1], readings: [], rootMm: 200 }).layers // { 0: 0.276 }
 */
export function fieldWater(order: FieldWaterOrder): FieldWaterAnswer {
  const { soils, steps, now, told } = order
  const run = runSteps(order)
  const solved = solveReadings(order, run)
  const corrections = correcting(order, solved)
  const cells = order.x.length - order.probes
  const timeOf = (step: number) => steps[step]?.from ?? (steps.at(-1)?.from ?? 0) + 1
  const layers = new Float64Array(cells * soils.layers)
  const frame = frameAt(run.frames, now)
  const means = Array.from({ length: soils.layers }, (_, k) => {
    const depthMm = (k + 1) * LAYER_MM
    const usual = meansTo(frame.usual, soils.layers, depthMm)
    const shallow = meansTo(frame.shallow, soils.layers, depthMm)
    const correction = corrections(depthMm, timeOf(now), difference(shallow, usual))
    return correction.map((each, cell) => at(usual, cell) + each)
  })
  for (let cell = 0; cell < cells; cell += 1)
    layers.set(layersOfMeans(means.map((mean) => at(mean, cell))), cell * soils.layers)
  return {
    checkpoint: run.checkpoint,
    layers,
    rootZones: told.map((step) => {
      const { usual, shallow } = frameAt(run.rootFrames, step)
      const correction = corrections(order.rootMm, timeOf(step), difference(shallow, usual))
      return correction.map((each, cell) => Math.max(0, at(usual, cell) + each))
    }),
    deviations: told.map((step) => {
      const { usual, shallow } = frameAt(run.rootFrames, step)
      return deviating(order, solved, timeOf(step), difference(shallow, usual))
    }),
    contradicting: told.map((step) => contradictingAt(order, run, solved, timeOf(step))),
    losses: run.losses,
    readings: solved.count,
  }
}

/**
 * A field before its first step.
 *
 * @param soils of its cells and probes
 * @param water makes the water of cells, such as {@link cellsAtCapacity}
 * @returns both balances, alike
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
  /** Mean theta of the root zone of all rows at the told steps. */
  readonly rootFrames: Map<number, Frame>
  /** theta of the layers of the probes at the beginning of each step from the checkpoint on. */
  readonly atProbes: Map<number, Frame>
  readonly losses: CellLosses[]
}

function runSteps(order: FieldWaterOrder): Run {
  const { crop, soils, start, steps, checkpoint, now, told, rootMm } = order
  if (!(checkpoint >= 0 && checkpoint <= steps.length && now <= steps.length))
    throw new RangeError(`${steps.length} steps, checkpoint ${checkpoint}, now ${now}`)
  const shallower = { ...crop, rootMaxM: Math.max(crop.rootMinM, SHALLOWER * crop.rootMaxM) }
  const water = { usual: copyOf(start.usual), shallow: copyOf(start.shallow) }
  const ofProbes = (order.x.length - order.probes) * soils.layers
  const frames = () => new Map<number, Frame>()
  const run = { frames: frames(), rootFrames: frames(), atProbes: frames(), losses: [] as CellLosses[] }
  let kept = start
  for (let step = 0; step <= steps.length; step += 1) {
    const { usual, shallow } = water
    if (step === checkpoint) kept = { usual: copyOf(usual), shallow: copyOf(shallow) }
    if (step === now)
      run.frames.set(step, { usual: usual.moisture.slice(), shallow: shallow.moisture.slice() })
    if (told.includes(step))
      run.rootFrames.set(step, {
        usual: meansTo(usual.moisture, soils.layers, rootMm),
        shallow: meansTo(shallow.moisture, soils.layers, rootMm),
      })
    if (step >= checkpoint)
      run.atProbes.set(step, {
        usual: usual.moisture.slice(ofProbes),
        shallow: shallow.moisture.slice(ofProbes),
      })
    const next = steps[step]
    if (!next) continue
    run.losses.push(advanceCells(inAir(crop, next), soils, usual, next))
    advanceCells(inAir(shallower, next), soils, shallow, next)
  }
  return { ...run, checkpoint: kept }
}

/** Coefficients of dry air and wind, day by day: their mean is that of the mean of the stage. */
function inAir(crop: FieldCrop, { windMS, leastHumidityPct }: WaterStep): FieldCrop {
  const { curve, heightMaxM } = crop
  const moved = (basal: number) => basalInClimate(basal, windMS, leastHumidityPct, heightMaxM)
  return { ...crop, curve: { ...curve, mid: moved(curve.mid), end: moved(curve.end) } }
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

/** Mean of each row from the surface to a depth; what is deeper than the layers is left out. */
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
  let [water, known] = [0, 0]
  for (let layer = 0; layer < layers; layer += 1) {
    const overlap = Math.min(bottomMm, (layer + 1) * LAYER_MM) - Math.max(topMm, layer * LAYER_MM)
    if (overlap <= 0) continue
    water += at(moisture, first + layer) * overlap
    known += overlap
  }
  return known > 0 ? water / known : Number.NaN
}

type Solved = {
  /** Depths, mm, rising; only those reached by sensors. */
  readonly systems: readonly { readonly depthMm: number; readonly system: FusionSystem }[]
  readonly places: readonly FieldPoint[]
  readonly likeness: Float64Array
  readonly count: number
}

function solveReadings(order: FieldWaterOrder, run: Run): Solved {
  const { soils, x, y, probes, diameterM, rootMm } = order
  const cells = x.length - probes
  const newest = order.readings.slice(-READINGS_MOST)
  const depths = [...new Set([...Array.from({ length: soils.layers }, (_, k) => (k + 1) * LAYER_MM), rootMm])]
  const systems = depths
    .sort((a, b) => a - b)
    .map((depthMm) => ({
      depthMm,
      readings: newest.flatMap((reading) => residualTo(order, run, reading, depthMm)),
    }))
    .filter(({ readings }) => readings.length > 0)
    .map(({ depthMm, readings }) => ({
      depthMm,
      system: solveFusion(readings, diameterM, errorsTo(depthMm)),
    }))
  const places = Array.from({ length: probes }, (_, k) => ({ x: at(x, cells + k), y: at(y, cells + k) }))
  const likeness = placeLikeness({ x: x.subarray(0, cells), y: y.subarray(0, cells) }, places, diameterM)
  return { systems, places, likeness, count: newest.length }
}

/** Measured less balance over those of its layers that reach into a depth; none where they reach through too little. */
function residualTo(
  { soils, x, y, probes }: FieldWaterOrder,
  { atProbes }: Run,
  { probe, day, between, layers }: ProbeReading,
  depthMm: number,
): FusionReading[] {
  const frames = between.map((step) => frameAt(atProbes, step))
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
  if (covered < LEAST_COVER * depthMm) return []
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

/** The deepest reading down to a depth. */
function systemTo(systems: Solved['systems'], depthMm: number): Solved['systems'][number] | undefined {
  return systems.findLast((each) => each.depthMm <= depthMm) ?? systems[0]
}

/** For the newest reading of each probe, compared with the others; a single probe contradicts nothing. */
function contradictingAt(order: FieldWaterOrder, run: Run, { systems }: Solved, time: number): number[] {
  const depthMm = systemTo(systems, order.rootMm)?.depthMm ?? order.rootMm
  const recent = order.readings.filter(({ day }) => day <= time && day > time - WORD_DAYS)
  const newest = [...new Map(recent.map((reading) => [reading.probe, reading])).values()]
  const told = newest
    .sort((a, b) => a.day - b.day)
    .flatMap((reading) =>
      residualTo(order, run, reading, depthMm).map((residual) => ({ probe: reading.probe, residual })),
    )
  if (told.length < 2) return []
  const errors = standardisedErrors(
    solveFusion(
      told.map(({ residual }) => residual),
      order.diameterM,
    ),
  )
  return told.flatMap(({ probe }, k) => (Math.abs(at(errors, k)) > CONTRADICTS ? [probe] : []))
}

/** Uncertainty of the mean of the root zone at a time; without readings that of a balance alone. */
function deviating(
  { x, probes, rootMm, diameterM }: FieldWaterOrder,
  { systems, places, likeness }: Solved,
  day: number,
  sensitivity: Float64Array,
): Float64Array {
  const system = systemTo(systems, rootMm)?.system ?? solveFusion([], diameterM, errorsTo(rootMm))
  return deviateAtPlaces(system, places, likeness, day, sensitivity.subarray(0, x.length - probes))
}

/** What to add to the mean of a depth at a time; below the depths that are known, what the deepest of them gets. */
function correcting({ x, probes }: FieldWaterOrder, { systems, places, likeness }: Solved) {
  const cells = x.length - probes
  return (depthMm: number, day: number, sensitivity: Float64Array): Float64Array => {
    const known = systemTo(systems, depthMm)
    if (!known) return new Float64Array(cells)
    return correctPlaces(known.system, places, likeness, day, sensitivity.subarray(0, cells))
  }
}
