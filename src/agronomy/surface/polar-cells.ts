/** Draws values by sector and zone, such as a water balance, as a grid. */
import { SECTOR_DEGREES, toPolar } from '../pivot/pivot-geometry.ts'
import { cellCentre, type MoistureGrid, wettedCells } from './grid.ts'

/** Values by sector and zone. */
export type PolarCells = {
  /** Outer radius of each zone, rising, m, shape [zones]. */
  readonly outerRadii: readonly number[]
  /** Sector-major, shape [180 zones]. */
  readonly values: ArrayLike<number>
}

/**
 * Grid of polar cells, bilinear in bearing and distance between cell middles, constant beyond the innermost and
 * outermost. O(N^2).
 *
 * @param polar values of the cells
 * @returns values, row-major, NaN outside the wetted circle or part circle, shape [N, N]
 * @throws RangeError when the values are not those of the zones, or the grid is out of range
 * @example polarGrid({ outerRadii: [100], values: new Float64Array(180).fill(0.5) }, { size: 1, wettedRadius: 100, arc: null }) // { 0: 0.5 }
 */
export function polarGrid({ outerRadii, values }: PolarCells, grid: MoistureGrid): Float32Array {
  const zones = outerRadii.length
  const sectors = 360 / SECTOR_DEGREES
  if (zones === 0 || values.length !== sectors * zones)
    throw new RangeError(`${values.length} values of ${zones} zones`)
  const middles = outerRadii.map((outer, zone) => {
    const inner = outerRadii[zone - 1] ?? 0
    return Math.sqrt((inner * inner + outer * outer) / 2)
  })
  const at = (sector: number, zone: number) =>
    values[(((sector % sectors) + sectors) % sectors) * zones + zone] ?? Number.NaN
  const cells = new Float32Array(grid.size * grid.size).fill(Number.NaN)
  for (const cell of wettedCells(grid)) {
    const centre = cellCentre(Math.floor(cell / grid.size), cell % grid.size, grid.size, grid.wettedRadius)
    const { bearing, distance } = toPolar(centre)
    const sectorPosition = bearing / SECTOR_DEGREES - 0.5
    const sector = Math.floor(sectorPosition)
    const next = middles.findIndex((middle) => middle >= distance)
    const outer = next === -1 ? zones - 1 : next
    const inner = next === -1 ? outer : Math.max(0, next - 1)
    const span = (middles[outer] ?? 0) - (middles[inner] ?? 0)
    const u = sectorPosition - sector
    const v = span > 0 ? (distance - (middles[inner] ?? 0)) / span : 0
    const along = (zone: number) => at(sector, zone) * (1 - u) + at(sector + 1, zone) * u
    cells[cell] = along(inner) * (1 - v) + along(outer) * v
  }
  return cells
}
