/** Writes indexed-colour PNG files: a palette with transparency and one byte a pixel. Server only: needs node:zlib. */

import { constants, crc32, deflateSync } from 'node:zlib'

/** sRGB and opacity, 0 to 255 each. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

/** The image to encode. */
export type IndexedImage = {
  /** Columns, 1 to 16,384. */
  readonly width: number
  /** Rows, 1 to 16,384. */
  readonly height: number
  /** Palette index of each pixel, row-major from the top left, shape [height, width]. */
  readonly pixels: Uint8Array
  /** 1 to 256 colours. */
  readonly palette: readonly Rgba[]
  /** Drawn with a brush that has the colours of the palette: its indices are in range, and not looked at again. */
  readonly isDrawn?: boolean
  /** Mostly areas of one colour: run-length strategy, as small and several times as fast as searching for matches. */
  readonly flat?: boolean
  /** Text chunks: keyword of 1 to 79 characters to text, Latin-1 without NUL. */
  readonly text?: Readonly<Record<string, string>>
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const BIT_DEPTH = 8
const COLOUR_TYPE_INDEXED = 3
const LARGEST_SIDE = 16_384
/** Compression level: the default 6 takes twice as long for a tenth less. */
const LEVEL = 4

/**
 * A PNG file of colour type 3, bit depth 8, no filter (right for indices, which have no gradient), not interlaced.
 * Chunks: IHDR, PLTE, tRNS where a colour is not opaque, tEXt, IDAT, IEND.
 * Source: W3C, Portable Network Graphics (third edition). Same input, same bytes under one zlib.
 *
 * @param image width, height, pixels, palette, text
 * @returns the bytes of the file
 * @throws RangeError when a side, the number of pixels, a colour, an index that is looked at, or a text is out of range
 * @example encodeIndexedPng({ width: 1, height: 1, pixels: Uint8Array.of(0), palette: [[0, 0, 0, 0]] }).subarray(1, 4).toString() // 'PNG'
 */
export function encodeIndexedPng(image: IndexedImage): Buffer {
  assertImage(image)
  const { width, height, palette, text = {} } = image
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([BIT_DEPTH, COLOUR_TYPE_INDEXED], 8)
  const alpha = transparency(palette)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.from(palette.flatMap(([red, green, blue]) => [red, green, blue]))),
    ...(alpha.length > 0 ? [chunk('tRNS', alpha)] : []),
    ...Object.entries(text).map(([keyword, value]) =>
      chunk('tEXt', Buffer.from(`${keyword}\0${value}`, 'latin1')),
    ),
    chunk(
      'IDAT',
      deflateSync(scanlines(image), image.flat ? { strategy: constants.Z_RLE } : { level: LEVEL }),
    ),
    chunk('IEND', new Uint8Array(0)),
  ])
}

/** Opacities up to the last colour that is not opaque: the rest may be omitted. */
function transparency(palette: readonly Rgba[]): Uint8Array {
  const last = palette.findLastIndex(([, , , alpha]) => alpha < 255)
  return Uint8Array.from(palette.slice(0, last + 1), ([, , , alpha]) => alpha)
}

/** Reused for all pictures, each encoded synchronously: the system clears new memory first, which takes longer than this. */
let scratch = new Uint8Array(0)

/** Each row after its filter byte, 0 for none. */
function scanlines({ width, height, pixels }: IndexedImage): Uint8Array {
  const size = (width + 1) * height
  if (scratch.length < size) scratch = new Uint8Array(size)
  const lines = scratch.subarray(0, size)
  for (let row = 0; row < height; row += 1) {
    const start = row * (width + 1)
    lines[start] = 0
    lines.set(pixels.subarray(row * width, (row + 1) * width), start + 1)
  }
  return lines
}

/** Length of the data, type, data, checksum of type and data. */
function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(data.length + 12)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8)
  return bytes
}

function assertImage({ width, height, pixels, palette, isDrawn = false, text = {} }: IndexedImage): void {
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < 1 || side > LARGEST_SIDE)
      throw new RangeError(`image side of ${side}`)
  }
  if (pixels.length !== width * height)
    throw new RangeError(`${pixels.length} pixels for ${width} x ${height}`)
  if (palette.length < 1 || palette.length > 256) throw new RangeError(`palette of ${palette.length} colours`)
  const badColour = palette.flat().find((part) => !Number.isInteger(part) || part < 0 || part > 255)
  if (badColour !== undefined) throw new RangeError(`colour with ${badColour}`)
  // every byte is a valid colour when there are 256
  const badPixel = palette.length < 256 && !isDrawn ? greatest(pixels) : 0
  if (badPixel >= palette.length) throw new RangeError(`pixel ${badPixel} beyond ${palette.length} colours`)
  const badText = Object.entries(text).find(([keyword, value]) => !isText(keyword, value))
  if (badText) throw new RangeError(`text ${badText[0]} does not fit a PNG`)
}

/** Pictures are runs of one colour: of equal bytes only the first is checked, four at a time. */
function greatest(pixels: Uint8Array): number {
  const wordCount = pixels.byteOffset % 4 === 0 ? Math.floor(pixels.length / 4) : 0
  const words = new Uint32Array(pixels.buffer, wordCount === 0 ? 0 : pixels.byteOffset, wordCount)
  let [found, former] = [0, 0]
  for (let i = 0; i < wordCount; i += 1) {
    const word = words[i] ?? 0
    if (word === former) continue
    former = word
    found = Math.max(found, word & 0xff, (word >>> 8) & 0xff, (word >>> 16) & 0xff, word >>> 24)
  }
  for (let i = 4 * wordCount; i < pixels.length; i += 1) found = Math.max(found, pixels[i] ?? 0)
  return found
}

function isText(keyword: string, value: string): boolean {
  const writable = Array.from(keyword + value).every((letter) => letter > '\0' && letter <= '\u00ff')
  return writable && keyword.length >= 1 && keyword.length <= 79
}
