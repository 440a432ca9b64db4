/** A pivot on the wire: the fields of every body that carries one, and the way there and back. */
import * as z from 'zod/mini'
import type { Pivot } from '../agronomy/pivot/pivot.ts'

export const pivotFields = {
  latitude: z.number(),
  longitude: z.number(),
  tower_radii_m: z.array(z.number()).check(z.describe('Cumulative radii of the towers, metres.')),
  wetted_radius_m: z.number(),
  arc: z.nullable(z.tuple([z.number(), z.number()])),
  flow_gpm: z.nullable(z.number()),
  speed_100_m_min: z.nullable(z.number()),
}

const pivotBody = z.object(pivotFields)
export type PivotBody = z.infer<typeof pivotBody>

export function pivotBodyOf(pivot: Pivot): PivotBody {
  return {
    latitude: pivot.place.lat,
    longitude: pivot.place.lng,
    tower_radii_m: [...pivot.towerRadiiM],
    wetted_radius_m: pivot.wettedRadiusM,
    arc: pivot.arc && [...pivot.arc],
    flow_gpm: pivot.flowGpm,
    speed_100_m_min: pivot.speed100MMin,
  }
}

export function pivotOf(body: PivotBody): Pivot {
  return {
    place: { lat: body.latitude, lng: body.longitude },
    towerRadiiM: body.tower_radii_m,
    wettedRadiusM: body.wetted_radius_m,
    arc: body.arc,
    flowGpm: body.flow_gpm,
    speed100MMin: body.speed_100_m_min,
  }
}
