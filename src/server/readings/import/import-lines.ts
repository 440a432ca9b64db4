/** Turns the lines of a file into readings, or into reasons for refusing them. */
import { importMessage, type ImportMessage } from '#contract/imports/import-sentences.ts'
import { depthOf } from '../loggers/depth.ts'
import type { Quantity } from '../loggers/quantity.ts'
import { besideTheSoil, type Incoming, inTheSoil } from '../measured.ts'
import type { ClockReader } from './import-clock.ts'
import { kindOf, type MeasuredCells } from './figure-columns.ts'
import type { ColumnPlan } from './import-columns.ts'
import type { NumberReader } from './import-number.ts'
import type { Conversion } from './import-survey.ts'

interface ReadLine {
  readings: Incoming[]
  /** Cells of moisture or tension that mean a missing value. */
  empty: number
  refused: ImportMessage[]
}

export type LineReader = (cells: readonly string[]) => ReadLine

export interface LineRules {
  plan: ColumnPlan
  readTime: ClockReader
  readNumber: NumberReader
  conversions: ReadonlyMap<number, Conversion>
  /** Values of a column that mean that its sensor failed. */
  faults: ReadonlyMap<number, ReadonlySet<number>>
  probes?: ReadonlyMap<string, number> | undefined
  /** For a file of one probe. */
  probe?: number | undefined
}

const SHOWN = 60

/** A cell for display: short, and without characters that a terminal would interpret. */
function shownCell(text: string): string {
  const plain = text.replaceAll(/\p{C}/gu, '\u{FFFD}')
  return `"${plain.length > SHOWN ? `${plain.slice(0, SHOWN)}…` : plain}"`
}

export function lineReader(rules: LineRules): LineReader {
  const { plan, readTime } = rules
  const numbers = new Map<number, string>()
  return (cells) => {
    const time = plan.time(cells)
    const series = seriesOf(plan, cells)
    const timeResult = readTime(time, series)
    if ('refused' in timeResult) return refuse(timeResult.refused(shownCell(time)))
    const station = plan.station(cells)
    const probe = station === undefined ? rules.probe : probeOf(station, rules.probes)
    if (probe === null) return refuse(importMessage('refused_station', shownCell(station ?? '')))
    if (station !== undefined && probe !== undefined) {
      const otherStation = numbers.get(probe)
      if (otherStation === undefined) numbers.set(probe, station)
      else if (otherStation !== station && !rules.probes)
        return refuse(
          importMessage('refused_same', shownCell(station), shownCell(otherStation), String(probe)),
        )
    }
    const line: ReadLine = { readings: [], empty: 0, refused: [] }
    for (const measuredCells of plan.measured(cells))
      addMeasured(line, rules, cells, {
        ...measuredCells,
        at: timeResult.at,
        probe: measuredCells.probe ?? probe ?? 0,
      })
    // in a line with a single measurement the cells of all other variables are empty
    if (plan.spread) line.empty = line.readings.length + line.refused.length > 0 ? 0 : Math.min(line.empty, 1)
    return line
  }
}

/** Lines of one series are consecutive in time: those of a station, and of a depth if that is in the line. */
export function seriesOf(plan: ColumnPlan, cells: readonly string[]): string {
  // with one measurement per line, the variables of one time follow each other
  if (plan.spread)
    return `${plan.station(cells) ?? ''}/${cells.findIndex((cell, i) => cell !== '' && plan.spread?.has(i))}/${depthsOf(plan, cells).join()}`
  return [plan.station(cells) ?? '', ...depthsOf(plan, cells)].join('/')
}

function depthsOf(plan: ColumnPlan, cells: readonly string[]): (string | null)[] {
  return plan.uses.some(({ use }) => use === 'depth') ? plan.measured(cells).map(({ depth }) => depth) : []
}

const refuse = (reason: ImportMessage): ReadLine => ({ readings: [], empty: 0, refused: [reason] })

/** Possible values in soil, in stored units; a cell outside is refused, because it is of another quantity or unit. */
const PLAUSIBLE: Partial<Record<Quantity, { min: number; max: number }>> = {
  ec: { min: 0, max: 60 },
  temperature: { min: -60, max: 90 },
}

function addMeasured(
  line: ReadLine,
  { readNumber, conversions, faults }: LineRules,
  cells: readonly string[],
  measuredCells: MeasuredCells & { probe: number; at: string },
): void {
  const { probe, at, depth } = measuredCells
  const figures: Partial<Record<Quantity, number>> = {}
  let filled = 0
  let fault = false
  for (const { column, quantity } of measuredCells.figures) {
    const text = cells[column]?.trim() ?? ''
    const value = readNumber(text, kindOf(quantity))
    if (value === null) line.refused.push(importMessage('refused_figure', shownCell(text)))
    if (value === undefined && (quantity === 'moisture' || quantity === 'tension')) line.empty += 1
    if (typeof value !== 'number') continue
    filled += 1
    fault ||= faults.get(column)?.has(value) === true
    const figure = conversions.get(column)?.(value) ?? value
    const range = PLAUSIBLE[quantity]
    if (range && !(figure >= range.min && figure <= range.max))
      line.refused.push(importMessage('refused_beyond', shownCell(text), quantity))
    else figures[quantity] = figure
  }
  if (filled === 0) return
  if (depth === null) line.readings.push(...besideTheSoil(figures, probe, at))
  else {
    const depthCm = depthOf(depth) ?? 0
    if (depthCm > 0 && depthCm <= 1000)
      line.readings.push(...inTheSoil(figures, { probe, depthCm, at, fault }))
    else line.refused.push(importMessage('refused_depth', shownCell(depth)))
  }
}

/** As for radio devices: the number at the end of a name is the probe's. */
const NUMBER_AT_END = /^[\p{L}][\p{L}\s._#-]*?0*(\d{1,6})$/u

function probeOf(station: string, probes: ReadonlyMap<string, number> | undefined): number | null {
  const mapped = probes?.get(station)
  if (mapped !== undefined) return mapped
  if (probes) return null
  if (/^\d{1,6}$/.test(station)) return Number(station)
  const number = NUMBER_AT_END.exec(station)?.[1]
  return number === undefined ? null : Number(number)
}
