/** Geometry of the prescription picture: cell outlines, hit testing, neighbours, colours. */
import {
  SECTOR_DEGREES,
  fromPolar,
  insideArc,
  normaliseBearing,
  sectorOf,
  toPolar,
} from '#agronomy/pivot/pivot-geometry.ts'
import { zoneIndexAt } from '#agronomy/pivot/pivot-zones.ts'
import { SECTORS, cellIndex } from '#agronomy/prescription/prescription.ts'
import type { CellGrid, CellPlace } from './prescription-cells.ts'

/** The wetted edge is at distance 1 from the pivot point; x to the right (east), y down (south). */
export interface PicturePoint {
  readonly x: number
  readonly y: number
}

/** The part of a canvas context that outlines need, so that tests need no canvas. */
export interface PathContext {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  arc(x: number, y: number, radius: number, from: number, to: number, back?: boolean): void
  closePath(): void
}

const RADIANS_PER_DEGREE = Math.PI / 180

/** A canvas measures from the east, the field from north; both go clockwise. */
export function canvasAngle(bearing: number): number {
  return (bearing - 90) * RADIANS_PER_DEGREE
}

/** From faint at 10 % to strong at 100 %; transparent at 0 %, which is hatched instead. */
export function opacityOf(percent: number): number {
  return percent === 0 ? 0 : 0.1 + 0.8 * (percent / 100)
}

/** Radii relative to the wetted edge. */
function edgeOf({ outerRadii }: CellGrid): number {
  return outerRadii.at(-1) ?? 1
}

/** Inner and outer radius of a zone. */
export function ringOf(grid: CellGrid, zone: number): { inner: number; outer: number } {
  const edge = edgeOf(grid)
  return { inner: (grid.outerRadii[zone - 1] ?? 0) / edge, outer: (grid.outerRadii[zone] ?? 0) / edge }
}

export function pointOf(bearing: number, radius: number): PicturePoint {
  const { x, y } = fromPolar({ bearing, distance: radius })
  return { x, y: -y }
}

/** Adjacent sectors in one zone. */
export interface CellRun {
  readonly zone: number
  readonly from: number
  readonly count: number
}

/** Traces around the sectors: along the outer ring, back along the inner one. */
export function traceRun(context: PathContext, { zone, from, count }: CellRun, grid: CellGrid): void {
  const { inner, outer } = ringOf(grid, zone)
  const [start, end] = [canvasAngle(from * SECTOR_DEGREES), canvasAngle((from + count) * SECTOR_DEGREES)]
  const first = pointOf(from * SECTOR_DEGREES, outer)
  const fullCircle = count === SECTORS
  context.moveTo(first.x, first.y)
  context.arc(0, 0, outer, start, end)
  if (inner === 0) {
    if (!fullCircle) context.lineTo(0, 0)
  } else {
    const turn = pointOf((from + count) * SECTOR_DEGREES, inner)
    // A whole ring is two circles, without a line between them.
    if (fullCircle) context.moveTo(turn.x, turn.y)
    else context.lineTo(turn.x, turn.y)
    context.arc(0, 0, inner, end, start, true)
  }
  context.closePath()
}

/** Whether the arm passes the middle of a sector. */
export function isSwept(sector: number, grid: CellGrid): boolean {
  return insideArc((sector + 0.5) * SECTOR_DEGREES, grid.arc)
}

/** Runs of matching cells: a uniform field is a few outlines instead of 1,620. */
export function runsWhere(grid: CellGrid, predicate: (cell: number) => boolean): CellRun[] {
  const runs: { zone: number; from: number; count: number }[] = []
  grid.outerRadii.forEach((_, zone) => {
    let open: { zone: number; from: number; count: number } | null = null
    for (let sector = 0; sector < SECTORS; sector += 1) {
      if (!isSwept(sector, grid) || !predicate(cellIndex(sector, zone))) open = null
      else if (open) open.count += 1
      else runs.push((open = { zone, from: sector, count: 1 }))
    }
  })
  return runs
}

/** Traces the edges between matching cells and all others, so that a region has one border. */
export function traceBorder(
  context: PathContext,
  grid: CellGrid,
  predicate: (cell: number) => boolean,
): void {
  const matches = (sector: number, zone: number) => {
    const around = (sector + SECTORS) % SECTORS
    const inField = zone >= 0 && zone < grid.outerRadii.length && isSwept(around, grid)
    return inField && predicate(cellIndex(around, zone))
  }
  const side = (bearing: number, { inner, outer }: { inner: number; outer: number }) => {
    const [near, far] = [pointOf(bearing, inner), pointOf(bearing, outer)]
    context.moveTo(near.x, near.y)
    context.lineTo(far.x, far.y)
  }
  const curve = (from: number, radius: number) => {
    const start = pointOf(from, radius)
    context.moveTo(start.x, start.y)
    context.arc(0, 0, radius, canvasAngle(from), canvasAngle(from + SECTOR_DEGREES))
  }
  for (let zone = 0; zone < grid.outerRadii.length; zone += 1) {
    const ring = ringOf(grid, zone)
    for (let sector = 0; sector < SECTORS; sector += 1) {
      if (!matches(sector, zone)) continue
      const from = sector * SECTOR_DEGREES
      if (!matches(sector - 1, zone)) side(from, ring)
      if (!matches(sector + 1, zone)) side(from + SECTOR_DEGREES, ring)
      if (!matches(sector, zone + 1)) curve(from, ring.outer)
      if (zone > 0 && !matches(sector, zone - 1)) curve(from, ring.inner)
    }
  }
}

/** The cell at a point of the picture; null beyond the machine. */
export function cellUnder({ x, y }: PicturePoint, grid: CellGrid): CellPlace | null {
  const { bearing, distance } = toPolar({ x, y: -y })
  const zone = zoneIndexAt(distance * edgeOf(grid), grid.outerRadii)
  const sector = sectorOf(bearing)
  return zone === null || !isSwept(sector, grid) ? null : { sector, tower: zone + 1 }
}

const STEPS: Readonly<Record<string, { sectors: number; towers: number }>> = {
  ArrowRight: { sectors: 1, towers: 0 },
  ArrowLeft: { sectors: -1, towers: 0 },
  PageDown: { sectors: 10, towers: 0 },
  PageUp: { sectors: -10, towers: 0 },
  ArrowUp: { sectors: 0, towers: 1 },
  ArrowDown: { sectors: 0, towers: -1 },
}

/** The cell that a key moves to: right and left go around, up and down outwards and inwards.
 *
 * @param from null before the first choice
 * @returns null for other keys
 */
export function cellByKey(key: string, from: CellPlace | null, grid: CellGrid): CellPlace | null {
  const step = STEPS[key]
  if (!step) return null
  const start = grid.arc === null ? 0 : sectorOf(normaliseBearing(grid.arc[0] + SECTOR_DEGREES / 2))
  if (!from) return { sector: start, tower: 1 }
  const sector = (from.sector + step.sectors + SECTORS) % SECTORS
  return {
    sector: isSwept(sector, grid) ? sector : from.sector,
    tower: Math.min(grid.outerRadii.length, Math.max(1, from.tower + step.towers)),
  }
}
