/** Numbers typed with a decimal comma. */

/** Digits with at most one comma or point; spaces separate thousands. */
const NUMBER = /^[-−]?\d*(?:[.,]\d*)?$/

/** Converts typed text to a number with a decimal point; null if it is ambiguous or not a number.
 *
 * @example typedNumber('0,75') // '0.75'
 * @example typedNumber('1.234,5') // null
 */
export function typedNumber(text: string): string | null {
  const close = text.trim().replaceAll(/(?<=\d)[\u0020\u00A0\u202F](?=\d{3}(\D|$))/g, '')
  return NUMBER.test(close) ? close.replace(',', '.').replace('−', '-') : null
}

/** @example commaOf('0.75') // '0,75' */
export function withDecimalComma(value: string): string {
  return value.replace('.', ',')
}
