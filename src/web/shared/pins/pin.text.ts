/** How pins and areas are written. */
import { M2_PER_ACRE } from '#agronomy/units.ts'
import { bearingAndDistance } from '#agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '#agronomy/pivot/pivot.ts'
import { number, quantity } from '../../kit/formats.ts'

const M2_PER_HECTARE = 10_000

/** @example areaText(40468.564224) // '10 acres (4.05 ha)' */
export function areaText(m2: number): string {
  return `${quantity(m2 / M2_PER_ACRE, 'acres')} (${quantity(m2 / M2_PER_HECTARE, 'ha')})`
}

/** Bearing and distance from the pivot point, for example `312° · 140 m`. */
export function fromPivotText(pivot: LatLng, pin: LatLng): string {
  const { bearing, distance } = bearingAndDistance(pivot, pin)
  return `${number(Math.round(bearing) % 360, 0)}° · ${quantity(distance, 'm', 0)}`
}

/** @example pinText(2, { lat: 51.0621, lng: -114.15 }) // 'Pin 3 (51.06210, -114.15000)' */
export function pinText(index: number, { lat, lng }: LatLng): string {
  return `Pin ${index + 1} (${lat.toFixed(5)}, ${lng.toFixed(5)})`
}
