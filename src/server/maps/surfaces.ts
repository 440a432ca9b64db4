/**
 * Moisture surfaces as grids, for pictures, explorers and differences.
 *
 * What it promises: `draw` never blocks the event loop for longer than it takes to hand the order over; equal orders
 * give equal numbers; a further time step of the same probes and grid costs one matrix-vector product; a shape that
 * cannot be drawn is a reason, misuse (a size that is none, a number that is not finite) rejects with RangeError.
 * `close` ends whatever is under way; orders still waiting are rejected.
 */
import { cellCentre, moistureSurface, type SurfaceProbe } from '../../agronomy/moisture-surface.ts'
import { type MoistureField, moistureDeviation } from '../../agronomy/moisture-field.ts'
import type { KrigingRefusal } from '../../agronomy/kriging.ts'
import type { MoistureModel, NoReadings } from '../../agronomy/moisture-model.ts'
import type { Arc } from '../../agronomy/pivot-geometry.ts'

/** What to draw. */
export interface SurfaceOrder {
  /** Placed probes, m about the pivot, with their root-zone value, m3/m3; null where a probe is silent. */
  probes: readonly SurfaceProbe[]
  /** R, m. */
  wettedRadius: number
  arc: Arc
  /** N, cells on a side, 1 to 4,096. */
  size: number
  /** Also the uncertainty of each cell; off, since most maps show none. */
  deviation?: boolean
}

/** A grid over the square [-R, R] x [-R, R]: row-major, row 0 the northernmost, NaN outside the wetted circle or part circle. */
export interface SurfaceGrid {
  size: number
  wettedRadius: number
  /** Shape [N, N], m3/m3. */
  values: Float32Array
  /** Kriging standard deviation, shape [N, N], m3/m3; null unless asked for. */
  deviation: Float32Array | null
  /** Least and greatest of `values`; NaN when no cell's centre lies inside. */
  min: number
  max: number
  /** The rule that was used and its figures. */
  model: MoistureModel
  /** The same surface at any point: predictMoisture(field, x, y), moistureDeviation(field, x, y). */
  field: MoistureField
}

/** Why there is nothing to draw. */
export interface NoSurface {
  reason: NoReadings['reason'] | KrigingRefusal['reason']
}

export interface Surfaces {
  draw(order: SurfaceOrder): Promise<SurfaceGrid | NoSurface>
  close(): Promise<void>
}

export interface SurfaceOptions {
  /** Threads that work at most; they start when they are first needed. */
  workers?: number
  /** What may be kept of layouts of probes, bytes, in all threads together. */
  cacheBytes?: number
}

export function createSurfaces(_options: SurfaceOptions = {}): Surfaces {
  return {
    async draw(order) {
      const drawn = moistureSurface(order)
      if ('reason' in drawn) return drawn
      const { size, wettedRadius, min, max, model, field } = drawn
      const values = Float32Array.from(drawn.values)
      const deviation = order.deviation ? deviationOf(field, values, size, wettedRadius) : null
      return { size, wettedRadius, values, deviation, min, max, model, field }
    },
    async close() {},
  }
}

function deviationOf(field: MoistureField, values: Float32Array, size: number, radius: number): Float32Array {
  return values.map((value, cell) => {
    if (Number.isNaN(value)) return value
    const { x, y } = cellCentre(Math.floor(cell / size), cell % size, size, radius)
    return moistureDeviation(field, x, y)
  })
}
