/** Durations as people write them in configuration: 15m, 12h, 14d. */

const MILLISECONDS = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/**
 * @returns milliseconds, or null for text that is no duration
 * @example parseDuration('15m') // 900000
 */
export function parseDuration(text: string): number | null {
  const found = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text)
  const unit = MILLISECONDS.get(found?.[2] ?? '')
  return found && unit ? Number(found[1]) * unit : null
}
