/** From an opaque drawing to a small PNG of at most 256 colours. */
import { encodeIndexedPng, type Rgba } from '../kit/indexed-png.ts'
import type { Pixels } from './graph-line.ts'

const COLOURS_MAX = 256
/** Shades between ink and paper that differ less than this in each channel share one colour. */
const BITS = 4
const UNKNOWN = -1

/**
 * @param inks that must come out as they are, however many shades lie between them
 * @param title part of the file's text, so that a saved picture still says what it is
 */
export function pngOf({ colours, width }: Pixels, inks: readonly string[], title: string): Buffer {
  const { pixels, palette } = indexed({ colours, width }, [...new Set(inks)].map(colourOf))
  const height = colours.length / width
  return encodeIndexedPng({ width, height, pixels, palette, flat: true, text: { Title: title } })
}

/** One for all pictures, which are packed without a pause: so large a piece each time would keep the collector busy. */
let indexes = new Uint8Array(0)

/** @param first colours of the palette */
function indexed({ colours, width }: Pixels, first: readonly number[]) {
  if (indexes.length !== colours.length) indexes = new Uint8Array(colours.length)
  const pixels = indexes
  const bytes = Buffer.from(colours.buffer, colours.byteOffset, colours.byteLength)
  const indexOf = paletteOf(first)
  for (let start = 0; start < colours.length; start += width) {
    // much of a graph is empty: a row like the one above is found and copied at once
    if (start > 0 && sameRows(bytes, start, width)) {
      pixels.copyWithin(start, start - width, start)
      continue
    }
    let former = colours[start] ?? 0
    let index = indexOf.find(former)
    for (let i = start; i < start + width; i += 1) {
      const colour = colours[i] ?? 0
      if (colour !== former) {
        former = colour
        index = indexOf.find(colour)
      }
      pixels[i] = index
    }
  }
  return { pixels, palette: indexOf.palette }
}

function sameRows(bytes: Buffer, start: number, width: number): boolean {
  const [above, own, below] = [start - width, start, start + width].map((pixel) => pixel * 4)
  return bytes.compare(bytes, above, own, own, below) === 0
}

function paletteOf(first: readonly number[]) {
  const known = new Int16Array(1 << (3 * BITS)).fill(UNKNOWN)
  const palette: Rgba[] = first.map(rgbOf)
  first.forEach((colour, at) => (known[shade(colour)] = at))
  return {
    palette,
    find(colour: number): number {
      const key = shade(colour)
      const found = known[key] ?? UNKNOWN
      if (found !== UNKNOWN) return found
      const index = palette.length < COLOURS_MAX ? palette.push(rgbOf(colour)) - 1 : nearest(palette, colour)
      known[key] = index
      return index
    },
  }
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

/**
 * Opaque, red in the lowest byte.
 *
 * @param hex for example #fffdf9
 */
export function colourOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return (red | (green << 8) | (blue << 16) | 0xff000000) >>> 0
}
