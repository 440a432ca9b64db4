/** Soil zones as shapes for the map: polygons with holes, coloured from sand to clay. */
import type { Feature, FeatureCollection, MultiPolygon } from 'geojson'
import { labelPointOf, outlineArea } from '../../agronomy/pivot/outline.ts'
import { toFieldPoint, toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { SoilZonePolygon } from '../../contract/soil-zones.ts'
import { ring } from '../map/geojson.ts'

export interface ZoneOnMap {
  name: string
  polygons: SoilZonePolygon[]
  /** m3/m3; null if not entered. */
  fieldCapacity: number | null
  /** Whether a person has confirmed its soil. */
  confirmed: boolean
  /** The selected one. */
  chosen: boolean
}

/** Field capacities at the two ends of the colours, m3/m3: sand and clay. */
const LIGHTEST = 0.1
const HEAVIEST = 0.38

/** Position of a soil between sand and clay, 0 to 1. */
export function heaviness(fieldCapacity: number): number {
  return Math.min(1, Math.max(0, (fieldCapacity - LIGHTEST) / (HEAVIEST - LIGHTEST)))
}

function placesOf(pins: SoilZonePolygon[number]): LatLng[] {
  return pins.map(([lat, lng]) => ({ lat, lng }))
}

export function zoneFeatures(zones: readonly ZoneOnMap[]): FeatureCollection<MultiPolygon> {
  return {
    type: 'FeatureCollection',
    features: zones.map(({ polygons, fieldCapacity, confirmed, chosen }): Feature<MultiPolygon> => ({
      type: 'Feature',
      properties: {
        // -1: unknown
        heavy: fieldCapacity === null ? -1 : heaviness(fieldCapacity),
        confirmed,
        chosen,
      },
      geometry: {
        type: 'MultiPolygon',
        coordinates: polygons.map((rings) => rings.map((pins) => ring(placesOf(pins)))),
      },
    })),
  }
}

/** Where the label of a zone is placed: in its largest part. */
export function zoneLabelPlace(polygons: readonly SoilZonePolygon[]): LatLng | null {
  let best: { area: number; place: LatLng } | null = null
  for (const [outer] of polygons) {
    const places = placesOf(outer ?? [])
    const [origin] = places
    if (!origin) continue
    const outline = places.map((place) => toFieldPoint(origin, place))
    const area = outlineArea(outline)
    if (!best || area > best.area) best = { area, place: toLatLng(origin, labelPointOf(outline)) }
  }
  return best?.place ?? null
}
