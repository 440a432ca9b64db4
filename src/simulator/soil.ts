/** The soil column at one probe: a water bucket for each sensor's layer. Pure; water is conserved. */
import { sensorLayers } from '../agronomy/soil/root-zone.ts'
import type { SoilLimits } from '../agronomy/soil/soil-texture.ts'

type SoilLayer = { depthCm: number; thicknessMm: number; theta: number }

/** `limits` hold for the whole column. */
export type SoilColumn = { limits: SoilLimits; layers: readonly SoilLayer[] }

/** Water over one step, mm. */
export type SoilStep = { inMm: number; etMm: number; hours: number }

/** Water that left the column, mm: evapotranspiration, or drainage below the last layer. */
export type SoilLosses = { etMm: number; drainedMm: number }

/** For a while pores hold this much more than field capacity. */
const ABOVE_FIELD_CAPACITY = 0.1
/** Hours in which an excess over field capacity decreases to a third. */
const PERCOLATION_HOURS = 14
/** Each deeper layer gives this share of what the one above it gives to the roots. */
const ROOT_DECAY = 0.45
/** Hours in which a difference between two adjacent layers decreases to a third, by suction alone. */
const SUCTION_HOURS = 150

/** A column whose layers belong to these sensors, filled to a share of its available water. */
export function soilColumn(depthsCm: readonly number[], limits: SoilLimits, filled: number): SoilColumn {
  const theta = limits.wiltingPoint + filled * (limits.fieldCapacity - limits.wiltingPoint)
  return {
    limits,
    layers: sensorLayers(depthsCm).map(({ depthCm, topMm, bottomMm }) => ({
      depthCm,
      thicknessMm: bottomMm - topMm,
      theta,
    })),
  }
}

/** Water in the column, mm. */
export function storedMm(column: SoilColumn): number {
  return column.layers.reduce((sum, { theta, thicknessMm }) => sum + theta * thicknessMm, 0)
}

/** Plants take from each layer by its share of the roots, and less and less from a dry one. */
function takeUp(column: SoilColumn, etMm: number): { layers: SoilLayer[]; taken: number } {
  const { fieldCapacity, wiltingPoint } = column.limits
  const weights = column.layers.map((_, i) => ROOT_DECAY ** i)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let taken = 0
  const layers = column.layers.map((layer, i) => {
    const available = Math.max(0, layer.theta - wiltingPoint)
    const ease = Math.min(1, (2 * available) / (fieldCapacity - wiltingPoint))
    const demandMm = (etMm * ease * (weights[i] ?? 0)) / total
    const uptakeMm = Math.min(demandMm, available * layer.thicknessMm)
    taken += uptakeMm
    return { ...layer, theta: layer.theta - uptakeMm / layer.thicknessMm }
  })
  return { layers, taken }
}

/** Water moves down from the top: what no pore holds at once, what is above field capacity slowly. */
function sink(
  layers: readonly SoilLayer[],
  fieldCapacity: number,
  inMm: number,
  hours: number,
): { layers: SoilLayer[]; below: number } {
  let falling = inMm
  const wet = layers.map((layer) => {
    const water = layer.theta * layer.thicknessMm + falling
    const mostMm = (fieldCapacity + ABOVE_FIELD_CAPACITY) * layer.thicknessMm
    const heldMm = Math.min(water, mostMm)
    const excess = Math.max(0, heldMm - fieldCapacity * layer.thicknessMm)
    const slow = excess * (1 - Math.exp(-hours / PERCOLATION_HOURS))
    falling = water - heldMm + slow
    return { ...layer, theta: (heldMm - slow) / layer.thicknessMm }
  })
  return { layers: wet, below: falling }
}

/** Suction evens out adjacent layers; without it a deep layer emptied by roots would never fill again. */
function evenOut(layers: readonly SoilLayer[], hours: number): SoilLayer[] {
  const share = 1 - Math.exp(-hours / SUCTION_HOURS)
  const after = layers.map((layer) => ({ ...layer }))
  for (const [i, lower] of after.entries()) {
    const upper = after[i - 1]
    if (!upper) continue
    const totalThicknessMm = upper.thicknessMm + lower.thicknessMm
    const movedMm =
      ((upper.theta - lower.theta) * share * upper.thicknessMm * lower.thicknessMm) / totalThicknessMm
    upper.theta -= movedMm / upper.thicknessMm
    lower.theta += movedMm / lower.thicknessMm
  }
  return after
}

/** The column after one step, and what left it. */
export function soilAfter(
  column: SoilColumn,
  { inMm, etMm, hours }: SoilStep,
): { column: SoilColumn; losses: SoilLosses } {
  const { layers: dried, taken } = takeUp(column, etMm)
  const { layers, below } = sink(dried, column.limits.fieldCapacity, inMm, hours)
  return { column: { ...column, layers: evenOut(layers, hours) }, losses: { etMm: taken, drainedMm: below } }
}

/** Mean available water of the column, 0 at the wilting point, 1 at field capacity. */
export function availableShare(column: SoilColumn): number {
  const { fieldCapacity, wiltingPoint } = column.limits
  const thickness = column.layers.reduce((sum, layer) => sum + layer.thicknessMm, 0)
  return (storedMm(column) / thickness - wiltingPoint) / (fieldCapacity - wiltingPoint)
}
