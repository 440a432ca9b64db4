/** The file parsed chunk by chunk, and read by an independent decoder. */
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encodeIndexedPng, type IndexedImage } from './indexed-png.ts'

const image: IndexedImage = {
  width: 3,
  height: 2,
  pixels: Uint8Array.of(0, 1, 2, 3, 2, 1),
  palette: [
    [0, 0, 0, 0],
    [253, 231, 37, 255],
    [68, 1, 84, 255],
    [200, 100, 50, 255],
  ],
  text: { Title: 'North Pivot' },
}

/** CRC-32 bit by bit, as in annex D of the standard. */
function slowCrc(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

function chunks(png: Buffer): { type: string; data: Buffer }[] {
  const found = []
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    const checked = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(slowCrc(checked))
    found.push({ type: checked.subarray(0, 4).toString('latin1'), data: checked.subarray(4) })
    at += length + 12
  }
  return found
}

/** The bytes of the only chunk of a type. */
function only(png: Buffer, type: string): number[] {
  return chunks(png)
    .filter((chunk) => chunk.type === type)
    .flatMap(({ data }) => [...data])
}

describe('the file', () => {
  const png = encodeIndexedPng(image)

  it('starts with the signature and holds the chunks in order', () => {
    expect([...png.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10])
    expect(chunks(png).map(({ type }) => type)).toEqual(['IHDR', 'PLTE', 'tRNS', 'tEXt', 'IDAT', 'IEND'])
  })

  it('declares 3 x 2, eight bits, indexed', () => {
    expect(only(png, 'IHDR')).toEqual([0, 0, 0, 3, 0, 0, 0, 2, 8, 3, 0, 0, 0])
  })

  it('holds palette, transparency, text and unfiltered rows', () => {
    expect(only(png, 'PLTE')).toEqual([0, 0, 0, 253, 231, 37, 68, 1, 84, 200, 100, 50])
    expect(only(png, 'tRNS')).toEqual([0])
    expect(Buffer.from(only(png, 'tEXt')).toString('latin1')).toBe('Title\0North Pivot')
    expect([...inflateSync(Buffer.from(only(png, 'IDAT')))]).toEqual([0, 0, 1, 2, 0, 3, 2, 1])
  })

  it('omits transparency when every colour is opaque', () => {
    const opaque = encodeIndexedPng({
      width: 1,
      height: 1,
      pixels: Uint8Array.of(0),
      palette: [[1, 2, 3, 255]],
    })
    expect(chunks(opaque).map(({ type }) => type)).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND'])
  })
})

it.each([false, true])(
  'is read by another decoder, pixel for pixel, with run-length strategy: %s',
  async (flat) => {
    const width = 97
    const height = 61
    const palette = Array.from(
      { length: 256 },
      (_, i) => [i, (i * 7) % 256, 255 - i, i === 0 ? 0 : 255] as const,
    )
    const pixels = Uint8Array.from({ length: width * height }, (_, i) => (i * 31) % 256)
    const decoded = await loadImage(encodeIndexedPng({ width, height, pixels, palette, flat }))
    const context = createCanvas(width, height).getContext('2d')
    context.drawImage(decoded, 0, 0)
    const expected = [...pixels].flatMap((index) =>
      index === 0 ? [0, 0, 0, 0] : [...(palette[index] ?? [])],
    )
    expect([decoded.width, decoded.height]).toEqual([width, height])
    expect(Buffer.from(context.getImageData(0, 0, width, height).data).equals(Buffer.from(expected))).toBe(
      true,
    )
  },
)

describe('misuse', () => {
  it.each<[string, Partial<IndexedImage>]>([
    ['no width', { width: 0 }],
    ['half a row', { height: 1.5 }],
    ['too few pixels', { pixels: new Uint8Array(5) }],
    ['a pixel without colour', { pixels: Uint8Array.of(0, 1, 2, 3, 2, 4) }],
    ['no palette', { palette: [] }],
    ['a colour out of range', { palette: [[0, 0, 256, 0], ...image.palette] }],
    ['an empty keyword', { text: { '': 'x' } }],
    ['a letter beyond Latin-1', { text: { Title: 'Nordkreis \u2192' } }],
  ])('is refused: %s', (_, change) => {
    expect(() => encodeIndexedPng({ ...image, ...change })).toThrow(RangeError)
  })
})
