/** Reads the figures of a file: decimal point or comma, and what loggers write where there is none. */

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i
const MISSING_WORD = /^(n\/?a|#n\/a|nan|null|none|nil|missing|inf|\.|-+)?$/i
/** Figures that stand for nothing; soil is never below zero. */
const MISSING_FIGURES = new Set([-99, -999, -6999, -9999, -99_999])

export type Decimal = '.' | ','

/** @returns the figure; undefined where the cell holds nothing; null where it holds something else */
export type NumberReader = (text: string) => number | null | undefined

/** @param missing further cells that hold nothing, as text or as a figure in any spelling */
export function numberReader(decimal: Decimal, missing: readonly string[] = []): NumberReader {
  const words = new Set(missing.map((text) => text.trim().toLowerCase()))
  const read = (text: string): number | null => {
    // under a decimal comma a point could part thousands
    if (decimal === ',' && text.includes('.')) return null
    const figure = decimal === ',' ? text.replace(',', '.') : text
    return NUMBER.test(figure) ? Number(figure) : null
  }
  const figures = new Set(missing.map((text) => read(text.trim())).filter((figure) => figure !== null))
  return (text) => {
    if (MISSING_WORD.test(text) || words.has(text.toLowerCase())) return undefined
    const figure = read(text)
    if (figure === null) return null
    return MISSING_FIGURES.has(figure) || figures.has(figure) ? undefined : figure
  }
}

/**
 * The sign that parts whole from fraction in these cells.
 *
 * @returns null when some have a point and others a comma
 * @example decimalOf(['0,21', '3']) // ','
 */
export function decimalOf(cells: readonly string[]): Decimal | null {
  const figures = cells.filter((cell) => NUMBER.test(cell.replace(',', '.')))
  const comma = figures.some((cell) => cell.includes(','))
  const point = figures.some((cell) => cell.includes('.'))
  if (comma && point) return null
  return comma ? ',' : '.'
}
