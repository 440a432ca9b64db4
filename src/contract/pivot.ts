/** Encoding of a Pivot: the fields of every body that carries one, and conversion both ways. */
import * as z from 'zod/mini'
import type { Pivot, PivotGeometry } from '../agronomy/pivot/pivot.ts'

export const pivotGeometryFields = {
  latitude: z.number(),
  longitude: z.number(),
  tower_radii_m: z.array(z.number()).check(z.describe('Cumulative radii of the towers, metres.')),
  wetted_radius_m: z.number(),
  arc: z.nullable(z.tuple([z.number(), z.number()])),
}

export const pivotFields = {
  ...pivotGeometryFields,
  flow_gpm: z.nullable(z.number()),
  speed_100_m_min: z.nullable(z.number()),
}

const pivotGeometryBody = z.object(pivotGeometryFields)
type PivotGeometryBody = z.infer<typeof pivotGeometryBody>
const pivotBody = z.object(pivotFields)
export type PivotBody = z.infer<typeof pivotBody>

export function pivotGeometryBodyOf(pivot: PivotGeometry): PivotGeometryBody {
  return {
    latitude: pivot.place.lat,
    longitude: pivot.place.lng,
    tower_radii_m: [...pivot.towerRadiiM],
    wetted_radius_m: pivot.wettedRadiusM,
    arc: pivot.arc && [...pivot.arc],
  }
}

export function pivotBodyOf(pivot: Pivot): PivotBody {
  return { ...pivotGeometryBodyOf(pivot), flow_gpm: pivot.flowGpm, speed_100_m_min: pivot.speed100MMin }
}

export function pivotGeometryOf(body: PivotGeometryBody): PivotGeometry {
  return {
    place: { lat: body.latitude, lng: body.longitude },
    towerRadiiM: body.tower_radii_m,
    wettedRadiusM: body.wetted_radius_m,
    arc: body.arc,
  }
}

export function pivotOf(body: PivotBody): Pivot {
  return { ...pivotGeometryOf(body), flowGpm: body.flow_gpm, speed100MMin: body.speed_100_m_min }
}
