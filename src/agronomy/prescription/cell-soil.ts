/** The soil of each prescription cell: shares of available water at its centre, layer by layer, and its own limits. */

import type { SoilLayer } from './cell-water.ts'
import type { ShareLayer } from '../soil/available-water.ts'
import { type FieldPoint, fromPolar, SECTOR_DEGREES } from '../pivot/pivot-geometry.ts'
import { CELLS, SECTORS, ZONES } from './prescription.ts'
import { nearestProbe, type SoilZone, zoneFinder } from '../soil/soil-zones.ts'
import type { SoilLimits } from '../soil/soil-texture.ts'

/** A placed probe as seen from a cell, m from the pivot, with the limits in force at its position. */
export type SoilProbe = FieldPoint &
  SoilLimits & {
    /** Whether a sensor in the root zone has a valid reading within 72 h, trusted or not. */
    readonly reporting: boolean
    /** An outlier: it can raise the need of its own cells, and is not used for others. */
    readonly outlier: boolean
  }

/** Layers of each cell, sector-major, shape [1620]; null where the nearest probe is not trusted. */
export type CellSoils = (readonly SoilLayer[] | null)[]

/** Probes, soil zones and surfaces of a field. */
export type FieldSoil<Surface> = {
  /** Every placed probe used for soil, including silent ones. */
  readonly probes: readonly SoilProbe[]
  /** Soil zones in the order drawn. */
  readonly zones: readonly SoilZone[]
  /** Shares interpolated from trusted values; null without any. */
  readonly surface: Surface | null
  /**
   * The same, cut into the same layers, with the last trusted values of sensors that fell silent or became suspect; null
   * when all are trusted. It can raise the need of a cell and never lowers it.
   */
  readonly lastSurface: Surface | null
  /** Like the last, with the outliers; for their own cells. Null if there are none. */
  readonly outlierSurface: Surface | null
  /** Outer radius of each zone, m, rising, shape [1..9]. */
  readonly outerRadii: readonly number[]
}

/**
 * Soil of each cell: shares at its middle, limits of the soil zone there or of the nearest probe. A cell whose nearest
 * probe is silent is null. O(cells x probes).
 *
 * @param profileAt layers of a surface at a place
 * @returns layers per cell, or null; sector-major, shape [1620]
 * @throws RangeError when the surfaces have different layers
 * @example cellSoils({ probes: [], zones: [], surface: null, lastSurface: null, outlierSurface: null, outerRadii: [50] }, () => [])[0] // null
 */
export function cellSoils<Surface extends { readonly layers: readonly unknown[] }>(
  field: FieldSoil<Surface>,
  profileAt: (surface: Surface, place: FieldPoint) => readonly ShareLayer[],
): CellSoils {
  const { probes, zones, surface, lastSurface, outlierSurface, outerRadii } = field
  const soils: CellSoils = Array.from({ length: CELLS }, () => null)
  if (surface === null) return soils
  for (const other of [lastSurface, outlierSurface])
    if (other && other.layers.length !== surface.layers.length)
      throw new RangeError(`${other.layers.length} layers for ${surface.layers.length}`)
  const zoneOf = zoneFinder(zones)
  for (let sector = 0; sector < SECTORS; sector += 1) {
    outerRadii.forEach((_, zone) => {
      const middle = cellMiddle(sector, zone, outerRadii)
      const probe = nearestProbe(middle, probes)
      if (probe === null || !probe.reporting) return
      const { fieldCapacity, wiltingPoint } = zoneOf(middle)?.limits ?? probe
      const raising = probe.outlier ? outlierSurface : lastSurface
      const last = raising && profileAt(raising, middle)
      soils[sector * ZONES + zone] = profileAt(surface, middle).map((layer, k) => ({
        ...layer,
        lastShare: last?.[k]?.share ?? null,
        fieldCapacity,
        wiltingPoint,
      }))
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
