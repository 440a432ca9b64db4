/** Types of a map: the requested layer, colours and background, and the content to draw. */
import type { ColourLimits } from '#agronomy/colour/colour-ramp.ts'
import type { ClassRange } from '#agronomy/soil/moisture-class.ts'
import type { MoistureModel } from '#agronomy/surface/covariance-models.ts'
import type { MapLayer, MapPaper, MapRamp } from '#contract/maps.ts'
import type { MapInputs } from './map-inputs.ts'

/** A grid over the square [-R, R] x [-R, R]: row-major, row 0 the northernmost, NaN outside the wetted circle. */
export interface ShareSurface {
  size: number
  wettedRadius: number
  /** Share of available water, shape [N, N]. */
  shares: Float32Array
  /** Standard deviation of each share, shape [N, N]; null unless asked for. */
  deviation: Float32Array | null
  /** Of the layers that carry most of the weight. */
  model: MoistureModel
}

/** The requested view of a map. */
export interface MapView {
  ramp: MapRamp
  layer: MapLayer
  paper: MapPaper
}

export const USUAL_VIEW: MapView = { ramp: 'viridis', layer: 'classes', paper: 'light' }

export interface MapContent {
  inputs: MapInputs
  view: MapView
  /** Null when there is nothing to draw; then `words` contain the message. */
  surface: ShareSurface | null
  /** What is drawn: shares, volumetric water, or the standard deviation of shares; null without a surface. */
  cells: Float32Array | null
  words: string | null
  /** Range of the colours, in the drawn unit. */
  limits: ColourLimits
  /** Upper limits of the classes but the wettest, shares. */
  bounds: [number, number, number, number]
  classes: ClassRange[]
  targetPercent: number
  /** Newest and oldest reading in it. */
  asOf: Date | null
  oldest: Date | null
}
