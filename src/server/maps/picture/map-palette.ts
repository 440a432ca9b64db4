/** The palette of a map picture: at most 256 colours, for small files. */
import { hexColour, type Rgb } from '#agronomy/colour/colour-ramp.ts'
import type { MapPaper } from '#contract/maps.ts'
import type { Rgba } from '../../kit/picture/indexed-png.ts'
import { Shades } from '../../kit/picture/shades.ts'

/** The colours of both themes: a picture matches the screen around it. */
const TOKENS: Readonly<Record<MapPaper, { paper: Rgb; ink: Rgb; inkSoft: Rgb }>> = {
  light: { paper: [255, 253, 249], ink: [27, 31, 28], inkSoft: [83, 87, 79] },
  dark: { paper: [29, 33, 30], ink: [241, 239, 232], inkSoft: [185, 186, 176] },
}

/** Steps of a continuous ramp in a picture. */
export const RAMP_COLOURS = 112
export const TRANSPARENT = 0
const FIRST_RAMP = 1
const INK_SHADES = 28
/** Colours of a ramp that edges are blended with: all of five classes, every fourth of a continuous ramp. */
const OVERLAID_MOST = 28

function mix(from: Rgb, to: Rgb, share: number): Rgba {
  const part = (channel: 0 | 1 | 2) => Math.round(from[channel] * (1 - share) + to[channel] * share)
  return [part(0), part(1), part(2), 255]
}

/** Every n-th colour of the ramp, blended with ink or paper: edges of lines, dots and panels. */
function overlaid(ramp: readonly Rgb[], over: Rgb, share: number): Rgba[] {
  const stride = Math.ceil(ramp.length / OVERLAID_MOST)
  return ramp.filter((_, i) => i % stride === 0).map((colour) => mix(colour, over, share))
}

/** Few combinations are in use at a time, so the blends are cached. */
const cache = new Map<string, Shades>()
const KEPT_MOST = 8

/**
 * The palette of a picture.
 *
 * @param ramp at most RAMP_COLOURS
 */
export function shadesOf(ramp: readonly Rgb[], on: MapPaper): Shades {
  const key = `${on} ${ramp.join(' ')}`
  const shades = cache.get(key) ?? new Shades(paletteOf(ramp, on))
  cache.delete(key)
  cache.set(key, shades)
  const [oldest] = cache.keys()
  if (cache.size > KEPT_MOST && oldest !== undefined) cache.delete(oldest)
  return shades
}

function paletteOf(ramp: readonly Rgb[], on: MapPaper): readonly Rgba[] {
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

/** Water on the rim: the brand colour of either theme. */
const WATERS: readonly Rgb[] = [
  [11, 93, 102],
  [108, 200, 201],
]

/** The colours as a brush uses them. */
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
