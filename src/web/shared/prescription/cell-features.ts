/** Prescription cells as map features, and those that a geofence forces. */
import type { Feature, FeatureCollection, Polygon, Position } from 'geojson'
import { HALF_OF_CELL, insideSamples, touchedCells } from '#agronomy/prescription/geofence-cells.ts'
import type { Outline } from '#agronomy/pivot/outline.ts'
import { SECTOR_DEGREES, insideArc, placeAt, toFieldPoint } from '#agronomy/pivot/pivot-geometry.ts'
import type { Arc, LatLng } from '#agronomy/pivot/pivot.ts'
import { SECTORS, ZONES, cellIndex } from '#agronomy/prescription/prescription.ts'
import { zoneAreas } from '#agronomy/pivot/pivot-zones.ts'
import { ring } from '../../map/geojson.ts'
import type { CellGrid } from './prescription-cells.ts'

interface Run {
  zone: number
  /** May cross north: the end is then beyond 180. */
  from: number
  count: number
  value: number
}

/** Merges neighbouring cells of a ring with the same value, so that a uniform field is a few shapes instead of 1,620. */
function runsOfZone(values: Uint8Array, zone: number, arc: Arc): Run[] {
  const valueOf = (sector: number) =>
    insideArc((sector + 0.5) * SECTOR_DEGREES, arc) ? (values[cellIndex(sector % SECTORS, zone)] ?? 0) : null
  const sectors = Array.from({ length: SECTORS }, (_, sector) => sector)
  // Starting at a change keeps runs across north whole.
  const start = sectors.find((sector) => valueOf(sector) !== valueOf(sector + SECTORS - 1)) ?? 0
  const runs: Run[] = []
  for (const sector of sectors.map((offset) => start + offset)) {
    const value = valueOf(sector)
    const last = runs.at(-1)
    if (last && last.from + last.count === sector && last.value === value) last.count += 1
    else if (value !== null) runs.push({ zone, from: sector, count: 1, value })
  }
  return runs
}

function ringsOf({ zone, from, count }: Run, { place, outerRadii }: CellGrid): Position[][] {
  const [inner, outer] = [outerRadii[zone - 1] ?? 0, outerRadii[zone] ?? 0]
  const fullCircle = count === SECTORS
  const bearings = Array.from({ length: count + (fullCircle ? 0 : 1) }, (_, k) => (from + k) * SECTOR_DEGREES)
  const at = (distance: number) => (bearing: number) => placeAt(place, { bearing, distance })
  const outside = bearings.map(at(outer))
  const inside = bearings.toReversed().map(at(inner))
  // A whole ring has a hole and no sides: they would show as a line at north.
  if (fullCircle) return inner === 0 ? [ring(outside)] : [ring(outside), ring(inside)]
  return [ring([...outside, ...(inner === 0 ? [place] : inside)])]
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

/** The cells that a geofence would force, 1 or 0 each: those covered by half or more; at 0 %, all that it touches.
 *
 * @param percent null for a geofence without one yet
 */
export function forcedCells(pins: readonly LatLng[], grid: CellGrid, percent: number | null): Uint8Array {
  const outline: Outline = pins.map((pin) => toFieldPoint(grid.place, pin))
  if (percent === 0) return touchedCells(outline, grid.outerRadii)
  return insideSamples(outline, grid.outerRadii).map((points) => (points >= HALF_OF_CELL ? 1 : 0))
}

/** Total area of the cells that are 1, m2. */
export function areaOfCells(cells: Uint8Array, { outerRadii }: CellGrid): number {
  const areas = zoneAreas(outerRadii)
  return cells.reduce((sum, cell, index) => sum + cell * ((areas[index % ZONES] ?? 0) / SECTORS), 0)
}
