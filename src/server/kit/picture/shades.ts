/** The colours of a picture, at most 256, and the blends of an ink that covers a pixel in part. */
import type { Rgba } from './indexed-png.ts'

/** Level of a completely covered pixel; 0 is an untouched one. */
export const COVERED = 16

const COLOURS_MAX = 256
const UNKNOWN = -1

export class Shades {
  readonly colours: readonly Rgba[]
  private readonly inks = new Map<string, number>()
  /** Per ink, by the colour underneath and the level. */
  private readonly tables: Int16Array[] = []

  /** @param colours at most 256 */
  constructor(colours: readonly Rgba[]) {
    this.colours = colours
  }

  /** @param hex for example #fffdf9: an opaque colour, or the nearest one in the palette */
  indexOf(hex: string): number {
    const knownIndex = this.inks.get(hex)
    if (knownIndex !== undefined) return knownIndex
    const index = this.nearest([...rgbOf(hex), 255])
    this.inks.set(hex, index)
    return index
  }

  /** Index [under * COVERED + level] of the blend; negative until `blended` has computed it. */
  tableOf(ink: number): Int16Array {
    return (this.tables[ink] ??= new Int16Array(COLOURS_MAX * COVERED).fill(UNKNOWN))
  }

  /** @param level from 1 to COVERED - 1 */
  blended(ink: number, under: number, level: number): number {
    const found = this.nearest(
      blend(this.colours[ink] ?? CLEAR, this.colours[under] ?? CLEAR, level / COVERED),
    )
    this.tableOf(ink)[under * COVERED + level] = found
    return found
  }

  private nearest([red, green, blue, alpha]: Rgba): number {
    let best = 0
    let least = Infinity
    this.colours.forEach(([r, g, b, a], index) => {
      const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2 + 4 * (a - alpha) ** 2
      if (distance < least) {
        least = distance
        best = index
      }
    })
    return best
  }
}

const CLEAR: Rgba = [0, 0, 0, 0]

/** Not premultiplied. @param share of the pixel that the upper one covers */
function blend([red, green, blue, alpha]: Rgba, [r, g, b, a]: Rgba, share: number): Rgba {
  const over = (alpha / 255) * share
  const under = (a / 255) * (1 - over)
  const total = over + under
  const channel = (above: number, below: number) => (above * over + below * under) / total
  return [channel(red, r), channel(green, g), channel(blue, b), total * 255]
}

/** @param hex for example #fffdf9 */
export function rgbOf(hex: string): readonly [red: number, green: number, blue: number] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return [red, green, blue]
}
