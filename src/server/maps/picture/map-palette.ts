/** The colours of a map picture: at most 256, so that a picture of a whole field stays small. */
import { hexColour, type Rgb } from '#agronomy/colour/colour-ramp.ts'
import type { MapPaper } from '#contract/maps.ts'
import type { Rgba } from '../../kit/indexed-png.ts'

/** The tokens of both themes: a picture and the screen beside it look alike. */
const TOKENS: Readonly<Record<MapPaper, { paper: Rgb; ink: Rgb; inkSoft: Rgb }>> = {
  light: { paper: [255, 253, 249], ink: [27, 31, 28], inkSoft: [83, 87, 79] },
  dark: { paper: [29, 33, 30], ink: [241, 239, 232], inkSoft: [185, 186, 176] },
}

/** Steps of a continuous ramp in a picture. */
export const RAMP_COLOURS = 112
const TRANSPARENT = 0
const FIRST_RAMP = 1
const INK_SHADES = 28
/** Colours of a ramp that edges are blended with: of five classes every one, of a long ramp every fourth. */
const OVERLAID_MOST = 28

function mix(from: Rgb, to: Rgb, share: number): Rgba {
  const part = (channel: 0 | 1 | 2) => Math.round(from[channel] * (1 - share) + to[channel] * share)
  return [part(0), part(1), part(2), 255]
}

/** Every so many colours of the ramp, with some ink or paper laid over: edges of lines, dots and plates. */
function overlaid(ramp: readonly Rgb[], over: Rgb, share: number): Rgba[] {
  const every = Math.ceil(ramp.length / OVERLAID_MOST)
  return ramp.filter((_, i) => i % every === 0).map((colour) => mix(colour, over, share))
}

/**
 * The palette of a picture.
 *
 * @param ramp at most RAMP_COLOURS
 */
export function paletteOf(ramp: readonly Rgb[], on: MapPaper): readonly Rgba[] {
  const { paper, ink } = TOKENS[on]
  return [
    [...paper, 0],
    ...ramp.map((colour) => mix(colour, colour, 0)),
    ...Array.from({ length: INK_SHADES }, (_, i) => mix(paper, ink, i / (INK_SHADES - 1))),
    ...overlaid(ramp, ink, 0.3),
    ...overlaid(ramp, ink, 0.6),
    ...overlaid(ramp, paper, 0.5),
    ...[64, 128, 192].map((alpha): Rgba => [...paper, alpha]),
    ...[48, 96, 144, 192].map((alpha): Rgba => [...ink, alpha]),
    ...WATERS.map((water): Rgba => [...water, 255]),
    ...WATERS.map((water): Rgba => [...water, 128]),
  ]
}

/** Water on the rim: the brand of either theme. */
const WATERS: readonly Rgb[] = [
  [11, 93, 102],
  [108, 200, 201],
]

/** What a picture is drawn with, as a brush takes it. */
export interface Inks {
  paper: string
  ink: string
  inkSoft: string
  water: string
}

export function inksOf(on: MapPaper): Inks {
  const { paper, ink, inkSoft } = TOKENS[on]
  const [onLight, onDark] = WATERS
  const water = on === 'light' ? onLight : onDark
  return {
    paper: hexColour(paper),
    ink: hexColour(ink),
    inkSoft: hexColour(inkSoft),
    water: hexColour(water ?? ink),
  }
}

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
