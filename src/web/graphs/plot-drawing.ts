/** Draws the band, the passes and the line labels of the interactive graph. */
import type uPlot from 'uplot'
import { number, quantity } from '../kit/formats.ts'
import { lineStyle } from './plot-palette.ts'
import type { PlotInk } from './plot-palette.ts'
import type { PlotModel } from './plot-model.ts'
import { text } from './graph.text.ts'

const FONT = "'Inter Variable', 'Inter', system-ui, sans-serif"
const TEXT_PX = 14
const LABEL_STEP = 18

/** Name of the scale on which a line is drawn. */
export function scaleName(model: PlotModel, line: number): string {
  return model.stacked ? `lane${line}` : 'y'
}

/** Draws in CSS pixels, clipped to the given box. */
function withBrush(u: uPlot, draw: (brush: CanvasRenderingContext2D, unit: number) => void): void {
  const { ctx } = u
  ctx.save()
  draw(ctx, devicePixelRatio)
  ctx.restore()
}

/** The band between refill and full, where the crop has enough water. */
export function drawBand(u: uPlot, model: PlotModel, ink: PlotInk): void {
  if (Number.isNaN(model.full)) return
  const { left, top, width, height } = u.bbox
  const lanes = model.stacked ? model.lines.length : 1
  withBrush(u, (brush, unit) => {
    for (let lane = 0; lane < lanes; lane += 1) {
      const y = (value: number) => u.valToPos(value, scaleName(model, lane), true)
      const [roof, floor] = [top + (height * lane) / lanes, top + (height * (lane + 1)) / lanes]
      const inside = (value: number) => Math.min(floor, Math.max(roof, y(value)))
      brush.fillStyle = ink.band
      brush.fillRect(left, inside(model.full), width, inside(model.refill) - inside(model.full))
      brush.lineWidth = unit
      for (const [value, colour, dash] of [
        [model.full, ink.water, []],
        [model.refill, ink.refill, [8 * unit, 5 * unit]],
      ] as const) {
        if (y(value) < roof || y(value) > floor) continue
        brush.strokeStyle = colour
        brush.setLineDash([...dash])
        brush.beginPath()
        brush.moveTo(left, y(value))
        brush.lineTo(left + width, y(value))
        brush.stroke()
      }
    }
  })
}

/** A pass of the arm: a thin line with a triangle on top, and its depth where there is room. */
export function drawMarks(u: uPlot, { marks }: PlotModel, ink: PlotInk): void {
  const { left, top, width, height } = u.bbox
  withBrush(u, (brush, unit) => {
    brush.fillStyle = ink.water
    brush.strokeStyle = ink.water
    brush.lineWidth = unit
    brush.font = `${TEXT_PX * unit}px ${FONT}`
    brush.textAlign = 'center'
    brush.textBaseline = 'alphabetic'
    let free = left
    for (const { time, text } of marks) {
      const x = u.valToPos(time, 'x', true)
      if (x < left || x > left + width) continue
      brush.beginPath()
      brush.moveTo(x - 5 * unit, top - 8 * unit)
      brush.lineTo(x + 5 * unit, top - 8 * unit)
      brush.lineTo(x, top)
      brush.fill()
      brush.setLineDash([2 * unit, 4 * unit])
      brush.beginPath()
      brush.moveTo(x, top)
      brush.lineTo(x, top + height)
      brush.stroke()
      const half = brush.measureText(text).width / 2
      if (x - half < free) continue
      brush.fillText(text, x, top - 12 * unit)
      free = x + half + 8 * unit
    }
  })
}

interface EndLabel {
  text: string
  colour: string
  y: number
}

/** Pushes labels apart from the top down, then back up where they have left the plot. */
function spread(labels: EndLabel[], step: number, bottom: number): EndLabel[] {
  const inOrder = labels.toSorted((a, b) => a.y - b.y)
  inOrder.forEach((label, i) => {
    label.y = Math.max(label.y, (inOrder[i - 1]?.y ?? Number.NEGATIVE_INFINITY) + step)
  })
  inOrder.toReversed().forEach((label, i) => {
    label.y = Math.min(label.y, bottom - i * step)
  })
  return inOrder
}

/** The last value of a column at or before a row. */
function lastBefore(column: ArrayLike<number | null | undefined>, row: number): number | null {
  for (let i = row; i >= 0; i -= 1) {
    const value = column[i]
    if (value != null) return value
  }
  return null
}

/** Names at the right end of the lines, and of the limits. */
export function drawLabels(u: uPlot, model: PlotModel, ink: PlotInk): void {
  const { left, top, width, height } = u.bbox
  const right = u.scales['x']?.max ?? 0
  const row = Math.min(u.valToIdx(right), model.times.length - 1)
  withBrush(u, (brush, unit) => {
    const labels: EndLabel[] = model.lines.flatMap(({ label }, line) => {
      const value = lastBefore(model.columns[line] ?? [], row)
      if (value === null) return []
      const y = u.valToPos(value, scaleName(model, line), true)
      return [{ text: label, colour: lineStyle(ink, line).colour, y }]
    })
    if (!model.stacked && !Number.isNaN(model.full)) {
      const limit = (value: number) => quantity(value, model.scale.symbol, model.scale.digits)
      labels.push({
        text: text.full(limit(model.full)),
        colour: ink.water,
        y: u.valToPos(model.full, 'y', true),
      })
      labels.push({
        text: text.refill(limit(model.refill)),
        colour: ink.refill,
        y: u.valToPos(model.refill, 'y', true),
      })
    }
    brush.font = `600 ${TEXT_PX * unit}px ${FONT}`
    brush.textAlign = 'left'
    brush.textBaseline = 'middle'
    for (const { text, colour, y } of spread(labels, LABEL_STEP * unit, top + height)) {
      brush.fillStyle = colour
      brush.fillText(text, left + width + 8 * unit, y)
    }
  })
}

/** Lines between lanes, and the values at their edges. */
export function drawLanes(u: uPlot, model: PlotModel, ink: PlotInk): void {
  if (!model.stacked) return
  const { left, top, width, height } = u.bbox
  withBrush(u, (brush, unit) => {
    brush.font = `${TEXT_PX * unit}px ${FONT}`
    brush.textAlign = 'right'
    brush.textBaseline = 'middle'
    model.lines.forEach(({ least, greatest }, lane) => {
      brush.strokeStyle = ink.grid
      brush.setLineDash([])
      brush.lineWidth = unit
      const floor = top + (height * (lane + 1)) / model.lines.length
      brush.strokeRect(left, floor, width, 0)
      brush.fillStyle = ink.soft
      const roof = floor - height / model.lines.length
      const half = (LABEL_STEP * unit) / 2
      // inside the lane and apart: values of neighbouring lanes must not touch
      const y = (value: number) => u.valToPos(value, scaleName(model, lane), true)
      const high = Math.max(y(greatest), roof + half)
      const low = Math.min(Math.max(y(least), high + 2 * half), floor - half)
      if (Number.isFinite(greatest))
        brush.fillText(number(greatest, model.scale.digits), left - 6 * unit, high)
      if (least < greatest && low - high > half)
        brush.fillText(number(least, model.scale.digits), left - 6 * unit, low)
    })
  })
}
