/** Streams the lines of a delimited text file, with any delimiter, without loading it into memory. */
import { createReadStream } from 'node:fs'
import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { importMessage, type ImportMessage } from '#contract/imports/import-sentences.ts'
import { cellsOf, detectDelimiter } from '../loggers/cells.ts'
import { bareHead, COLUMNS_MAX, isTimeCell, PORT, recogniseHead } from '../loggers/file-head.ts'
import { fixedHead, whiteSpaceCells } from '../loggers/fixed-formats.ts'
import type { FileHead } from '../loggers/column-name.ts'
import { ImportUnclear } from './import-unclear.ts'

export { DELIMITERS } from '../loggers/cells.ts'

export interface FileLine {
  /** Counted from 1, including the header. */
  number: number
  cells: string[]
}

/** A file of lines, starting with the column names; each call of `lines` reads it from the beginning. */
export interface LineSource {
  /** What was recognised about the file, for the report; empty if nothing. */
  about: string
  /** What is above the columns, and the clock; a database has only names. */
  head?: FileHead
  /** Lines by which values are judged; the first of the file if there are none. */
  sample?: readonly (readonly string[])[]
  /** A line that cannot be split is skipped and passed to `skip`. */
  lines(skip: (number: number, reason: ImportMessage) => void): AsyncGenerator<FileLine>
  /** Fraction of it read by the newest call of `lines`, 0 to 1. */
  progress(): number
}

const DELIMITER_NAMES: Record<string, string> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  ' ': 'white space',
}
const HEAD_BYTES = 64 * 1024
const LINE_LETTERS_MAX = 64 * 1024

export interface CsvOptions {
  /** Derived from the header if left out. */
  delimiter?: string | undefined
  /** Line of the column names, 1 unless a logger writes a preamble. */
  headerLine?: number | undefined
}

/**
 * A file of any logger: its first lines show where the names and the data are.
 *
 * @param fileName as uploaded
 * @throws ImportUnclear if it is not text, or has too many columns
 */
export async function openCsv(
  file: string,
  options: CsvOptions,
  fileName = basename(file),
): Promise<LineSource> {
  const { head: text, bytes, encoding } = await headOf(file)
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  // the last one may be cut off
  const fullLines = bytes > HEAD_BYTES ? lines.slice(0, -1) : lines
  const fixed = options.headerLine === undefined ? fixedHead(fullLines, { fileName }) : null
  const head = fixed ?? recogniseHead(fullLines, options)
  mustBeNarrow(head.columns.length, fileName)
  const aloneEnded = !text.includes('\n') && text.includes('\r')
  let done = () => 0
  return {
    about: aboutOf(head),
    head,
    progress: () => (bytes === 0 ? 1 : Math.min(1, done() / bytes)),
    async *lines(skip) {
      const stream = createReadStream(file)
      done = () => stream.bytesRead
      const names = head.columns.map(({ name }) => name)
      // under different names the columns differ
      let otherNamesLine: number | null = null
      let ports: number | null = null
      yield { number: head.headerLine, cells: names }
      for await (const { number, text } of textLines(decoded(stream, encoding), aloneEnded)) {
        if (number < head.dataLine || (text !== null && EMPTY.test(text))) continue
        if (text === null) {
          skip(number, TOO_LONG)
          continue
        }
        const cells = head.delimiter === null ? whiteSpaceCells(text) : cellsOf(text, head.delimiter)
        const dated = DATED.test(text)
        if (!dated && cells?.some((cell) => PORT.test(cell.trim()))) {
          ports = samePorts(cells, head) ? null : number
          if (ports === null) continue
        }
        if (!dated && cells && isRepeated(cells, head)) {
          otherNamesLine = null
          continue
        }
        if (!dated && cells && isOtherNames(cells, head)) otherNamesLine = number
        const fault = cells === null ? NOT_CLOSED : faultOf(cells, head, ports ?? otherNamesLine)
        if (cells && fault === null) yield { number, cells }
        else skip(number, fault ?? NOT_CLOSED)
      }
    },
  }
}

/** A line of data, which need not be checked for names. */
const DATED = /\d[-/.]\d{1,2}[-/.]\d/

/** An empty row of a spreadsheet is a row of delimiters. */
const EMPTY = /^[\s,;|"]*$/

/** Why a line cannot belong to the named columns. */
function faultOf(
  cells: readonly string[],
  { columns, flag }: FileHead,
  otherNamesLine: number | null,
): ImportMessage | null {
  if (otherNamesLine !== null) return importMessage('refused_columns', String(otherNamesLine))
  const flagged = flag === undefined ? undefined : cells[flag.column]?.trim()
  if (flag?.array !== undefined && flagged !== undefined && !flag.good.test(flagged))
    return importMessage('refused_array', flag.array, flagged.slice(0, 20))
  const more = cells.slice(columns.length).some((cell) => cell.trim() !== '')
  if (more) return importMessage('refused_cells', String(cells.length), String(columns.length))
  return flag && flagged !== undefined && !flag.good.test(flagged)
    ? importMessage('refused_flag', flagged.slice(0, 20))
    : null
}

/** A reconfigured logger writes its ports again. */
const samePorts = (cells: readonly string[], { columns }: FileHead) =>
  cells.every((cell, i) => {
    const port = PORT.test(cell.trim()) ? cell.trim().toLowerCase() : undefined
    return port === columns[i]?.group?.trim().toLowerCase()
  })

/** Repeated column names. */
const isRepeated = (cells: readonly string[], { columns, headerLine }: FileHead) =>
  headerLine > 0 && cells.length > 1 && cells.every((cell, i) => cell.trim() === bareHead(columns[i]))

/** Different column names in the middle of a file: some are as before, and none is a time or a number. */
function isOtherNames(cells: readonly string[], { columns, headerLine }: FileHead): boolean {
  if (headerLine === 0 || cells.length < 2) return false
  const same = cells.some((cell, i) => cell.trim() !== '' && cell.trim() === bareHead(columns[i]))
  return same && cells.every((cell) => !isTimeCell(cell) && !/^\s*[-+]?\d+([.,]\d+)?\s*$/.test(cell))
}

function aboutOf({ format, delimiter }: FileHead): string {
  const by = delimiter === null ? 'white space' : (DELIMITER_NAMES[delimiter] ?? `"${delimiter}"`)
  return `${format === null ? '' : `${format}, `}columns parted by ${by}`
}

/** Bytes arrive in chunks; characters that are cut between them are completed. */
async function* decoded(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/**
 * A file that is already in memory.
 *
 * @throws ImportUnclear if it is not text
 */
export function csvOf(bytes: Uint8Array, options: CsvOptions = {}): Omit<LineSource, 'progress'> {
  const text = new TextDecoder(encodingOf(bytes.subarray(0, HEAD_BYTES))).decode(bytes)
  return delimitedLines(text.slice(0, HEAD_BYTES), options, () => [text])
}

function delimitedLines(
  head: string,
  { delimiter, headerLine = 1 }: CsvOptions,
  chunks: () => AsyncIterable<string> | Iterable<string>,
): Omit<LineSource, 'progress'> {
  const header = head.split(/\r?\n/, headerLine)[headerLine - 1] ?? ''
  const by = delimiter ?? detectDelimiter(header)
  mustBeNarrow(cellsOf(header, by)?.length ?? 0, header)
  return {
    about: `columns parted by ${DELIMITER_NAMES[by] ?? `"${by}"`}`,
    async *lines(skip) {
      for await (const { number, text } of textLines(chunks())) {
        if (number < headerLine || text?.trim() === '') continue
        const cells = text === null ? null : cellsOf(text, by)
        if (cells) yield { number, cells }
        else skip(number, text === null ? TOO_LONG : NOT_CLOSED)
      }
    },
  }
}

function mustBeNarrow(columns: number, name: string): void {
  if (columns > COLUMNS_MAX) throw ImportUnclear.of('table_wide', name.slice(0, 60), String(COLUMNS_MAX))
}

const TOO_LONG = importMessage('refused_long', String(LINE_LETTERS_MAX / 1024))
const NOT_CLOSED = importMessage('refused_quotes')

/**
 * Splits at line ends only, so that a stray quotation mark spoils its own line and not the rest of the file; null: too long.
 * Blank lines are counted and left out.
 */
async function* textLines(
  chunks: AsyncIterable<string> | Iterable<string>,
  aloneEnded = false,
): AsyncGenerator<{ number: number; text: string | null }> {
  let number = 0
  let remainder = ''
  let tooLong = false
  const line = (text: string) => {
    number += 1
    const lineText = tooLong || text.length > LINE_LETTERS_MAX ? null : text.replace(/\r$/, '')
    tooLong = false
    return { number, text: number === 1 && lineText !== null ? lineText.replace(/^\uFEFF/, '') : lineText }
  }
  // alone it ends the lines of files that have no other
  const end = aloneEnded ? /\r/ : '\n'
  for await (const chunk of chunks) {
    const parts = (remainder + chunk).split(end)
    remainder = parts.pop() ?? ''
    for (const part of parts)
      // a file of nothing but line ends must not be slower than any other
      if ((part === '' || part === '\r') && !tooLong) number += 1
      else yield line(part)
    if (remainder.length > LINE_LETTERS_MAX) {
      tooLong = true
      remainder = ''
    }
  }
  if (remainder !== '' || tooLong) yield line(remainder)
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

async function headOf(file: string): Promise<{ head: string; bytes: number; encoding: Encoding }> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const chunk = buffer.subarray(0, bytesRead)
    const encoding = encodingOf(chunk)
    return { head: new TextDecoder(encoding).decode(chunk), bytes: (await handle.stat()).size, encoding }
  } finally {
    await handle.close()
  }
}

/** @throws ImportUnclear if these first bytes are not text */
function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (Buffer.from(head.subarray(0, 2)).toString('latin1') === 'PK') throw ImportUnclear.of('file_workbook')
  const binary = /^"?(TOB[123])\b/.exec(Buffer.from(head.subarray(0, 8)).toString('latin1'))?.[1]
  if (binary !== undefined) throw ImportUnclear.of('file_binary', binary)
  const zeros = (parity: number) => head.filter((byte, i) => byte === 0 && i % 2 === parity).length
  const [even, odd] = [zeros(0), zeros(1)]
  // in UTF-16, every other byte of Latin letters is zero
  const letters = head.every((byte) => byte === 0 || byte > 31 || [9, 10, 13].includes(byte))
  if (letters && odd > head.length / 3 && even === 0) return 'utf-16le'
  if (letters && even > head.length / 3 && odd === 0) return 'utf-16be'
  if (even + odd > 0) throw ImportUnclear.of('file_no_text')
  // a character cut at the end of the first bytes is not an error
  return isUtf8(head.subarray(0, head.findLastIndex((byte) => byte < 0x80) + 1)) ? 'utf-8' : 'windows-1252'
}
