/** Where another probe would tell most of a field, as its map knows it. */
import { bestProbePlace } from '#agronomy/surface/best-probe-place.ts'
import { availableSpan } from '#agronomy/soil/available-water.ts'
import { toLatLng } from '#agronomy/pivot/pivot-geometry.ts'
import type { NextProbe } from '#contract/maps.ts'
import { type MapInputs, meanShare } from '../inputs/map-inputs.ts'
import type { Surfaces } from '../surfaces/surfaces-order.ts'

/** Cells on a side that the place is chosen from. */
const SIZE = 24
/** Share of available water where no probe is heard: how sure a map is hangs on places more than on values. */
const UNHEARD = 0.5

/** Silent probes count as well: they will speak again. */
export async function bestPlace(surfaces: Surfaces, inputs: MapInputs): Promise<NextProbe> {
  const { probes, pivot, soil } = inputs
  const { wettedRadiusM: wettedRadius, arc } = pivot
  const usual = meanShare(probes) ?? UNHEARD
  const points = probes.map(({ x, y, share }) => ({ x, y, value: share ?? usual }))
  const grid = { size: SIZE, wettedRadius, arc }
  const drawn = await surfaces.draw({ probes: points, ...grid, unit: availableSpan(soil) })
  const best = 'reason' in drawn ? null : bestProbePlace(points, drawn.model, grid)
  if (!best) return { latitude: null, longitude: null, gain_percent: null }
  const { lat, lng } = toLatLng(pivot.place, best)
  return { latitude: lat, longitude: lng, gain_percent: 100 * best.gain }
}
