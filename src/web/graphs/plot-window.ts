/** The visible time range of the graph: panned and zoomed within the data, at least an hour. */

/** Seconds since 1970. */
export interface TimeWindow {
  from: number
  to: number
}

const MIN_WINDOW_S = 3600

/** Shifted into the whole range without changing its length; the whole range if it is longer. */
export function within(window: TimeWindow, whole: TimeWindow): TimeWindow {
  const length = Math.min(window.to - window.from, whole.to - whole.from)
  const from = Math.min(Math.max(window.from, whole.from), whole.to - length)
  return { from, to: from + length }
}

/**
 * @param factor above 1 shows less time
 * @param around the time that stays where it is
 */
export function zoomed(shown: TimeWindow, whole: TimeWindow, factor: number, around: number): TimeWindow {
  const length = shown.to - shown.from
  const zoomedLength = Math.max(Math.min(MIN_WINDOW_S, whole.to - whole.from), length / factor)
  const from = around - ((around - shown.from) / length) * zoomedLength
  return within({ from, to: from + zoomedLength }, whole)
}

export function moved({ from, to }: TimeWindow, whole: TimeWindow, seconds: number): TimeWindow {
  return within({ from: from + seconds, to: to + seconds }, whole)
}

/** Shifted just far enough to show a time. */
export function showing(shown: TimeWindow, whole: TimeWindow, time: number): TimeWindow {
  if (time < shown.from) return moved(shown, whole, time - shown.from)
  return time > shown.to ? moved(shown, whole, time - shown.to) : shown
}
