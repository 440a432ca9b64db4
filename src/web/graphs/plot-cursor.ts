/** The reading under the cursor of the interactive graph, by pointer or by keyboard. */
import type uPlot from 'uplot'
import type { PlotModel } from './plot-model.ts'

/** `values` has one for each line; null in a silence. */
export interface CursorRow {
  time: number
  values: (number | null)[]
  /** The pointer that stands there; null for keys and for fingers, which are lifted and leave their reading behind. */
  reader: number | null
}

export interface CursorParts {
  model: PlotModel
  /** What was read on the plot before; null for nothing. */
  before: CursorRow | null
  onCursor: (row: CursorRow | null) => void
}

/** Where the library hides its cursor. */
const NOWHERE = -10

/** The first row at or after an instant; null for none. */
function rowAt(times: readonly number[], time: number | undefined): number | null {
  const row = time === undefined ? -1 : times.findIndex((one) => one >= time)
  return row < 0 ? null : row
}

export function plotCursor({ model, before, onCursor }: CursorParts) {
  let held = rowAt(model.times, before?.time)
  let reader = before?.reader ?? null
  let placing: 'held' | 'pointer' | null = null
  const time = () => (held === null ? undefined : model.times[held])

  function place(u: uPlot, left: number, by: 'held' | 'pointer'): void {
    placing = by
    u.setCursor({ left, top: left < 0 ? NOWHERE : u.over.clientHeight / 2 })
    placing = null
  }

  /** Puts the cursor where its row is drawn now, unless that is outside of the window. */
  function put(u: uPlot): void {
    const at = time()
    const { min, max } = u.scales['x'] ?? {}
    if (at === undefined || min == null || max == null || at < min || at > max) return
    place(u, u.valToPos(at, 'x'), 'held')
  }

  /** Whenever the library has moved its cursor. */
  function follow(u: uPlot): void {
    const { idx, idxs = [] } = u.cursor
    if (placing === 'pointer') held = idx ?? null
    const at = time()
    if (at === undefined) return onCursor(null)
    if (idx !== held && !placing) return queueMicrotask(() => put(u))
    const values = model.columns.map((column, line) => column[idxs[line + 1] ?? -1] ?? null)
    onCursor({ time: at, values, reader })
  }

  return {
    row: () => held,
    time,
    follow,
    /** A pointer stands so many pixels from the left. */
    point: (u: uPlot, left: number, pointerId: number) => {
      reader = pointerId
      place(u, left, 'pointer')
    },
    /** A pointer has gone: with what it read, but not with what was read after it by others. */
    leave: (u: uPlot, pointerId: number) => {
      if (reader === pointerId) place(u, NOWHERE, 'pointer')
    },
    hold: (u: uPlot, row: number) => {
      held = row
      reader = null
      // a scale is set with the next task of the plot; the place follows it
      queueMicrotask(() => put(u))
    },
  }
}
