/** Carries a file of readings into a system, in batches, and keeps account of every line. */
import type { IngestAnswer } from '#contract/readings.ts'
import type { ImportChoice } from './import-choice.ts'
import type { FileLine, LineSource } from './import-file.ts'
import { lineReader } from './import-lines.ts'
import { numberReader } from './import-number.ts'
import { type ImportReport, openAccount, type RefusedLine } from './import-report.ts'
import { SURVEY_LINES, type Understanding, understand } from './import-survey.ts'
import { timeReader } from '../local-time.ts'
import type { IncomingReading } from '../reading-check.ts'

const BATCH = 5000

export interface ImportRequest {
  source: LineSource
  /** For times that name no zone. */
  timeZone: string
  choice: ImportChoice
  store(readings: readonly IncomingReading[]): Promise<IngestAnswer>
  /** After each batch: how much of the file is done, 0 to 1, and how many lines. */
  progress?(done: number, lines: number): void
  /** Every refused line, in parts. */
  refused?(lines: readonly RefusedLine[]): Promise<void>
}

/** @throws ImportUnclear when file and choice do not fit; nothing was stored then */
export async function importFile(request: ImportRequest): Promise<ImportReport> {
  const { source, choice, timeZone } = request
  const understood = await survey(source, choice)
  const account = openAccount({ ...understood, timeZone, about: source.about })
  const readLine = lineReader({
    ...understood,
    readTime: timeReader(timeZone, understood.dateOrder),
    readNumber: numberReader(understood.decimal, choice.missing),
    probes: choice.probes,
    probe: choice.probe,
  })
  let batch: IncomingReading[] = []
  const flush = async () => {
    const refused = account.takeRefused()
    if (refused.length > 0) await request.refused?.(refused)
    if (batch.length > 0) account.answered(batch, await request.store(batch))
    batch = []
    request.progress?.(source.progress(), account.lines())
  }
  const skip = (number: number, reason: string) => account.refuse({ number, cells: [] }, reason)
  let header = true
  for await (const line of source.lines(skip)) {
    if (header) {
      header = false
      continue
    }
    const { readings, empty, refused } = readLine(line.cells)
    account.line(readings, empty)
    for (const reason of refused) account.refuse(line, reason)
    batch.push(...readings)
    if (batch.length >= BATCH || account.waiting() >= BATCH) await flush()
  }
  await flush()
  return account.close()
}

async function survey(source: LineSource, choice: ImportChoice): Promise<Understanding> {
  let header: FileLine | undefined
  const lines: string[][] = []
  for await (const line of source.lines(() => undefined)) {
    if (header) lines.push(line.cells)
    header ??= line
    if (lines.length >= SURVEY_LINES) break
  }
  return understand(header?.cells ?? [], lines, choice)
}
