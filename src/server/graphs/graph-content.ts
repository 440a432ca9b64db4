/** The content of a graph picture, computed before anything is drawn. */
import { createHash } from 'node:crypto'
import type { RangeOfReadings } from '../readings/readings-range.store.ts'
import type { DaySpan } from '../readings/zone-days.ts'
import type { WaterBand } from './graph-field.ts'
import type { IrrigationPass } from './irrigation-passes.ts'

interface GraphLine extends RangeOfReadings {
  depthCm: number
}

export interface GraphContent {
  system: string
  probe: number
  timeZone: string
  days: DaySpan
  /** Milliseconds since 1970. */
  from: number
  to: number
  /** One for each depth shown. */
  lines: GraphLine[]
  band: WaterBand
  passes: IrrigationPass[]
}

/** To be increased when pictures of the same content would look different. */
const DRAWING = 2

/** Hash of everything that the picture shows. */
export function fingerprintOf({ lines, ...content }: GraphContent): string {
  const hash = createHash('sha256').update(JSON.stringify([DRAWING, content]))
  for (const { depthCm, times, values } of lines) {
    hash.update(`${depthCm} ${times.length};`)
    for (const { buffer, byteOffset, byteLength } of [times, values])
      hash.update(new Uint8Array(buffer, byteOffset, byteLength))
  }
  return hash.digest('hex')
}

/** For example "North Pivot, probe 3 at 20 cm". */
export function titleOf({ probe, lines }: GraphContent): string {
  const depths = lines.map(({ depthCm }) => depthCm)
  return `Probe ${probe} at ${depths.join(', ')} cm`
}
