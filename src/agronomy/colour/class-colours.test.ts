/** Adjacent classes are distinguishable, by CIE colour difference and simulated colour blindness. */
import { describe, expect, it } from 'vitest'
import type { Rgb } from './colour-ramp.ts'
import { classColours, MOISTURE_RAMPS } from './map-ramps.ts'

type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

/** Full severity, on linear light. Source: Machado, Oliveira and Fernandes (2009), table of their supplement. */
const EYES = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanope: [
    [0.152_286, 1.052_583, -0.204_868],
    [0.114_503, 0.786_281, 0.099_216],
    [-0.003_882, -0.048_116, 1.051_998],
  ],
  deuteranope: [
    [0.367_322, 0.860_646, -0.227_968],
    [0.280_085, 0.672_501, 0.047_413],
    [-0.011_82, 0.042_94, 0.968_881],
  ],
  tritanope: [
    [1.255_528, -0.076_749, -0.178_779],
    [-0.078_411, 0.930_809, 0.147_602],
    [0.004_733, 0.691_367, 0.3039],
  ],
} as const satisfies Record<string, Matrix>

const linear = (channel: number) =>
  channel / 255 <= 0.040_45 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4

const times = (row: Triple, [r, g, b]: Triple) => row[0] * r + row[1] * g + row[2] * b

/** CIELAB under D65 of what an eye sees of a colour. */
function labOf(colour: Rgb, eye: Matrix): Triple {
  const light: Triple = [linear(colour[0]), linear(colour[1]), linear(colour[2])]
  const clampedTimes = (row: Triple) => Math.max(0, Math.min(1, times(row, light)))
  const perceived: Triple = [clampedTimes(eye[0]), clampedTimes(eye[1]), clampedTimes(eye[2])]
  const f = (t: number) => (t > 216 / 24_389 ? Math.cbrt(t) : (841 / 108) * t + 4 / 29)
  const x = f(times([0.412_456_4, 0.357_576_1, 0.180_437_5], perceived) / 0.950_47)
  const y = f(times([0.212_672_9, 0.715_152_2, 0.072_175], perceived))
  const z = f(times([0.019_333_9, 0.119_192, 0.950_304_1], perceived) / 1.088_83)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const DEGREES = 180 / Math.PI
const cos = (degrees: number) => Math.cos(degrees / DEGREES)

/** CIEDE2000. Source: Sharma, Wu and Dalal (2005). */
function difference([L1, a1, b1]: Triple, [L2, a2, b2]: Triple): number {
  const shared = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const pull = (chroma: number) => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7))
  const stretched = (a: number) => a * (1 + 0.5 * (1 - pull(shared)))
  const [A1, A2] = [stretched(a1), stretched(a2)]
  const [C1, C2] = [Math.hypot(A1, b1), Math.hypot(A2, b2)]
  const hue = (a: number, b: number) => (Math.atan2(b, a) * DEGREES + 360) % 360
  const [h1, h2] = [hue(A1, b1), hue(A2, b2)]
  const grey = C1 * C2 === 0
  const turn = grey ? 0 : ((h2 - h1 + 540) % 360) - 180
  const middleHue = grey ? h1 + h2 : (h1 + turn / 2 + 360) % 360
  const [L, C] = [(L1 + L2) / 2, (C1 + C2) / 2]
  const weight =
    1 -
    0.17 * cos(middleHue - 30) +
    0.24 * cos(2 * middleHue) +
    0.32 * cos(3 * middleHue + 6) -
    0.2 * cos(4 * middleHue - 63)
  const lightness = (L2 - L1) / (1 + (0.015 * (L - 50) ** 2) / Math.sqrt(20 + (L - 50) ** 2))
  const chroma = (C2 - C1) / (1 + 0.045 * C)
  const colour = (2 * Math.sqrt(C1 * C2) * Math.sin(turn / 2 / DEGREES)) / (1 + 0.015 * C * weight)
  const rotation = -2 * pull(C) * Math.sin((60 * Math.exp(-(((middleHue - 275) / 25) ** 2))) / DEGREES)
  return Math.sqrt(lightness ** 2 + chroma ** 2 + colour ** 2 + rotation * chroma * colour)
}

describe('the colour difference of this test', () => {
  // Pairs 1, 4, 17, 25 and 34 of the published test data.
  it.each([
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, -1.3802, -84.2814], [50, 0, -82.7485], 1],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ] as const)('of %j and %j is %f', (first, second, published) => {
    expect(difference(first, second)).toBeCloseTo(published, 4)
  })
})

describe.each(MOISTURE_RAMPS)('classes of %s', (name) => {
  const colours = classColours(name)

  // A difference of 10 is seen at a glance on large areas; small ones beside each other want about twice that.
  it.each([
    ['usual', 19],
    ['protanope', 14],
    ['deuteranope', 14],
    ['tritanope', 14],
  ] as const)('are apart for the %s eye', (eye, least) => {
    const labs = colours.map((colour) => labOf(colour, EYES[eye]))
    labs.forEach((lab, i) =>
      labs
        .slice(i + 1)
        .forEach((otherLab) => expect(difference(lab, otherLab)).toBeGreaterThanOrEqual(least)),
    )
    expect(labs).toHaveLength(5)
  })
})

describe.each(['viridis', 'cividis'] as const)('classes of %s', (name) => {
  it('darken from dry to wet, so that a grey print keeps their order', () => {
    const light = classColours(name).map((colour) => labOf(colour, EYES.usual)[0])
    const steps = light.slice(1).map((value, i) => (light[i] ?? 0) - value)
    expect(Math.min(...steps)).toBeGreaterThan(12)
  })
})

describe('classes around the target', () => {
  it('are lightest at the target', () => {
    const light = classColours('target').map((colour) => labOf(colour, EYES.usual)[0])
    expect(light.indexOf(Math.max(...light))).toBe(2)
  })
})
