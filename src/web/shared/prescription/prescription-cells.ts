/** The cells of a prescription as shapes for the map, as rows of a table, and the cell under a place. */
import type { Feature, FeatureCollection, Polygon, Position } from 'geojson'
import { HALF_OF_CELL, insideSamples, touchedCells } from '../../../agronomy/prescription/geofence-cells.ts'
import type { Outline } from '../../../agronomy/pivot/outline.ts'
import {
  SECTOR_DEGREES,
  bearingAndDistance,
  insideArc,
  placeAt,
  sectorOf,
  toFieldPoint,
} from '../../../agronomy/pivot/pivot-geometry.ts'
import type { Arc, LatLng } from '../../../agronomy/pivot/pivot-geometry.ts'
import { SECTORS, ZONES, cellIndex } from '../../../agronomy/prescription/prescription.ts'
import { zoneAreas, zoneIndexAt } from '../../../agronomy/pivot/pivot-zones.ts'
import { position } from '../../map/geojson.ts'
import type { PivotOnMap } from '../pivot/pivot-features.ts'

/** The rings of a machine: the overhang belongs to the last. */
export interface CellGrid {
  readonly pivot: LatLng
  /** Outer radius of each tower's zone, m. */
  readonly outerRadii: readonly number[]
  readonly arc: Arc
}

export interface CellPlace {
  /** 0 to 179, clockwise from north. */
  readonly sector: number
  /** Number of the tower, from 1. */
  readonly tower: number
}

export function gridOf({ pivot, towerRadiiM, wettedRadiusM, arc }: Omit<PivotOnMap, 'armDeg'>): CellGrid {
  return { pivot, outerRadii: [...towerRadiiM.slice(0, -1), wettedRadiusM], arc }
}

/** Bytes of the wire. */
export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
}

/** The cell at a place, or null beyond the machine. */
export function cellAt(place: LatLng, { pivot, outerRadii, arc }: CellGrid): CellPlace | null {
  const { bearing, distance } = bearingAndDistance(pivot, place)
  const zone = zoneIndexAt(distance, outerRadii)
  return zone === null || !insideArc(bearing, arc) ? null : { sector: sectorOf(bearing), tower: zone + 1 }
}

interface Run {
  zone: number
  /** May pass north: the end is beyond 180 then. */
  from: number
  count: number
  value: number
}

/** Neighbouring cells of a ring with one value, so that an even field is a few shapes and not 1,620. */
function runsOfZone(values: Uint8Array, zone: number, arc: Arc): Run[] {
  const valueOf = (sector: number) =>
    insideArc((sector + 0.5) * SECTOR_DEGREES, arc) ? (values[cellIndex(sector % SECTORS, zone)] ?? 0) : null
  const sectors = Array.from({ length: SECTORS }, (_, sector) => sector)
  // Begun at a change, no run is cut in two at north.
  const start = sectors.find((sector) => valueOf(sector) !== valueOf(sector + SECTORS - 1)) ?? 0
  const runs: Run[] = []
  for (const sector of sectors.map((each) => start + each)) {
    const value = valueOf(sector)
    const last = runs.at(-1)
    if (last && last.from + last.count === sector && last.value === value) last.count += 1
    else if (value !== null) runs.push({ zone, from: sector, count: 1, value })
  }
  return runs
}

function closed(ring: Position[]): Position[] {
  const [first] = ring
  return first ? [...ring, first] : ring
}

function ringsOf({ zone, from, count }: Run, { pivot, outerRadii }: CellGrid): Position[][] {
  const [inner, outer] = [outerRadii[zone - 1] ?? 0, outerRadii[zone] ?? 0]
  const whole = count === SECTORS
  const bearings = Array.from({ length: count + (whole ? 0 : 1) }, (_, k) => (from + k) * SECTOR_DEGREES)
  const at = (distance: number) => (bearing: number) => position(placeAt(pivot, { bearing, distance }))
  const outside = bearings.map(at(outer))
  const inside = bearings.toReversed().map(at(inner))
  // A whole ring has a hole and no sides, which would show as a line at north.
  if (whole) return inner === 0 ? [closed(outside)] : [closed(outside), closed(inside)]
  return [closed([...outside, ...(inner === 0 ? [position(pivot)] : inside)])]
}

/**
 * @param values one byte per cell; none draws nothing
 * @param keep which values are drawn; all by default
 */
export function cellFeatures(
  values: Uint8Array,
  grid: CellGrid,
  keep: (value: number) => boolean = () => true,
): FeatureCollection<Polygon, { value: number }> {
  const zones = values.length === 0 ? [] : grid.outerRadii.map((_, zone) => zone)
  const features = zones
    .flatMap((zone) => runsOfZone(values, zone, grid.arc))
    .filter(({ value }) => keep(value))
    .map((run): Feature<Polygon, { value: number }> => ({
      type: 'Feature',
      properties: { value: run.value },
      geometry: { type: 'Polygon', coordinates: ringsOf(run, grid) },
    }))
  return { type: 'FeatureCollection', features }
}

/**
 * The cells that a geofence would force: half a cell or more, and with 0 % every cell that it touches; 1 or 0 each.
 *
 * @param percent null for a geofence that has none yet
 */
export function forcedCells(pins: readonly LatLng[], grid: CellGrid, percent: number | null): Uint8Array {
  const outline: Outline = pins.map((pin) => toFieldPoint(grid.pivot, pin))
  if (percent === 0) return touchedCells(outline, grid.outerRadii)
  return insideSamples(outline, grid.outerRadii).map((points) => (points >= HALF_OF_CELL ? 1 : 0))
}

/** Ground of the cells that are 1, m2. */
export function areaOfCells(cells: Uint8Array, { outerRadii }: CellGrid): number {
  const areas = zoneAreas(outerRadii)
  return cells.reduce((sum, cell, index) => sum + cell * ((areas[index % ZONES] ?? 0) / SECTORS), 0)
}

export interface SectorRow {
  readonly from: number
  readonly to: number
  /** Per cent of each tower's zone. */
  readonly percents: readonly number[]
}

/** Sectors beside each other that get the same, as rows from north clockwise. */
export function sectorRows(percents: Uint8Array, towers: number): SectorRow[] {
  const rows: { from: number; to: number; percents: number[] }[] = []
  for (let sector = 0; sector < SECTORS; sector += 1) {
    const own = Array.from({ length: towers }, (_, zone) => percents[cellIndex(sector, zone)] ?? 0)
    const last = rows.at(-1)
    const to = (sector + 1) * SECTOR_DEGREES
    if (last && own.every((percent, zone) => percent === last.percents[zone])) last.to = to
    else rows.push({ from: sector * SECTOR_DEGREES, to, percents: own })
  }
  return rows
}
