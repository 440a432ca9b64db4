/** An estimate for a probe that fell silent. It is for pictures: a prescription never rests on it. */

import { VALID_MOISTURE } from './root-zone.ts'

/** Days for which a silent probe is drawn with an estimate. */
export const FILLED_DAYS = 7

/** What another probe read when the silent one was last heard, and reads now; m3/m3, null where it did not. */
export type OtherProbe = { readonly before: number | null; readonly now: number | null }

/**
 * Its own last value plus the mean change of the others: z = own + sum (now - before) / m over the m others that are known
 * at both times. Within what soil can hold.
 *
 * @param own its last valid value, m3/m3
 * @param silentDays how long ago that was, days, 0 or more
 * @param others the other probes of the field
 * @returns theta, m3/m3; null after 7 days, or where no other probe is known at both times
 * @throws RangeError when the time is negative or not a number
 * @example fillSilentProbe(0.2, 3, [{ before: 0.3, now: 0.26 }, { before: 0.2, now: null }]) // 0.16
 */
export function fillSilentProbe(
  own: number,
  silentDays: number,
  others: readonly OtherProbe[],
): number | null {
  if (!(silentDays >= 0)) throw new RangeError(`silent for ${silentDays} days`)
  if (silentDays > FILLED_DAYS) return null
  const changes = others.flatMap(({ before, now }) => (before === null || now === null ? [] : [now - before]))
  if (changes.length === 0) return null
  const change = changes.reduce((sum, each) => sum + each, 0) / changes.length
  return Math.min(VALID_MOISTURE.greatest, Math.max(VALID_MOISTURE.least, own + change))
}
