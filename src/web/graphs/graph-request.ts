/** Validation of a graph's range: which typed days are valid, and the message for invalid ones. */
import { dayFromText } from '../ui/date-field-text.ts'
import { problemMessage } from '../kit/call-error.ts'
import { text } from './graph.text.ts'

const START_AFTER_END = text.startNotBeforeEnd

/** The form's fields, as typed. */
export interface TypedRange {
  database: string
  start: string
  end: string
  /** The date changed last, where a conflict is reported. */
  changed: 'start' | 'end'
}

export interface CheckedRange {
  /** Days as 2026-07-06; null if invalid. */
  start: string | null
  end: string | null
  startProblem: string | null
  endProblem: string | null
}

/** Both days are set, available and in order: graphs can be generated. */
export function isComplete(range: CheckedRange): range is CheckedRange & { start: string; end: string } {
  return range.start !== null && range.end !== null && !range.startProblem && !range.endProblem
}

function dayProblem(text: string, day: string | null, days: ReadonlySet<string> | null): string | null {
  if (text.trim() === '') return null
  if (day === null) return problemMessage('date_invalid')
  return days === null || days.has(day) ? null : problemMessage('date_not_listed')
}

/** @param days the days with readings, as 2026-07-06; null until the server has answered */
export function checkRange(range: TypedRange, days: ReadonlySet<string> | null): CheckedRange {
  const start = dayFromText(range.start)
  const end = dayFromText(range.end)
  const startProblem = dayProblem(range.start, start, days)
  const endProblem = dayProblem(range.end, end, days)
  const reversed = !startProblem && !endProblem && start !== null && end !== null && end < start
  return {
    start,
    end,
    startProblem: reversed && range.changed === 'start' ? START_AFTER_END : startProblem,
    endProblem: reversed && range.changed === 'end' ? problemMessage('end_before_start') : endProblem,
  }
}

/** What is missing before graphs can be generated, or null. */
export function missing(range: TypedRange): string | null {
  if (range.database === '') return problemMessage('database_not_selected')
  return range.start.trim() && range.end.trim() ? null : problemMessage('dates_required')
}

/** A common range, with its days. */
export interface PresetRange {
  label: string
  start: string
  end: string
}

const DAY_MS = 86_400_000
const PRESETS = [
  { label: text.last7Days, days: 7 },
  { label: text.last30Days, days: 30 },
  { label: text.wholeSeason, days: Number.POSITIVE_INFINITY },
] as const

/** Ranges that end with the newest day; both ends are listed days. */
export function presetRanges(days: readonly string[]): PresetRange[] {
  const last = days.at(-1)
  if (last === undefined) return []
  return PRESETS.map(({ label, days: length }) => ({
    label,
    start: days.find((day) => Date.parse(last) - Date.parse(day) < length * DAY_MS) ?? last,
    end: last,
  }))
}
