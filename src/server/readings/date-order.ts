/** Tells in which order the dates of a file put day, month and year, where that can be told at all. */

export const DATE_ORDERS = ['YMD', 'DMY', 'MDY'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

const TRAILING_YEAR = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/
/** Three pairs of digits: any of them may be the year. */
const SHORT_YEAR = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}(?!\d)/

/**
 * Proven by a part above 12, which is no month.
 *
 * @param times the time cells of the first lines, as they stand in the file
 * @returns the order, undefined when no date needs one; or a date that shows why it is unclear
 * @example dateOrderOf(['03/04/2026', '25/04/2026']) // { order: 'DMY' }
 * @example dateOrderOf(['03/04/2026']) // { unclear: '03/04/2026' }
 */
export function dateOrderOf(
  times: readonly string[],
): { order: DateOrder | undefined } | { unclear: string } {
  let [dayFirst, monthFirst] = [true, true]
  let example: string | undefined
  for (const time of times) {
    if (SHORT_YEAR.test(time)) return { unclear: time }
    const [, first, second] = TRAILING_YEAR.exec(time) ?? []
    if (first === undefined || second === undefined) continue
    example ??= time
    dayFirst &&= Number(second) <= 12
    monthFirst &&= Number(first) <= 12
  }
  if (example === undefined) return { order: undefined }
  if (dayFirst === monthFirst) return { unclear: example }
  return { order: dayFirst ? 'DMY' : 'MDY' }
}
