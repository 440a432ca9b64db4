/** The reading under the cursor of the interactive graph, by pointer or by keyboard. */
import type uPlot from 'uplot'
import type { PlotModel } from './plot-model.ts'

/** `values` has one per line; null in a gap. */
export interface CursorRow {
  time: number
  values: (number | null)[]
  /** The hovering pointer; null for keys and touch, whose cursor stays afterwards. */
  hoverPointer: number | null
}

export interface CursorParts {
  model: PlotModel
  /** The cursor of the plot that this one replaces, or null. */
  previous: CursorRow | null
  onCursor: (row: CursorRow | null) => void
}

/** The position at which the library hides its cursor. */
const HIDDEN_LEFT = -10

/** The first row at or after a time, or null. */
function rowAt(times: readonly number[], time: number | undefined): number | null {
  const row = time === undefined ? -1 : times.findIndex((rowTime) => rowTime >= time)
  return row < 0 ? null : row
}

export function plotCursor({ model, previous, onCursor }: CursorParts) {
  let current = rowAt(model.times, previous?.time)
  let hoverPointer = previous?.hoverPointer ?? null
  let placing: 'held' | 'pointer' | null = null
  const time = () => (current === null ? undefined : model.times[current])

  function place(u: uPlot, left: number, by: 'held' | 'pointer'): void {
    placing = by
    u.setCursor({ left, top: left < 0 ? HIDDEN_LEFT : u.over.clientHeight / 2 })
    placing = null
  }

  /** Puts the cursor on its row, or hides it if the row is outside the window. */
  function align(u: uPlot): void {
    const at = time()
    const { min, max } = u.scales['x'] ?? {}
    if (at === undefined || min == null || max == null || at < min || at > max) return
    place(u, u.valToPos(at, 'x'), 'held')
  }

  /** Called when the library has moved its cursor. */
  function follow(u: uPlot): void {
    const { idx, idxs = [] } = u.cursor
    if (placing === 'pointer') current = idx ?? null
    const at = time()
    if (at === undefined) return onCursor(null)
    if (idx !== current && !placing) return queueMicrotask(() => align(u))
    const values = model.columns.map((column, line) => column[idxs[line + 1] ?? -1] ?? null)
    onCursor({ time: at, values, hoverPointer })
  }

  return {
    row: () => current,
    time,
    follow,
    /** The pointer hovers at this distance from the left, pixels. */
    point: (u: uPlot, left: number, pointerId: number) => {
      hoverPointer = pointerId
      place(u, left, 'pointer')
    },
    /** A pointer has left: hides its cursor, unless another pointer or the keys have moved it since. */
    leave: (u: uPlot, pointerId: number) => {
      if (hoverPointer === pointerId) place(u, HIDDEN_LEFT, 'pointer')
    },
    hold: (u: uPlot, row: number) => {
      current = row
      hoverPointer = null
      // the plot applies a scale in its next task; the cursor is placed after that
      queueMicrotask(() => align(u))
    },
  }
}
