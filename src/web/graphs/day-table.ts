/** The readings by day: lowest and highest of each depth, and the water that the machine gave. */
import type { GraphData } from '../../contract/graphs.ts'

export interface DayRow {
  /** As 2026-07-06, of the field's time zone. */
  day: string
  /** One for each series, m3/m3; null for a day without readings. */
  reaches: ({ least: number; greatest: number } | null)[]
  /** Gross inches given by passes that began on this day. */
  waterIn: number
}

/** Days of a time zone as 2026-07-06. */
export function dayReader(timeZone: string): (seconds: number) => string {
  // Sweden writes days like this
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone })
  return (seconds) => format.format(seconds * 1000)
}

/** Newest day first; days with neither readings nor water are left out. */
export function dayRows({ times, series, events, time_zone: timeZone }: GraphData): DayRow[] {
  const dayOf = dayReader(timeZone)
  const rows = new Map<string, DayRow>()
  const rowOf = (day: string) => {
    const row = rows.get(day) ?? { day, reaches: series.map(() => null), waterIn: 0 }
    rows.set(day, row)
    return row
  }
  times.forEach((time, at) => {
    const { reaches } = rowOf(dayOf(time))
    series.forEach(({ values }, i) => {
      const value = values[at]
      if (value == null) return
      const { least, greatest } = reaches[i] ?? { least: value, greatest: value }
      reaches[i] = { least: Math.min(least, value), greatest: Math.max(greatest, value) }
    })
  })
  for (const { from, depth_in: inches } of events) rowOf(dayOf(from)).waterIn += inches
  return [...rows.values()].toSorted((a, b) => (a.day < b.day ? 1 : -1))
}
