/** Places in GeoJSON's coordinate order. */
import type { Position } from 'geojson'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'

export function position({ lat, lng }: LatLng): Position {
  return [lng, lat]
}

/** The closed ring through these places; the first position is repeated at the end. */
export function ring(places: readonly LatLng[]): Position[] {
  const positions = places.map(position)
  const [first] = positions
  return first ? [...positions, first] : positions
}
