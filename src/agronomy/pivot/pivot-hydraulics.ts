/** Revolution time, depth of a pass and application rate from percent timer, flow and valves. */

/**
 * Gallons per minute times hours that put one inch on one acre: 43,560 sq ft x 144 / 231 cu in / 60 min = 452.571.
 * Source: definitions of the acre and of the US gallon.
 */
export const GPM_HOURS_PER_ACRE_INCH = (43_560 * 144) / 231 / 60

function assertPositive(quantity: string, value: number): void {
  if (!(value > 0) || value === Infinity) throw new RangeError(`${quantity} must be above 0, not ${value}`)
}

/**
 * Hours per revolution: T = 2 pi r_L / (v100 p / 100), set by the last drive unit.
 *
 * @param driveRadius r_L, radius of the last tower, m
 * @param speedAt100 v100, speed of the last tower at timer 100 %, m/min
 * @param timerPercent p, per cent in (0, 100]
 * @returns T, h, for 360 degrees
 * @throws RangeError when a value is out of range
 * @example revolutionHours(370.332, 3.048, 50) // 25.4469
 */
export function revolutionHours(driveRadius: number, speedAt100: number, timerPercent: number): number {
  assertPositive('radius of the last tower', driveRadius)
  assertPositive('speed at 100 %', speedAt100)
  if (!(timerPercent > 0 && timerPercent <= 100)) throw new RangeError(`timer ${timerPercent} %`)
  return (2 * Math.PI * driveRadius) / ((speedAt100 * timerPercent) / 100) / 60
}

/**
 * Turning rate of the arm: omega = 360 / T.
 *
 * @param driveRadius r_L, m
 * @param speedAt100 v100, m/min
 * @param timerPercent p, per cent in (0, 100]
 * @returns omega, degrees per hour
 * @throws RangeError when a value is out of range
 * @example degreesPerHour(370.332, 3.048, 100) // 28.2942
 */
export function degreesPerHour(driveRadius: number, speedAt100: number, timerPercent: number): number {
  return 360 / revolutionHours(driveRadius, speedAt100, timerPercent)
}

/**
 * Gross depth of one pass: d = Q T / (452.57 A).
 *
 * @param flowGpm Q, US gallons per minute
 * @param hours T, h for the whole area
 * @param acres A, acres wetted in that time
 * @returns d, in
 * @throws RangeError when a value is not above 0
 * @example depthPerPass(800, 12.72345, 115.4099) // 0.19488
 */
export function depthPerPass(flowGpm: number, hours: number, acres: number): number {
  assertPositive('flow', flowGpm)
  assertPositive('hours', hours)
  assertPositive('area', acres)
  return (flowGpm * hours) / (GPM_HOURS_PER_ACRE_INCH * acres)
}

/**
 * Depth at a timer setting: d(p) = d100 x 100 / p; half the speed leaves twice the water.
 *
 * @param depthAt100 d100, depth of one pass at timer 100 %, any unit of depth
 * @param timerPercent p, per cent in (0, 100]
 * @returns d, in the unit of d100
 * @throws RangeError when a value is out of range
 * @example depthAtTimer(0.2, 25) // 0.8
 */
export function depthAtTimer(depthAt100: number, timerPercent: number): number {
  assertPositive('depth at 100 %', depthAt100)
  if (!(timerPercent > 0 && timerPercent <= 100)) throw new RangeError(`timer ${timerPercent} %`)
  return (depthAt100 * 100) / timerPercent
}

/**
 * Timer setting for a depth: p = 100 d100 / d. Above 100 the machine cannot run fast enough for so little water.
 *
 * @param depth d, wanted depth of one pass, any unit
 * @param depthAt100 d100, depth of one pass at timer 100 %, the same unit
 * @returns p, per cent, not clipped
 * @throws RangeError when a value is not above 0
 * @example timerForDepth(0.8, 0.2) // 25
 */
export function timerForDepth(depth: number, depthAt100: number): number {
  assertPositive('depth', depth)
  assertPositive('depth at 100 %', depthAt100)
  return (100 * depthAt100) / depth
}

/** Peak over mean of an elliptical pattern across the wetted strip. */
const PEAK_OVER_MEAN = 4 / Math.PI

/** Mean and peak rate of application while the arm passes, mm/h. */
export type SprinklerRate = { readonly meanMmPerHour: number; readonly peakMmPerHour: number }

/**
 * Application rate at a distance: mean i = d 2 pi r / (T w), peak 4 / pi of it (elliptical pattern), independent of
 * the timer. Source: Keller and Bliesner (1990).
 *
 * @param depthMm d, gross depth of one pass, mm
 * @param hours T, h per revolution at the same timer
 * @param distance r, m from the pivot, above 0
 * @param stripWidth w, diameter that one nozzle wets, m
 * @returns mean and peak, mm/h
 * @throws RangeError when a value is not above 0
 * @example sprinklerRate(4.949923, 12.72345, 385.572, 12) // { meanMmPerHour: 78.541, peakMmPerHour: 100.002 }
 */
export function sprinklerRate(
  depthMm: number,
  hours: number,
  distance: number,
  stripWidth: number,
): SprinklerRate {
  const usable = [depthMm, hours, distance, stripWidth].every((value) => value > 0 && value < Infinity)
  if (!usable) throw new RangeError(`${depthMm} mm, ${hours} h, ${distance} m, strip of ${stripWidth} m`)
  const meanMmPerHour = (depthMm * 2 * Math.PI * distance) / (hours * stripWidth)
  return { meanMmPerHour, peakMmPerHour: PEAK_OVER_MEAN * meanMmPerHour }
}

/**
 * Seconds of a cycle in which a pulsed valve is open: t = cycle Rx / 100.
 *
 * @param percent Rx, 0 to 100
 * @param cycleSeconds length of a cycle, s, above 0
 * @returns s
 * @throws RangeError when a value is out of range
 * @example valveOpenSeconds(25, 60) // 15
 */
export function valveOpenSeconds(percent: number, cycleSeconds: number): number {
  if (!(percent >= 0 && percent <= 100) || !(cycleSeconds > 0 && cycleSeconds < Infinity)) {
    throw new RangeError(`${percent} % of ${cycleSeconds} s`)
  }
  return (cycleSeconds * percent) / 100
}
