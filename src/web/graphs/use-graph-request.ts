/** State of the form: the chosen season, the typed dates, what is wrong with them, and the pictures that were drawn. */
import { useMemo, useRef, useState } from 'react'
import { useDatabases, useDates, usePictures } from '../api/graphs.ts'
import { useUserId } from '../api/live-maps.ts'
import { textOfDay } from '../ui/date-field-text.ts'
import { checkRange, isComplete, missing } from './graph-request.ts'
import type { TypedRange, UsualRange } from './graph-request.ts'

/** What the pictures, and the graph beside them, are of. */
interface GeneratedRange {
  database: string
  start: string
  end: string
}

export type GraphRequestState = ReturnType<typeof useGraphRequest>

const NOTHING: TypedRange = { database: '', start: '', end: '', changed: 'start' }
const NO_DAYS: readonly string[] = []

export function useGraphRequest() {
  const userId = useUserId()
  const databases = useDatabases(userId)
  const [typed, setTyped] = useState(NOTHING)
  /** Said when generating was asked for too early. */
  const [lacking, setLacking] = useState<string | null>(null)
  const dates = useDates(userId, typed.database)
  const days = dates.data ?? NO_DAYS
  const listed = dates.data
  const range = useMemo(() => checkRange(typed, listed ? new Set(listed) : null), [typed, listed])
  const change = (changed: Partial<TypedRange>) => {
    setLacking(null)
    setTyped((before) => ({ ...before, ...changed }))
  }
  const drawing = useDrawing(userId)
  const generate = () => {
    setLacking(missing(typed))
    if (typed.database && days.length > 0 && isComplete(range))
      drawing.draw({ database: typed.database, start: range.start, end: range.end })
  }
  return {
    userId,
    databases,
    typed,
    dates,
    days,
    range,
    lacking,
    ready: userId !== null && days.length > 0 && isComplete(range),
    chooseDatabase: (database: string) => change({ ...NOTHING, database }),
    setStart: (start: string) => change({ start, changed: 'start' }),
    setEnd: (end: string) => change({ end, changed: 'end' }),
    setRange: ({ start, end }: UsualRange) => change({ start: textOfDay(start), end: textOfDay(end) }),
    generate,
    drawing,
  }
}

/** The way from the order to the pictures; whoever closes the waiting has called it off. */
function useDrawing(userId: number | null) {
  const pictures = usePictures()
  const running = useRef<AbortController>(null)
  const [of, setOf] = useState<GeneratedRange | null>(null)
  const [shown, setShown] = useState(false)
  const draw = (wanted: GeneratedRange) => {
    if (userId === null) return
    running.current?.abort()
    running.current = new AbortController()
    setOf(wanted)
    setShown(true)
    pictures.mutate({ userId, ...wanted, signal: running.current.signal })
  }
  const callOff = () => {
    running.current?.abort()
    pictures.reset()
    setOf(null)
  }
  const close = () => {
    setShown(false)
    if (pictures.isError) pictures.reset()
  }
  return {
    of,
    urls: pictures.data,
    error: pictures.error,
    waiting: pictures.isPending,
    shown,
    setShown,
    draw,
    callOff,
    close,
  }
}
