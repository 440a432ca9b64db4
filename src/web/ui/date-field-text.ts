/** Parses and formats calendar days as day/month/year and as ISO dates, without time zones. */

const SEPARATED = /^(\d{1,2})\s*[/.\- ]\s*(\d{1,2})\s*[/.\- ]\s*(\d{4})$/
/** A phone's number pad has no slash. */
const DIGITS = /^(\d{2})(\d{2})(\d{4})$/

/**
 * @returns the day as 2026-07-06; null if the text is not a date
 * @example dayFromText('6/7/2026') // '2026-07-06'
 */
export function dayFromText(text: string): string | null {
  const [, day = '', month = '', year = ''] = SEPARATED.exec(text.trim()) ?? DIGITS.exec(text.trim()) ?? []
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const ms = Date.parse(`${iso}T00:00:00Z`)
  // the parser turns 31 February into a day in March
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== iso ? null : iso
}

/** @example textOfDay('2026-07-06') // '06/07/2026' */
export function textOfDay(iso: string): string {
  return iso.split('-').toReversed().join('/')
}
