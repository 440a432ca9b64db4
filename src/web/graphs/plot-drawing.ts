/** Draws the band, the passes and the line labels of the interactive graph. */
import type uPlot from 'uplot'
import { number, quantity } from '../kit/formats.ts'
import { lineStyle } from './plot-palette.ts'
import type { PlotPalette } from './plot-palette.ts'
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
function withContext(u: uPlot, draw: (context: CanvasRenderingContext2D, unit: number) => void): void {
  const { ctx } = u
  ctx.save()
  draw(ctx, devicePixelRatio)
  ctx.restore()
}

/** The band between refill and full, where the crop has enough water. */
export function drawBand(u: uPlot, model: PlotModel, palette: PlotPalette): void {
  if (Number.isNaN(model.full)) return
  const { left, top, width, height } = u.bbox
  const lanes = model.stacked ? model.lines.length : 1
  withContext(u, (context, unit) => {
    for (let lane = 0; lane < lanes; lane += 1) {
      const y = (value: number) => u.valToPos(value, scaleName(model, lane), true)
      const [laneTop, laneBottom] = [top + (height * lane) / lanes, top + (height * (lane + 1)) / lanes]
      const inside = (value: number) => Math.min(laneBottom, Math.max(laneTop, y(value)))
      context.fillStyle = palette.band
      context.fillRect(left, inside(model.full), width, inside(model.refill) - inside(model.full))
      context.lineWidth = unit
      for (const [value, colour, dash] of [
        [model.full, palette.water, []],
        [model.refill, palette.refill, [8 * unit, 5 * unit]],
      ] as const) {
        if (y(value) < laneTop || y(value) > laneBottom) continue
        context.strokeStyle = colour
        context.setLineDash([...dash])
        context.beginPath()
        context.moveTo(left, y(value))
        context.lineTo(left + width, y(value))
        context.stroke()
      }
    }
  })
}

/** A pass of the arm: a thin line with a triangle on top, and its depth where there is room. */
export function drawMarks(u: uPlot, { marks }: PlotModel, palette: PlotPalette): void {
  const { left, top, width, height } = u.bbox
  withContext(u, (context, unit) => {
    context.fillStyle = palette.water
    context.strokeStyle = palette.water
    context.lineWidth = unit
    context.font = `${TEXT_PX * unit}px ${FONT}`
    context.textAlign = 'center'
    context.textBaseline = 'alphabetic'
    let free = left
    for (const { time, text } of marks) {
      const x = u.valToPos(time, 'x', true)
      if (x < left || x > left + width) continue
      context.beginPath()
      context.moveTo(x - 5 * unit, top - 8 * unit)
      context.lineTo(x + 5 * unit, top - 8 * unit)
      context.lineTo(x, top)
      context.fill()
      context.setLineDash([2 * unit, 4 * unit])
      context.beginPath()
      context.moveTo(x, top)
      context.lineTo(x, top + height)
      context.stroke()
      const half = context.measureText(text).width / 2
      if (x - half < free) continue
      context.fillText(text, x, top - 12 * unit)
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
function separateLabels(labels: EndLabel[], step: number, bottom: number): EndLabel[] {
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
export function drawLabels(u: uPlot, model: PlotModel, palette: PlotPalette): void {
  const { left, top, width, height } = u.bbox
  const right = u.scales['x']?.max ?? 0
  const row = Math.min(u.valToIdx(right), model.times.length - 1)
  withContext(u, (context, unit) => {
    const labels: EndLabel[] = model.lines.flatMap(({ label }, line) => {
      const value = lastBefore(model.columns[line] ?? [], row)
      if (value === null) return []
      const y = u.valToPos(value, scaleName(model, line), true)
      return [{ text: label, colour: lineStyle(palette, line).colour, y }]
    })
    if (!model.stacked && !Number.isNaN(model.full)) {
      const limit = (value: number) => quantity(value, model.scale.symbol, model.scale.digits)
      labels.push({
        text: text.full(limit(model.full)),
        colour: palette.water,
        y: u.valToPos(model.full, 'y', true),
      })
      labels.push({
        text: text.refill(limit(model.refill)),
        colour: palette.refill,
        y: u.valToPos(model.refill, 'y', true),
      })
    }
    context.font = `600 ${TEXT_PX * unit}px ${FONT}`
    context.textAlign = 'left'
    context.textBaseline = 'middle'
    for (const { text, colour, y } of separateLabels(labels, LABEL_STEP * unit, top + height)) {
      context.fillStyle = colour
      context.fillText(text, left + width + 8 * unit, y)
    }
  })
}

/** Lines between lanes, and the values at their edges. */
export function drawLanes(u: uPlot, model: PlotModel, palette: PlotPalette): void {
  if (!model.stacked) return
  const { left, top, width, height } = u.bbox
  withContext(u, (context, unit) => {
    context.font = `${TEXT_PX * unit}px ${FONT}`
    context.textAlign = 'right'
    context.textBaseline = 'middle'
    model.lines.forEach(({ min, max }, lane) => {
      context.strokeStyle = palette.grid
      context.setLineDash([])
      context.lineWidth = unit
      const laneBottom = top + (height * (lane + 1)) / model.lines.length
      context.strokeRect(left, laneBottom, width, 0)
      context.fillStyle = palette.soft
      const laneTop = laneBottom - height / model.lines.length
      const half = (LABEL_STEP * unit) / 2
      // inside the lane and apart: values of neighbouring lanes must not touch
      const y = (value: number) => u.valToPos(value, scaleName(model, lane), true)
      const high = Math.max(y(max), laneTop + half)
      const low = Math.min(Math.max(y(min), high + 2 * half), laneBottom - half)
      if (Number.isFinite(max)) context.fillText(number(max, model.scale.digits), left - 6 * unit, high)
      if (min < max && low - high > half)
        context.fillText(number(min, model.scale.digits), left - 6 * unit, low)
    })
  })
}
