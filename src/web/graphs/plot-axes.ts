/** Axes of the interactive graph: days and hours of the field's own time zone, and water. */
import type uPlot from 'uplot'
import { clock, day, number } from '../kit/formats.ts'
import type { PlotInk } from './plot-ink.ts'
import type { PlotModel } from './plot-model.ts'

const FONT = "14px 'Inter Variable', 'Inter', system-ui, sans-serif"
const DAY_S = 86_400

/** Hours where less than a day lies between marks; the day at each midnight. */
export function timeTexts(times: readonly number[], step: number, timeZone: string): string[] {
  return times.map((time) => {
    const hour = clock(time * 1000, timeZone)
    return step >= DAY_S || hour === '00:00' ? day(time * 1000, timeZone) : hour
  })
}

export function axesOf(model: PlotModel, ink: PlotInk): uPlot.Axis[] {
  const look = {
    stroke: ink.soft,
    font: FONT,
    grid: { stroke: ink.grid, width: 1 },
    ticks: { stroke: ink.grid, width: 1, size: 6 },
  }
  return [
    {
      ...look,
      scale: 'x',
      space: 72,
      size: 36,
      values: (_, splits, __, ___, step) => timeTexts(splits, step, model.timeZone),
    },
    {
      ...look,
      scale: 'y',
      show: !model.stacked,
      size: 56,
      space: 44,
      values: (_, splits) => splits.map((value) => number(value, 2)),
    },
  ]
}
