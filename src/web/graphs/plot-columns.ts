/** Aligns series for uPlot: null is a gap that breaks the line, undefined is bridged. */

export interface SparseSeries {
  /** One for each time; null without a reading at that time. */
  values: readonly (number | null)[]
  /** Values further apart than this are not connected, seconds. */
  gap_s: number
}

export interface PlotColumns {
  /** Seconds since 1970, in order. */
  times: number[]
  columns: (number | null | undefined)[][]
}

/** Extra times inside gaps that contain no row: without one, the rows on both sides would be connected. */
function gapInstants(times: readonly number[], series: readonly SparseSeries[]): number[] {
  const instants = new Set<number>()
  for (const { values, gap_s: gap } of series) {
    let last = -1
    for (let i = 0; i < times.length; i += 1) {
      if (values[i] == null) continue
      const [before = 0, now = 0] = [times[last], times[i]]
      if (last >= 0 && i === last + 1 && now - before > gap) instants.add((before + now) / 2)
      last = i
    }
  }
  return [...instants]
}

/** O(rows x series). */
export function joinedColumns(times: readonly number[], series: readonly SparseSeries[]): PlotColumns {
  const extra = gapInstants(times, series)
  const rows = extra.length === 0 ? [...times] : [...times, ...extra].sort((a, b) => a - b)
  const places = placesOf(times, rows)
  return { times: rows, columns: series.map((sensor) => columnOf(times, rows.length, places, sensor)) }
}

/** The row index of each time. */
function placesOf(times: readonly number[], rows: readonly number[]): number[] {
  let at = 0
  return times.map((time) => {
    while (rows[at] !== time) at += 1
    return at
  })
}

function columnOf(
  times: readonly number[],
  length: number,
  places: readonly number[],
  { values, gap_s: gap }: SparseSeries,
): (number | null | undefined)[] {
  const column = Array.from<number | null | undefined>({ length }).fill(null)
  let last = -1
  values.forEach((value, i) => {
    if (value === null) return
    const place = places[i] ?? 0
    column[place] = value
    const silent = (times[i] ?? 0) - (times[last] ?? 0) > gap
    if (last >= 0 && !silent) column.fill(undefined, (places[last] ?? 0) + 1, place)
    last = i
  })
  return column
}
