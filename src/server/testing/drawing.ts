/** Outlines on the field of the usual test system, as a browser sends them. */
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { fromPolar, toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import type { GeofencePin } from '../../contract/geofences.ts'

/** Where `connectedSystem` puts the pivot. */
const PIVOT: LatLng = { lat: 51.06, lng: -114.15 }

/** Pins at metres east and north of the pivot. */
export function pinsAt(...metres: [x: number, y: number][]): GeofencePin[] {
  return metres.map(([x, y]) => {
    const { lat, lng } = toLatLng(PIVOT, { x, y })
    return [lat, lng]
  })
}

/** A ring slice: clockwise bearings from and to, distances inner and outer in metres. */
export function slice(from: number, to: number, inner: number, outer: number): GeofencePin[] {
  const bearings = Array.from({ length: 11 }, (_, i) => from + ((to - from) * i) / 10)
  const points = [
    ...bearings.map((bearing) => fromPolar({ bearing, distance: outer })),
    ...bearings.toReversed().map((bearing) => fromPolar({ bearing, distance: inner })),
  ]
  return pinsAt(...points.map(({ x, y }): [number, number] => [x, y]))
}
