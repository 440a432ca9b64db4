/** Where a step leads in a row whose ends meet. */

/** @example wrappedIndex(3, 1, 4) // 0 */
export function wrappedIndex(index: number, step: number, count: number): number {
  return (((index + step) % count) + count) % count
}
