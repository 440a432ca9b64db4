/** Streams the lines of a delimited text file, whatever its delimiter, without holding it in memory. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { ImportUnclear } from './import-choice.ts'

export interface FileLine {
  /** Counted from 1, the header included. */
  number: number
  cells: string[]
}

/** A file of lines, the names of its columns first; each call of `lines` reads it from the start. */
export interface LineSource {
  /** What was found out about the file, for people; empty when there is nothing to say. */
  about: string
  /** A line that cannot be split is left out and given to `skip`. */
  lines(skip: (number: number, reason: string) => void): AsyncGenerator<FileLine>
  /** How much of it was read by the newest call of `lines`, 0 to 1. */
  progress(): number
}

export const DELIMITERS = [',', ';', '\t', '|']
const DELIMITER_NAMES: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }
const HEAD_BYTES = 64 * 1024
const LINE_LETTERS_MAX = 64 * 1024

export interface CsvOptions {
  /** Told from the header when it is left out. */
  delimiter?: string | undefined
  /** Line of the column names, 1 unless a logger writes about itself first. */
  headerLine?: number | undefined
}

/** @throws ImportUnclear when it is no text */
export async function openCsv(file: string, options: CsvOptions): Promise<LineSource> {
  const { head, bytes, encoding } = await headOf(file)
  let done = () => 0
  return {
    ...delimitedLines(head, options, () => {
      const stream = createReadStream(file, { encoding })
      done = () => stream.bytesRead
      return stream
    }),
    progress: () => (bytes === 0 ? 1 : Math.min(1, done() / bytes)),
  }
}

/**
 * Of a file that is in memory already.
 *
 * @throws ImportUnclear when it is no text
 */
export function csvOf(bytes: Uint8Array, options: CsvOptions = {}): Omit<LineSource, 'progress'> {
  const text = Buffer.from(bytes).toString(encodingOf(bytes.subarray(0, HEAD_BYTES)))
  return delimitedLines(text.slice(0, HEAD_BYTES), options, () => [text])
}

function delimitedLines(
  head: string,
  { delimiter, headerLine = 1 }: CsvOptions,
  chunks: () => AsyncIterable<string> | Iterable<string>,
): Omit<LineSource, 'progress'> {
  const header = head.split(/\r?\n/, headerLine)[headerLine - 1] ?? ''
  const by = delimiter ?? detectDelimiter(header)
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

const TOO_LONG = `longer than ${LINE_LETTERS_MAX / 1024} KiB`
const NOT_CLOSED = 'the quotation marks of this line do not close'

/** Each line by itself, so that a lone quotation mark spoils its own line and not the rest of the file; null: too long. */
async function* textLines(
  chunks: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<{ number: number; text: string | null }> {
  let number = 0
  let rest = ''
  let tooLong = false
  const line = (text: string) => {
    number += 1
    const whole = tooLong || text.length > LINE_LETTERS_MAX ? null : text.replace(/\r$/, '')
    tooLong = false
    return { number, text: number === 1 && whole !== null ? whole.replace(/^\uFEFF/, '') : whole }
  }
  for await (const chunk of chunks) {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) yield line(part)
    if (rest.length > LINE_LETTERS_MAX) {
      tooLong = true
      rest = ''
    }
  }
  if (rest !== '' || tooLong) yield line(rest)
}

/** @returns null when its quotation marks do not close */
function cellsOf(text: string, delimiter: string): string[] | null {
  if (!text.includes('"')) return text.split(delimiter)
  try {
    // a quotation mark inside a name is that mark
    const records = parse(text, { delimiter, relax_column_count: true, relax_quotes: true })
    return records.length === 1 ? (records[0] ?? null) : null
  } catch {
    return null
  }
}

type Encoding = 'utf8' | 'utf16le'

async function headOf(file: string): Promise<{ head: string; bytes: number; encoding: Encoding }> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const read = buffer.subarray(0, bytesRead)
    const encoding = encodingOf(read)
    return { head: read.toString(encoding), bytes: (await handle.stat()).size, encoding }
  } finally {
    await handle.close()
  }
}

/** @throws ImportUnclear when these first bytes are those of no text */
function encodingOf(head: Uint8Array): Encoding {
  const encoding = head[0] === 0xff && head[1] === 0xfe ? 'utf16le' : 'utf8'
  if (Buffer.from(head.subarray(0, 2)).toString('latin1') === 'PK')
    throw new ImportUnclear('this is a workbook or an archive; save the sheet as CSV and import that')
  if (encoding === 'utf8' && head.includes(0)) throw new ImportUnclear('this is no text file')
  return encoding
}

/** The delimiter that stands most often in the header, outside quotes. */
function detectDelimiter(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '')
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }))
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).delimiter
}
