/** Carries a file of readings into a system, in batches, and keeps account of every line. */
import type { IngestAnswer } from '../../contract/readings.ts'
import { type ColumnChoice, lineReader } from './import-columns.ts'
import { detectDelimiter, readLines } from './import-file.ts'
import { timeReader } from './import-time.ts'
import type { IncomingReading } from './reading-check.ts'

const BATCH = 5000
const REFUSED_SHOWN = 20

export interface ImportReport extends IngestAnswer {
  lines: number
  readings: number
  empty: number
  probes: number[]
  /** Instants of the first and the last reading, ISO 8601; null when there was none. */
  first: string | null
  last: string | null
  refused: number
  /** The first of the refused, with their line. */
  refusals: string[]
}

export interface ImportRequest {
  file: string
  /** Guessed from the first line when it is left out. */
  delimiter?: string
  /** For times that name no zone. */
  timeZone: string
  columns: ColumnChoice
  store(readings: readonly IncomingReading[]): Promise<IngestAnswer>
}

/** @throws ColumnsUnclear when header and choice do not fit; nothing was stored then */
export async function importFile(request: ImportRequest): Promise<ImportReport> {
  const account = openAccount()
  const delimiter = request.delimiter ?? (await detectDelimiter(request.file))
  let read: ReturnType<typeof lineReader> | undefined
  let batch: IncomingReading[] = []
  const flush = async () => {
    if (batch.length > 0) account.answered(await request.store(batch))
    batch = []
  }
  for await (const { number, cells } of readLines(request.file, delimiter, account.refuse)) {
    if (!read) {
      read = lineReader(cells, request.columns, timeReader(request.timeZone))
      continue
    }
    const { readings, empty, refused } = read(cells)
    account.line(readings, empty)
    for (const reason of refused) account.refuse(number, reason)
    batch.push(...readings)
    if (batch.length >= BATCH) await flush()
  }
  await flush()
  return account.close()
}

function openAccount() {
  const sum = { lines: 0, readings: 0, empty: 0, refused: 0, stored: 0, duplicate: 0, invalid: 0 }
  const probes = new Set<number>()
  const refusals: string[] = []
  let first: string | null = null
  let last: string | null = null
  return {
    line(readings: readonly IncomingReading[], empty: number) {
      sum.lines += 1
      sum.readings += readings.length
      sum.empty += empty
      for (const { probe, at } of readings) {
        probes.add(Number(probe))
        if (first === null || at < first) first = at
        if (last === null || at > last) last = at
      }
    },
    refuse(number: number, reason: string) {
      sum.refused += 1
      if (refusals.length < REFUSED_SHOWN) refusals.push(`line ${number}: ${reason}`)
    },
    answered(answer: IngestAnswer) {
      sum.stored += answer.stored
      sum.duplicate += answer.duplicate
      sum.invalid += answer.invalid
    },
    close(): ImportReport {
      return { ...sum, probes: [...probes].sort((a, b) => a - b), first, last, refusals }
    },
  }
}
