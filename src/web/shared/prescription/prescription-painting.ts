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
interface Easel {
  readonly pen: CanvasRenderingContext2D
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
  const pen = canvas.getContext('2d')
  if (!pen || side === 0) return
  if (canvas.width !== side) {
    canvas.width = side
    canvas.height = side
  }
  pen.resetTransform()
  pen.clearRect(0, 0, side, side)
  const scale = side / 2 / (1 + MARGIN)
  pen.setTransform(scale, 0, 0, scale, side / 2, side / 2)
  const px = side / canvas.clientWidth / scale
  const easel = { pen, px, palette, family: getComputedStyle(canvas).fontFamily }
  paintCells(easel, painted)
  paintRings(easel, painted.grid)
  for (const fence of painted.fences) paintFence(easel, fence)
  for (const probe of painted.probes) paintDot(easel, probe, 3)
  if (painted.armDeg !== null) paintArm(easel, painted.armDeg)
  if (painted.chosen) paintChosen(easel, painted.grid, painted.chosen)
  paintNorth(easel)
}

function pathOf(runs: readonly CellRun[], grid: CellGrid): Path2D {
  const path = new Path2D()
  for (const run of runs) traceRun(path, run, grid)
  return path
}

/** One path per percentage, filled once: no seams, and 1,620 cells take about ten fills. */
function paintCells(easel: Easel, { grid, percents, unknown, marked }: PaintedPrescription): void {
  const { pen, px, palette } = easel
  const within = (wanted: (cell: number) => boolean) => pathOf(runsWhere(grid, wanted), grid)
  pen.fillStyle = palette.paper
  pen.fill(within(() => true))
  pen.fillStyle = palette.brand
  for (const percent of new Set(percents)) {
    pen.globalAlpha = opacityOf(percent)
    if (percent > 0) pen.fill(within((cell) => percents[cell] === percent))
  }
  pen.globalAlpha = 1
  const dry = within((cell) => percents[cell] === 0)
  texture(easel, dry, HATCH_PX, hatch)
  pen.lineWidth = 1.25 * px
  pen.strokeStyle = palette.off
  pen.stroke(dry)
  texture(easel, within(unknown), DOTS_PX, dots)
  if (!marked) return
  pen.beginPath()
  traceBorder(pen, grid, marked)
  haloed(easel, 2, palette.attention)
}

/** Clips drawing to a part of the picture. */
function texture(easel: Easel, part: Path2D, step: number, draw: (easel: Easel, step: number) => void) {
  easel.pen.save()
  easel.pen.clip(part)
  draw(easel, step * easel.px)
  easel.pen.restore()
}

function hatch({ pen, px, palette }: Easel, step: number): void {
  pen.beginPath()
  for (let at = -3; at < 1; at += step) {
    pen.moveTo(at, 1)
    pen.lineTo(at + 2, -1)
  }
  pen.lineWidth = px
  pen.strokeStyle = palette.off
  pen.stroke()
}

function dots({ pen, px, palette }: Easel, step: number): void {
  const size = 2 * px
  pen.fillStyle = palette.paper
  for (let y = -1; y < 1; y += step) for (let x = -1; x < 1; x += step) pen.fillRect(x, y, size, size)
}

/** Rings visible on both full and dry cells: a light line next to a dark one. */
function paintRings({ pen, px, palette }: Easel, grid: CellGrid): void {
  const [from, to] = grid.arc ?? [0, 360]
  const [start, end] = [canvasAngle(from), canvasAngle(to <= from ? to + 360 : to)]
  grid.outerRadii.forEach((_, zone) => {
    const last = zone === grid.outerRadii.length - 1
    pen.beginPath()
    pen.arc(0, 0, ringOf(grid, zone).outer, start, end)
    pen.lineWidth = (last ? 1.5 : 2) * px
    pen.globalAlpha = last ? 1 : 0.6
    pen.strokeStyle = last ? palette.ink : palette.paper
    pen.stroke()
    if (last) return
    pen.lineWidth = 0.75 * px
    pen.strokeStyle = palette.ink
    pen.stroke()
  })
  pen.globalAlpha = 1
}

function haloed({ pen, px, palette }: Easel, width: number, colour: string): void {
  pen.lineJoin = 'round'
  pen.lineCap = 'round'
  pen.lineWidth = (width + 2.5) * px
  pen.strokeStyle = palette.paper
  pen.stroke()
  pen.lineWidth = width * px
  pen.strokeStyle = colour
  pen.stroke()
}

function paintFence(easel: Easel, fence: readonly PicturePoint[]): void {
  easel.pen.beginPath()
  fence.forEach(({ x, y }, k) => (k === 0 ? easel.pen.moveTo(x, y) : easel.pen.lineTo(x, y)))
  easel.pen.closePath()
  haloed(easel, 2, easel.palette.fenceLine)
}

function paintDot({ pen, px, palette }: Easel, { x, y }: PicturePoint, radius: number): void {
  pen.beginPath()
  pen.arc(x, y, radius * px, 0, ALL_AROUND)
  pen.lineWidth = 3 * px
  pen.strokeStyle = palette.paper
  pen.stroke()
  pen.fillStyle = palette.ink
  pen.fill()
}

function paintArm(easel: Easel, bearing: number): void {
  const { x, y } = pointOf(bearing, 1)
  easel.pen.beginPath()
  easel.pen.moveTo(0, 0)
  easel.pen.lineTo(x, y)
  haloed(easel, 3.5, easel.palette.ink)
  paintDot(easel, { x: 0, y: 0 }, 4)
}

function paintChosen(easel: Easel, grid: CellGrid, { sector, tower }: CellPlace): void {
  easel.pen.beginPath()
  traceRun(easel.pen, { zone: tower - 1, from: sector, count: 1 }, grid)
  haloed(easel, 2.5, easel.palette.ink)
}

function paintNorth({ pen, px, palette, family }: Easel): void {
  pen.globalAlpha = 0.8
  pen.fillStyle = palette.ink
  pen.font = `600 ${14 * px}px ${family}`
  pen.textAlign = 'center'
  pen.textBaseline = 'bottom'
  pen.fillText('N', 0, -1 - 3 * px)
  pen.globalAlpha = 1
}
