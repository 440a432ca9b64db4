/** A centre pivot: place, tower radii, wetted radius, arc, flow and speed. */

/** A place on the earth: `lat` (phi) and `lng` (lambda), decimal degrees, WGS 84. */
export type LatLng = { readonly lat: number; readonly lng: number }

/** A part circle, [start, end] bearings in degrees, swept clockwise from start to end; null is the full circle. */
export type Arc = readonly [start: number, end: number] | null

/** Location and reach of a pivot: everything that a drawing of it needs. */
export type PivotGeometry = {
  /** Of the pivot point. */
  readonly place: LatLng
  /** Cumulative distance of each tower from the pivot point, m, rising, shape [1..9]. */
  readonly towerRadiiM: readonly number[]
  /** R, the last tower's radius plus overhang, m. */
  readonly wettedRadiusM: number
  /** The part circle that the arm sweeps, or null. */
  readonly arc: Arc
}

/** The machine that everything is about, carried whole from where it is stored to where it is drawn. */
export type Pivot = PivotGeometry & {
  /** Q, US gallons per minute; null where not known. */
  readonly flowGpm: number | null
  /** v100, speed of the last tower at timer 100 %, m/min; null where not known. */
  readonly speed100MMin: number | null
}

/**
 * Outer radius of each zone: those of the towers, but R for the last one, to which the overhang belongs.
 *
 * @param pivot its tower radii and wetted radius, m
 * @returns outer radii, m, shape of the tower radii
 * @example outerRadii({ towerRadiiM: [50, 100], wettedRadiusM: 110 }) // [50, 110]
 */
export function outerRadii(pivot: Pick<Pivot, 'towerRadiiM' | 'wettedRadiusM'>): number[] {
  return [...pivot.towerRadiiM.slice(0, -1), pivot.wettedRadiusM]
}
