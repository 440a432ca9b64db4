/** Streams the lines of a delimited text file, whatever its delimiter, without holding it in memory. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { parse, type Parser } from 'csv-parse'

export interface FileLine {
  /** Counted from 1, the header included. */
  number: number
  cells: string[]
}

const DELIMITERS = [',', ';', '\t', '|']
const HEAD_BYTES = 64 * 1024
const LINE_BYTES_MAX = 256 * 1024

/** The delimiter that stands most often in the first line, outside quotes. */
export async function detectDelimiter(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const firstLine = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/, 1)[0] ?? ''
    const bare = firstLine.replaceAll(/"[^"]*"/g, '')
    const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }))
    return counted.reduce((best, each) => (each.count > best.count ? each : best)).delimiter
  } finally {
    await handle.close()
  }
}

/** A line that cannot be split is left out and given to `skip`. */
export async function* readLines(
  file: string,
  delimiter: string,
  skip: (number: number, reason: string) => void,
): AsyncGenerator<FileLine> {
  const parser: Parser = parse({
    delimiter,
    bom: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    skip_records_with_error: true,
    max_record_size: LINE_BYTES_MAX,
    on_skip: (error) => {
      skip(parser.info.lines, error?.code ?? 'unreadable')
      return undefined
    },
  })
  // an error of the file ends the parser, and so this loop
  pipeline(createReadStream(file), parser, () => undefined)
  const lines: AsyncIterable<{ info: { lines: number }; record: string[] }> = parser
  for await (const { info, record } of lines) yield { number: info.lines, cells: record }
}
