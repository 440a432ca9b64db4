/** How hard water falls at a place under the pipe, and how long a pulsed valve stays open. */

/** Peak over mean of an elliptical pattern across the wetted strip. */
const PEAK_OVER_MEAN = 4 / Math.PI

/** Mean and peak rate of application while the arm passes, mm/h. */
export type SprinklerRate = { readonly meanMmPerHour: number; readonly peakMmPerHour: number }

/**
 * Rate at a distance from the pivot: mean i = d 2 pi r / (T w), peak 4 / pi of it (elliptical pattern). It does not
 * depend on the timer: d and T grow together. Source: Keller and Bliesner, Sprinkle and Trickle Irrigation (1990).
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
