/** Schemas of the provider's calls: the global stop of new settings, and file imports. */
import * as z from 'zod/mini'
import { importSaid } from '../imports/import-sentences.ts'
import { fileColumn, readingPaths } from '../readings.ts'

/** Body of `PUT /api/provider/stop/`: while it is on, no system of the installation takes new settings. */
export const providerStopChange = z.object({ stopped: z.boolean('switches_invalid') })

export const providerStop = z.object({
  stopped: z.boolean(),
  since: z.nullable(z.string()).check(z.describe('When it was last switched; null before the first time.')),
  by: z.nullable(z.string()).check(z.describe('Who switched it; null: at the command line, or never.')),
})
export type ProviderStop = z.infer<typeof providerStop>

const option = z.optional(z.string().check(z.minLength(1), z.maxLength(4000)))
const instant = z.nullable(z.string())
const figure = z.nullable(z.number())

/** Parameters of an import: the options of `headgate readings import`, with `_` for `-`. */
export const readingsImportQuery = z.object({
  system: z.string(),
  preview: z.optional(z.enum(['true', 'false'])).check(z.describe('With true nothing is stored.')),
  station: option,
  probe: option,
  probes: option,
  time: option,
  depth: option,
  value: option,
  depths: option,
  temperature: option,
  ec: option,
  unit: option,
  decimal: option,
  date_order: option,
  time_zone: option,
  missing: option,
  delimiter: option,
  header_line: option,
  sensors: option,
  depth_unit: option,
  clock: option,
})

/** What became of the file, or would. */
export const readingsImportReport = z.object({
  preview: z.boolean(),
  understood: z.array(z.string()).check(z.describe('How the file was read, in words.')),
  first_readings: z.array(
    z.object({
      probe: z.int(),
      depth_cm: z.number(),
      at: z.string(),
      vwc: figure,
      temperature_c: figure,
      ec: figure,
    }),
  ),
  lines: z.int(),
  readings: z.int(),
  probes: z.array(z.int()),
  first: instant,
  last: instant,
  stored: z.int(),
  duplicate: z.int(),
  invalid: z.int(),
  without_moisture: z.int(),
  empty: z.int(),
  refused: z.int(),
  refusals: z.array(z.string()).check(z.describe('The first twenty, each with its line.')),
})
export type ReadingsImportReport = z.infer<typeof readingsImportReport>

/** Parameters of a file that owners, operators and the provider send. */
export const readingsFileQuery = z.extend(readingsImportQuery, {
  name: z
    .optional(z.string().check(z.maxLength(200)))
    .check(z.describe('Of the file; some formats say in it what they hold.')),
  fresh: z
    .optional(z.enum(['true', 'false']))
    .check(z.describe('With true what was said for an earlier file of the logger does not count.')),
})
export type ReadingsFileQuery = z.infer<typeof readingsFileQuery>

/** What is understood of a file; while something is open the counts are those of no line. */
export const readingsFileReport = z.object({
  question: z.nullable(z.string()).check(z.describe('What the file leaves open; nothing is stored then.')),
  asked: z
    .nullable(importSaid)
    .check(z.describe('The question as a code with parameters, where pages say it in their language.')),
  kept: z.nullable(z.string()).check(z.describe('What was said for an earlier file of the logger.')),
  kept_as: z.nullable(importSaid).check(z.describe('The same as a code with parameters.')),
  refused_as: z
    .array(z.object({ line: z.int(), because: importSaid }))
    .check(z.describe('The refusals of the report, likewise.')),
  read_as: z.array(importSaid).check(z.describe('Units and clock, likewise.')),
  columns: z.array(fileColumn),
  sample: z.array(z.string()).check(z.describe('The first readings, in words.')),
  report: z.nullable(readingsImportReport),
})
export type ReadingsFileReport = z.infer<typeof readingsFileReport>

/** As a person may send it; streamed to the disk first. */
export const READINGS_FILE_BYTES_MAX = 128 * 1024 * 1024

/** Address of a file with what is said of it. */
export function readingsFilePath(query: ReadingsFileQuery): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return `${readingPaths.file}?${new URLSearchParams(given).toString()}`
}

/** Largest file that a call takes; the command has no limit. */
export const IMPORT_BYTES_MAX = 16 * 1024 * 1024

export const providerPaths = {
  stop: '/api/provider/stop/',
  readingsImport: '/api/provider/readings-import/',
} as const
