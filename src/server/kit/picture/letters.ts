/** Text on pictures: each word is rendered once, with the web application's font, and cached as a coverage mask. */
import { fileURLToPath } from 'node:url'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { COVERED } from './shades.ts'

const FAMILY = 'Headgate Inter'
const WEIGHTS = [400, 600] as const
const ADVANCES_MOST = 10_000
/** For all masks together; the oldest are evicted first. */
const KEPT_BYTES_MAX = 4 * 1024 * 1024
/** Memory of a mask, approximately: a covered pixel has its place and its level. */
const bytesOf = ({ levels }: Mask) => 256 + 5 * levels.length
const PAD = { width: 512, height: 128 }

/** The pixels that a word covers, from its start on the baseline, and how much of each, in levels from 1 to COVERED. */
export interface Mask {
  x: Int16Array
  y: Int16Array
  levels: Uint8Array
}

/** Cached widths by word and type; masks by colour and scale, too. */
const advances = new Map<string, number>()
const masks = new Map<string, Mask>()
let keptBytes = 0
let pad: SKRSContext2D | undefined

export function font(size: number, weight: (typeof WEIGHTS)[number] = 400): string {
  return `${weight} ${size}px "${FAMILY}"`
}

/** Where the next word begins, layout pixels; words are separated by a space. */
export function advanceOf(word: string, type: string): number {
  const key = `${type} ${word}`
  const cached = advances.get(key)
  if (cached !== undefined) return cached
  const brush = padOf(0, 0)
  brush.font = type
  const { width } = brush.measureText(word)
  if (advances.size >= ADVANCES_MOST) advances.clear()
  advances.set(key, width)
  return width
}

/**
 * @param colour light letters are drawn slightly bolder than dark ones
 * @param scale device pixels per layout pixel
 */
export function maskOf(word: string, type: string, colour: string, scale: number): Mask {
  const key = `${scale} ${colour} ${type} ${word}`
  const cached = masks.get(key)
  if (cached) return cached
  const mask = drawMask(word, type, colour, scale)
  for (const [oldest, kept] of masks) {
    if (keptBytes <= KEPT_BYTES_MAX) break
    keptBytes -= bytesOf(kept)
    masks.delete(oldest)
  }
  keptBytes += bytesOf(mask)
  masks.set(key, mask)
  return mask
}

/** Only as large as the longest word so far: reading from a canvas allocates memory each time. */
function padOf(width: number, height: number): SKRSContext2D {
  if (!pad) registerFonts()
  if (!pad || pad.canvas.width < width || pad.canvas.height < height)
    pad = createCanvas(Math.max(PAD.width, width), Math.max(PAD.height, height)).getContext('2d')
  return pad
}

function registerFonts(): void {
  for (const weight of WEIGHTS) {
    const file = fileURLToPath(new URL(`./fonts/inter-latin-${weight}.woff2`, import.meta.url))
    if (!GlobalFonts.registerFromPath(file, FAMILY)) throw new Error('the bundled font cannot be read')
  }
}

function drawMask(word: string, type: string, colour: string, scale: number): Mask {
  const ruler = padOf(0, 0)
  ruler.font = type
  const box = ruler.measureText(word)
  // a pixel more on each side for soft edges
  const left = Math.floor(-box.actualBoundingBoxLeft * scale) - 1
  const top = Math.floor(-box.actualBoundingBoxAscent * scale) - 1
  const width = Math.max(1, Math.ceil(box.actualBoundingBoxRight * scale) + 1 - left)
  const height = Math.max(1, Math.ceil(box.actualBoundingBoxDescent * scale) + 1 - top)
  const brush = padOf(width, height)
  brush.clearRect(0, 0, width, height)
  brush.save()
  brush.translate(-left, -top)
  brush.scale(scale, scale)
  brush.font = type
  brush.fillStyle = colour
  brush.fillText(word, 0, 0)
  brush.restore()
  const { data } = brush.getImageData(0, 0, width, height)
  const [x, y, levels]: [number[], number[], number[]] = [[], [], []]
  for (let i = 0; i < width * height; i += 1) {
    const level = Math.round(((data[4 * i + 3] ?? 0) * COVERED) / 255)
    if (level === 0) continue
    x.push(left + (i % width))
    y.push(top + Math.floor(i / width))
    levels.push(level)
  }
  return { x: Int16Array.from(x), y: Int16Array.from(y), levels: Uint8Array.from(levels) }
}
