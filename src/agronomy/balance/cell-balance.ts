/** The daily water balance of many cells at once, each with its own layered soil and its own irrigation and rain. */
import { at } from '../kriging/vectors.ts'
import { basalCoefficient, type CropCurve, growthFraction } from './crop-season.ts'
import { type BalanceDay, depletionFraction, evaporationShare, upperLimit } from './dual-coefficient.ts'

/** Thickness of a layer, mm. */
export const LAYER_MM = 200

/** Field capacity and wilting point of n cells in L layers from the surface down, m3/m3, shape [n, L]. */
export type CellSoils = {
  readonly layers: number
  readonly fieldCapacity: Float64Array
  readonly wiltingPoint: Float64Array
}

/** The crop of a field, one for all of its cells. */
export type FieldCrop = {
  readonly curve: CropCurve
  readonly heightMaxM: number
  readonly rootMinM: number
  readonly rootMaxM: number
  /** p at 5 mm a day. */
  readonly depletionFraction: number
  /** Ze, depth that evaporation dries, m, at most one layer. */
  readonly evaporationDepthM: number
  readonly readilyEvaporableMm: number
}

/** Water in the cells at the end of a day. */
export type CellWater = {
  /** theta, m3/m3, shape [n, L]. */
  readonly moisture: Float64Array
  /** De of the surface, mm, shape [n]. */
  readonly surfaceDepletionMm: Float64Array
}

/** A day: weather and rain of the field, irrigation of each cell. */
export type CellDay = Omit<BalanceDay, 'irrigation'> & {
  /** mm that reached the soil, shape [n]; absent: none. */
  readonly irrigationMm?: Float64Array
}

/** Losses of a day, mm, means over the cells. */
export type CellLosses = {
  readonly evaporation: number
  readonly transpiration: number
  readonly drainage: number
}

/** Height of a crop at emergence, m. */
const EMERGED_M = 0.05

/**
 * Cells at field capacity with a wet surface.
 *
 * @param soils n cells in L layers
 * @returns their water
 * @throws RangeError when the shapes differ or a field capacity is not above its wilting point
 * @example cellsAtCapacity({ layers: 2, fieldCapacity: Float64Array.of(0.3, 0.2), wiltingPoint: Float64Array.of(0.1, 0.1) }).moisture // { 0: 0.3, 1: 0.2 }
 */
export function cellsAtCapacity({ layers, fieldCapacity, wiltingPoint }: CellSoils): CellWater {
  const cells = fieldCapacity.length / layers
  if (!Number.isInteger(cells) || wiltingPoint.length !== fieldCapacity.length) {
    throw new RangeError(`${fieldCapacity.length} and ${wiltingPoint.length} limits in ${layers} layers`)
  }
  if (!fieldCapacity.every((capacity, i) => capacity > at(wiltingPoint, i) && at(wiltingPoint, i) >= 0)) {
    throw new RangeError('a field capacity is not above its wilting point')
  }
  return { moisture: Float64Array.from(fieldCapacity), surfaceDepletionMm: new Float64Array(cells) }
}

/**
 * Advances cells by a day, in place: infiltration with drainage to the next layer, evaporation from the first, uptake
 * by root density. Source: FAO-56 Eq. 69 to 84, uptake by layers (decision 022). O(n L).
 *
 * @param water at the end of the day before; updated
 * @param day weather and water
 * @returns means of the losses
 * @throws RangeError when the irrigation does not have one value per cell
 * @example advanceCells({ curve: { initial: 0.15, mid: 1.1, end: 0.5, stages: [30, 40, 50, 30] }, heightMaxM: 2, rootMinM: 0.2, rootMaxM: 1, depletionFraction: 0.55, evaporationDepthM: 0.1, readilyEvaporableMm: 9 }, { layers: 1, fieldCapacity: Float64Array.of(0.3), wiltingPoint: Float64Array.of(0.1) }, { moisture: Float64Array.of(0.3), surfaceDepletionMm: Float64Array.of(0) }, { elapsed: 0, referenceEtMm: 4, windMS: 2, leastHumidityPct: 45, rainMm: 10 }) // { evaporation: 4.2, transpiration: 0.6, drainage: 10 }
 */
export function advanceCells(crop: FieldCrop, soils: CellSoils, water: CellWater, day: CellDay): CellLosses {
  const { layers } = soils
  const cells = water.surfaceDepletionMm.length
  const { irrigationMm } = day
  if (irrigationMm && irrigationMm.length !== cells) {
    throw new RangeError(`irrigation of ${irrigationMm.length} cells for ${cells}`)
  }
  const canopy = canopyOf(crop, day, layers)
  let [evaporation, transpiration, drainage] = [0, 0, 0]
  for (let cell = 0; cell < cells; cell += 1) {
    const inflowMm = day.rainMm + (irrigationMm ? at(irrigationMm, cell) : 0)
    drainage += cascade(soils, water.moisture, cell * layers, inflowMm)
    const evaporatedMm = evaporate(crop, soils, water, cell, inflowMm, canopy)
    evaporation += evaporatedMm
    transpiration += takeUp(crop, soils, water.moisture, cell * layers, evaporatedMm, canopy)
  }
  return {
    evaporation: evaporation / cells,
    transpiration: transpiration / cells,
    drainage: drainage / cells,
  }
}

/** Values common to all cells on one day. */
type Canopy = {
  readonly referenceEtMm: number
  readonly Kcb: number
  readonly Kcmax: number
  readonly few: number
  /** Share of the uptake by layer, sum 1, shape [L]. */
  readonly uptake: Float64Array
}

function canopyOf(crop: FieldCrop, day: CellDay, layers: number): Canopy {
  const { curve, heightMaxM, rootMinM, rootMaxM } = crop
  const Kcb = basalCoefficient(curve, day.elapsed)
  const growth = growthFraction(curve, day.elapsed)
  const heightM = EMERGED_M + (heightMaxM - EMERGED_M) * growth
  const { Kcmax, fc } = upperLimit('short', curve.initial, Kcb, heightM, day)
  const rootMm = 1000 * (rootMinM + (rootMaxM - rootMinM) * growth)
  return {
    referenceEtMm: day.referenceEtMm,
    Kcb,
    Kcmax,
    few: Math.max(0.01, 1 - fc),
    uptake: uptakeShares(rootMm, layers),
  }
}

/**
 * Shares of the uptake by layer: the part of the layer inside the roots times max(0.05, 1.1 - z / Zr), z its middle.
 *
 * @param rootMm Zr, mm, above 0
 * @param layers L
 * @returns shares, sum 1, shape [L]
 * @throws RangeError when the roots are not above 0
 * @example uptakeShares(200, 2) // { 0: 1, 1: 0 }
 */
export function uptakeShares(rootMm: number, layers: number): Float64Array {
  if (!(rootMm > 0)) throw new RangeError(`roots of ${rootMm} mm`)
  const shares = new Float64Array(layers)
  let sum = 0
  for (let layer = 0; layer < layers; layer += 1) {
    const inside = Math.min(1, Math.max(0, rootMm / LAYER_MM - layer))
    const midDepthMm = Math.min(rootMm, (layer + 0.5) * LAYER_MM)
    shares[layer] = inside * Math.max(0.05, 1.1 - midDepthMm / rootMm)
    sum += at(shares, layer)
  }
  return shares.map((share) => share / sum)
}

/** Fills the layers to field capacity from the top; returns the drainage below the last, mm. */
function cascade(
  { layers, fieldCapacity }: CellSoils,
  moisture: Float64Array,
  first: number,
  inflowMm: number,
): number {
  let excessMm = inflowMm
  for (let i = first; excessMm > 0 && i < first + layers; i += 1) {
    const filled = at(moisture, i) + excessMm / LAYER_MM
    const retained = Math.max(at(moisture, i), Math.min(filled, at(fieldCapacity, i)))
    excessMm = (filled - retained) * LAYER_MM
    moisture[i] = retained
  }
  return excessMm
}

/** E of one cell, mm. */
function evaporate(
  { evaporationDepthM, readilyEvaporableMm }: FieldCrop,
  { layers, fieldCapacity, wiltingPoint }: CellSoils,
  { moisture, surfaceDepletionMm }: CellWater,
  cell: number,
  inflowMm: number,
  { referenceEtMm, Kcb, Kcmax, few }: Canopy,
): number {
  const top = cell * layers
  const totalEvaporableMm = 1000 * evaporationDepthM * (at(fieldCapacity, top) - at(wiltingPoint, top) / 2)
  const depletionMm = Math.max(0, at(surfaceDepletionMm, cell) - inflowMm)
  const Kr = evaporationShare(depletionMm, totalEvaporableMm, readilyEvaporableMm)
  const demandMm = referenceEtMm * Math.min(Kr * (Kcmax - Kcb), few * Kcmax)
  const E = Math.min(demandMm, at(moisture, top) * LAYER_MM)
  surfaceDepletionMm[cell] = Math.min(totalEvaporableMm, depletionMm + E / few)
  moisture[top] = at(moisture, top) - E / LAYER_MM
  return E
}

/** T of one cell, mm. */
function takeUp(
  crop: FieldCrop,
  { layers, fieldCapacity, wiltingPoint }: CellSoils,
  moisture: Float64Array,
  first: number,
  evaporatedMm: number,
  { referenceEtMm, Kcb, uptake }: Canopy,
): number {
  const potentialMm = Kcb * referenceEtMm
  const depletedShare = 1 - depletionFraction(crop.depletionFraction, potentialMm + evaporatedMm)
  let totalMm = 0
  // uptake is 0 below the roots
  for (let layer = 0; layer < layers && at(uptake, layer) > 0; layer += 1) {
    const i = first + layer
    const available = at(moisture, i) - at(wiltingPoint, i)
    const share = available / (depletedShare * (at(fieldCapacity, i) - at(wiltingPoint, i)))
    const uptakeMm = Math.min(
      at(uptake, layer) * potentialMm * Math.min(1, Math.max(0, share)),
      Math.max(0, available) * LAYER_MM,
    )
    moisture[i] = at(moisture, i) - uptakeMm / LAYER_MM
    totalMm += uptakeMm
  }
  return totalMm
}
