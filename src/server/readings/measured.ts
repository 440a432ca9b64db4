/** Builds readings from what was measured at one place and time, whatever the source. */
import type { IncomingInstrument, IncomingRain } from './instrument-check.ts'
import type { Quantity } from './loggers/quantity.ts'
import type { IncomingReading } from './reading-check.ts'

export type Incoming = IncomingReading | IncomingRain | IncomingInstrument

/** Tension and moisture of one place are separate readings; temperature is stored with what there is. */
export function inTheSoil(
  { moisture, tension, temperature, ec }: Partial<Record<Quantity, number>>,
  { fault, ...place }: { probe: number; depthCm: number; at: string; fault?: boolean },
): Incoming[] {
  const warm = temperature === undefined ? {} : { temperatureC: temperature }
  const readings: Incoming[] = []
  const failed = fault === true ? { fault } : {}
  if (tension !== undefined) readings.push({ ...place, kind: 'tension', kPa: tension, ...failed, ...warm })
  const temperatureAlone = tension === undefined && temperature !== undefined
  if (moisture !== undefined || ec !== undefined || temperatureAlone)
    readings.push({
      ...place,
      ...(moisture === undefined ? {} : { vwc: moisture }),
      ...warm,
      ...(ec === undefined ? {} : { ec }),
    })
  return readings
}

/** Rain, flow, counters and batteries without a depth; `number` is the gauge's, the meter's or the probe's. */
export function besideTheSoil(
  { rain, rainTotal, flow, volume, battery, charge }: Partial<Record<Quantity, number>>,
  number: number,
  at: string,
): Incoming[] {
  const readings: Incoming[] = []
  if (rain !== undefined) readings.push({ kind: 'rain', gauge: number, at, mm: rain })
  else if (rainTotal !== undefined) readings.push({ kind: 'rain', gauge: number, at, totalMm: rainTotal })
  if (flow !== undefined) readings.push({ kind: 'flow', meter: number, at, m3h: flow })
  if (volume !== undefined) readings.push({ kind: 'volume', meter: number, at, totalM3: volume })
  if (battery !== undefined) readings.push({ kind: 'battery', probe: number, at, volts: battery })
  if (charge !== undefined) readings.push({ kind: 'charge', probe: number, at, percent: charge })
  return readings
}
