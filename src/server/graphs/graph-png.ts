/** From an opaque drawing to a small PNG of at most 256 colours. */
import { encodeIndexedPng, type Rgba } from '../../agronomy/indexed-png.ts'
import type { Brush } from '../kit/picture-type.ts'

const COLOURS_MAX = 256
/** Shades between ink and paper that differ less than this in each channel share one colour. */
const BITS = 4
const UNKNOWN = -1

/**
 * @param inks that must come out as they are, however many shades lie between them
 * @param title part of the file's text, so that a saved picture still says what it is
 */
export function pngOf(brush: Brush, inks: readonly string[], title: string): Buffer {
  const { width, height } = brush.canvas
  const { data } = brush.getImageData(0, 0, width, height)
  const { pixels, palette } = indexed(
    new Uint32Array(data.buffer, data.byteOffset, width * height),
    inks.map(colourOf),
  )
  return encodeIndexedPng({ width, height, pixels, palette, flat: true, text: { Title: title } })
}

/** @param colours of the pixels: red in the lowest byte, as machines of today have it */
function indexed(colours: Uint32Array, first: readonly number[]): { pixels: Uint8Array; palette: Rgba[] } {
  const pixels = new Uint8Array(colours.length)
  const known = new Int16Array(1 << (3 * BITS)).fill(UNKNOWN)
  const palette = first.map(rgbOf)
  first.forEach((colour, at) => (known[shade(colour)] = at))
  let former = 0
  let index = UNKNOWN
  for (let i = 0; i < colours.length; i += 1) {
    const colour = colours[i] ?? 0
    if (colour !== former || index === UNKNOWN) {
      former = colour
      const key = shade(colour)
      index = known[key] ?? UNKNOWN
      if (index === UNKNOWN) {
        index = palette.length < COLOURS_MAX ? palette.push(rgbOf(colour)) - 1 : nearest(palette, colour)
        known[key] = index
      }
    }
    pixels[i] = index
  }
  return { pixels, palette }
}

function shade(colour: number): number {
  const red = (colour & 0xff) >> (8 - BITS)
  const green = ((colour >> 8) & 0xff) >> (8 - BITS)
  const blue = ((colour >> 16) & 0xff) >> (8 - BITS)
  return (((red << BITS) | green) << BITS) | blue
}

function rgbOf(colour: number): Rgba {
  return [colour & 0xff, (colour >> 8) & 0xff, (colour >> 16) & 0xff, 255]
}

function nearest(palette: readonly Rgba[], colour: number): number {
  const [red, green, blue] = rgbOf(colour)
  const distances = palette.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2)
  return distances.indexOf(Math.min(...distances))
}

/** @param hex for example #fffdf9 */
function colourOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return red | (green << 8) | (blue << 16)
}
