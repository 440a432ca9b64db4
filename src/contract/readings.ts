/** Calls that take readings in, and the identifier of a sensor on the wire. */
import * as z from 'zod/mini'

/** For example `P3-20cm`; the probe's number is an integer, so 007 and 7 are one probe. */
export function sensorId(probe: number, depthCm: number): string {
  return `P${probe}-${depthCm}cm`
}

export const ingestAnswer = z.object({ stored: z.int(), duplicate: z.int(), invalid: z.int() })
export type IngestAnswer = z.infer<typeof ingestAnswer>

export const readingPaths = { ingest: '/api/ingest/readings/' } as const
