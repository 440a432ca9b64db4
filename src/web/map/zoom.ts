/** Zoom levels of the specification and of the map library. */
import { EARTH_RADIUS_M, toFieldPoint } from '../../agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'

/** A map's centre and zoom; `zoom` in the specification's levels. */
export interface MapView {
  readonly centre: LatLng
  readonly zoom: number
}

/** Near the middle of Canada. */
export const START_VIEW: MapView = { centre: { lat: 56.13, lng: -106.35 }, zoom: 4 }
/** Zoom at which a chosen system fills a full-width map. */
export const SYSTEM_ZOOM = 15.5

/** The specification's zoom levels are for tiles of 256 pixels, the library's for tiles of 512. */
export function libraryZoom(zoom: number): number {
  return zoom - 1
}

/** The default view for placing probes. */
export const PROBES_VIEW: MapView = { centre: { lat: 51.06, lng: -114.15 }, zoom: 16 }

/** The buttons at one side of a map plus half a pin, and the same at the other side. */
const MARGINS_PX = 144
const TILE_PX = 256

/**
 * The view that shows all these places, no closer than wanted; null for none.
 *
 * @param closest zoom in the specification's levels
 * @param mapPx width of the map
 */
export function viewAround(places: readonly LatLng[], closest: number, mapPx: number): MapView | null {
  const [first] = places
  if (!first) return null
  const lats = places.map(({ lat }) => lat)
  const lngs = places.map(({ lng }) => lng)
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)]
  const centre = { lat: (south + north) / 2, lng: (west + east) / 2 }
  const { x, y } = toFieldPoint({ lat: centre.lat, lng: west }, { lat: north, lng: east })
  const spanM = Math.max(x, 2 * y)
  const aroundM = 2 * Math.PI * EARTH_RADIUS_M * Math.cos((centre.lat * Math.PI) / 180)
  const fits = Math.log2((aroundM * (mapPx - MARGINS_PX)) / (TILE_PX * spanM))
  return { centre, zoom: Math.max(START_VIEW.zoom, Math.min(closest, fits)) }
}

/** Largest width of a map, and the margins around it on a phone. */
const MAP_PX = 500
const BESIDE_PX = 32

/** Width of the buttons of a map with their margins. */
const BUTTONS_PX = 52

/** Diameter of the largest circle that fits between the buttons of a map. */
export function circlePx(mapPx: number): number {
  return mapPx - 2 * BUTTONS_PX
}

/** Zoom for a chosen system: a smaller map shows the same area, so that the buttons do not cover the field. */
export function systemZoom(mapPx: number): number {
  return SYSTEM_ZOOM + Math.log2(mapPx / MAP_PX)
}

/** Width of a map in a window. */
export function mapWidth(windowPx: number): number {
  return Math.min(MAP_PX, windowPx - BESIDE_PX)
}
