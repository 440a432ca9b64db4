/** Requests to the surface engine and their answers. */
import type { MoistureField } from '#agronomy/surface/solved-field.ts'
import type { MoistureModel, NoReadings } from '#agronomy/surface/covariance-models.ts'
import type { SurfaceRequest } from '#agronomy/surface/grid.ts'
import type { PolarCells } from '#agronomy/surface/polar-cells.ts'

/** What to draw: placed probes, m about the pivot, with their value, null where silent; R in m; the arc; N. */
export interface SurfaceOrder extends SurfaceRequest {
  /** Whether to compute the uncertainty of each cell; off by default, since most maps do not show it. */
  deviation?: boolean
  /** m3/m3 of a value of 1: FC - WP for shares of available water; 1 by default. */
  unit?: number
  /**
   * Depths of probes that all have a value: each is solved separately, and their weighted sum is drawn instead of the
   * values. Without the uncertainty, which is that of values.
   */
  depths?: readonly OrderedDepth[]
  /** Cells drawn instead of the interpolation, with their uncertainty where known; the rest stays the probes'. */
  cells?: PolarCells & { deviations?: ArrayLike<number> | null }
}

/** One depth of a request: the values of the probes in order. */
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
  /** Standard deviation, of kriging or of the given cells, shape [N, N]; null unless requested or given. */
  deviation: Float32Array | null
  /** Minimum and maximum of `values`; NaN when no cell's centre is inside. */
  min: number
  max: number
  /** The method and its parameters. */
  model: MoistureModel
  /** The same surface at any point: predictMoisture(field, x, y), and with its deviation moistureDeviation(field, x, y). */
  field: MoistureField
}

/** Why there is nothing to draw. */
export type NoSurface = NoReadings

/** Statistics of cached probe layouts. */
export interface KeptLayouts {
  layouts: number
  bytes: number
}

/** Misuse by the caller, with the reason. */
export interface RefusedOrder {
  refused: string
}

/** A thread's answers, in the order of the requests. */
export interface WorkerAnswer {
  drawn: (SurfaceGrid | NoSurface | RefusedOrder)[]
  kept: KeptLayouts
}

export interface Surfaces {
  draw(order: SurfaceOrder): Promise<SurfaceGrid | NoSurface>
  /** Cache sizes of the threads, as of their last answers. */
  kept(): KeptLayouts
  close(): Promise<void>
}
