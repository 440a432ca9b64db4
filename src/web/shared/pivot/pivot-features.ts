/** A system as shapes for the map: wetted edge, tower rings, arm. */
import type { Feature, FeatureCollection, LineString, Position } from 'geojson'
import { placeAt } from '#agronomy/pivot/pivot-geometry.ts'
import type { Arc, LatLng } from '#agronomy/pivot/pivot.ts'
import { position } from '../../map/geojson.ts'

export interface PivotOnMap {
  readonly pivot: LatLng
  readonly towerRadiiM: readonly number[]
  readonly wettedRadiusM: number
  readonly arc: Arc
  /** Bearing of the arm; null when no machine has told it. */
  readonly armDeg: number | null
}

/** Bearings between two corners of what stands for a circle, degrees. */
const STEP_DEGREES = 2

/** Points of a circle or part circle, clockwise, both ends included. */
function curve(pivot: LatLng, distance: number, arc: Arc): Position[] {
  const from = arc?.[0] ?? 0
  const sweep = arc === null ? 360 : (((arc[1] - arc[0]) % 360) + 360) % 360 || 360
  const steps = Math.ceil(sweep / STEP_DEGREES)
  return Array.from({ length: steps + 1 }, (_, i) =>
    position(placeAt(pivot, { bearing: from + (sweep * i) / steps, distance })),
  )
}

function line(kind: 'edge' | 'ring' | 'arm', coordinates: Position[]): Feature<LineString> {
  return { type: 'Feature', properties: { kind }, geometry: { type: 'LineString', coordinates } }
}

export function pivotFeatures(system: PivotOnMap): FeatureCollection<LineString> {
  const { pivot, arc, armDeg, wettedRadiusM } = system
  const edge = curve(pivot, wettedRadiusM, arc)
  const centre = position(pivot)
  const arm = armDeg === null ? [] : [placeAt(pivot, { bearing: armDeg, distance: wettedRadiusM })]
  return {
    type: 'FeatureCollection',
    features: [
      line('edge', arc === null ? edge : [centre, ...edge, centre]),
      ...system.towerRadiiM.map((radius) => line('ring', curve(pivot, radius, arc))),
      ...arm.map((end) => line('arm', [centre, position(end)])),
    ],
  }
}
