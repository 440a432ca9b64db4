/** Types of a map: layer, colours and paper as a person wants them, and the content that is drawn then. */
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
  /** Of the layers that most of what is drawn rests on. */
  model: MoistureModel
}

/** How a person wants to see a map. */
export interface MapView {
  ramp: MapRamp
  layer: MapLayer
  paper: MapPaper
}

export const USUAL_VIEW: MapView = { ramp: 'viridis', layer: 'classes', paper: 'light' }

export interface MapContent {
  inputs: MapInputs
  view: MapView
  /** Null when there is nothing to draw; then `words` say why. */
  surface: ShareSurface | null
  /** What is painted: shares, water by volume, or the standard deviation of shares; null without a surface. */
  cells: Float32Array | null
  words: string | null
  /** Ends of the colours, in what is painted. */
  limits: ColourLimits
  /** Upper ends of the classes but the wettest, shares. */
  bounds: [number, number, number, number]
  classes: ClassRange[]
  targetPercent: number
  /** Newest and oldest of the readings in it. */
  asOf: Date | null
  oldest: Date | null
}
