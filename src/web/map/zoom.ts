/** Zooms of the specification, and how the map library counts them. */
import type { LatLng } from '../../agronomy/pivot-geometry.ts'

/** What a map is opened at or taken to; `zoom` as the specification counts it. */
export interface MapView {
  readonly centre: LatLng
  readonly zoom: number
}

/** Near the middle of Canada. */
export const START_VIEW: MapView = { centre: { lat: 56.13, lng: -106.35 }, zoom: 4 }
/** Zoom at which a chosen system fills the map. */
export const SYSTEM_ZOOM = 15.5

/** The specification counts in tiles of 256 pixels, the library in tiles of 512. */
export function libraryZoom(zoom: number): number {
  return zoom - 1
}
