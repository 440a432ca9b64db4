/** Type on pictures: the browser's family from the package, so that no font of the machine is needed. */
import { fileURLToPath } from 'node:url'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'

const FAMILY = 'Headgate Inter'
const WEIGHTS = [400, 600] as const

export type Brush = SKRSContext2D

let registered = false

function registerFonts(): void {
  if (registered) return
  for (const weight of WEIGHTS) {
    const file = fileURLToPath(
      import.meta.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`),
    )
    if (!GlobalFonts.registerFromPath(file, FAMILY)) throw new Error('the bundled font cannot be read')
  }
  registered = true
}

export function font(size: number, weight: (typeof WEIGHTS)[number] = 400): string {
  return `${weight} ${size}px "${FAMILY}"`
}

/**
 * A transparent drawing in pixels of the layout.
 *
 * @param scale device pixels to one pixel of the layout
 */
export function newBrush(width: number, height: number, scale: number): Brush {
  registerFonts()
  const brush = createCanvas(Math.round(width * scale), Math.round(height * scale)).getContext('2d')
  brush.scale(scale, scale)
  brush.textBaseline = 'alphabetic'
  return brush
}

/** The text, or as much of it as fits with "…" at its end. */
export function fitted(brush: Brush, text: string, width: number): string {
  if (brush.measureText(text).width <= width) return text
  let shorter = text
  while (shorter !== '' && brush.measureText(`${shorter}…`).width > width) shorter = shorter.slice(0, -1)
  return `${shorter.trimEnd()}…`
}
