/** The interactive graph itself, outside of React: a move draws the canvas and touches nothing else of the page. */
import UPlot from 'uplot'
import { axesOf } from './plot-axes.ts'
import { drawBand, drawLabels, drawLanes, drawMarks, scaleName } from './plot-drawing.ts'
import { listenToGestures } from './plot-gestures.ts'
import { lineStyle } from './plot-ink.ts'
import type { PlotInk } from './plot-ink.ts'
import { laneRange, sharedRange } from './plot-model.ts'
import type { PlotModel } from './plot-model.ts'
import { showing, zoomed } from './plot-window.ts'
import type { TimeWindow } from './plot-window.ts'

/** The row under the cursor; `values` one for each line, null in a silence. */
export interface CursorRow {
  time: number
  values: (number | null)[]
}

export interface WaterPlotParts {
  host: HTMLElement
  model: PlotModel
  ink: PlotInk
  whole: TimeWindow
  shown: TimeWindow
  /** Where the cursor stood on the plot before; seconds, null for nowhere. */
  cursorAt: number | null
  onCursor: (row: CursorRow | null) => void
  /** What is shown, each time it has changed. */
  onShown: (shown: TimeWindow) => void
}

export type WaterPlot = ReturnType<typeof createWaterPlot>

/** Room for names at the lines. */
const RIGHT = 104
const NARROW_RIGHT = 100
const NARROW = 560
const TOP = 34

function optionsOf({ host, model, ink }: WaterPlotParts): UPlot.Options {
  const narrow = host.clientWidth < NARROW
  const scales: UPlot.Scales = {
    x: { time: true, auto: false },
    y: { auto: false, range: sharedRange(model) },
  }
  model.lines.forEach((_, line) => {
    if (model.stacked) scales[scaleName(model, line)] = { auto: false, range: laneRange(model, line) }
  })
  return {
    width: host.clientWidth,
    height: host.clientHeight,
    padding: [TOP, narrow ? NARROW_RIGHT : RIGHT, 0, model.stacked ? 52 : 0],
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), model.timeZone),
    legend: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: { size: 9 },
      // its own double press would show another range than ours
      bind: { dblclick: () => null },
    },
    scales,
    axes: axesOf(model, ink),
    series: [
      {},
      ...model.lines.map(({ label }, line) => {
        const { colour } = lineStyle(ink, line)
        return {
          label,
          scale: scaleName(model, line),
          stroke: colour,
          width: 2,
          pxAlign: 0,
          points: { show: false },
        }
      }),
    ],
    hooks: {
      drawClear: [
        (u) => {
          styleLines(u, model, ink)
          drawBand(u, model, ink)
        },
      ],
      draw: [
        (u) => {
          drawMarks(u, model, ink)
          drawLanes(u, model, ink)
          drawLabels(u, model, ink)
        },
      ],
    },
  }
}

/** Dashes tell lines apart on one scale; where readings lie close, dashes and broad lines hide them and cost most of the drawing. */
function styleLines(u: UPlot, model: PlotModel, ink: PlotInk): void {
  const { min, max } = u.scales['x'] ?? {}
  const rows = min == null || max == null ? 0 : u.valToIdx(max) - u.valToIdx(min)
  const dense = rows > u.over.clientWidth
  u.series.forEach((series, i) => {
    if (i === 0) return
    series.dash = dense || model.stacked ? [] : lineStyle(ink, i - 1).dash
    series.width = dense ? 1 : 2
  })
}

/** The first row at or after an instant; null for none. */
function rowAt(times: readonly number[], time: number | null): number | null {
  const row = time === null ? -1 : times.findIndex((one) => one >= time)
  return row < 0 ? null : row
}

export function createWaterPlot(parts: WaterPlotParts) {
  const { host, model, whole, onCursor, onShown } = parts
  let shown = parts.shown
  let frame = 0
  const options = optionsOf(parts)
  /** Row under the cursor: of the pointer, or of the keys, which stays when the window moves. */
  let held = rowAt(model.times, parts.cursorAt)
  let lastEvent: MouseEvent | undefined
  let placing = false
  const readCursor = (u: UPlot) => {
    const { event, idx, idxs = [] } = u.cursor
    // the library keeps its last event: only a new one is a move of the pointer
    if (event && event !== lastEvent) {
      held = idx ?? null
      lastEvent = event
    }
    const time = held === null ? undefined : model.times[held]
    if (time === undefined) return onCursor(null)
    if (idx !== held && !placing) return queueMicrotask(putCursor)
    onCursor({ time, values: model.columns.map((column, line) => column[idxs[line + 1] ?? -1] ?? null) })
  }
  const u = new UPlot(
    { ...options, hooks: { ...options.hooks, setCursor: [readCursor] } },
    [model.times, ...model.columns],
    host,
  )
  const draw = () => {
    frame = 0
    u.setScale('x', { min: shown.from, max: shown.to })
  }
  /** Many moves of a pointer, one drawing. */
  const show = (wanted: TimeWindow) => {
    shown = wanted
    frame ||= requestAnimationFrame(draw)
    onShown(shown)
  }
  const silence = listenToGestures({ area: u.over, shown: () => shown, whole: () => whole, show })
  const resize = new ResizeObserver(() => u.setSize({ width: host.clientWidth, height: host.clientHeight }))
  resize.observe(host)
  draw()

  /** Puts the cursor where its row is drawn now; out of sight when that is outside of the window. */
  function putCursor(): void {
    const time = held === null ? undefined : model.times[held]
    if (time === undefined || time < shown.from || time > shown.to) return
    placing = true
    u.setCursor({ left: u.valToPos(time, 'x'), top: u.over.clientHeight / 2 })
    placing = false
  }

  /** Takes the cursor to a row and the row into the window. */
  function moveTo(row: number): void {
    const time = model.times[row]
    if (time === undefined) return
    held = row
    shown = showing(shown, whole, time)
    u.setScale('x', { min: shown.from, max: shown.to })
    onShown(shown)
    // the scale is set with the next task of the plot; the place follows it
    queueMicrotask(putCursor)
  }

  return {
    zoom: (factor: number) => {
      const at = held === null ? undefined : model.times[held]
      const around = at !== undefined && at >= shown.from && at <= shown.to ? at : (shown.from + shown.to) / 2
      show(zoomed(shown, whole, factor, around))
    },
    showAll: () => show(whole),
    shown: () => shown,
    /** Rows to the right; from the right end where there was no cursor. */
    step: (rows: number) => {
      const last = model.times.length - 1
      const from = held ?? u.valToIdx(shown.to)
      moveTo(Math.max(0, Math.min(last, from + rows)))
    },
    stepTo: (end: 'first' | 'last') => moveTo(end === 'first' ? 0 : model.times.length - 1),
    destroy: () => {
      cancelAnimationFrame(frame)
      silence()
      resize.disconnect()
      u.destroy()
    },
  }
}
