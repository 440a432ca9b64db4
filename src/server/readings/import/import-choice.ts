/** What a person may say about a file of readings; what is left out is found in the file or asked for, never guessed. */
import type { DateOrder } from '../date-order.ts'
import type { MoistureUnit } from '../moisture-unit.ts'

export interface ImportChoice {
  /** Column that says which probe it is. */
  station?: string
  /** Number of the one probe of a file that has no such column. */
  probe?: number
  /** Column of the time; two of them, date and clock, are joined by `+`. */
  time?: string
  /** Long files: the columns of depth and value. */
  depth?: string
  value?: string
  /** Columns of soil temperature, degrees Celsius, and salinity, dS/m, of a long file. */
  temperature?: string
  ec?: string
  /** Wide files: which column holds which depth, cm. */
  depths?: ReadonlyMap<string, number>
  temperatures?: ReadonlyMap<string, number>
  ecs?: ReadonlyMap<string, number>
  /** Number of the probe that stands at a station. */
  probes?: ReadonlyMap<string, number>
  /** Which sensor a column, a port, a label or a serial number is; null leaves it out. */
  sensors?: ReadonlyMap<string, SensorChoice | null>
  /** Of a column of depths that does not say it. */
  depthUnit?: DepthUnit
  /** Whether a clock without an offset follows the changes of its zone, or keeps standard time all year. */
  clock?: 'local' | 'standard'
  unit?: MoistureUnit
  decimal?: '.' | ','
  dateOrder?: DateOrder
  /** Cells that hold nothing, beside those that every logger writes. */
  missing?: readonly string[]
}

export const DEPTH_UNITS = ['cm', 'm', 'mm', 'in', 'ft'] as const
export type DepthUnit = (typeof DEPTH_UNITS)[number]

/** What a person says of a column: `P3-20cm`, `P3-20cm kPa`, `3` of a gauge, a meter or a battery. */
export interface SensorChoice {
  probe: number
  depthCm?: number
  unit?: string
}
