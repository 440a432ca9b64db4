/** Where another probe would tell most: the place that makes the whole map surest, tried out among many. */
import { type FieldPoint, fromPolar, insideWettedCircle, toLatLng } from '../../agronomy/pivot-geometry.ts'
import type { NextProbe } from '../../contract/maps.ts'
import { type MapInputs, meanOfProbes } from './map-inputs.ts'
import type { Surfaces } from './surfaces.ts'

/** Places that are tried, evenly over the circle; then others around the best of them. */
const PLACES = 48
const AROUND = 6
/** A probe at the very rim would hear the corner of the field more than the field. */
const REACH = 0.92
/** Turn from one place to the next that fills a circle evenly, degrees. */
const GOLDEN_ANGLE = 137.507_764
/** Cells of the trials: coarse, since only their mean counts. */
const SIZE = 20
/** Water where no probe is heard: how sure a map is hangs on places more than on values. */
const UNHEARD = 0.2

export async function bestPlace(surfaces: Surfaces, inputs: MapInputs): Promise<NextProbe> {
  const { probes, wettedRadiusM: wettedRadius, arc, latitude, longitude } = inputs
  const usual = meanOfProbes(probes) ?? UNHEARD
  const standing = probes.map(({ x, y, value }) => ({ x, y, value: value ?? usual }))

  async function unsureWith(place: FieldPoint | null): Promise<number> {
    const more = place ? [{ ...place, value: usual }] : []
    const order = { probes: [...standing, ...more], wettedRadius, arc, size: SIZE, deviation: true }
    const drawn = await surfaces.draw(order)
    return 'reason' in drawn ? Infinity : meanOf(drawn.deviation ?? new Float32Array())
  }
  async function surest(places: FieldPoint[]) {
    const inside = places.filter((place) => insideWettedCircle(place, wettedRadius, arc))
    const tried = await Promise.all(inside.map(async (place) => ({ place, unsure: await unsureWith(place) })))
    return tried.toSorted((a, b) => a.unsure - b.unsure)[0]
  }

  const found = probes.length > 0 ? await surest(evenPlaces(wettedRadius)) : undefined
  if (!found) return { latitude: null, longitude: null, gain_percent: null }
  const { place, unsure } = (await surest([found.place, ...placesAround(found.place, wettedRadius)])) ?? found
  const before = await unsureWith(null)
  const { lat, lng } = toLatLng({ lat: latitude, lng: longitude }, place)
  return { latitude: lat, longitude: lng, gain_percent: Math.max(0, 100 * (1 - unsure / before)) }
}

function evenPlaces(radius: number): FieldPoint[] {
  return Array.from({ length: PLACES }, (_, k) =>
    fromPolar({ bearing: k * GOLDEN_ANGLE, distance: REACH * radius * Math.sqrt((k + 0.5) / PLACES) }),
  )
}

/** Half way to the next of the even places, on all sides. */
function placesAround({ x, y }: FieldPoint, radius: number): FieldPoint[] {
  return Array.from({ length: AROUND }, (_, k) => {
    const step = fromPolar({ bearing: (360 / AROUND) * k, distance: radius / Math.sqrt(PLACES) / 2 })
    return { x: x + step.x, y: y + step.y }
  }).filter((place) => Math.hypot(place.x, place.y) <= REACH * radius)
}

function meanOf(cells: Float32Array): number {
  const inside = cells.filter((value) => !Number.isNaN(value))
  return inside.reduce((sum, value) => sum + value, 0) / inside.length
}
