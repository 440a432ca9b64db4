/** Readings of the stretch that is shown: those of the whole range, and every single one when somebody looks closer. */
import { useState } from 'react'
import { useReadings } from '../api/graphs.ts'
import type { ReadingsWanted } from '../api/graphs.ts'
import { dayReader } from './day-table.ts'
import type { TimeWindow } from './plot-window.ts'

/** A closer look is at less than this part of the range. */
const CLOSE = 0.5

export function useCloseReadings(wanted: ReadingsWanted) {
  const whole = useReadings(wanted)
  const [close, setClose] = useState<{ of: string; start: string; end: string } | null>(null)
  const of = JSON.stringify(wanted)
  const inForce = close?.of === of ? close : null
  const closer = useReadings(inForce ? { ...wanted, start: inForce.start, end: inForce.end } : null)
  const data = whole.isPlaceholderData ? undefined : whole.data
  const times = data?.times ?? []
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0)

  /** Asks for every reading where those of the whole range are only the extremes. */
  const look = ({ from, to }: TimeWindow) => {
    if (!data?.reduced || to - from > CLOSE * span) return setClose(null)
    const dayOf = dayReader(data.time_zone)
    const [start, end] = [dayOf(from), dayOf(to)]
    setClose((before) =>
      before?.of === of && before.start === start && before.end === end ? before : { of, start, end },
    )
  }
  const detail = inForce && !closer.isPlaceholderData ? closer.data : undefined
  return { whole, data, detail, look }
}
