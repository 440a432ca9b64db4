/** Detects the order of day, month and year in a file's dates, if possible. */

export const DATE_ORDERS = ['YMD', 'DMY', 'MDY'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

const TRAILING_YEAR = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/

/** Lines of one logger are closer than this; in the wrong order, days would become months. */
const CLOSE_MS = 8 * 86_400_000
const FAR_MS = 25 * 86_400_000

/**
 * Determined by a part above 12, which is not a month, or by lines that are consecutive in one order only. A date
 * with dots always has its day first.
 *
 * @param times the time cells of the first lines, as in the file
 * @returns the order, undefined if no date needs one; or a date that shows why it is unclear
 * @example dateOrderOf(['03/04/2026', '25/04/2026']) // { order: 'DMY' }
 * @example dateOrderOf(['03/04/2026', '04/04/2026']) // { order: 'DMY' }
 * @example dateOrderOf(['03/04/2026']) // { unclear: '03/04/2026' }
 */
export function dateOrderOf(
  times: readonly string[],
): { order: DateOrder | undefined } | { unclear: string } {
  let possible: readonly DateOrder[] = DATE_ORDERS
  let [example, parted]: (string | undefined)[] = []
  const dates: (readonly [number, number, number])[] = []
  for (const time of times) {
    const [, first = '', sign, second = '', third = ''] = TRAILING_YEAR.exec(time) ?? []
    if (sign === undefined) continue
    example ??= time
    parted ??= third.length === 4 ? sign : undefined
    const date = [Number(first), Number(second), Number(third)] as const
    dates.push(date)
    possible = possible.filter((order) => isDate(order, date, third.length === 4))
  }
  if (example === undefined) return { order: undefined }
  if (parted === '.' && possible.includes('DMY')) return { order: 'DMY' }
  const remaining = possible.length > 1 ? closeOnes(possible, dates) : possible
  const [one, another] = remaining
  return one !== undefined && another === undefined ? { order: one } : { unclear: example }
}

type Numbers = readonly [number, number, number]

function ymdOf(order: DateOrder, [a, b, c]: Numbers): Numbers {
  const year = (short: number) => (short < 100 ? 2000 + short : short)
  if (order === 'YMD') return [year(a), b, c]
  return order === 'DMY' ? [year(c), b, a] : [year(c), a, b]
}

function isDate(order: DateOrder, date: Numbers, longYear: boolean): boolean {
  if (order === 'YMD' && longYear) return false
  const [, month, day] = ymdOf(order, date)
  return month >= 1 && month <= 12 && day >= 1 && day <= 31
}

/** The only order in which all lines are close together. */
function closeOnes(orders: readonly DateOrder[], dates: readonly Numbers[]): readonly DateOrder[] {
  const widest = orders.map((order) => {
    let [most, before] = [0, Number.NaN]
    for (const date of dates) {
      const [year, month, day] = ymdOf(order, date)
      const at = Date.UTC(year, month - 1, day)
      if (Math.abs(at - before) > most) most = Math.abs(at - before)
      before = at
    }
    return { order, most }
  })
  const close = widest.filter(({ most }) => most > 0 && most <= CLOSE_MS)
  const far = widest.filter(({ most }) => most >= FAR_MS)
  return close.length === 1 && far.length === orders.length - 1 ? close.map(({ order }) => order) : orders
}
