/** The reading under the cursor: of the pointer, or of the keys, which stays when the window moves or other lines come. */
import type uPlot from 'uplot'
import type { PlotModel } from './plot-model.ts'

/** `values` has one for each line; null in a silence. */
export interface CursorRow {
  time: number
  values: (number | null)[]
}

export interface CursorParts {
  model: PlotModel
  /** Where the cursor stood on the plot before; seconds, null for nowhere. */
  cursorAt: number | null
  onCursor: (row: CursorRow | null) => void
}

/** The first row at or after an instant; null for none. */
function rowAt(times: readonly number[], time: number | null): number | null {
  const row = time === null ? -1 : times.findIndex((one) => one >= time)
  return row < 0 ? null : row
}

export function plotCursor({ model, cursorAt, onCursor }: CursorParts) {
  let held = rowAt(model.times, cursorAt)
  let lastEvent: MouseEvent | undefined
  let placing = false
  const time = () => (held === null ? undefined : model.times[held])

  /** Puts the cursor where its row is drawn now, unless that is outside of the window. */
  function put(u: uPlot): void {
    const at = time()
    const { min, max } = u.scales['x'] ?? {}
    if (at === undefined || min == null || max == null || at < min || at > max) return
    placing = true
    u.setCursor({ left: u.valToPos(at, 'x'), top: u.over.clientHeight / 2 })
    placing = false
  }

  /** Whenever the library has moved its cursor. */
  function follow(u: uPlot): void {
    const { event, idx, idxs = [] } = u.cursor
    // the library keeps its last event: only a new one is a move of the pointer
    if (event && event !== lastEvent) {
      held = idx ?? null
      lastEvent = event
    }
    const at = time()
    if (at === undefined) return onCursor(null)
    if (idx !== held && !placing) return queueMicrotask(() => put(u))
    onCursor({ time: at, values: model.columns.map((column, line) => column[idxs[line + 1] ?? -1] ?? null) })
  }

  return {
    row: () => held,
    time,
    follow,
    hold: (u: uPlot, row: number) => {
      held = row
      // a scale is set with the next task of the plot; the place follows it
      queueMicrotask(() => put(u))
    },
  }
}
