/** A pivot as shapes for the map, wetted edge, tower rings, arm and watered rim, and the view that it fills. */
import type { Feature, FeatureCollection, LineString, Position } from 'geojson'
import { EARTH_RADIUS_M, placeAt } from '#agronomy/pivot/pivot-geometry.ts'
import type { PivotGeometry } from '#agronomy/pivot/pivot.ts'
import { position } from '../../map/geojson.ts'
import type { MapView } from '../../map/zoom.ts'
import { sweepOf } from './pivot-drawing.ts'

export interface PivotOnMap {
  readonly pivot: PivotGeometry
  /** Bearing of the arm; null if unknown. */
  readonly armDeg: number | null
}

/** Angle between two vertices of the polygon that approximates a circle, degrees. */
const STEP_DEGREES = 2

/** Points of a circle or part circle, clockwise, both ends included. */
function curve({ place, arc }: PivotGeometry, distance: number): Position[] {
  const from = arc?.[0] ?? 0
  const sweep = sweepOf(arc)
  const steps = Math.ceil(sweep / STEP_DEGREES)
  return Array.from({ length: steps + 1 }, (_, i) =>
    position(placeAt(place, { bearing: from + (sweep * i) / steps, distance })),
  )
}

function line(kind: 'edge' | 'ring' | 'arm' | 'watered', coordinates: Position[]): Feature<LineString> {
  return { type: 'Feature', properties: { kind }, geometry: { type: 'LineString', coordinates } }
}

export function pivotFeatures({ pivot, armDeg }: PivotOnMap): FeatureCollection<LineString> {
  const { place, towerRadiiM, wettedRadiusM, arc } = pivot
  const edge = curve(pivot, wettedRadiusM)
  const centre = position(place)
  const arm = armDeg === null ? [] : [placeAt(place, { bearing: armDeg, distance: wettedRadiusM })]
  return {
    type: 'FeatureCollection',
    features: [
      line('edge', arc === null ? edge : [centre, ...edge, centre]),
      ...towerRadiiM.map((radius) => line('ring', curve(pivot, radius))),
      ...arm.map((end) => line('arm', [centre, position(end)])),
    ],
  }
}

/** Watered stretches of the edge, for a band outside it: clockwise, so that outside is to the left. */
export function wateredFeatures(
  pivot: PivotGeometry,
  arcs: readonly (readonly [from: number, to: number])[],
): FeatureCollection<LineString> {
  const features = arcs.map(([from, to]) =>
    line('watered', curve({ ...pivot, arc: [from, to] }, pivot.wettedRadiusM)),
  )
  return { type: 'FeatureCollection', features }
}

const TILE_PX = 256

/** The view in which the circle fills a map.
 *
 * @param pixels diameter of the circle on the screen
 */
export function circleView({ place, wettedRadiusM }: PivotGeometry, pixels: number): MapView {
  const aroundM = 2 * Math.PI * EARTH_RADIUS_M * Math.cos((place.lat * Math.PI) / 180)
  return { centre: place, zoom: Math.log2((aroundM * pixels) / (TILE_PX * 2 * wettedRadiusM)) }
}
