/** Decides what the columns of a file mean, and turns its lines into readings or reasons for refusing them. */
import type { IncomingReading } from './reading-check.ts'
import type { TimeReader } from './import-time.ts'

/** What the person said about the file; what is left out is guessed from the header. */
export interface ColumnChoice {
  station?: string
  time?: string
  /** Long files: the columns of depth and value. */
  depth?: string
  value?: string
  /** Wide files: which column holds which depth, cm. */
  depths?: ReadonlyMap<string, number>
  /** Number of the probe that stands at a station. */
  probes?: ReadonlyMap<string, number>
}

/** The file and the choice do not fit; the message says what to give. */
export class ColumnsUnclear extends Error {}

export interface ReadLine {
  readings: IncomingReading[]
  /** Cells that hold nothing. */
  empty: number
  refused: string[]
}

export type LineReader = (cells: readonly string[]) => ReadLine

const STATION_NAMES = ['probe', 'probe_number', 'number', 'station', 'sensor']
const TIME_NAMES = ['time', 'at', 'timestamp', 'datetime', 'date_time', 'date']
const DEPTH_NAMES = ['depth', 'depth_cm', 'depthcm']
const VALUE_NAMES = ['value', 'vwc', 'moisture', 'theta']

const MISSING = /^(na|nan|null|none|-)?$/i
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i
const DEPTH = /^(\d+(?:\.\d+)?)\s*(?:cm)?$/i

/** @throws ColumnsUnclear when a needed column is neither named nor found */
export function lineReader(
  header: readonly string[],
  choice: ColumnChoice,
  readTime: TimeReader,
): LineReader {
  const find = (given: string | undefined, option: string, guesses: readonly string[]) =>
    columnOf(header, given, option, guesses)
  const station = find(choice.station, 'station', STATION_NAMES)
  const time = find(choice.time, 'time', TIME_NAMES)
  const measured = choice.depths
    ? wideCells(header, choice.depths)
    : longCells(find(choice.depth, 'depth', DEPTH_NAMES), find(choice.value, 'value', VALUE_NAMES))
  return (cells) => {
    const at = readTime(cell(cells, time))
    if (at === null) return refuse(`"${cell(cells, time)}" is not a time`)
    const probe = probeOf(cell(cells, station), choice.probes)
    if (probe === null) return refuse(`"${cell(cells, station)}" is no probe number; say which with --probes`)
    const line: ReadLine = { readings: [], empty: 0, refused: [] }
    for (const { depth, text } of measured(cells)) addCell(line, { probe, at, depth, text })
    return line
  }
}

const refuse = (reason: string): ReadLine => ({ readings: [], empty: 0, refused: [reason] })

const cell = (cells: readonly string[], column: number) => cells[column]?.trim() ?? ''

function addCell(
  line: ReadLine,
  { probe, at, depth, text }: { probe: number; at: string; depth: string; text: string },
): void {
  const depthCm = Number(DEPTH.exec(depth)?.[1] ?? 0)
  // a decimal comma can only stand in a file whose delimiter is another character
  const figure = text.replace(',', '.')
  if (MISSING.test(text)) line.empty += 1
  else if (!(depthCm > 0 && depthCm <= 1000)) line.refused.push(`"${depth}" is not a depth in cm`)
  else if (!NUMBER.test(figure)) line.refused.push(`"${text}" is not a number`)
  else line.readings.push({ probe, depthCm, at, vwc: Number(figure) })
}

type Cells = (cells: readonly string[]) => { depth: string; text: string }[]

function wideCells(header: readonly string[], depths: ReadonlyMap<string, number>): Cells {
  const columns = Array.from(depths, ([name, depth]) => ({
    column: columnOf(header, name, 'depths', []),
    depth: String(depth),
  }))
  return (cells) => columns.map(({ column, depth }) => ({ depth, text: cell(cells, column) }))
}

function longCells(depth: number, value: number): Cells {
  return (cells) => [{ depth: cell(cells, depth), text: cell(cells, value) }]
}

function columnOf(
  header: readonly string[],
  given: string | undefined,
  option: string,
  guesses: readonly string[],
): number {
  const names = header.map((name) => name.trim().toLowerCase())
  const wanted = given === undefined ? guesses : [given.toLowerCase()]
  const found = wanted.map((name) => names.indexOf(name)).find((column) => column >= 0)
  if (found !== undefined) return found
  const what =
    given === undefined ? `say with --${option} which column it is` : `there is no column "${given}"`
  const wide =
    option === 'depth' || option === 'value' ? ', or with --depths COLUMN=CM,.. for a wide file' : ''
  throw new ColumnsUnclear(`${option}: ${what}${wide}; the file has ${header.join(', ')}`)
}

function probeOf(station: string, probes: ReadonlyMap<string, number> | undefined): number | null {
  const mapped = probes?.get(station)
  if (mapped !== undefined) return mapped
  return !probes && /^\d{1,6}$/.test(station) ? Number(station) : null
}
