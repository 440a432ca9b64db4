/** Options for reading a file of readings; what is left out is derived from the file or asked for, never guessed. */
import type { DateOrder } from '../date-order.ts'
import type { MoistureUnit } from '../moisture-unit.ts'

export interface ImportChoice {
  /** Column with the probe or station. */
  station?: string
  /** Number of the only probe, for a file without such a column. */
  probe?: number
  /** Column of the time; a date and a time column are joined by `+`. */
  time?: string
  /** Long files: the columns of depth and value. */
  depth?: string
  value?: string
  /** Columns of soil temperature, degrees Celsius, and salinity, dS/m, in a long file. */
  temperature?: string
  ec?: string
  /** Wide files: the depth of each column, cm. */
  depths?: ReadonlyMap<string, number>
  temperatures?: ReadonlyMap<string, number>
  ecs?: ReadonlyMap<string, number>
  /** Probe number of each station. */
  probes?: ReadonlyMap<string, number>
  /** Sensor of a column, port, label or serial number; null ignores it. */
  sensors?: ReadonlyMap<string, SensorChoice | null>
  /** Depth for a column that states none. */
  depthUnit?: DepthUnit
  /** Whether a clock without an offset follows daylight saving time or keeps standard time all year. */
  clock?: 'local' | 'standard'
  unit?: MoistureUnit
  decimal?: '.' | ','
  dateOrder?: DateOrder
  /** Further markers of missing values, besides the usual ones. */
  missing?: readonly string[]
}

export const DEPTH_UNITS = ['cm', 'm', 'mm', 'in', 'ft'] as const
export type DepthUnit = (typeof DEPTH_UNITS)[number]

/** An option value for a column: `P3-20cm`, `P3-20cm kPa`, or `3` for a rain gauge, a meter or a battery. */
export interface SensorChoice {
  probe: number
  depthCm?: number
  unit?: string
}
