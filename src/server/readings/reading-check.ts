/** Decides whether a received reading is valid, and why not; invalid ones are stored too. */
import { READING_AHEAD_MS_MAX, VWC } from '../../contract/limits.ts'

/** A reading as received. */
export interface IncomingReading {
  kind?: 'soil' | undefined
  probe: string | number
  depthCm: number
  at: string
  vwc?: unknown
  temperatureC?: unknown
  ec?: unknown
}

export type InvalidReason =
  | 'time_not_plausible'
  | 'time_in_future'
  | 'value_not_a_number'
  | 'value_out_of_range'
  | 'value_missing'
  | 'sensor_fault'

/** A reading as stored. */
export interface CheckedReading {
  probe: number
  depthCm: number
  at: Date
  /** Volumetric water content, m3/m3; null when the value was not a number. */
  value: number | null
  temperatureC: number | null
  ec: number | null
  invalid: InvalidReason | null
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/
/** Earlier times come from clocks that were never set. */
const EARLIEST_MS = Date.UTC(2000, 0, 1)
/** Time of readings without a usable one, so that sending them again changes nothing. */
const NO_TIME = new Date(0)

/** Plausible soil temperature and salinity, degrees Celsius and dS/m; values outside are left out. */
const SOIL_CELSIUS = { min: -60, max: 90 }
const SOIL_EC = { min: 0, max: 100 }

export function checkReading(reading: IncomingReading, now: Date): CheckedReading {
  const { at, invalid: badTime } = checkTime(reading.at, now)
  const value = figureOf(reading.vwc)
  const missing = reading.vwc === undefined || reading.vwc === null
  return {
    probe: Number(reading.probe),
    depthCm: reading.depthCm,
    at,
    value,
    temperatureC: within(reading.temperatureC, SOIL_CELSIUS),
    ec: within(reading.ec, SOIL_EC),
    invalid: badTime ?? (missing ? 'value_missing' : checkValue(value)),
  }
}

/** @returns the start of 1970 for an invalid time, so that sending it again changes nothing */
export function checkTime(text: string, now: Date): { at: Date; invalid: InvalidReason | null } {
  const ms = INSTANT.test(text) ? Date.parse(text) : Number.NaN
  if (!(ms >= EARLIEST_MS)) return { at: NO_TIME, invalid: 'time_not_plausible' }
  return { at: new Date(ms), invalid: ms > now.getTime() + READING_AHEAD_MS_MAX ? 'time_in_future' : null }
}

function checkValue(value: number | null): InvalidReason | null {
  if (value === null) return 'value_not_a_number'
  return value >= VWC.min && value <= VWC.max ? null : 'value_out_of_range'
}

export const figureOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

export function within(value: unknown, { min, max }: { min: number; max: number }): number | null {
  // stored in four bytes, in which a figure like 1e-300 causes an error
  return typeof value === 'number' && value >= min && value <= max ? Math.fround(value) : null
}
