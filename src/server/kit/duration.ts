/** Durations as written in the configuration: 15m, 12h, 14d, and retention periods: 400d, 5y. */

export interface Retention {
  count: number
  unit: 'd' | 'y'
}

/** Less would delete what maps and prescriptions still use. */
const DAYS_MIN = 30

/**
 * @returns null for invalid text, or less than 30 days
 * @example parseRetention('5y') // { count: 5, unit: 'y' }
 */
export function parseRetention(text: string): Retention | null {
  const [, digits = '', unit] = /^([1-9]\d{0,4})(d|y)$/.exec(text) ?? []
  const count = Number(digits)
  if (unit === 'y') return count <= 1000 ? { count, unit } : null
  return unit === 'd' && count >= DAYS_MIN ? { count, unit } : null
}

/** The instant before which data is deleted; five years before 29 February is 28 February. */
export function retentionLimit({ count, unit }: Retention, now: Date): Date {
  if (unit === 'd') return new Date(now.getTime() - count * 86_400_000)
  const limit = new Date(now)
  limit.setUTCFullYear(now.getUTCFullYear() - count)
  if (limit.getUTCMonth() !== now.getUTCMonth()) limit.setUTCDate(0)
  return limit
}

const MILLISECONDS = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/**
 * @returns milliseconds, or null for invalid text
 * @example parseDuration('15m') // 900000
 */
export function parseDuration(text: string): number | null {
  const found = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text)
  const unit = MILLISECONDS.get(found?.[2] ?? '')
  return found && unit ? Number(found[1]) * unit : null
}
