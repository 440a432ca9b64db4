/** The as-applied record and catch-can factors of a machine, from which its passes are derived. */
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
  /** Where each stood, along which bearing, and in which unit they were read; null before these were kept. */
  distancesM: number[] | null
  bearing: number | null
  unit: 'in' | 'mm' | null
  computedIn: number
  passFrom: Date
  madeAt: Date
  userName: string
}
