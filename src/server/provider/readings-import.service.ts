/** A file of readings sent by a provider: previewed, or imported into a system, like by the command. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  IMPORT_BYTES_MAX,
  READINGS_FILE_BYTES_MAX,
  type ReadingsFileReport,
  type ReadingsImportReport,
} from '../../contract/accounts/provider.ts'
import { importSentence } from '../../contract/imports/import-sentences.ts'
import type { Kit } from '../installation/kit.ts'
import { attempted } from '../audit/audit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { Problem } from '../kit/problem.ts'
import { findImportTarget } from '../maps/inputs/maps.store.ts'
import { ImportUnclear } from '../readings/import/import-unclear.ts'
import { openCsv } from '../readings/import/import-file.ts'
import { spreadVariables } from '../readings/import/import-spread.ts'
import { asParameters, unclear } from '../readings/import/import-problem.ts'
import {
  type ImportOptions,
  readChoice,
  readSourceOptions,
  readTimeZone,
} from '../readings/import/import-options.ts'
import { columnUses } from '../readings/import/import-columns.ts'
import { type KnownFile, openKnown } from '../readings/import/import-known.ts'
import { type ImportReport, sampleLine } from '../readings/import/import-report.ts'
import type { IncomingReading } from '../readings/reading-check.ts'
import type { Readings } from '../readings/readings.service.ts'
import { importFile } from '../readings/import/readings-import.ts'
import type { Requester } from '../accounts/sessions/sessions.store.ts'
import { changeableSystem } from './their-system.service.ts'

export interface SentFile {
  system: string
  preview: boolean
  /** The options as sent, for the audit. */
  asked: Record<string, unknown>
  given: ImportOptions
  /** The Content-Length header. */
  declaredBytes: number
  body: Readable
}

type Needs = Pick<Kit, 'changeLimit' | 'clock' | 'database'>

/** @throws Problem: no such system, a file that is too large, or an ambiguous one */
export async function importSentFile(
  kit: Needs,
  readings: Readings,
  asker: Requester,
  file: SentFile,
): Promise<ReadingsImportReport> {
  const attempt = { userId: asker.id, action: 'readings import' as const, systemName: file.system }
  return attempted(kit, { ...attempt, after: file.asked }, async () => {
    if (file.declaredBytes > IMPORT_BYTES_MAX) throw new Problem('import_too_large')
    const report = await importFrom(kit, readings, file)
    if (!report.preview) await recordImport(kit, asker.id, file.system, report)
    return report
  })
}

async function recordImport(
  { clock, database }: Needs,
  userId: number,
  systemName: string,
  { stored, duplicate, invalid, refused }: ReadingsImportReport,
): Promise<void> {
  await database.write((tx) =>
    recordAudit(tx, {
      at: clock.now(),
      userId,
      action: 'readings import',
      systemName,
      after: { stored, duplicate, invalid, refused },
      outcome: 'accepted',
    }),
  )
}

async function importFrom(
  kit: Needs,
  readings: Readings,
  { system, preview, given, body }: SentFile,
): Promise<ReadingsImportReport> {
  const target = await findImportTarget(kit.database.reader, system)
  if (!target) throw new Problem('system_not_found')
  return onDisk(body, IMPORT_BYTES_MAX, async (file) => {
    try {
      const take = preview ? readings.preview : readings.store
      const report = await importFile({
        source: await spreadVariables(await openCsv(file, readSourceOptions(given)), readChoice(given)),
        timeZone: readTimeZone(given, target.timeZone),
        zoneSaid: given('time-zone') !== undefined,
        choice: readChoice(given),
        store: (batch) => take(target.controllerId, batch),
      })
      return onWire(report, preview)
    } catch (error) {
      throw error instanceof ImportUnclear ? unclear(error) : error
    }
  })
}

/** A file is read several times, so it is stored on disk first. */
async function onDisk<T>(body: Readable, bytesMax: number, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-import-'))
  try {
    const file = path.join(folder, 'readings.csv')
    await pipeline(
      body,
      (chunks: AsyncIterable<Buffer>) => bounded(chunks, bytesMax),
      createWriteStream(file),
    )
    return await use(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

export interface PersonsFile extends SentFile {
  /** As uploaded. */
  fileName: string | undefined
  fresh: boolean
  /** Aborted when the sender disconnects. */
  signal: AbortSignal
}

/**
 * A file from the provider, or from a member who may change the system: how it was interpreted, and unless it is a preview
 * what was stored. What cannot be derived from the file is a question, listed with the columns that it is about.
 *
 * @throws Problem: 'system_not_found', 'role_may_not_change', 'readings_file_too_large'
 */
export async function takeReadingsFile(
  kit: Needs,
  readings: Readings,
  asker: Requester,
  sentFile: PersonsFile,
): Promise<ReadingsFileReport> {
  const attempt = { userId: asker.id, action: 'readings import' as const, systemName: sentFile.system }
  return attempted(kit, { ...attempt, after: sentFile.asked }, async () => {
    const { controllerId, timeZone } = await changeableSystem(kit, asker, sentFile.system)
    if (sentFile.declaredBytes > READINGS_FILE_BYTES_MAX) throw new Problem('readings_file_too_large')
    const answer = await onDisk(sentFile.body, READINGS_FILE_BYTES_MAX, (file) =>
      readFor(kit, readings, { ...sentFile, file, controllerId, timeZone }),
    )
    if (!sentFile.preview && answer.report) await recordImport(kit, asker.id, sentFile.system, answer.report)
    return answer
  })
}

async function readFor(
  kit: Needs,
  readings: Readings,
  sentFile: PersonsFile & { file: string; controllerId: number; timeZone: string },
): Promise<ReadingsFileReport> {
  const { file, fileName, controllerId, given, fresh, preview, timeZone, signal } = sentFile
  let knownFile: KnownFile | undefined
  try {
    knownFile = await openKnown(kit, { file, fileName, controllerId, given, fresh })
    const take = preview ? readings.preview : readings.store
    const report = await importFile({
      source: knownFile.source,
      timeZone: readTimeZone(knownFile.given, timeZone),
      zoneSaid: knownFile.given('time-zone') !== undefined,
      choice: knownFile.choice,
      store: (batch) => take(controllerId, batch),
      signal,
    })
    if (!preview && report.readings > 0) await knownFile.keep()
    const { kept } = knownFile
    const sample = report.sample.map(sampleLine)
    return {
      question: null,
      asked: null,
      kept: kept && importSentence(kept),
      kept_as: kept,
      refused_as: report.refusedAs,
      read_as: report.readAs,
      columns: report.columns,
      sample,
      report: onWire(report, preview),
    }
  } catch (error) {
    if (!(error instanceof ImportUnclear)) throw error
    const columns = knownFile?.source.head ? columnUses(knownFile.source.head.columns, knownFile.choice) : []
    return {
      question: asParameters(error.message).slice(0, 800),
      asked: error.said,
      kept: knownFile?.kept ? importSentence(knownFile.kept) : null,
      kept_as: knownFile?.kept ?? null,
      refused_as: [],
      read_as: [],
      columns,
      sample: [],
      report: null,
    }
  }
}

async function* bounded(chunks: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > bytesMax)
      throw new Problem(bytesMax === IMPORT_BYTES_MAX ? 'import_too_large' : 'readings_file_too_large')
    yield chunk
  }
}

function onWire(report: ImportReport, preview: boolean): ReadingsImportReport {
  const { sample, withoutMoisture, refusals, columns: _, refusedAs: __, readAs: ___, ...rest } = report
  return {
    preview,
    ...rest,
    without_moisture: withoutMoisture,
    first_readings: sample.flatMap((reading) => (reading.kind === undefined ? [readingOnWire(reading)] : [])),
    refusals: refusals.map(asParameters),
  }
}

function readingOnWire({ probe, depthCm, at, vwc, temperatureC, ec }: IncomingReading) {
  const figure = (value: unknown) => (typeof value === 'number' ? value : null)
  return {
    probe: Number(probe),
    depth_cm: depthCm,
    at,
    vwc: figure(vwc),
    temperature_c: figure(temperatureC),
    ec: figure(ec),
  }
}
