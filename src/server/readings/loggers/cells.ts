/** Splits a line of a delimited text into its cells. */
import { parse } from 'csv-parse/sync'

export const DELIMITERS = [',', ';', '\t', '|']

/** @returns null when its quotation marks do not close */
export function cellsOf(text: string, delimiter: string): string[] | null {
  if (!text.includes('"')) return text.split(delimiter)
  return quotedCells(text, delimiter) ?? strangelyQuoted(text, delimiter)
}

/** Marks that stand around whole cells, which is all that loggers write; null where there are others. */
function quotedCells(text: string, delimiter: string): string[] | null {
  const cells: string[] = []
  let at = 0
  for (;;) {
    if (text.charAt(at) !== '"') {
      const end = text.indexOf(delimiter, at)
      const cell = end < 0 ? text.slice(at) : text.slice(at, end)
      if (cell.includes('"')) return null
      cells.push(cell)
      if (end < 0) return cells
      at = end + 1
      continue
    }
    const close = text.indexOf('"', at + 1)
    if (close < 0) return null
    cells.push(text.slice(at + 1, close))
    if (close === text.length - 1) return cells
    if (text.charAt(close + 1) !== delimiter) return null
    at = close + 2
  }
}

function strangelyQuoted(text: string, delimiter: string): string[] | null {
  try {
    // a quotation mark inside a name is that mark
    const records = parse(text, { delimiter, relax_column_count: true, relax_quotes: true })
    return records.length === 1 ? (records[0] ?? null) : null
  } catch {
    return null
  }
}

/** The delimiter that stands most often in a header, outside quotes. */
export function detectDelimiter(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '')
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }))
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).delimiter
}
