/** The as-applied record and catch-can factors of a machine, from which its passes are derived. */
import type { TrackPoint } from '../../agronomy/passes/passes.ts'

/** The machine's stored records in order of time. */
export interface MachineRecord {
  stays: { sector: number; from: Date; to: Date; depthIn: number[] }[]
  track: (Omit<TrackPoint, 'at'> & { at: Date })[]
  events: { at: Date; code: string }[]
}

/** A catch-can result, and who entered it. */
export interface DepthFactorRow {
  factor: number
  cansIn: number[]
  /** Position, bearing and unit of each can; null for older results. */
  distancesM: number[] | null
  bearing: number | null
  unit: 'in' | 'mm' | null
  computedIn: number
  passFrom: Date
  madeAt: Date
  userName: string
}
