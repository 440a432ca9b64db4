/** The moisture colour ramp: reversed viridis from dry yellow to wet dark violet, and its limits. */

import { VALID_MOISTURE } from '../soil/root-zone.ts'
import type { SoilLimits } from '../soil/soil-texture.ts'

/** sRGB, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Moisture at the dry and at the wet end of a ramp, m3/m3; a picture always prints both. */
export type ColourLimits = { readonly low: number; readonly high: number }

/**
 * Every fifth entry of the 256 of viridis, dark to light, six hexadecimal digits each.
 * Source: Smith, van der Walt and Firing (2015), published under CC0. Legible in greyscale and to colour-blind users.
 */
const VIRIDIS_STOPS =
  '44015446085c471063481769481d6f482475472a7a46307e453781433d844142873f48893d4e8a' +
  '3a538b38598c355e8d33638d31688e2e6d8e2c718e2a768e297b8e27808e25848e23898e218e8d' +
  '20928c1f978b1e9c891fa18821a58524aa8328ae802eb37c35b7793dbc7446c06f50c46a5ac864' +
  '65cb5e70cf577cd25089d54895d840a2da37b0dd2fbddf26cae11fd8e219e5e419f1e51dfde725'

/** How far beyond wilting point and field capacity the colours reach, m3/m3. */
const MARGIN = 0.05

/**
 * The moisture ramp in equal steps, linear between published entries (at most 1 of 255 off the table).
 *
 * @param count number of colours, 2 to 256
 * @returns colours from dry (yellow) to wet (dark violet), shape [count]
 * @throws RangeError when the count is out of range
 * @example moistureRamp(2) // [[253, 231, 37], [68, 1, 84]]
 */
export function moistureRamp(count: number): Rgb[] {
  assertCount(count)
  return Array.from({ length: count }, (_, i) => viridis(1 - i / (count - 1)))
}

/**
 * The published ramp, linear between its entries.
 *
 * @param t from 0 (dark violet) to 1 (light yellow)
 * @returns sRGB
 * @example viridis(1) // [253, 231, 37]
 */
export function viridis(t: number): Rgb {
  const last = VIRIDIS_STOPS.length / 6 - 1
  const before = Math.min(last - 1, Math.floor(t * last))
  const share = t * last - before
  const channel = (offset: number) =>
    Math.round(stop(before, offset) * (1 - share) + stop(before + 1, offset) * share)
  return [channel(0), channel(2), channel(4)]
}

function stop(index: number, offset: number): number {
  return Number.parseInt(VIRIDIS_STOPS.slice(index * 6 + offset, index * 6 + offset + 2), 16)
}

/**
 * Colour of a value: floor(count (theta - low) / (high - low)), clamped to the ends of the ramp.
 *
 * @param value theta, m3/m3
 * @param limits low and high, m3/m3
 * @param count number of colours of the ramp
 * @returns index from 0 (driest) to count - 1 (wettest)
 * @throws RangeError when the value is not a number or the limits do not rise
 * @example rampIndex(0.2, { low: 0.1, high: 0.3 }, 100) // 50
 */
export function rampIndex(value: number, limits: ColourLimits, count: number): number {
  assertCount(count)
  if (Number.isNaN(value) || !(limits.high > limits.low)) {
    throw new RangeError(`no colour for ${value} between ${limits.low} and ${limits.high}`)
  }
  const share = (value - limits.low) / (limits.high - limits.low)
  return Math.max(0, Math.min(count - 1, Math.floor(share * count)))
}

/**
 * The limits of a picture: 0.05 below wilting point to 0.05 above field capacity, rounded to 0.01, within valid
 * moisture. They hang on the soil alone, so that two pictures of one system can be compared.
 *
 * @param soil FC and WP, m3/m3
 * @returns limits to draw with and to print
 * @throws RangeError when FC is not above WP
 * @example moistureColourLimits({ fieldCapacity: 0.25, wiltingPoint: 0.12 }) // { low: 0.07, high: 0.3 }
 */
export function moistureColourLimits(soil: SoilLimits): ColourLimits {
  if (!(soil.fieldCapacity > soil.wiltingPoint)) {
    throw new RangeError(
      `field capacity ${soil.fieldCapacity} is not above wilting point ${soil.wiltingPoint}`,
    )
  }
  return {
    low: Math.max(VALID_MOISTURE.least, hundredths(soil.wiltingPoint - MARGIN)),
    high: Math.min(VALID_MOISTURE.greatest, hundredths(soil.fieldCapacity + MARGIN)),
  }
}

function hundredths(value: number): number {
  // The small lift makes a written half, such as 0.045 - 0.05, round up in spite of binary noise.
  return Math.round(value * 100 + 1e-9) / 100
}

/**
 * A colour as style sheets write it.
 *
 * @param colour sRGB
 * @returns seven characters
 * @example hexColour([253, 231, 37]) // '#fde725'
 */
export function hexColour(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function assertCount(count: number): void {
  if (!Number.isInteger(count) || count < 2 || count > 256) throw new RangeError(`ramp of ${count} colours`)
}
