/** Converts water content to the chosen unit. */
import { availableWaterPercent } from '../../agronomy/soil/soil-texture.ts'
import { mmToInches } from '../../agronomy/units.ts'
import { text } from './graph.text.ts'

const WATER_UNITS = ['volume', 'depth', 'available'] as const
export type WaterUnit = (typeof WATER_UNITS)[number]

/** Water contents between which plants can take up water, m3/m3. */
export interface SoilLimits {
  full: number
  wilting_point: number
}

export interface WaterScale {
  /** From m3/m3. */
  of: (theta: number) => number
  symbol: string
  /** The name of the quantity, for headings and axes. */
  name: string
  /** Decimals worth showing. */
  digits: number
}

/** Whether available water is defined: it needs two different limits. */
export function hasLimits({ full, wilting_point: wiltingPoint }: SoilLimits): boolean {
  return full > wiltingPoint
}

/**
 * @param band limits of the soil, m3/m3
 * @param rootDepthMm over which water is summed
 * @param length unit of depths of water
 */
export function waterScale(
  unit: WaterUnit,
  { full, wilting_point: wiltingPoint }: SoilLimits,
  rootDepthMm: number,
  length: 'in' | 'mm',
): WaterScale {
  if (unit === 'available')
    return {
      of: (theta) => availableWaterPercent(theta, { fieldCapacity: full, wiltingPoint }),
      symbol: '%',
      name: text.shareAxis,
      digits: 0,
    }
  if (unit === 'volume') return { of: (theta) => 100 * theta, symbol: '%', name: text.volumeAxis, digits: 1 }
  return length === 'mm'
    ? { of: (theta) => theta * rootDepthMm, symbol: 'mm', name: text.millimetresAxis, digits: 0 }
    : {
        of: (theta) => mmToInches(theta * rootDepthMm),
        symbol: 'in',
        name: text.inchesAxis,
        digits: 2,
      }
}
