/** Requests to the surface engine and their answers. */
import type { MoistureField } from '#agronomy/surface/solved-field.ts'
import type { MoistureModel, NoReadings } from '#agronomy/surface/covariance-models.ts'
import type { SurfaceRequest } from '#agronomy/surface/grid.ts'
import type { PolarCells } from '#agronomy/surface/polar-cells.ts'

/** What to draw: placed probes, m about the pivot, with their value, null where silent; R in m; the arc; N. */
export interface SurfaceOrder extends SurfaceRequest {
  /** Also the uncertainty of each cell; off, since most maps show none. */
  deviation?: boolean
  /** m3/m3 that a value of 1 stands for: FC - WP of shares of available water; 1 unless given. */
  unit?: number
  /**
   * Depths of probes that all have a value: each is solved by itself, and their weighted sum is drawn instead of the
   * values. Without the uncertainty, which is that of values.
   */
  depths?: readonly OrderedDepth[]
  /** Drawn in place of what the probes tell; where it is known, with how sure each of them is. The rest stays theirs. */
  cells?: PolarCells & { deviations?: ArrayLike<number> | null }
}

/** One depth of an order: the values of the probes in their order. */
interface OrderedDepth {
  weight: number
  values: readonly number[]
}

/** A grid over the square [-R, R] x [-R, R]: row-major, row 0 the northernmost, NaN outside the wetted circle or part circle. */
export interface SurfaceGrid {
  size: number
  wettedRadius: number
  /** Shape [N, N], in the unit of the values. */
  values: Float32Array
  /** Standard deviation, of kriging or of the cells that were given, shape [N, N]; null unless asked for or given. */
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
