/** The soil of each cell of a prescription: the kriged water content in its middle, the limits of its nearest probe. */

import type { SoilLayer } from './cell-water.ts'
import { type MoistureField, predictMoisture } from '../surface/solved-field.ts'
import { type FieldPoint, fromPolar, SECTOR_DEGREES } from '../pivot/pivot-geometry.ts'
import { CELLS, SECTORS, ZONES } from './prescription.ts'
import { VALID_MOISTURE } from '../soil/root-zone.ts'
import type { SoilLimits } from '../soil/soil-texture.ts'

/** A placed probe as a cell sees it, m about the pivot. */
export type SoilProbe = FieldPoint &
  SoilLimits & {
    /** Does any of its sensors in the root zone have a valid reading within 72 h that is not suspect? */
    readonly trusted: boolean
  }

/** What is known of a field. */
export type FieldSoil = {
  /** Every placed probe, silent ones too. */
  readonly probes: readonly SoilProbe[]
  /** The surface of the root zone through trusted readings; null when there are none. */
  readonly surface: MoistureField | null
  /**
   * The same with the last trusted values of sensors that fell silent or became suspect; null when all are trusted.
   * It can raise the need of a cell and never lowers it.
   */
  readonly lastSurface: MoistureField | null
  /** Outer radius of each zone, m, rising, shape [1..9]. */
  readonly outerRadii: readonly number[]
}

/**
 * Soil of each cell as one layer of any depth, because the surface is already the mean of the root zone. A cell whose
 * nearest probe is not trusted is null: filling is for pictures. O(cells x probes).
 *
 * @param field probes, surfaces and zones
 * @returns one layer per cell, or null; sector-major, shape [1620]
 * @throws RangeError when the radii are no numbers
 * @example cellSoils({ probes: [], surface: null, lastSurface: null, outerRadii: [50] })[0] // null
 */
export function cellSoils(field: FieldSoil): (readonly SoilLayer[] | null)[] {
  const { probes, surface, lastSurface, outerRadii } = field
  const soils: (readonly SoilLayer[] | null)[] = Array.from({ length: CELLS }, () => null)
  if (surface === null) return soils
  for (let sector = 0; sector < SECTORS; sector += 1) {
    outerRadii.forEach((_, zone) => {
      const middle = cellMiddle(sector, zone, outerRadii)
      const probe = nearestProbe(middle, probes)
      if (probe === null || !probe.trusted) return
      soils[sector * ZONES + zone] = [
        {
          topMm: 0,
          bottomMm: Infinity,
          theta: within(predictMoisture(surface, middle.x, middle.y)),
          lastTheta: lastSurface && within(predictMoisture(lastSurface, middle.x, middle.y)),
          fieldCapacity: probe.fieldCapacity,
          wiltingPoint: probe.wiltingPoint,
        },
      ]
    })
  }
  return soils
}

/**
 * The middle of a cell: bearing 2 i + 1, radius sqrt((r0^2 + r1^2) / 2), with half of its area on either side.
 *
 * @param sector i, 0 to 179
 * @param zone j, from 0
 * @param outerRadii outer radius of each zone, m
 * @returns m about the pivot
 * @throws RangeError when the system has no such zone
 * @example cellMiddle(44, 0, [100]) // { x: 70.69990, y: 1.23407 }
 */
export function cellMiddle(sector: number, zone: number, outerRadii: readonly number[]): FieldPoint {
  const outer = outerRadii[zone]
  if (outer === undefined) throw new RangeError(`zone ${zone} of ${outerRadii.length}`)
  const inner = outerRadii[zone - 1] ?? 0
  return fromPolar({
    bearing: sector * SECTOR_DEGREES + SECTOR_DEGREES / 2,
    distance: Math.sqrt((inner * inner + outer * outer) / 2),
  })
}

/**
 * The probe nearest to a place; of equally near ones the first.
 *
 * @param place m about the pivot
 * @param probes placed probes
 * @returns the probe, or null when there is none
 * @example nearestProbe({ x: 0, y: 0 }, [{ x: 3, y: 0 }, { x: 0, y: 2 }]) // { x: 0, y: 2 }
 */
export function nearestProbe<P extends FieldPoint>(place: FieldPoint, probes: readonly P[]): P | null {
  let nearest: P | null = null
  let least = Infinity
  for (const probe of probes) {
    const distance = (probe.x - place.x) ** 2 + (probe.y - place.y) ** 2
    if (distance < least) {
      nearest = probe
      least = distance
    }
  }
  return nearest
}

/** Kriging may overshoot the values that it goes through. */
function within(theta: number): number {
  return Math.min(VALID_MOISTURE.greatest, Math.max(VALID_MOISTURE.least, theta))
}
