/** The rows of a balance: every cell of a field, then every probe as an extra cell, with place, soil and area. */
import { insideOutline, type Outline } from '../../agronomy/pivot/outline.ts'
import { type FieldPoint, sectorOf, sectorSweep, toPolar } from '../../agronomy/pivot/pivot-geometry.ts'
import { outerRadii, type Pivot } from '../../agronomy/pivot/pivot.ts'
import { wateringZoneIndex, zoneAreas } from '../../agronomy/pivot/pivot-zones.ts'
import { cellMiddle } from '../../agronomy/prescription/cell-soil.ts'
import { SECTORS } from '../../agronomy/prescription/prescription.ts'
import type { SoilLimits } from '../../agronomy/soil/soil-texture.ts'
import { limitsFinder, type SoilZone } from '../../agronomy/soil/soil-zones.ts'

/** A placed probe with the limits in force at its position. */
interface RowProbe extends FieldPoint {
  limits: SoilLimits
}

export interface FieldRows {
  /** Zones of each sector: cell = sector x towers + zone. */
  towers: number
  cells: number
  /** The cell whose water each probe gets. */
  cellOfProbe: number[]
  /** Of cells and probes, m from the pivot. */
  x: Float64Array
  y: Float64Array
  /** Of cells and probes. */
  fieldCapacity: Float64Array
  wiltingPoint: Float64Array
  /** Irrigated area of each cell, m2; 0 outside the arc and where it is kept dry on purpose. */
  ground: Float64Array
}

interface Ground {
  probes: readonly RowProbe[]
  zones: readonly SoilZone[]
  /** Geofences of 0 %. */
  dry: readonly Outline[]
  /** Of the system, for a field without probes. */
  limits: SoilLimits
}

export function fieldRows(pivot: Pivot, { probes, zones, dry, limits }: Ground): FieldRows {
  const radii = outerRadii(pivot)
  const areas = zoneAreas(radii)
  const towers = radii.length
  const withLimits = probes.map((probe) => ({ ...probe, ...probe.limits }))
  const limitsAt = limitsFinder({ zones, probes: withLimits, system: limits })
  const middles = Array.from({ length: SECTORS * towers }, (_, cell) =>
    cellMiddle(Math.floor(cell / towers), cell % towers, radii),
  )
  const places = [...middles, ...probes]
  const soils = [...middles.map(limitsAt), ...probes.map((probe) => probe.limits)]
  return {
    towers,
    cells: middles.length,
    cellOfProbe: probes.map((probe) => {
      const { bearing, distance } = toPolar(probe)
      return sectorOf(bearing) * towers + wateringZoneIndex(pivot, distance)
    }),
    x: Float64Array.from(places, ({ x }) => x),
    y: Float64Array.from(places, ({ y }) => y),
    fieldCapacity: Float64Array.from(soils, ({ fieldCapacity }) => fieldCapacity),
    wiltingPoint: Float64Array.from(soils, ({ wiltingPoint }) => wiltingPoint),
    ground: Float64Array.from(middles, (middle, cell) => {
      const swept = sectorSweep(Math.floor(cell / towers), pivot.arc)
      const isDry = dry.some((outline) => insideOutline(middle, outline))
      return isDry ? 0 : ((areas[cell % towers] ?? 0) / SECTORS) * swept
    }),
  }
}
