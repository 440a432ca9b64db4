/** Default climate for missing weather: monthly temperatures where pivots are common, and ET from them. */
import { hargreavesEt } from './reference-et.ts'

/** Countries whose climate is known. */
export type Climate = 'prairies' | 'corn belt' | 'high plains'

type Temperatures = readonly (readonly [maxC: number, minC: number])[]

// prettier-ignore
/** From January on, monthly normals in whole degrees: Lethbridge, Alberta; Des Moines, Iowa; Lubbock, Texas. */
const MONTHS: Record<Climate, Temperatures> = {
  prairies: [[0, -12], [2, -10], [6, -6], [13, -1], [18, 4], [22, 9], [26, 11], [26, 10], [20, 5], [13, 0], [5, -6], [1, -11]],
  'corn belt': [[-1, -11], [2, -8], [9, -2], [16, 5], [22, 11], [28, 17], [30, 19], [29, 18], [25, 13], [17, 6], [9, -1], [2, -8]],
  'high plains': [[12, -3], [15, -1], [20, 3], [24, 8], [28, 13], [32, 18], [34, 20], [33, 19], [29, 15], [24, 9], [17, 2], [12, -3]],
}
const DAYS_A_MONTH = 365 / 12
const HALF_A_YEAR = 182.5

/**
 * Usual temperatures of a day, straight between the middles of the months.
 *
 * @param climate of the country
 * @param dayOfYear J, 1 to 366
 * @returns Tmax and Tmin, deg C
 * @example usualTemperatures('prairies', 15.7).maxC // 0.000274
 */
export function usualTemperatures(climate: Climate, dayOfYear: number): { maxC: number; minC: number } {
  const months = MONTHS[climate]
  const at = (((dayOfYear - 0.5) / DAYS_A_MONTH - 0.5) % 12) + 12
  const month = (offset: number) => months[(Math.floor(at) + offset) % 12] ?? [0, 0]
  const between = (k: 0 | 1) => month(0)[k] + (at % 1) * (month(1)[k] - month(0)[k])
  return { maxC: between(0), minC: between(1) }
}

/**
 * Reference ET of a day where no weather is known: Hargreaves on the usual temperatures of the country of that latitude.
 *
 * @param latitude degrees north; on the southern half the year is turned
 * @param dayOfYear J, 1 to 366
 * @returns ET, mm
 * @example usualReferenceEt(49.7, 196) // 5.25164
 */
export function usualReferenceEt(latitude: number, dayOfYear: number): number {
  const north = Math.abs(latitude)
  const climate = north >= 46 ? 'prairies' : north >= 38 ? 'corn belt' : 'high plains'
  const { maxC, minC } = usualTemperatures(climate, latitude < 0 ? dayOfYear + HALF_A_YEAR : dayOfYear)
  return hargreavesEt(maxC, minC, latitude, dayOfYear)
}
