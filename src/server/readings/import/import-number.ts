/** Parses the numbers of a file: decimal point or comma, and the markers that loggers write for missing values. */

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i
const PLAIN = /^-?\d{1,9}(\.\d{1,9})?$/
const MISSING_WORD =
  /^(n\.?\/?a\.?|#(n\/a|value!?|ref!?|div\/0!?|num!?)|nan|null|none|nil|missing|no ?data|err(or)?|ovrng|[-+]?inf|\.|-+|\*+|\?+|\u2013|\u2014)?$/i
/** Numbers that mean a missing value; soil moisture is never negative. */
const MISSING_FIGURES = new Set([
  -99, -99.9, -99.99, -888.88, -999, -999.9, -999.99, -6999, -7777, -7999, -8888, -9999, -9999.9, -32_768,
  -99_999,
])
/** Overflow markers of loggers; possible values of a water counter. */
const OVERFLOWS = new Set([6999, 7999, 9999, 99_999])
/** Possible matric potentials that are markers for other quantities. */
const POTENTIALS = new Set([-99, -99.9, -99.99])

/** Which numbers mean a missing value depends on the quantity: `soil` cannot be an overflow, `potential` may be -99.9 kPa. */
export type FigureKind = 'soil' | 'potential' | 'counted'

function isMissing(figure: number, kind: FigureKind): boolean {
  if (MISSING_FIGURES.has(figure)) return kind !== 'potential' || !POTENTIALS.has(figure)
  return kind !== 'counted' && OVERFLOWS.has(figure)
}
/** Thousands parted by what the decimal sign is not, or by a space or an apostrophe, as in 1.234,5 and 1 234,5. */
const GROUPED = {
  '.': /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
  ',': /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/,
}
const SPACED = /^[+-]?[1-9]\d{0,2}(?:[ '’\u00A0\u202F]\d{3})+(?:[.,]\d+)?$/

export type Decimal = '.' | ','

/** @returns the figure; undefined where the cell holds nothing; null where it holds something else */
export type NumberReader = (text: string, kind?: FigureKind) => number | null | undefined

/** @param missing further cells that hold nothing, as text or as a figure in any spelling */
export function numberReader(decimal: Decimal, missing: readonly string[] = []): NumberReader {
  const words = new Set(missing.map((text) => text.trim().toLowerCase()))
  const otherSeparator = decimal === ',' ? '.' : ','
  const parse = (text: string): number | null => {
    const signed = text.replace(/^\u2212/, '-')
    const unspaced = SPACED.test(signed) ? signed.replaceAll(/[ '’\u00A0\u202F]/g, '') : signed
    // 1.234 alone could be either; with both separators, or two groups, it is unambiguous
    const grouped =
      GROUPED[decimal].test(unspaced) &&
      (unspaced.includes(decimal) || unspaced.split(otherSeparator).length > 2)
    const plain = grouped ? unspaced.replaceAll(otherSeparator, '') : unspaced
    if (decimal === ',' && plain.includes('.')) return null
    const figure = decimal === ',' ? plain.replace(',', '.') : plain
    return NUMBER.test(figure) ? Number(figure) : null
  }
  const figures = new Set(missing.map((text) => parse(text.trim())).filter((figure) => figure !== null))
  return (text, kind = 'counted') => {
    // most cells are plain numbers, of which a season has millions
    if (decimal === '.' && PLAIN.test(text) && words.size === 0) {
      const figure = Number(text)
      return isMissing(figure, kind) ? undefined : figure
    }
    if (MISSING_WORD.test(text) || words.has(text.toLowerCase())) return undefined
    const figure = parse(text)
    if (figure === null) return null
    return isMissing(figure, kind) || figures.has(figure) ? undefined : figure
  }
}

/**
 * The decimal separator of these cells.
 *
 * @returns null if some have a point and others a comma
 * @example decimalOf(['0,21', '3']) // ','
 */
export function decimalOf(cells: readonly string[]): Decimal | null {
  const hasBoth = (sign: Decimal) =>
    cells.some(
      (cell) =>
        GROUPED[sign].test(cell) && (cell.includes(sign) || cell.split(sign === ',' ? '.' : ',').length > 2),
    )
  const [commaBoth, pointBoth] = [hasBoth(','), hasBoth('.')]
  if (commaBoth !== pointBoth) {
    const decimal = commaBoth ? ',' : '.'
    const readNumber = numberReader(decimal)
    // every other number must have it
    return cells.some((cell) => /[.,]/.test(cell) && /^[\d.,+-]+$/.test(cell) && readNumber(cell) === null)
      ? null
      : decimal
  }
  const figures = cells.filter((cell) => NUMBER.test(cell.replace(',', '.')))
  const comma = figures.some((cell) => cell.includes(','))
  const point = figures.some((cell) => cell.includes('.'))
  if (comma && point) return null
  return comma ? ',' : '.'
}
