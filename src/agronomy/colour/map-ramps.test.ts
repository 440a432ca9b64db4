/** Map ramps against the published ones, and their order in lightness. */
import { describe, expect, it } from 'vitest'
import { moistureRamp, type Rgb } from './colour-ramp.ts'
import { divergingRamp, rampOf, uncertaintyRamp } from './map-ramps.ts'

/** Relative luminance as WCAG defines it. */
function luminance(colour: Rgb): number {
  const linear = (channel: number) =>
    channel / 255 <= 0.040_45 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])
}

const apart = (a: Rgb, b: Rgb) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
const at = (ramp: Rgb[], i: number): Rgb => ramp[i] ?? [0, 0, 0]

describe('ramps of moisture', () => {
  it('lists the default ramp first', () => {
    expect(rampOf('viridis', 64, 0.5)).toEqual(moistureRamp(64))
  })

  // Entries of the published table of 256, dark to light.
  it.each([
    [0, [0, 34, 78]],
    [64, [66, 78, 108]],
    [128, [124, 123, 120]],
    [192, [187, 173, 108]],
    [255, [254, 232, 56]],
  ])('is cividis reversed: entry %i is %j', (entry, published) => {
    const colour = at(rampOf('cividis', 256, 0.5), 255 - entry)
    colour.forEach((channel, k) => expect(Math.abs(channel - (published[k] ?? 0))).toBeLessThanOrEqual(14))
  })

  it.each(['viridis', 'cividis'] as const)('%s darkens steadily as the soil gets wetter', (name) => {
    const light = rampOf(name, 112, 0.5).map(luminance)
    expect(light.every((value, i) => i === 0 || value <= (light[i - 1] ?? 0) + 0.002)).toBe(true)
  })
})

describe('the ramp around a target', () => {
  it('is palest at the target, wherever that lies', () => {
    for (const middle of [0, 0.2, 0.5, 0.9, 1]) {
      const light = divergingRamp(101, middle).map(luminance)
      expect(light.indexOf(Math.max(...light))).toBe(Math.round(middle * 100))
    }
  })

  it('gets darker towards both ends', () => {
    const light = divergingRamp(101, 0.3).map(luminance)
    light.slice(0, 30).forEach((value, i) => expect(value).toBeLessThanOrEqual((light[i + 1] ?? 0) + 1e-9))
    light.slice(31).forEach((value, i) => expect(value).toBeLessThanOrEqual((light[i + 30] ?? 0) + 1e-9))
  })

  it('refuses a target beyond its ends', () => {
    expect(() => divergingRamp(10, 1.1)).toThrow(RangeError)
    expect(() => rampOf('target', 10, Number.NaN)).toThrow(RangeError)
  })
})

describe('the ramp of uncertainty', () => {
  it('darkens with uncertainty and shares no colour with moisture', () => {
    const ramp = uncertaintyRamp(64)
    const light = ramp.map(luminance)
    expect(light.every((value, i) => i === 0 || value <= (light[i - 1] ?? 0))).toBe(true)
    const moist = moistureRamp(64)
    for (const colour of ramp.slice(20))
      for (const moistColour of moist) expect(apart(colour, moistColour)).toBeGreaterThan(20)
  })

  it.each([0, 1, 257, 2.5, Number.NaN])('is refused for %d colours', (count) => {
    expect(() => uncertaintyRamp(count)).toThrow(RangeError)
    expect(() => rampOf('cividis', count, 0.5)).toThrow(RangeError)
  })
})
