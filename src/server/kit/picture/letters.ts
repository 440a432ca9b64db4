/** Text on pictures: each word is rendered once, with the web application's font, and cached as a coverage mask. */
import { fileURLToPath } from 'node:url'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { COVERED } from './shades.ts'

const FAMILY = 'Headgate Inter'
const WEIGHTS = [400, 600] as const
const ADVANCES_MOST = 10_000
/** For all masks together; the oldest are evicted first. */
const KEPT_BYTES_MAX = 4 * 1024 * 1024
/** Memory per mask besides its pixels, approximately. */
const MASK_BYTES = 256
const PAD = { width: 512, height: 128 }

/** Coverage of a word, in levels from 0 to COVERED, row-major, shape [height, width]; left and top from its start on the baseline. */
export interface Mask {
  left: number
  top: number
  width: number
  height: number
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
  for (const [oldest, { levels }] of masks) {
    if (keptBytes <= KEPT_BYTES_MAX) break
    keptBytes -= MASK_BYTES + levels.length
    masks.delete(oldest)
  }
  keptBytes += MASK_BYTES + mask.levels.length
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
  const levels = Uint8Array.from({ length: width * height }, (_, i) =>
    Math.round(((data[4 * i + 3] ?? 0) * COVERED) / 255),
  )
  return { left, top, width, height, levels }
}
