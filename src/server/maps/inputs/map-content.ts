/** The content of a map, computed before anything is drawn: surface, colours, limits and texts. */
import type { ColourLimits } from '#agronomy/colour/colour-ramp.ts'
import { classBounds, classRanges, DEFAULT_TARGET_PERCENT } from '#agronomy/soil/moisture-class.ts'
import { type MapLayer, NINE_OF_TEN } from '#contract/maps.ts'
import type { Surfaces } from '../surfaces/surfaces-order.ts'
import { cellLimits, volumeLimits, volumeOf } from './cell-limits.ts'
import type { MapInputs, MapProbe } from './map-inputs.ts'
import { type MapContent, type MapView, type ShareSurface, USUAL_VIEW } from './map-view.ts'
import { shareSurface, usedProbes } from './share-surface.ts'

/** From the wilting point to field capacity, whatever the map holds. */
const WHOLE: ColourLimits = { low: 0, high: 1 }

const NO_PROBES = 'No probes are placed inside this circle yet. Place them under Place Soil Probes.'
const NO_READINGS = 'No valid reading within the last 72 hours'
const NONE_BELIEVED = 'None of the placed probes sends values that can be believed.'
const NO_SURFACE = 'The probes stand too close together to draw a map.'

/** @param size cells per side of the surface */
export async function mapContent(
  surfaces: Surfaces,
  inputs: MapInputs,
  size: number,
  view: MapView = USUAL_VIEW,
): Promise<MapContent> {
  const targetPercent = inputs.targetPercent ?? DEFAULT_TARGET_PERCENT
  const surface = await shareSurface(surfaces, { ...inputs, size, deviation: view.layer === 'uncertainty' })
  return {
    inputs,
    view,
    surface,
    ...paintedOf(inputs, surface, view.layer),
    words: surface ? null : wordsFor(inputs.probes),
    bounds: classBounds(targetPercent),
    classes: classRanges(targetPercent),
    targetPercent,
    ...readingTimes(inputs.probes),
  }
}

function paintedOf(
  inputs: MapInputs,
  surface: ShareSurface | null,
  layer: MapLayer,
): Pick<MapContent, 'cells' | 'limits'> {
  if (!surface) return { cells: null, limits: WHOLE }
  const { shares, deviation, size } = surface
  if (layer === 'uncertainty') return { cells: deviation, limits: deviationLimits(deviation) }
  if (layer !== 'volume') return { cells: shares, limits: WHOLE }
  return { cells: volumeOf(shares, cellLimits(inputs, size)), limits: volumeLimits(inputs) }
}

/** Newest and oldest reading on a map. */
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

/** From 0 to the largest uncertainty on the map, rounded up to a whole per cent. */
function deviationLimits(deviation: Float32Array | null): ColourLimits {
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
