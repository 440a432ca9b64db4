/** Type on pictures: the browser's family from the package, so that no font of the machine is needed. */
import { fileURLToPath } from 'node:url'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'

/** Device pixels to one pixel of the layout: sharp on a phone's screen and in print. */
export const SCALE = 2

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

/** A transparent drawing in pixels of the layout. */
export function newBrush(width: number, height: number): Brush {
  registerFonts()
  const brush = createCanvas(width * SCALE, height * SCALE).getContext('2d')
  brush.scale(SCALE, SCALE)
  brush.textBaseline = 'alphabetic'
  return brush
}

/** Breaks a text at spaces, and inside a word only where it is wider than the line; the last line may end in "…". */
export function wrap(brush: Brush, text: string, width: number, lines = Infinity): string[] {
  const fits = (line: string) => brush.measureText(line).width <= width
  const done: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') done.push(line)
    line = ''
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        done.push(line)
        line = ''
      }
      line += letter
    }
  }
  done.push(line)
  if (done.length <= lines) return done
  let last = done[lines - 1] ?? ''
  while (!fits(`${last}…`)) last = last.slice(0, -1)
  return [...done.slice(0, lines - 1), `${last}…`]
}
