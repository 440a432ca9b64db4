/** State of the graph form: the chosen season, the typed dates and their errors, and the pictures. */
import { useMemo, useRef, useState } from 'react'
import { databaseName } from '../../contract/graphs.ts'
import { useDatabases, useDates, usePictures } from '../api/graphs.ts'
import { useUserId } from '../api/live-maps.ts'
import { useChosenSystem } from '../kit/chosen-system.ts'
import { useTokenStored } from '../kit/use-session.ts'
import { textOfDay } from '../ui/date-field-text.ts'
import { systemOfDatabase } from './graph.text.ts'
import { checkRange, isComplete, missing } from './graph-request.ts'
import type { TypedRange, PresetRange } from './graph-request.ts'

/** The range of the pictures and of the graph below them. */
interface GeneratedRange {
  database: string
  start: string
  end: string
}

export type GraphRequestState = ReturnType<typeof useGraphRequest>

type TypedFields = Omit<TypedRange, 'database'>

const NOTHING: TypedFields = { start: '', end: '', changed: 'start' }
const NO_DAYS: readonly string[] = []

export function useGraphRequest() {
  const userId = useUserId()
  const token = useTokenStored()
  const databases = useDatabases(userId)
  const { database, newestSystem, pick } = useSeasonChoice(databases.data)
  const [fields, setFields] = useState(NOTHING)
  const typed: TypedRange = { ...fields, database }
  /** Shown if Generate is pressed too early. */
  const [validationError, setValidationError] = useState<string | null>(null)
  const dates = useDates(userId, typed.database)
  const days = dates.data ?? NO_DAYS
  const listed = dates.data
  const range = useMemo(
    () => checkRange({ ...fields, database }, listed ? new Set(listed) : null),
    [fields, database, listed],
  )
  const change = (changed: Partial<TypedFields>) => {
    setValidationError(null)
    setFields((before) => ({ ...before, ...changed }))
  }
  const drawing = useDrawing(userId)
  const generate = () => {
    setValidationError(missing(typed))
    if (token.recheck() && typed.database && days.length > 0 && isComplete(range))
      drawing.draw({ database: typed.database, start: range.start, end: range.end })
  }
  return {
    /** No token is stored, even if the cookie is still valid. */
    missingToken: !token.stored || userId === null,
    newestSystem,
    userId,
    databases,
    typed,
    dates,
    days,
    range,
    validationError,
    ready: userId !== null && days.length > 0 && isComplete(range),
    chooseDatabase: (season: string) => {
      pick(season)
      change(NOTHING)
    },
    setStart: (start: string) => change({ start, changed: 'start' }),
    setEnd: (end: string) => change({ end, changed: 'end' }),
    setRange: ({ start, end }: PresetRange) => change({ start: textOfDay(start), end: textOfDay(end) }),
    generate,
    drawing,
  }
}

/** The chosen season; by default the newest one of the current system. */
function useSeasonChoice(databases: readonly string[] | undefined) {
  const names = useMemo(() => databases && [...new Set(databases.map(systemIn))], [databases])
  const { name, choose } = useChosenSystem(names)
  const [picked, setPicked] = useState<string | null>(null)
  const database = picked ?? databases?.find((candidate) => systemIn(candidate) === name) ?? ''
  return {
    database,
    /** The system whose newest days are drawn before anything is generated: that of the chosen season, else of the newest one. */
    newestSystem: systemIn(database || (databases?.[0] ?? '')),
    pick: (season: string) => {
      setPicked(season)
      choose(systemIn(season))
    },
  }
}

const systemIn = (database: string) => systemOfDatabase(databaseName(database))

/** Requests the pictures; closing the waiting dialog cancels the request. */
function useDrawing(userId: number | null) {
  const pictures = usePictures()
  const controller = useRef<AbortController>(null)
  const [generated, setGenerated] = useState<GeneratedRange | null>(null)
  const [shown, setShown] = useState(false)
  const draw = (range: GeneratedRange) => {
    if (userId === null) return
    controller.current?.abort()
    controller.current = new AbortController()
    setGenerated(range)
    setShown(true)
    pictures.mutate({ userId, ...range, signal: controller.current.signal })
  }
  const cancel = () => {
    controller.current?.abort()
    pictures.reset()
    setGenerated(null)
  }
  const close = () => {
    setShown(false)
    if (pictures.isError) pictures.reset()
  }
  return {
    generated,
    urls: pictures.data,
    error: pictures.error,
    waiting: pictures.isPending,
    shown,
    setShown,
    draw,
    cancel,
    close,
  }
}
