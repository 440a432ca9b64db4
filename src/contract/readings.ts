/** Schemas of the ingestion calls, and the sensor identifier. */
import * as z from 'zod/mini'
import { importSaid } from './imports/import-sentences.ts'

/** For example `P3-20cm`; the probe's number is an integer, so 007 and 7 are one probe. */
export function sensorId(probe: number, depthCm: number): string {
  return `P${probe}-${depthCm}cm`
}

export const ingestAnswer = z.object({ stored: z.int(), duplicate: z.int(), invalid: z.int() })
export type IngestAnswer = z.infer<typeof ingestAnswer>

const instantText = z.string().check(z.maxLength(64))

/** One measurement of a normalized payload; impossible figures are stored as invalid, not refused. */
const normalisedMeasurement = z.object({
  time: z.optional(instantText),
  battery: z.optional(z.unknown()).check(z.describe('Volts.')),
  rain: z.optional(
    z.object({ cumulative: z.optional(z.unknown()).check(z.describe('Millimetres, a counter.')) }),
  ),
  metering: z.optional(
    z.object({
      water: z.optional(z.object({ total: z.optional(z.unknown()).check(z.describe('Litres, a counter.')) })),
    }),
  ),
  soil: z.optional(
    z.object({
      depth: z.optional(z.unknown()).check(z.describe('Centimetres.')),
      moisture: z.optional(z.unknown()).check(z.describe('Per cent of volume.')),
      temperature: z.optional(z.unknown()).check(z.describe('Degrees Celsius.')),
      ec: z.optional(z.unknown()).check(z.describe('Salinity, dS/m.')),
    }),
  ),
})

/** The fields used of a message of The Things Stack; its other messages have neither of the two. */
export const lorawanUplink = z.object({
  end_device_ids: z.object({ device_id: z.string().check(z.maxLength(64), z.regex(/^\P{C}+$/u)) }),
  received_at: z.optional(instantText),
  uplink_message: z.optional(
    z.object({
      received_at: z.optional(instantText),
      normalized_payload: z.optional(z.array(normalisedMeasurement).check(z.maxLength(200))),
    }),
  ),
  /** A message for each measurement, if that event is enabled instead. */
  uplink_normalized: z.optional(
    z.object({
      received_at: z.optional(instantText),
      normalized_payload: z.optional(normalisedMeasurement),
    }),
  ),
})
export type LorawanUplink = z.infer<typeof lorawanUplink>

export const lorawanAnswer = z.object({
  ...ingestAnswer.shape,
  ignored: z
    .nullable(z.string())
    .check(z.describe('Why nothing of the message is stored; null if something is.')),
})

/** A column of a file: its meaning, or why it is ignored. */
export const fileColumn = z.object({
  name: z.string(),
  group: z.nullable(z.string()).check(z.describe('The port and sensor in the header above.')),
  use: z.nullable(
    z.enum([
      'station',
      'time',
      'depth',
      'moisture',
      'tension',
      'temperature',
      'ec',
      'rain',
      'rainTotal',
      'flow',
      'volume',
      'battery',
      'charge',
    ]),
  ),
  unit: z.nullable(z.string()),
  depthCm: z.nullable(z.number()),
  probe: z.nullable(z.int()),
  why: z.nullable(z.string()),
  because: z
    .nullable(importSaid)
    .check(z.describe('The same as a code with parameters, for pages in another language.')),
})
export type FileColumn = z.infer<typeof fileColumn>

export const readingPaths = {
  ingest: '/api/ingest/readings/',
  lorawan: '/api/ingest/lorawan/',
  file: '/api/readings/file/',
} as const
