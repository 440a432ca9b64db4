/** Where another probe would tell most of a field, as its map knows it. */
import { bestProbePlace } from '../../../agronomy/surface/best-probe-place.ts'
import { toLatLng } from '../../../agronomy/pivot/pivot-geometry.ts'
import type { NextProbe } from '../../../contract/maps.ts'
import { type MapInputs, meanOfProbes } from '../inputs/map-inputs.ts'
import type { Surfaces } from '../surfaces/surfaces-order.ts'

/** Cells on a side that the place is chosen from. */
const SIZE = 24
/** Water where no probe is heard: how sure a map is hangs on places more than on values. */
const UNHEARD = 0.2

/** Silent probes count as well: they will speak again. */
export async function bestPlace(surfaces: Surfaces, inputs: MapInputs): Promise<NextProbe> {
  const { probes, pivot } = inputs
  const { wettedRadiusM: wettedRadius, arc } = pivot
  const usual = meanOfProbes(probes) ?? UNHEARD
  const points = probes.map(({ x, y, value }) => ({ x, y, value: value ?? usual }))
  const grid = { size: SIZE, wettedRadius, arc }
  const drawn = await surfaces.draw({ probes: points, ...grid })
  const best = 'reason' in drawn ? null : bestProbePlace(points, drawn.model, grid)
  if (!best) return { latitude: null, longitude: null, gain_percent: null }
  const { lat, lng } = toLatLng(pivot.place, best)
  return { latitude: lat, longitude: lng, gain_percent: 100 * best.gain }
}
