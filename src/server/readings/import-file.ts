/** Streams the lines of a delimited text file, whatever its delimiter, without holding it in memory. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { parse, type Parser } from 'csv-parse'
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

const DELIMITERS = [',', ';', '\t', '|']
const DELIMITER_NAMES: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }
const HEAD_BYTES = 64 * 1024
const LINE_BYTES_MAX = 256 * 1024

export interface CsvOptions {
  /** Told from the header when it is left out. */
  delimiter?: string | undefined
  /** Line of the column names, 1 unless a logger writes about itself first. */
  headerLine?: number | undefined
}

/** @throws ImportUnclear when it is no text */
export async function openCsv(file: string, { delimiter, headerLine = 1 }: CsvOptions): Promise<LineSource> {
  const { head, bytes } = await headOf(file)
  const header = head.split(/\r?\n/, headerLine)[headerLine - 1] ?? ''
  const by = delimiter ?? detectDelimiter(header)
  let done = () => 0
  return {
    about: `columns parted by ${DELIMITER_NAMES[by] ?? `"${by}"`}`,
    progress: () => (bytes === 0 ? 1 : Math.min(1, done() / bytes)),
    async *lines(skip) {
      const parser: Parser = parse({
        delimiter: by,
        bom: true,
        info: true,
        from_line: headerLine,
        skip_empty_lines: true,
        relax_column_count: true,
        // a lone quotation mark in a name is that mark
        relax_quotes: true,
        skip_records_with_error: true,
        max_record_size: LINE_BYTES_MAX,
        on_skip: (error) => {
          skip(parser.info.lines, reasonOf(error?.code))
          return undefined
        },
      })
      const stream = createReadStream(file)
      done = () => stream.bytesRead
      // an error of the file ends the parser, and so this loop
      pipeline(stream, parser, () => undefined)
      const lines: AsyncIterable<{ info: { lines: number }; record: string[] }> = parser
      try {
        for await (const { info, record } of lines) yield { number: info.lines, cells: record }
      } finally {
        stream.destroy()
      }
    },
  }
}

function reasonOf(code: string | undefined): string {
  if (code === 'CSV_MAX_RECORD_SIZE') return `longer than ${LINE_BYTES_MAX / 1024} KiB`
  return 'the quotation marks of this line do not close'
}

async function headOf(file: string): Promise<{ head: string; bytes: number }> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const read = buffer.subarray(0, bytesRead)
    const utf16 = read[0] === 0xff && read[1] === 0xfe
    if (read.toString('latin1', 0, 2) === 'PK')
      throw new ImportUnclear('this is a workbook or an archive; save the sheet as CSV and import that')
    if (!utf16 && read.includes(0)) throw new ImportUnclear('this is no text file')
    return { head: read.toString(utf16 ? 'utf16le' : 'utf8'), bytes: (await handle.stat()).size }
  } finally {
    await handle.close()
  }
}

/** The delimiter that stands most often in the header, outside quotes. */
function detectDelimiter(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '')
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }))
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).delimiter
}
