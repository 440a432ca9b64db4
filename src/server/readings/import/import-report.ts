/** The report on an import: how the file was interpreted, what was stored, and each refused line. */
import { importMessage, type ImportMessage, importSentence } from '#contract/imports/import-sentences.ts'
import type { IngestAnswer } from '#contract/readings.ts'
import type { FileLine } from './import-file.ts'
import type { Understanding } from './import-survey.ts'
import { type Clock, clockMessage } from './import-clock.ts'
import type { ColumnUse } from './import-columns.ts'
import { type IncomingInstrument, type IncomingRain, isOfSoil } from '../instrument-check.ts'
import type { Incoming } from '../measured.ts'

const REFUSED_SHOWN = 20
const READINGS_SHOWN = 5

interface RefusedAs {
  line: number
  because: ImportMessage
}

export interface RefusedLine {
  number: number
  reason: string
  cells: readonly string[]
}

export interface ImportReport extends IngestAnswer {
  lines: number
  readings: number
  /** Readings of temperature or salinity alone, without moisture; stored, but not used. */
  withoutMoisture: number
  empty: number
  probes: number[]
  /** Times of the first and the last reading, ISO 8601; null if there are none. */
  first: string | null
  last: string | null
  refused: number
  /** The first refused lines, with their numbers. */
  refusals: string[]
  /** The same as codes, for other languages. */
  refusedAs: RefusedAs[]
  /** How the file was interpreted, in words. */
  understood: string[]
  /** Units and clock as codes. */
  readAs: ImportMessage[]
  /** Every column: its meaning, or why it is ignored. */
  columns: ColumnUse[]
  /** The first readings, as interpreted. */
  sample: Incoming[]
}

interface Understood extends Understanding {
  clock: Clock
  /** Whether some times have no offset, and an example. */
  clocked: boolean
  atMs: number
  about: string
  /** Assumptions about its clock. */
  taken: readonly ImportMessage[]
}

/** `batch` as passed to the store, with the store's result. */
export function openAccount(how: Understood) {
  const sum = {
    lines: 0,
    readings: 0,
    withoutMoisture: 0,
    empty: 0,
    refused: 0,
    stored: 0,
    duplicate: 0,
    invalid: 0,
  }
  const probes = new Set<number>()
  const refusedAs: RefusedAs[] = []
  const sample: Incoming[] = []
  let waiting: RefusedLine[] = []
  let first: string | null = null
  let last: string | null = null
  return {
    lines: () => sum.lines,
    waiting: () => waiting.length,
    line(readings: readonly Incoming[], empty: number) {
      sum.lines += 1
      sum.readings += readings.length
      sum.empty += empty
      for (const reading of readings) {
        const { at } = reading
        if ('probe' in reading) probes.add(Number(reading.probe))
        if (first === null || at < first) first = at
        if (last === null || at > last) last = at
        if (sample.length < READINGS_SHOWN) sample.push(reading)
      }
    },
    refuse({ number, cells }: FileLine, because: ImportMessage) {
      sum.refused += 1
      if (refusedAs.length < REFUSED_SHOWN) refusedAs.push({ line: number, because })
      waiting.push({ number, reason: importSentence(because), cells })
    },
    takeRefused(): RefusedLine[] {
      const refusedLines = waiting
      waiting = []
      return refusedLines
    },
    answered(batch: readonly Incoming[], answer: IngestAnswer) {
      const bare = batch.filter((reading) => !('kind' in reading) && reading.vwc === undefined).length
      sum.withoutMoisture += bare
      sum.stored += answer.stored
      sum.duplicate += answer.duplicate
      sum.invalid += answer.invalid - bare
    },
    close(): ImportReport {
      const sorted = [...probes].sort((a, b) => a - b)
      return {
        ...sum,
        probes: sorted,
        first,
        last,
        refusals: refusedAs.map(({ line, because }) => `line ${line}: ${importSentence(because)}`),
        refusedAs,
        understood: interpretationLines(how),
        readAs: readAs(how).flat(),
        columns: how.plan.uses,
        sample,
      }
    },
  }
}

function interpretationLines(how: Understood): string[] {
  const { plan, about } = how
  const columns = plan.meanings.length > 12 ? [...plan.meanings.slice(0, 12), '…'] : plan.meanings
  const [figures, times, taken] = readAs(how).map((messages) => messages.map(importSentence))
  return [
    `${about}: ${columns.join(', ')}`,
    [figures?.join(', '), times?.join(', ')].filter(Boolean).join('; '),
    ...(taken ?? []),
    ...leftOut(plan.uses),
  ]
}

/** Units, times and assumptions. */
function readAs({
  plan,
  unit,
  otherUnits,
  decimal,
  clock,
  clocked,
  atMs,
  taken,
}: Understood): ImportMessage[][] {
  const moist = plan.figures.some(({ quantity }) => quantity === 'moisture')
  return [
    [
      ...(moist ? [importMessage('read_unit', 'moisture', unit)] : []),
      ...otherUnits,
      ...(decimal === ',' ? [importMessage('read_comma')] : []),
    ],
    clockMessage(clock, { absolute: !clocked, atMs }),
    [...taken],
  ]
}

/** A line for each reason. */
function leftOut(uses: readonly ColumnUse[]): string[] {
  const reasons = new Map<string, string[]>()
  for (const { name, group, why, because } of uses)
    if (why !== null && because?.code !== 'not_needed' && name !== '')
      reasons.set(why, [...(reasons.get(why) ?? []), group === null ? name : `${group} ${name}`])
  return [...reasons].map(([why, names]) => {
    const more = names.length > 8 ? `, and ${names.length - 8} more` : ''
    return `left out: ${names.slice(0, 8).join(', ')}${more}: ${why}`
  })
}

/** Lines for people about what was done, or would be. */
export function describeImport(report: ImportReport, system: string, dryRun: boolean): string[] {
  const { lines, readings, probes, first, last, stored, duplicate, invalid, empty, withoutMoisture } = report
  const { refused, refusals, sample, understood } = report
  const span = first && last ? `, ${first.slice(0, 10)} to ${last.slice(0, 10)} UTC` : ''
  const alone = withoutMoisture > 0 ? `, without moisture ${withoutMoisture}` : ''
  const summary = [
    `${system}: ${readings} readings of ${probes.length} probes in ${lines} lines${span}`,
    `${dryRun ? 'would store' : 'stored'} ${stored}, already known ${duplicate}, kept as invalid ${invalid}, empty cells ${empty}${alone}`,
    ...(refused > 0 ? [`refused ${refused}:`, ...refusals.map((reason) => `  ${reason}`)] : []),
    ...(refused > refusals.length ? [`  and ${refused - refusals.length} more`] : []),
  ]
  if (!dryRun) return [...understood, ...summary]
  const sampleLines =
    sample.length > 0
      ? ['the first readings, as understood:', ...sample.map((reading) => `  ${sampleLine(reading)}`)]
      : []
  return [...understood, ...sampleLines, ...summary, 'dry run: nothing was stored']
}

/** A reading in words. */
export function sampleLine(reading: Incoming): string {
  if (!isOfSoil(reading)) return instrumentText(reading)
  const { probe, depthCm, at, vwc, temperatureC, ec } = reading
  const parts = [
    ...(typeof vwc === 'number' ? [`${vwc} m3/m3`] : ['no moisture']),
    ...(typeof temperatureC === 'number' ? [`${temperatureC} °C`] : []),
    ...(typeof ec === 'number' ? [`${ec} dS/m`] : []),
  ]
  return `probe ${probe} at ${depthCm} cm, ${at}: ${parts.join(', ')}`
}

function instrumentText(reading: IncomingInstrument | IncomingRain): string {
  const { at } = reading
  const figure = (value: unknown, unit: string) => (typeof value === 'number' ? [`${value} ${unit}`] : [])
  if (reading.kind === 'tension') {
    const { probe, depthCm, kPa, fault, temperatureC } = reading
    const parts = [
      ...figure(kPa, fault ? 'kPa, by which the sensor says that it failed' : 'kPa'),
      ...figure(temperatureC, '°C'),
    ]
    return `probe ${probe} at ${depthCm} cm, ${at}: ${parts.join(', ')}`
  }
  if (reading.kind === 'rain')
    return `gauge ${reading.gauge}, ${at}: ${[...figure(reading.mm, 'mm'), ...figure(reading.totalMm, 'mm counted')].join()}`
  if (reading.kind === 'flow') return `meter ${reading.meter}, ${at}: ${figure(reading.m3h, 'm3/h').join()}`
  if (reading.kind === 'volume')
    return `meter ${reading.meter}, ${at}: ${figure(reading.totalM3, 'm3 counted').join()}`
  const level = reading.kind === 'battery' ? figure(reading.volts, 'V') : figure(reading.percent, '%')
  return `battery of probe ${reading.probe}, ${at}: ${level.join()}`
}
