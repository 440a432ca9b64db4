/** Colour ramps of maps: three for moisture, one for uncertainty, one for change. */

import { moistureRamp, type Rgb, viridis } from './colour-ramp.ts'

/** Ramps of moisture, from dry to wet, that a person may choose between. */
export const MOISTURE_RAMPS = ['viridis', 'cividis', 'target'] as const

/** Name of a ramp of moisture. */
export type MoistureRampName = (typeof MOISTURE_RAMPS)[number]

/** Equal steps from one end to the other, light in the middle; brown is dry and blue wet, which no common colour blindness mixes up. */
const BELOW_ABOVE: readonly Rgb[] = [
  [122, 62, 10],
  [178, 106, 28],
  [224, 166, 88],
  [247, 241, 230],
  [133, 178, 214],
  [54, 122, 182],
  [8, 58, 112],
]

/** Positions of the classes on a ramp that reads from dry to wet: steps that are most distinct, also with colour blindness. */
const CLASS_PLACES: Readonly<Record<'viridis' | 'cividis', readonly number[]>> = {
  viridis: [0, 0.28, 0.53, 0.72, 1],
  cividis: [0, 0.27, 0.49, 0.68, 1],
}

/** Two browns below the target, pale on it, two blues above. */
const TARGET_CLASSES: readonly Rgb[] = [
  [110, 50, 5],
  [217, 143, 53],
  [244, 238, 224],
  [107, 166, 214],
  [6, 48, 107],
]

/** From certain (pale) to uncertain (plum): none of the colours of moisture. */
const UNCERTAIN: readonly Rgb[] = [
  [244, 239, 232],
  [214, 178, 190],
  [163, 92, 132],
  [96, 38, 84],
]

/** Coefficients of t^0 .. t^5 for each channel, dark to light. Source: the least-squares fit of cividis in d3-scale-chromatic. */
const CIVIDIS = [
  [-4.54, -35.34, 2381.73, -6402.7, 7024.72, -2710.57],
  [32.49, 170.73, 52.82, -131.46, 176.58, -67.37],
  [81.24, 442.36, -2482.43, 6167.24, -6614.94, 2475.67],
] as const

/**
 * A ramp of moisture in equal steps from dry to wet. `viridis` and `cividis` are reversed, so that wet is dark;
 * `target` is pale at the target, brown below and blue above it.
 *
 * @param name which ramp
 * @param count number of colours, 2 to 256
 * @param middle where the target lies between the ends, 0 to 1; only `target` uses it
 * @returns sRGB from dry to wet, shape [count]
 * @throws RangeError when the count or the middle is out of range
 * @example rampOf('target', 3, 0.5) // [[122, 62, 10], [247, 241, 230], [8, 58, 112]]
 */
export function rampOf(name: MoistureRampName, count: number, middle: number): Rgb[] {
  if (name === 'viridis') return moistureRamp(count)
  if (name === 'cividis') return steps(count, (t) => cividis(1 - t))
  return divergingRamp(count, middle)
}

/**
 * One colour for each class of moisture, of the same family as the ramp. Neighbours differ by 19 or more of CIEDE2000,
 * and by 14 or more for protanopes, deuteranopes and tritanopes: three in a row are distinguishable on a picture of 380 px.
 *
 * @param name which ramp
 * @returns sRGB from very dry to very wet, shape [5]
 * @example classColours('viridis')[0] // [253, 231, 37]
 */
export function classColours(name: MoistureRampName): readonly Rgb[] {
  if (name === 'target') return TARGET_CLASSES
  return CLASS_PLACES[name].map((place) => (name === 'viridis' ? viridis(1 - place) : cividis(1 - place)))
}

/**
 * A ramp with a pale middle, brown below and blue above; each side is stretched over its own part.
 *
 * @param count number of colours, 2 to 256
 * @param middle where the pale colour lies, 0 to 1
 * @returns sRGB, shape [count]
 * @throws RangeError when the count or the middle is out of range
 * @example divergingRamp(2, 1) // [[122, 62, 10], [247, 241, 230]]
 */
export function divergingRamp(count: number, middle: number): Rgb[] {
  if (!(middle >= 0 && middle <= 1)) throw new RangeError(`middle of a ramp at ${middle}`)
  return steps(count, (t) => {
    if (t < middle) return between(BELOW_ABOVE, t / middle / 2)
    return between(BELOW_ABOVE, middle === 1 ? 0.5 : 0.5 + (t - middle) / (1 - middle) / 2)
  })
}

/**
 * The ramp of uncertainty in equal steps, from certain to uncertain.
 *
 * @param count number of colours, 2 to 256
 * @returns sRGB from pale to plum, shape [count]
 * @throws RangeError when the count is out of range
 * @example uncertaintyRamp(2) // [[244, 239, 232], [96, 38, 84]]
 */
export function uncertaintyRamp(count: number): Rgb[] {
  return steps(count, (t) => between(UNCERTAIN, t))
}

function steps(count: number, colour: (t: number) => Rgb): Rgb[] {
  if (!Number.isInteger(count) || count < 2 || count > 256) throw new RangeError(`ramp of ${count} colours`)
  return Array.from({ length: count }, (_, i) => colour(i / (count - 1)))
}

/** The published ramp at t from 0 (dark blue) to 1 (light yellow). */
function cividis(t: number): Rgb {
  const channel = (coefficients: readonly number[]) =>
    Math.max(
      0,
      Math.min(255, Math.round(coefficients.reduceRight((sum, coefficient) => sum * t + coefficient, 0))),
    )
  return [channel(CIVIDIS[0]), channel(CIVIDIS[1]), channel(CIVIDIS[2])]
}

/** Linear between the stops, which are equally spaced from t = 0 to t = 1. */
function between(stops: readonly Rgb[], t: number): Rgb {
  const place = Math.max(0, Math.min(1, t)) * (stops.length - 1)
  const before = Math.min(stops.length - 2, Math.floor(place))
  const [a, b] = [stops[before] ?? [0, 0, 0], stops[before + 1] ?? [0, 0, 0]]
  const share = place - before
  const channel = (k: 0 | 1 | 2) => Math.round(a[k] * (1 - share) + b[k] * share)
  return [channel(0), channel(1), channel(2)]
}
