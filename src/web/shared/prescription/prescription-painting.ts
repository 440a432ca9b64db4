/** Paints a prescription on a canvas: cells, geofences, probes, tower rings, arm, the chosen cell, north. */
import type { PicturePoint } from './prescription-drawing.ts'
import {
  canvasAngle,
  opacityOf,
  pointOf,
  ringOf,
  runsWhere,
  traceBorder,
  traceRun,
} from './prescription-drawing.ts'
import type { CellRun } from './prescription-drawing.ts'
import type { CellGrid, CellPlace } from './prescription-cells.ts'
import type { MapPalette } from '../../map/map-palette.ts'

export interface PaintedPrescription {
  readonly grid: CellGrid
  readonly percents: Uint8Array
  /** Cells at the full rate because there is no data. */
  readonly unknown: (cell: number) => boolean
  /** Cells to highlight, for example those that would change. */
  readonly marked: ((cell: number) => boolean) | null
  readonly fences: readonly (readonly PicturePoint[])[]
  readonly probes: readonly PicturePoint[]
  /** Null if unknown. */
  readonly armDeg: number | null
  readonly chosen: CellPlace | null
}

/** Margin around the wetted edge, as a share of its radius: room for the north mark. */
export const MARGIN = 0.11
const HATCH_PX = 7
const DOTS_PX = 9
const ALL_AROUND = 2 * Math.PI

/** Drawing units: 1 is the wetted radius, `px` one CSS pixel. */
interface Painter {
  readonly context: CanvasRenderingContext2D
  readonly px: number
  readonly palette: MapPalette
  readonly family: string
}

/** @param side of the canvas, device pixels */
export function paintPrescription(
  canvas: HTMLCanvasElement,
  side: number,
  painted: PaintedPrescription,
  palette: MapPalette,
): void {
  const context = canvas.getContext('2d')
  if (!context || side === 0) return
  if (canvas.width !== side) {
    canvas.width = side
    canvas.height = side
  }
  context.resetTransform()
  context.clearRect(0, 0, side, side)
  const scale = side / 2 / (1 + MARGIN)
  context.setTransform(scale, 0, 0, scale, side / 2, side / 2)
  const px = side / canvas.clientWidth / scale
  const painter = { context, px, palette, family: getComputedStyle(canvas).fontFamily }
  paintCells(painter, painted)
  paintRings(painter, painted.grid)
  for (const fence of painted.fences) paintFence(painter, fence)
  for (const probe of painted.probes) paintDot(painter, probe, 3)
  if (painted.armDeg !== null) paintArm(painter, painted.armDeg)
  if (painted.chosen) paintChosen(painter, painted.grid, painted.chosen)
  paintNorth(painter)
}

function pathOf(runs: readonly CellRun[], grid: CellGrid): Path2D {
  const path = new Path2D()
  for (const run of runs) traceRun(path, run, grid)
  return path
}

/** One path per percentage, filled once: no seams, and 1,620 cells take about ten fills. */
function paintCells(painter: Painter, { grid, percents, unknown, marked }: PaintedPrescription): void {
  const { context, px, palette } = painter
  const within = (predicate: (cell: number) => boolean) => pathOf(runsWhere(grid, predicate), grid)
  context.fillStyle = palette.paper
  context.fill(within(() => true))
  context.fillStyle = palette.brand
  for (const percent of new Set(percents)) {
    context.globalAlpha = opacityOf(percent)
    if (percent > 0) context.fill(within((cell) => percents[cell] === percent))
  }
  context.globalAlpha = 1
  const dry = within((cell) => percents[cell] === 0)
  texture(painter, dry, HATCH_PX, hatch)
  context.lineWidth = 1.25 * px
  context.strokeStyle = palette.off
  context.stroke(dry)
  texture(painter, within(unknown), DOTS_PX, dots)
  if (!marked) return
  context.beginPath()
  traceBorder(context, grid, marked)
  strokeWithHalo(painter, 2, palette.attention)
}

/** Clips drawing to a part of the picture. */
function texture(
  painter: Painter,
  part: Path2D,
  step: number,
  draw: (painter: Painter, step: number) => void,
) {
  painter.context.save()
  painter.context.clip(part)
  draw(painter, step * painter.px)
  painter.context.restore()
}

function hatch({ context, px, palette }: Painter, step: number): void {
  context.beginPath()
  for (let at = -3; at < 1; at += step) {
    context.moveTo(at, 1)
    context.lineTo(at + 2, -1)
  }
  context.lineWidth = px
  context.strokeStyle = palette.off
  context.stroke()
}

function dots({ context, px, palette }: Painter, step: number): void {
  const size = 2 * px
  context.fillStyle = palette.paper
  for (let y = -1; y < 1; y += step) for (let x = -1; x < 1; x += step) context.fillRect(x, y, size, size)
}

/** Rings visible on both full and dry cells: a light line next to a dark one. */
function paintRings({ context, px, palette }: Painter, grid: CellGrid): void {
  const [from, to] = grid.arc ?? [0, 360]
  const [start, end] = [canvasAngle(from), canvasAngle(to <= from ? to + 360 : to)]
  grid.outerRadii.forEach((_, zone) => {
    const last = zone === grid.outerRadii.length - 1
    context.beginPath()
    context.arc(0, 0, ringOf(grid, zone).outer, start, end)
    context.lineWidth = (last ? 1.5 : 2) * px
    context.globalAlpha = last ? 1 : 0.6
    context.strokeStyle = last ? palette.ink : palette.paper
    context.stroke()
    if (last) return
    context.lineWidth = 0.75 * px
    context.strokeStyle = palette.ink
    context.stroke()
  })
  context.globalAlpha = 1
}

function strokeWithHalo({ context, px, palette }: Painter, width: number, colour: string): void {
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.lineWidth = (width + 2.5) * px
  context.strokeStyle = palette.paper
  context.stroke()
  context.lineWidth = width * px
  context.strokeStyle = colour
  context.stroke()
}

function paintFence(painter: Painter, fence: readonly PicturePoint[]): void {
  painter.context.beginPath()
  fence.forEach(({ x, y }, k) => (k === 0 ? painter.context.moveTo(x, y) : painter.context.lineTo(x, y)))
  painter.context.closePath()
  strokeWithHalo(painter, 2, painter.palette.fenceLine)
}

function paintDot({ context, px, palette }: Painter, { x, y }: PicturePoint, radius: number): void {
  context.beginPath()
  context.arc(x, y, radius * px, 0, ALL_AROUND)
  context.lineWidth = 3 * px
  context.strokeStyle = palette.paper
  context.stroke()
  context.fillStyle = palette.ink
  context.fill()
}

function paintArm(painter: Painter, bearing: number): void {
  const { x, y } = pointOf(bearing, 1)
  painter.context.beginPath()
  painter.context.moveTo(0, 0)
  painter.context.lineTo(x, y)
  strokeWithHalo(painter, 3.5, painter.palette.ink)
  paintDot(painter, { x: 0, y: 0 }, 4)
}

function paintChosen(painter: Painter, grid: CellGrid, { sector, tower }: CellPlace): void {
  painter.context.beginPath()
  traceRun(painter.context, { zone: tower - 1, from: sector, count: 1 }, grid)
  strokeWithHalo(painter, 2.5, painter.palette.ink)
}

function paintNorth({ context, px, palette, family }: Painter): void {
  context.globalAlpha = 0.8
  context.fillStyle = palette.ink
  context.font = `600 ${14 * px}px ${family}`
  context.textAlign = 'center'
  context.textBaseline = 'bottom'
  context.fillText('N', 0, -1 - 3 * px)
  context.globalAlpha = 1
}
