/** The interactive graph, outside of React: panning redraws only the canvas. */
import UPlot from 'uplot'
import { densePath, isDense } from './dense-line.ts'
import { axesOf, lineStyle } from './plot-palette.ts'
import { drawBand, drawLabels, drawLanes, drawMarks, scaleName } from './plot-drawing.ts'
import { listenToGestures } from './plot-gestures.ts'
import { plotCursor } from './plot-cursor.ts'
import type { CursorParts } from './plot-cursor.ts'
import type { PlotPalette } from './plot-palette.ts'
import { laneRange, sharedRange } from './plot-model.ts'
import type { PlotModel } from './plot-model.ts'
import { showing, zoomed } from './plot-window.ts'
import type { TimeWindow } from './plot-window.ts'

export interface WaterPlotParts extends CursorParts {
  host: HTMLElement
  palette: PlotPalette
  whole: TimeWindow
  shown: TimeWindow
  /** Called whenever the shown window has changed. */
  onShown: (shown: TimeWindow) => void
}

export type WaterPlot = ReturnType<typeof createWaterPlot>

/** Room for names at the lines. */
const RIGHT = 104
const NARROW_RIGHT = 100
const NARROW = 560
const TOP = 34

/** Our gestures place the cursor: mouse events do not distinguish a finger from a mouse, and a double click would reset the range. */
const IGNORED_EVENTS: UPlot.Cursor.Bind = {
  mousedown: () => null,
  mouseup: () => null,
  mousemove: () => null,
  mouseenter: () => null,
  mouseleave: () => null,
  dblclick: () => null,
}

const { linear } = UPlot.paths
if (!linear) throw new Error('a build of uPlot without lines')
const stroked = linear()

const lineOf =
  (colour: string): UPlot.Series.PathBuilder =>
  (u, series, first, last) =>
    isDense(last - first, u.bbox.width)
      ? densePath(u, series, [first, last], colour)
      : stroked(u, series, first, last)

function optionsOf({ host, model, palette }: WaterPlotParts): UPlot.Options {
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
      // without mousedown the library takes every click for the end of a drag, and stops its propagation
      drag: { x: false, y: false, setScale: false, click: () => undefined },
      points: { size: 9 },
      bind: IGNORED_EVENTS,
    },
    scales,
    axes: axesOf(model, palette),
    series: [
      {},
      ...model.lines.map(({ label }, line) => {
        const { colour } = lineStyle(palette, line)
        return {
          label,
          scale: scaleName(model, line),
          stroke: colour,
          width: 2,
          pxAlign: 0,
          points: { show: false },
          paths: lineOf(colour),
        }
      }),
    ],
    hooks: {
      drawClear: [
        (u) => {
          styleLines(u, model, palette)
          drawBand(u, model, palette)
        },
      ],
      draw: [
        (u) => {
          drawMarks(u, model, palette)
          drawLanes(u, model, palette)
          drawLabels(u, model, palette)
        },
      ],
    },
  }
}

/** Dashes tell lines apart on one scale; where readings lie close, dashes and broad lines hide them and cost most of the drawing. */
function styleLines(u: UPlot, model: PlotModel, palette: PlotPalette): void {
  const { min, max } = u.scales['x'] ?? {}
  const rows = min == null || max == null ? 0 : u.valToIdx(max) - u.valToIdx(min)
  const dense = rows > u.over.clientWidth
  u.series.forEach((series, i) => {
    if (i === 0) return
    series.dash = dense || model.stacked ? [] : lineStyle(palette, i - 1).dash
    series.width = dense ? 1 : 2
  })
}

export function createWaterPlot(parts: WaterPlotParts) {
  const { host, model, whole, onShown } = parts
  const { times } = model
  const cursor = plotCursor(parts)
  const options = optionsOf(parts)
  const hooks = { ...options.hooks, setCursor: [cursor.follow] }
  const u = new UPlot({ ...options, hooks }, [times, ...model.columns], host)
  let shownWindow = parts.shown
  let frame = 0
  const draw = () => {
    frame = 0
    u.setScale('x', { min: shownWindow.from, max: shownWindow.to })
  }
  /** Draws once per frame, however often the pointer moves. */
  const show = (window: TimeWindow) => {
    shownWindow = window
    frame ||= requestAnimationFrame(draw)
    onShown(shownWindow)
  }
  /** Moves the cursor to a row, and the window so that the row is visible. */
  const moveTo = (row: number) => {
    const time = times[row]
    if (time === undefined) return
    shownWindow = showing(shownWindow, whole, time)
    draw()
    onShown(shownWindow)
    cursor.hold(u, row)
  }
  const removeListeners = listenToGestures({
    area: u.over,
    shown: () => shownWindow,
    whole,
    show,
    read: (time) => cursor.hold(u, u.valToIdx(time)),
    point: (left, pointerId) => cursor.point(u, left, pointerId),
    leave: (pointerId) => cursor.leave(u, pointerId),
  })
  const resize = new ResizeObserver(() => u.setSize({ width: host.clientWidth, height: host.clientHeight }))
  resize.observe(host)
  draw()
  return {
    zoom: (factor: number) => {
      const at = cursor.time() ?? Number.NaN
      const around =
        at >= shownWindow.from && at <= shownWindow.to ? at : (shownWindow.from + shownWindow.to) / 2
      show(zoomed(shownWindow, whole, factor, around))
    },
    showAll: () => show(whole),
    /** Moves by so many rows to the right; starts at the right end without a cursor. */
    step: (rows: number) => {
      const from = cursor.row() ?? u.valToIdx(shownWindow.to)
      moveTo(Math.max(0, Math.min(times.length - 1, from + rows)))
    },
    stepTo: (end: 'first' | 'last') => moveTo(end === 'first' ? 0 : times.length - 1),
    destroy: () => {
      cancelAnimationFrame(frame)
      removeListeners()
      resize.disconnect()
      u.destroy()
    },
  }
}
