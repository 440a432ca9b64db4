/** What the devices keep of a machine and what catch cans said of it: that from which its passes are cut. */
import type { TrackPoint } from '../../agronomy/passes/passes.ts'

/** What the devices keep of a machine, in the order of time. */
export interface MachineRecord {
  stays: { sector: number; from: Date; to: Date; depthIn: number[] }[]
  track: (Omit<TrackPoint, 'at'> & { at: Date })[]
  events: { at: Date; code: string }[]
}

/** What catch cans said, and who typed it. */
export interface DepthFactorRow {
  factor: number
  cansIn: number[]
  computedIn: number
  passFrom: Date
  madeAt: Date
  userName: string
}
