/** The colours of a map picture: at most 256, so that a picture of a whole field stays small. */
import { hexColour, type Rgb } from '../../../agronomy/colour/colour-ramp.ts'
import type { Rgba } from '../../kit/indexed-png.ts'

/** The tokens of the light theme: a print and the screen beside it look alike. */
const PAPER: Rgb = [255, 253, 249]
const INK: Rgb = [27, 31, 28]
const INK_SOFT: Rgb = [83, 87, 79]

/** Steps of the ramp in a picture: of moisture, one is a fifth of a per cent of water. */
export const RAMP_COLOURS = 112
const TRANSPARENT = 0
const FIRST_RAMP = 1
const INK_SHADES = 28
const OVERLAID_EVERY = 4

function mix(from: Rgb, to: Rgb, share: number): Rgba {
  const part = (channel: 0 | 1 | 2) => Math.round(from[channel] * (1 - share) + to[channel] * share)
  return [part(0), part(1), part(2), 255]
}

/** Every so many colours of the ramp, with some ink or paper laid over: edges of lines, dots and plates. */
function overlaid(ramp: readonly Rgb[], over: Rgb, share: number): Rgba[] {
  return ramp.filter((_, i) => i % OVERLAID_EVERY === 0).map((colour) => mix(colour, over, share))
}

/**
 * The palette of a picture.
 *
 * @param ramp shape [RAMP_COLOURS]
 */
export function paletteOf(ramp: readonly Rgb[]): readonly Rgba[] {
  return [
    [...PAPER, 0],
    ...ramp.map((colour) => mix(colour, colour, 0)),
    ...Array.from({ length: INK_SHADES }, (_, i) => mix(PAPER, INK, i / (INK_SHADES - 1))),
    ...overlaid(ramp, INK, 0.3),
    ...overlaid(ramp, INK, 0.6),
    ...overlaid(ramp, PAPER, 0.5),
    ...[64, 128, 192].map((alpha): Rgba => [...PAPER, alpha]),
    ...[48, 96, 144, 192].map((alpha): Rgba => [...INK, alpha]),
  ]
}

export const paper = hexColour(PAPER)
export const ink = hexColour(INK)
export const inkSoft = hexColour(INK_SOFT)

/** Palette index of a step of the ramp. */
export function rampColour(step: number): number {
  return FIRST_RAMP + step
}

/**
 * Lays a drawing over a picture of palette indices.
 *
 * @param base palette indices, changed in place
 * @param drawing RGBA, not premultiplied, shape [base.length, 4]
 */
export function layOver(base: Uint8Array, drawing: Uint8ClampedArray, palette: readonly Rgba[]): void {
  const words = new Uint32Array(drawing.buffer, drawing.byteOffset, base.length)
  const known = new Map<number, number>()
  // plates and letters are runs of one colour: most pixels ask what the one before them asked
  let [lastWord, lastUnder, last] = [0, -1, TRANSPARENT]
  for (let pixel = 0; pixel < base.length; pixel += 1) {
    const word = words[pixel] ?? 0
    if (word === 0) continue
    const under = base[pixel] ?? TRANSPARENT
    if (word !== lastWord || under !== lastUnder) {
      last = laidOver(drawing, pixel * 4, under, { palette, known })
      lastWord = word
      lastUnder = under
    }
    base[pixel] = last
  }
}

interface Answers {
  palette: readonly Rgba[]
  /** Colours a hair apart may share one answer; what lies under full opacity does not matter. */
  known: Map<number, number>
}

function laidOver(
  drawing: Uint8ClampedArray,
  at: number,
  under: number,
  { palette, known }: Answers,
): number {
  const opacity = drawing[at + 3] ?? 0
  if (opacity === 0) return under
  const red = drawing[at] ?? 0
  const green = drawing[at + 1] ?? 0
  const blue = drawing[at + 2] ?? 0
  const key =
    (((red >> 2) * 64 + (green >> 2)) * 64 + (blue >> 2)) * 65_536 +
    (opacity >> 3) * 256 +
    (opacity === 255 ? 0 : under)
  let found = known.get(key)
  if (found === undefined) {
    found = nearest(blend([red, green, blue, opacity], palette[under] ?? [0, 0, 0, 0]), palette)
    known.set(key, found)
  }
  return found
}

function blend([red, green, blue, alpha]: Rgba, [r, g, b, a]: Rgba): Rgba {
  const over = alpha / 255
  const under = (a / 255) * (1 - over)
  const total = over + under
  const channel = (above: number, below: number) => (above * over + below * under) / total
  return [channel(red, r), channel(green, g), channel(blue, b), total * 255]
}

function nearest([red, green, blue, alpha]: Rgba, palette: readonly Rgba[]): number {
  let best = TRANSPARENT
  let least = Infinity
  palette.forEach(([r, g, b, a], index) => {
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2 + 4 * (a - alpha) ** 2
    if (distance < least) {
      least = distance
      best = index
    }
  })
  return best
}
