/** What became of a file: how it was understood, what was stored, and each line that was refused. */
import type { IngestAnswer } from '#contract/readings.ts'
import type { FileLine } from './import-file.ts'
import type { Understanding } from './import-survey.ts'
import type { IncomingReading } from '../reading-check.ts'

const REFUSED_SHOWN = 20
const READINGS_SHOWN = 5

export interface RefusedLine {
  number: number
  reason: string
  cells: readonly string[]
}

export interface ImportReport extends IngestAnswer {
  lines: number
  readings: number
  /** Readings of temperature or salinity alone, where moisture is missing; kept, and used nowhere. */
  withoutMoisture: number
  empty: number
  probes: number[]
  /** Instants of the first and the last reading, ISO 8601; null when there was none. */
  first: string | null
  last: string | null
  refused: number
  /** The first of the refused, with their line. */
  refusals: string[]
  /** How the file was read, for people. */
  understood: string[]
  /** The first readings, as understood. */
  sample: IncomingReading[]
}

/** `batch` as it was given to the store, with what the store said of it. */
export function openAccount(how: Understanding & { timeZone: string; about: string }) {
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
  const refusals: string[] = []
  const sample: IncomingReading[] = []
  let waiting: RefusedLine[] = []
  let first: string | null = null
  let last: string | null = null
  return {
    lines: () => sum.lines,
    waiting: () => waiting.length,
    line(readings: readonly IncomingReading[], empty: number) {
      sum.lines += 1
      sum.readings += readings.length
      sum.empty += empty
      for (const reading of readings) {
        const { probe, at } = reading
        probes.add(Number(probe))
        if (first === null || at < first) first = at
        if (last === null || at > last) last = at
        if (sample.length < READINGS_SHOWN) sample.push(reading)
      }
    },
    refuse({ number, cells }: FileLine, reason: string) {
      sum.refused += 1
      if (refusals.length < REFUSED_SHOWN) refusals.push(`line ${number}: ${reason}`)
      waiting.push({ number, reason, cells })
    },
    takeRefused(): RefusedLine[] {
      const taken = waiting
      waiting = []
      return taken
    },
    answered(batch: readonly IncomingReading[], answer: IngestAnswer) {
      const bare = batch.filter(({ vwc }) => vwc === undefined).length
      sum.withoutMoisture += bare
      sum.stored += answer.stored
      sum.duplicate += answer.duplicate
      sum.invalid += answer.invalid - bare
    },
    close(): ImportReport {
      const sorted = [...probes].sort((a, b) => a - b)
      return { ...sum, probes: sorted, first, last, refusals, understood: understoodWords(how), sample }
    },
  }
}

function understoodWords(how: Understanding & { timeZone: string; about: string }): string[] {
  const { plan, unit, decimal, dateOrder, timeZone, about } = how
  const comma = decimal === ',' ? ', decimal comma' : ''
  const order = dateOrder ? `, dates as ${dateOrder}` : ''
  const columns = plan.meanings.length > 12 ? [...plan.meanings.slice(0, 12), '…'] : plan.meanings
  return [`${about}: ${columns.join(', ')}`, `moisture in ${unit}${comma}; times of ${timeZone}${order}`]
}

/** Lines for people about what was done, or would be. */
export function describeImport(report: ImportReport, system: string, dryRun: boolean): string[] {
  const { lines, readings, probes, first, last, stored, duplicate, invalid, empty, withoutMoisture } = report
  const { refused, refusals, sample, understood } = report
  const span = first && last ? `, ${first.slice(0, 10)} to ${last.slice(0, 10)} UTC` : ''
  const alone = withoutMoisture > 0 ? `, without moisture ${withoutMoisture}` : ''
  const counted = [
    `${system}: ${readings} readings of ${probes.length} probes in ${lines} lines${span}`,
    `${dryRun ? 'would store' : 'stored'} ${stored}, already known ${duplicate}, kept as invalid ${invalid}, empty cells ${empty}${alone}`,
    ...(refused > 0 ? [`refused ${refused}:`, ...refusals.map((reason) => `  ${reason}`)] : []),
    ...(refused > refusals.length ? [`  and ${refused - refusals.length} more`] : []),
  ]
  if (!dryRun) return [...understood, ...counted]
  const shown = sample.length > 0 ? ['the first readings, as understood:', ...sample.map(sampleLine)] : []
  return [...understood, ...shown, ...counted, 'dry run: nothing was stored']
}

function sampleLine({ probe, depthCm, at, vwc, temperatureC, ec }: IncomingReading): string {
  const parts = [
    ...(typeof vwc === 'number' ? [`${vwc} m3/m3`] : ['no moisture']),
    ...(typeof temperatureC === 'number' ? [`${temperatureC} °C`] : []),
    ...(typeof ec === 'number' ? [`${ec} dS/m`] : []),
  ]
  return `  probe ${probe} at ${depthCm} cm, ${at}: ${parts.join(', ')}`
}
