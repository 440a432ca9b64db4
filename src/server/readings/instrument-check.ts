/** Validates readings of instruments other than moisture probes: tension, rain, flow, batteries. */
import { checkTime, figureOf, type IncomingReading, type InvalidReason, within } from './reading-check.ts'

/** A rain gauge's reading as received. */
export interface IncomingRain {
  kind: 'rain'
  gauge: string | number
  at: string
  mm?: unknown
  totalMm?: unknown
}

/** A rain gauge's reading as stored: an amount, or a counter. */
export interface CheckedRain {
  gauge: number
  at: Date
  mm: number | null
  totalMm: number | null
  invalid: InvalidReason | null
}

/** More rain between two readings is impossible; such a counter is broken. */
const RAIN_MM_MAX = 500
const RAIN_TOTAL_MM_MAX = 1_000_000

export function checkRain({ gauge, at: text, mm, totalMm }: IncomingRain, now: Date): CheckedRain {
  const { at, invalid: badTime } = checkTime(text, now)
  const amount = figureOf(mm)
  // an amount is used as it is; a counter must be interpreted
  const total = amount === null ? figureOf(totalMm) : null
  const value = amount ?? total
  const missing = (mm === undefined || mm === null) && (totalMm === undefined || totalMm === null)
  const most = amount === null ? RAIN_TOTAL_MM_MAX : RAIN_MM_MAX
  const bad =
    value === null ? 'value_not_a_number' : value >= 0 && value <= most ? null : 'value_out_of_range'
  return {
    gauge: Number(gauge),
    at,
    mm: amount,
    totalMm: total,
    invalid: badTime ?? (missing ? 'value_missing' : bad),
  }
}

/** A reading as received. Tension is positive: the suction of the soil. */
export type IncomingInstrument =
  | {
      kind: 'tension'
      probe: string | number
      depthCm: number
      at: string
      kPa?: unknown
      /** The sensor reports a fault; its figure is no tension. */
      fault?: boolean
      temperatureC?: unknown
    }
  | { kind: 'flow'; meter: string | number; at: string; m3h?: unknown }
  | { kind: 'volume'; meter: string | number; at: string; totalM3?: unknown }
  | { kind: 'battery'; probe: string | number; at: string; volts?: unknown }
  | { kind: 'charge'; probe: string | number; at: string; percent?: unknown }

export const isOfSoil = (
  reading: IncomingReading | IncomingRain | IncomingInstrument,
): reading is IncomingReading => reading.kind === undefined || reading.kind === 'soil'

/** A reading as stored. */
export interface CheckedInstrument {
  kind: IncomingInstrument['kind']
  /** Of a probe or a meter. */
  number: number
  /** Zero without a depth. */
  depthCm: number
  at: Date
  /** kPa, m3/h, m3, V or %. */
  value: number | null
  temperatureC: number | null
  invalid: InvalidReason | null
}

/** From standing water above a sensor to air-dry soil (pF 7); for others, the range of such instruments. */
const PLAUSIBLE = {
  tension: { min: -20, max: 1_000_000 },
  flow: { min: 0, max: 100_000 },
  volume: { min: 0, max: 1_000_000_000 },
  battery: { min: 0, max: 1000 },
  charge: { min: 0, max: 100 },
} as const
const SOIL_CELSIUS = { min: -60, max: 90 }

export function checkInstrument(reading: IncomingInstrument, now: Date): CheckedInstrument {
  const { at, invalid: badTime } = checkTime(reading.at, now)
  const rawValue = valueOf(reading)
  const value = figureOf(rawValue)
  const { min, max } = PLAUSIBLE[reading.kind]
  const failed = reading.kind === 'tension' && reading.fault === true ? 'sensor_fault' : null
  const bad =
    value === null ? 'value_not_a_number' : value >= min && value <= max ? failed : 'value_out_of_range'
  return {
    kind: reading.kind,
    number: Number('meter' in reading ? reading.meter : reading.probe),
    depthCm: reading.kind === 'tension' ? reading.depthCm : 0,
    at,
    value,
    temperatureC: reading.kind === 'tension' ? within(reading.temperatureC, SOIL_CELSIUS) : null,
    invalid: badTime ?? (rawValue === undefined || rawValue === null ? 'value_missing' : bad),
  }
}

function valueOf(reading: IncomingInstrument): unknown {
  if (reading.kind === 'tension') return reading.kPa
  if (reading.kind === 'flow') return reading.m3h
  if (reading.kind === 'volume') return reading.totalM3
  return reading.kind === 'battery' ? reading.volts : reading.percent
}
