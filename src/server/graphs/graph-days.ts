/** Parses the days in calls for graphs, in either order of day, month and year; refused with a code. */
import type { ProblemCode } from '../../contract/errors.ts'
import { Problem } from '../kit/problem.ts'
import type { DaySpan } from '../readings/zone-days.ts'

/** Days outside are typing errors. */
const FIRST = '1900-01-01'
const LAST = '2199-12-31'

/**
 * A calendar day as 2026-07-06.
 *
 * @param text 06-07-2026 or 2026-07-06
 * @throws Problem('date_invalid') for 31-02-2026 and the like
 */
function calendarDay(text: string, field: string): string {
  const iso = /^\d{2}-\d{2}-\d{4}$/.test(text) ? text.split('-').toReversed().join('-') : text
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? Date.parse(`${iso}T00:00:00Z`) : Number.NaN
  // Date.parse moves 31 February to March
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== iso || iso < FIRST || iso > LAST)
    throw new Problem('date_invalid', { field })
  return iso
}

/** @throws Problem('end_before_start') */
export function dayRange(
  { start, end }: { start: string; end: string },
  fields = { start: 'start_date', end: 'end_date' },
): DaySpan {
  const range = { start: calendarDay(start, fields.start), end: calendarDay(end, fields.end) }
  if (range.end < range.start) refuse('end_before_start', fields.end)
  return range
}

function refuse(code: ProblemCode, field: string): never {
  throw new Problem(code, { field })
}
