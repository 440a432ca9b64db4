/** A file of readings that a provider sends: looked at, or carried into a system, like the command does it. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { IMPORT_BYTES_MAX, type ReadingsImportReport } from '../../contract/accounts/provider.ts'
import type { Kit } from '../installation/kit.ts'
import { attempted } from '../audit/audit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { Problem } from '../kit/problem.ts'
import { findImportTarget } from '../maps/inputs/maps.store.ts'
import { ImportUnclear } from '../readings/import/import-choice.ts'
import { openCsv } from '../readings/import/import-file.ts'
import { asParameters, unclear } from '../readings/import/import-problem.ts'
import {
  type GivenOptions,
  readChoice,
  readSourceOptions,
  readTimeZone,
} from '../readings/import/import-options.ts'
import type { ImportReport } from '../readings/import/import-report.ts'
import type { IncomingReading } from '../readings/reading-check.ts'
import type { Readings } from '../readings/readings.service.ts'
import { importFile } from '../readings/import/readings-import.ts'
import type { Asker } from '../accounts/sessions/sessions.store.ts'
import { mustProvide } from './provider-stop.service.ts'

export interface SentFile {
  system: string
  preview: boolean
  /** The options as they were sent, for the record. */
  asked: Record<string, unknown>
  given: GivenOptions
  /** What the sender says that the body has. */
  declaredBytes: number
  body: Readable
}

type Needs = Pick<Kit, 'changeLimit' | 'clock' | 'database'>

/** @throws Problem: not a provider, no such system, a file that is too large, or one that leaves something open */
export async function importSentFile(
  kit: Needs,
  readings: Readings,
  asker: Asker,
  file: SentFile,
): Promise<ReadingsImportReport> {
  const attempt = { userId: asker.id, action: 'readings import' as const, systemName: file.system }
  return attempted(kit, { ...attempt, after: file.asked }, async () => {
    mustProvide(asker)
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
  { database }: Needs,
  readings: Readings,
  { system, preview, given, body }: SentFile,
): Promise<ReadingsImportReport> {
  const target = await findImportTarget(database.reader, system)
  if (!target) throw new Problem('system_not_found')
  // read twice, once to understand it: so it is laid down first
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-import-'))
  try {
    const file = path.join(folder, 'readings.csv')
    await pipeline(body, bounded, createWriteStream(file))
    const take = preview ? readings.preview : readings.store
    const report = await importFile({
      source: await openCsv(file, readSourceOptions(given)),
      timeZone: readTimeZone(given, target.timeZone),
      choice: readChoice(given),
      store: (batch) => take(target.controllerId, batch),
    })
    return onWire(report, preview)
  } catch (error) {
    throw error instanceof ImportUnclear ? unclear(error) : error
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function* bounded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > IMPORT_BYTES_MAX) throw new Problem('import_too_large')
    yield chunk
  }
}

function onWire(report: ImportReport, preview: boolean): ReadingsImportReport {
  const { sample, withoutMoisture, refusals, ...rest } = report
  return {
    preview,
    ...rest,
    without_moisture: withoutMoisture,
    first_readings: sample.map(readingOnWire),
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
