/** Splits a line of a delimited text into its cells. */
export const DELIMITERS = [',', ';', '\t', '|']

/** The text between two delimiters. */
export const SPACE = ' '

/** @returns null if its quotation marks are unbalanced */
export function cellsOf(text: string, delimiter: string): string[] | null {
  if (delimiter === SPACE) return (text.match(/"[^"]*"|\S+/g) ?? []).map((cell) => cell.replaceAll('"', ''))
  if (!text.includes('"')) return text.split(delimiter)
  return quotedCells(text, delimiter) ?? strangelyQuoted(text, delimiter)
}

/** Quotation marks around whole cells, the only ones that loggers write; null if there are others. */
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

/**
 * A quotation mark inside an unquoted cell is literal, and two of them inside quotation marks are one. Nothing is scanned
 * twice: a line of nothing but quotation marks takes no longer than any other.
 */
function strangelyQuoted(text: string, delimiter: string): string[] | null {
  const cells: string[] = []
  let at = 0
  for (;;) {
    const quoted = text.charAt(at) === '"' ? insideQuotes(text, at, delimiter) : { cell: '', end: at }
    if (quoted === null) return null
    const next = text.indexOf(delimiter, quoted.end)
    const bare = text.slice(quoted.end, next < 0 ? text.length : next)
    const broken = bare.search(LINE_END)
    // the line continues after the closing mark
    if (broken >= 0 && !ONLY_LINE_END.test(text.slice(quoted.end + broken))) return null
    cells.push(quoted.cell + (broken < 0 ? bare : bare.slice(0, broken)))
    if (next < 0 || broken >= 0) return cells
    at = next + 1
  }
}

const LINE_END = /[\r\n]/
const ONLY_LINE_END = /^(?:\r\n?|\n)$/

/** @returns the text between the opening and the closing quotation mark; null if there is no closing one */
function insideQuotes(text: string, at: number, delimiter: string): { cell: string; end: number } | null {
  let close = text.indexOf('"', at + 1)
  while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2)
  if (close < 0) return null
  const end = close + 1
  const inside = text.slice(at + 1, close).replaceAll('""', '"')
  const closes = end === text.length || text.charAt(end) === delimiter || CLOSES.test(text.charAt(end))
  return { cell: closes ? inside : `"${inside}"`, end }
}

const CLOSES = /[\r\n\0]/

/** The most frequent delimiter of a header, outside quotation marks. */
export function detectDelimiter(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }))
  return counts.reduce((best, candidate) => (candidate.count > best.count ? candidate : best)).delimiter
}

/** Lines that may contain the column names. */
const FIRST_LINES = 60
/** A spreadsheet breaks a name into at most so many lines. */
const BROKEN_MOST = 12
/** Longer ones are not names. */
const NAMES_LETTERS_MAX = 20_000

/** Whether a cell has an opening quotation mark and no closing one; each character is examined once. */
function isLeftOpen(text: string): boolean {
  const end = /[,;\t|]/g
  for (let at = 0; ;) {
    if (text.charAt(at) === '"') {
      let close = text.indexOf('"', at + 1)
      while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2)
      if (close < 0) return true
      at = close + 1
    }
    end.lastIndex = at
    if (!end.test(text)) return false
    at = end.lastIndex
  }
}

/** Column names broken over several lines are joined into the first of them; the others become empty, so that line numbers stay. */
export function joinedNames(lines: readonly string[]): string[] {
  const names = [...lines]
  for (let from = 0; from < Math.min(names.length, FIRST_LINES); from += 1) {
    let text = names[from] ?? ''
    let to = from
    while (
      isLeftOpen(text) &&
      to - from < BROKEN_MOST &&
      to + 1 < names.length &&
      text.length < NAMES_LETTERS_MAX
    ) {
      to += 1
      text = `${text} ${names[to] ?? ''}`
    }
    if (to === from || isLeftOpen(text)) continue
    names[from] = text
    names.fill('', from + 1, to + 1)
    from = to
  }
  return names
}
