/** Turns the lines of a file into readings, or into reasons for refusing them. */
import type { ColumnPlan, MeasuredCells } from './import-columns.ts'
import { type MoistureUnit, toCubicMetres } from '../moisture-unit.ts'
import type { NumberReader } from './import-number.ts'
import type { TimeReader } from '../local-time.ts'
import type { IncomingReading } from '../reading-check.ts'

interface ReadLine {
  readings: IncomingReading[]
  /** Cells of moisture that hold nothing. */
  empty: number
  refused: string[]
}

export type LineReader = (cells: readonly string[]) => ReadLine

export interface LineRules {
  plan: ColumnPlan
  readTime: TimeReader
  readNumber: NumberReader
  unit: MoistureUnit
  probes?: ReadonlyMap<string, number> | undefined
  /** Of a file of one probe. */
  probe?: number | undefined
}

const DEPTH = /^(\d+(?:[.,]\d+)?)\s*(?:cm)?$/i
const SHOWN = 60

/** A cell as it may be shown: short, and without characters that a terminal obeys. */
function shownCell(text: string): string {
  const plain = text.replaceAll(/\p{C}/gu, '\u{FFFD}')
  return `"${plain.length > SHOWN ? `${plain.slice(0, SHOWN)}…` : plain}"`
}

export function lineReader(rules: LineRules): LineReader {
  const { plan, readTime } = rules
  return (cells) => {
    const time = plan.time(cells)
    const at = readTime(time)
    if (at === null) return refuse(`${shownCell(time)} is not a time`)
    const station = plan.station(cells)
    const probe = station === undefined ? rules.probe : probeOf(station, rules.probes)
    if (probe === null)
      return refuse(`${shownCell(station ?? '')} is no probe number; say which with --probes`)
    const line: ReadLine = { readings: [], empty: 0, refused: [] }
    for (const measured of plan.measured(cells))
      addMeasured(line, rules, { ...measured, at, probe: measured.probe ?? probe ?? 0 })
    return line
  }
}

const refuse = (reason: string): ReadLine => ({ readings: [], empty: 0, refused: [reason] })

function addMeasured(
  line: ReadLine,
  { readNumber, unit }: LineRules,
  measured: MeasuredCells & { probe: number; at: string },
): void {
  const { probe, at, depth } = measured
  const figure = (text: string | undefined): number | undefined => {
    const read = text === undefined ? undefined : readNumber(text)
    if (read === null) line.refused.push(`${shownCell(text ?? '')} is not a number`)
    return read ?? undefined
  }
  const before = line.refused.length
  const moisture = figure(measured.vwc)
  if (measured.vwc !== undefined && moisture === undefined && line.refused.length === before) line.empty += 1
  const [temperatureC, ec] = [figure(measured.temperature), figure(measured.ec)]
  if (moisture === undefined && temperatureC === undefined && ec === undefined) return
  const depthCm = Number(DEPTH.exec(depth)?.[1]?.replace(',', '.') ?? 0)
  if (!(depthCm > 0 && depthCm <= 1000)) {
    line.refused.push(`${shownCell(depth)} is not a depth in cm`)
    return
  }
  line.readings.push({
    probe,
    depthCm,
    at,
    ...(moisture === undefined ? {} : { vwc: toCubicMetres(moisture, unit) }),
    ...(temperatureC === undefined ? {} : { temperatureC }),
    ...(ec === undefined ? {} : { ec }),
  })
}

function probeOf(station: string, probes: ReadonlyMap<string, number> | undefined): number | null {
  const mapped = probes?.get(station)
  if (mapped !== undefined) return mapped
  return !probes && /^\d{1,6}$/.test(station) ? Number(station) : null
}
