/** Reads the times of files: absolute ones as they are, others as clocks of the system's time zone show them. */

const ABSOLUTE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})$/
const LOCAL = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/

/** Zones change their offset on quarters of an hour. */
const QUARTER_MS = 900_000

/** @returns an instant as ISO 8601 in UTC, or null when the text is no time */
export type TimeReader = (text: string) => string | null

/**
 * A date alone is its first moment. An hour that a clock shows twice is its first one; one that a clock skips is moved
 * on by the skip.
 *
 * @throws RangeError when the zone is unknown
 */
export function timeReader(timeZone: string): TimeReader {
  const offsetAt = zoneOffsets(timeZone)
  return (text) => {
    if (ABSOLUTE.test(text)) {
      const ms = Date.parse(`${text.slice(0, 10)}T${text.slice(11).replace(' ', '')}`)
      return Number.isNaN(ms) ? null : new Date(ms).toISOString()
    }
    const shown = shownTime(text)
    if (shown === null) return null
    // the offset of the day before is the one in force until a change; it gives the first of two equal hours
    const early = shown - offsetAt(shown - 86_400_000)
    const fits = early + offsetAt(early) === shown
    const late = shown - offsetAt(early)
    return new Date(fits || late + offsetAt(late) !== shown ? early : late).toISOString()
  }
}

/** Milliseconds of a wall clock's reading, as if it stood in UTC; null for 31 February and the like. */
function shownTime(text: string): number | null {
  const [, ...parts] = LOCAL.exec(text) ?? []
  if (parts.length === 0) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  )
  const shown = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const same = shown.getUTCMonth() === month - 1 && shown.getUTCDate() === day && hour < 24 && minute < 60
  return same && second < 60 ? shown.getTime() : null
}

function zoneOffsets(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const known = new Map<number, number>()
  return (ms) => {
    const quarter = Math.floor(ms / QUARTER_MS) * QUARTER_MS
    const found = known.get(quarter)
    if (found !== undefined) return found
    const parts = Object.fromEntries(
      format.formatToParts(quarter).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - quarter
    known.set(quarter, offset)
    return offset
  }
}
