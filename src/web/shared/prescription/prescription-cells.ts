/** The prescription cell at a place, and all cells as table rows. */
import { SECTOR_DEGREES, bearingAndDistance, insideArc, sectorOf } from '#agronomy/pivot/pivot-geometry.ts'
import { type LatLng, outerRadii, type Pivot, type PivotGeometry } from '#agronomy/pivot/pivot.ts'
import { SECTORS, cellIndex } from '#agronomy/prescription/prescription.ts'
import { zoneIndexAt } from '#agronomy/pivot/pivot-zones.ts'

/** The rings of a machine; the last one includes the overhang. */
export interface CellGrid extends Pick<Pivot, 'place' | 'arc'> {
  /** Outer radius of each tower's zone, m. */
  readonly outerRadii: readonly number[]
}

export interface CellPlace {
  /** 0 to 179, clockwise from north. */
  readonly sector: number
  /** Number of the tower, from 1. */
  readonly tower: number
}

export function gridOf(pivot: PivotGeometry): CellGrid {
  return { place: pivot.place, outerRadii: outerRadii(pivot), arc: pivot.arc }
}

/** Decodes base64 to bytes. */
export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
}

/** The cell at a place, or null beyond the machine. */
export function cellAt(place: LatLng, grid: CellGrid): CellPlace | null {
  const { bearing, distance } = bearingAndDistance(grid.place, place)
  const zone = zoneIndexAt(distance, grid.outerRadii)
  return zone === null || !insideArc(bearing, grid.arc)
    ? null
    : { sector: sectorOf(bearing), tower: zone + 1 }
}

export interface SectorRow {
  readonly from: number
  readonly to: number
  /** Per cent of each tower's zone. */
  readonly percents: readonly number[]
}

/** Adjacent sectors with the same percentages merged into rows, clockwise from north. */
export function sectorRows(percents: Uint8Array, towers: number): SectorRow[] {
  const rows: { from: number; to: number; percents: number[] }[] = []
  for (let sector = 0; sector < SECTORS; sector += 1) {
    const towerPercents = Array.from({ length: towers }, (_, zone) => percents[cellIndex(sector, zone)] ?? 0)
    const last = rows.at(-1)
    const to = (sector + 1) * SECTOR_DEGREES
    if (last && towerPercents.every((percent, zone) => percent === last.percents[zone])) last.to = to
    else rows.push({ from: sector * SECTOR_DEGREES, to, percents: towerPercents })
  }
  return rows
}
