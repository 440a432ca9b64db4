/** What a map shows, decided before anything is drawn: surface, colours, limits and words. */
import { type ColourLimits, moistureColourLimits } from '../../../agronomy/colour/colour-ramp.ts'
import { DEFAULT_TARGET_PERCENT } from '../../../agronomy/soil/soil-texture.ts'
import type { MapLayer, MapRamp } from '../../../contract/maps.ts'
import { type ClassRange, classRanges } from '../../../agronomy/soil/class-ranges.ts'
import type { MapInputs, MapProbe } from './map-inputs.ts'
import type { SurfaceGrid, Surfaces } from '../surfaces/surfaces-order.ts'

/** How a person wants to see a map. */
export interface MapView {
  ramp: MapRamp
  layer: MapLayer
}

export const USUAL_VIEW: MapView = { ramp: 'viridis', layer: 'moisture' }

export interface MapContent {
  inputs: MapInputs
  view: MapView
  /** Null when there is nothing to draw; then `words` say why. */
  surface: SurfaceGrid | null
  words: string | null
  /** Ends of the colours: of the moisture, or of the standard deviation. */
  limits: ColourLimits
  classes: ClassRange[]
  targetPercent: number
  /** Newest and oldest of the readings in it. */
  asOf: Date | null
  oldest: Date | null
}

/** Half the width of the range that holds the soil nine times out of ten, in standard deviations. */
export const NINE_OF_TEN = 1.645

const NO_PROBES = 'No probes are placed inside this circle yet. Place them under Place Soil Probes.'
const NO_READINGS = 'No valid reading within the last 72 hours'
const NONE_BELIEVED = 'None of the placed probes sends values that can be believed.'
const NO_SURFACE = 'The probes stand too close together to draw a map.'

/** Values that a surface goes through; those of suspect sensors are shown only. */
export function usedProbes(probes: readonly MapProbe[]): MapProbe[] {
  return probes.filter(({ state, value }) => value !== null && (state === 'measured' || state === 'filled'))
}

/** @param size cells of the surface on a side */
export async function mapContent(
  surfaces: Surfaces,
  inputs: MapInputs,
  size: number,
  view: MapView = USUAL_VIEW,
): Promise<MapContent> {
  const targetPercent = inputs.targetPercent ?? DEFAULT_TARGET_PERCENT
  const used = usedProbes(inputs.probes)
  const deviation = view.layer === 'uncertainty'
  const drawn = await surfaces.draw({
    probes: used.map(({ x, y, value }) => ({ x, y, value })),
    wettedRadius: inputs.pivot.wettedRadiusM,
    arc: inputs.pivot.arc,
    size,
    deviation,
  })
  const surface = 'reason' in drawn ? null : drawn
  return {
    inputs,
    view,
    surface,
    words: surface ? null : wordsFor(inputs.probes),
    limits: deviation && surface ? deviationLimits(surface) : moistureColourLimits(inputs.soil),
    classes: classRanges(inputs.soil, targetPercent),
    targetPercent,
    ...readingTimes(inputs.probes),
  }
}

/** Newest and oldest of the readings that a map is drawn with. */
export function readingTimes(probes: readonly MapProbe[]): { asOf: Date | null; oldest: Date | null } {
  const measured = probes.filter(({ state }) => state === 'measured')
  const times = (pick: (probe: MapProbe) => Date | null) =>
    measured.flatMap((probe) => pick(probe)?.getTime() ?? [])
  return {
    asOf: dateOf(Math.max(...times(({ at }) => at))),
    oldest: dateOf(Math.min(...times(({ oldest }) => oldest))),
  }
}

function dateOf(time: number): Date | null {
  return Number.isFinite(time) ? new Date(time) : null
}

/** From 0 to the greatest on the map, up to a whole per cent of nine times out of ten. */
function deviationLimits({ deviation }: SurfaceGrid): ColourLimits {
  let most = 0
  for (const value of deviation ?? []) if (value > most) most = value
  const percent = Math.max(1, Math.ceil(most * NINE_OF_TEN * 100 - 1e-9))
  return { low: 0, high: percent / 100 / NINE_OF_TEN }
}

function wordsFor(probes: readonly MapProbe[]): string {
  if (probes.length === 0) return NO_PROBES
  if (usedProbes(probes).length > 0) return NO_SURFACE
  if (probes.some(({ state }) => state === 'suspect')) return NONE_BELIEVED
  return `${NO_READINGS} from ${probes.length === 1 ? 'the placed probe' : `any of the ${probes.length} placed probes`}.`
}
