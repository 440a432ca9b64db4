/** What is asked of surfaces, and what they answer. */
import type { MoistureField } from '../../../agronomy/surface/solved-field.ts'
import type { MoistureModel, NoReadings } from '../../../agronomy/surface/covariance-models.ts'
import type { SurfaceRequest } from '../../../agronomy/surface/grid.ts'

/** What to draw: placed probes, m about the pivot, with their root-zone value, m3/m3, null where silent; R in m; the arc; N. */
export interface SurfaceOrder extends SurfaceRequest {
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
  /** The same surface at any point: predictMoisture(field, x, y), and with its deviation moistureDeviation(field, x, y). */
  field: MoistureField
}

/** Why there is nothing to draw. */
export type NoSurface = NoReadings

/** Layouts of probes that are kept for their next time step. */
export interface KeptLayouts {
  layouts: number
  bytes: number
}

/** Misuse of the caller, by what was wrong. */
export interface RefusedOrder {
  refused: string
}

/** Of a thread, in the order of what was asked. */
export interface WorkerAnswer {
  drawn: (SurfaceGrid | NoSurface | RefusedOrder)[]
  kept: KeptLayouts
}

export interface Surfaces {
  draw(order: SurfaceOrder): Promise<SurfaceGrid | NoSurface>
  /** What the threads keep, as of their last answers. */
  kept(): KeptLayouts
  close(): Promise<void>
}
