/** Schemas of the provider's calls: the global stop of new settings, and file imports. */
import * as z from 'zod/mini'
import { importSaid } from '../imports/import-sentences.ts'
import { fileColumn, readingPaths } from '../readings.ts'

/** Body of `PUT /api/provider/stop/`: while it is on, no system of the installation accepts new settings. */
export const providerStopChange = z.object({ stopped: z.boolean('switches_invalid') })
export type ProviderStopChange = z.infer<typeof providerStopChange>

export const providerStop = z.object({
  stopped: z.boolean(),
  since: z.nullable(z.string()).check(z.describe('When the stop was last switched; null if never.')),
  by: z.nullable(z.string()).check(z.describe('Who switched it; null: the command line, or never switched.')),
})
export type ProviderStop = z.infer<typeof providerStop>

const option = z.optional(z.string().check(z.minLength(1), z.maxLength(4000)))
const instant = z.nullable(z.string())
const figure = z.nullable(z.number())

/** Parameters of an import: the options of `headgate readings import`, with `_` for `-`. */
export const readingsImportQuery = z.object({
  system: z.string(),
  preview: z.optional(z.enum(['true', 'false'])).check(z.describe('`true`: nothing is stored.')),
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

/** The result of the import, or of its preview. */
export const readingsImportReport = z.object({
  preview: z.boolean(),
  understood: z.array(z.string()).check(z.describe('How the file was interpreted, in words.')),
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
  refusals: z.array(z.string()).check(z.describe('The first twenty, with line numbers.')),
})
export type ReadingsImportReport = z.infer<typeof readingsImportReport>

/** Parameters of a file that owners, operators and the provider send. */
export const readingsFileQuery = z.extend(readingsImportQuery, {
  name: z
    .optional(z.string().check(z.maxLength(200)))
    .check(z.describe('File name; some formats state in it what the file contains.')),
  fresh: z
    .optional(z.enum(['true', 'false']))
    .check(z.describe('`true`: ignores the options saved for an earlier file of this logger.')),
})
export type ReadingsFileQuery = z.infer<typeof readingsFileQuery>

/** How the file was interpreted; while a question is open, the counts are zero. */
export const readingsFileReport = z.object({
  question: z
    .nullable(z.string())
    .check(z.describe('What cannot be derived from the file; nothing is stored until it is answered.')),
  asked: z
    .nullable(importSaid)
    .check(z.describe('The question as a code with parameters, for pages in other languages.')),
  kept: z.nullable(z.string()).check(z.describe('Options saved with an earlier file of this logger.')),
  kept_as: z.nullable(importSaid).check(z.describe('The same as a code with parameters.')),
  refused_as: z
    .array(z.object({ line: z.int(), because: importSaid }))
    .check(z.describe('The refusals as codes with parameters.')),
  read_as: z.array(importSaid).check(z.describe('Units and clock as codes with parameters.')),
  columns: z.array(fileColumn),
  sample: z.array(z.string()).check(z.describe('The first readings, in words.')),
  report: z.nullable(readingsImportReport),
})
export type ReadingsFileReport = z.infer<typeof readingsFileReport>

/** As browsers upload it; streamed to disk first. */
export const READINGS_FILE_BYTES_MAX = 128 * 1024 * 1024

/** URL for uploading a file, with its options. */
export function readingsFilePath(query: ReadingsFileQuery): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined)
  return `${readingPaths.file}?${new URLSearchParams(parameters).toString()}`
}

/** Largest file that a call takes; the command has no limit. */
export const IMPORT_BYTES_MAX = 16 * 1024 * 1024

export const providerPaths = {
  stop: '/api/provider/stop/',
  readingsImport: '/api/provider/readings-import/',
} as const
