/**
 * Draws lines, shapes and letters directly into the palette indices of a picture: a canvas needs four bytes per
 * pixel and new memory each time they are read, which costs more than all the drawing.
 */
import { advanceOf, font, maskOf } from './letters.ts'
import { coverPolygon, type Point } from './polygon.ts'
import { COVERED, type Shades } from './shades.ts'

/** A picture being drawn; row-major, shape [height, width]. */
export class Sheet {
  readonly width: number
  height = 0
  /** At least one per pixel. */
  private bytes: Uint8Array

  /** @param spare bytes of a sheet that is no longer used: the system must clear new memory first */
  constructor(width: number, spare?: Sheet) {
    this.width = width
    this.bytes = spare?.bytes ?? new Uint8Array(0)
  }

  get pixels(): Uint8Array {
    return this.bytes.subarray(0, this.width * this.height)
  }

  /** Adds rows at the bottom. @param index fill colour */
  extendTo(height: number, index: number): void {
    const [from, to] = [this.width * this.height, this.width * height]
    if (to > this.bytes.length) {
      const grown = new Uint8Array(to)
      grown.set(this.bytes.subarray(0, from))
      this.bytes = grown
    }
    this.bytes.fill(index, from, to)
    this.height = height
  }
}

/** Angles clockwise from east, as in a canvas. */
interface Arc {
  x: number
  y: number
  radius: number
  from: number
  to: number
}

const FULL = 2 * Math.PI
/** Length of the straight segments of a filled arc, device pixels. */
const PIECE = 2

/** Lengths are layout pixels; the methods have the names and meaning of a canvas. */
export class Brush {
  fillStyle = '#000000'
  strokeStyle = '#000000'
  lineWidth = 1
  globalAlpha = 1
  font = font(14)
  textAlign: 'left' | 'center' | 'right' = 'left'
  private readonly sheet: Sheet
  private readonly shades: Shades
  private readonly scale: number
  private dashes: readonly number[] = []
  private outline: Point[] = []
  private lines: [Point, Point][] = []
  private arcs: Arc[] = []

  /** @param scale device pixels per layout pixel */
  constructor(sheet: Sheet, shades: Shades, scale: number) {
    this.sheet = sheet
    this.shades = shades
    this.scale = scale
  }

  setLineDash(dashes: readonly number[]): void {
    this.dashes = dashes
  }

  measureText(text: string): { width: number } {
    const parts = text.split(' ')
    const space = parts.length > 1 ? advanceOf(' ', this.font) : 0
    return {
      width: parts.reduce(
        (sum, word) => sum + (word === '' ? 0 : advanceOf(word, this.font)),
        space * (parts.length - 1),
      ),
    }
  }

  fillText(text: string, x: number, y: number): void {
    const shift = { left: 0, center: 0.5, right: 1 }[this.textAlign]
    const space = advanceOf(' ', this.font)
    let at = shift === 0 ? x : x - this.measureText(text).width * shift
    for (const word of text.split(' ')) {
      if (word !== '') {
        this.stamp(word, Math.round(at * this.scale), Math.round(y * this.scale))
        at += advanceOf(word, this.font)
      }
      at += space
    }
  }

  private stamp(word: string, left: number, base: number): void {
    const { x, y, levels } = maskOf(word, this.font, this.fillStyle, this.scale)
    const lay = this.layer(this.fillStyle)
    for (let i = 0; i < levels.length; i += 1) lay(left + (x[i] ?? 0), base + (y[i] ?? 0), levels[i] ?? 0)
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.box(x, y, x + width, y + height, this.fillStyle)
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    const half = this.lineWidth / 2
    const [left, right] = [x - half, x + width + half]
    for (const middle of [y, y + height])
      this.box(left, middle - half, right, middle + half, this.strokeStyle)
    for (const middle of [x, x + width])
      this.box(middle - half, y + half, middle + half, y + height - half, this.strokeStyle)
  }

  beginPath(): void {
    this.outline = []
    this.lines = []
    this.arcs = []
  }

  moveTo(x: number, y: number): void {
    this.outline.push([x, y])
  }

  lineTo(x: number, y: number): void {
    const former = this.outline.at(-1)
    if (former) this.lines.push([former, [x, y]])
    this.outline.push([x, y])
  }

  closePath(): void {
    const [first] = this.outline
    if (first) this.lineTo(...first)
  }

  arc(x: number, y: number, radius: number, from: number, to: number): void {
    const span = to - from >= FULL ? FULL : (((to - from) % FULL) + FULL) % FULL
    const pieces = Math.max(8, Math.ceil((span * radius * this.scale) / PIECE))
    const former = this.outline.at(-1)
    const points = Array.from({ length: pieces + 1 }, (_, i): Point => {
      const angle = from + (span * i) / pieces
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
    })
    const [begin] = points
    if (former && begin) this.lines.push([former, begin])
    this.outline.push(...points)
    this.arcs.push({ x, y, radius, from, to: from + span })
  }

  roundRect(x: number, y: number, width: number, height: number, radius: number): void {
    const [right, bottom, quarter] = [x + width, y + height, Math.PI / 2]
    this.arc(right - radius, bottom - radius, radius, 0, quarter)
    this.arc(x + radius, bottom - radius, radius, quarter, 2 * quarter)
    this.arc(x + radius, y + radius, radius, 2 * quarter, 3 * quarter)
    this.arc(right - radius, y + radius, radius, 3 * quarter, FULL)
    this.closePath()
  }

  fill(): void {
    const [only] = this.arcs
    if (only && this.arcs.length === 1 && this.lines.length === 0 && only.to - only.from >= FULL)
      return this.ring(only, 0, only.radius, this.fillStyle)
    this.polygon(this.outline, this.fillStyle)
  }

  stroke(): void {
    const half = this.lineWidth / 2
    for (const arc of this.arcs) this.ring(arc, arc.radius - half, arc.radius + half, this.strokeStyle)
    for (const [from, to] of this.lines) for (const piece of this.dashed(from, to)) this.line(...piece)
    // round joins where two lines meet
    if (this.dashes.length > 0) return
    for (const [i, [from]] of this.lines.entries())
      if (i > 0 && this.lines[i - 1]?.[1] === from)
        this.ring({ x: from[0], y: from[1], radius: half, from: 0, to: FULL }, 0, half, this.strokeStyle)
  }

  /** A function that draws a span of one column of device pixels, with its ends weighted by coverage. */
  columns(): (x: number, top: number, bottom: number) => void {
    const { pixels, width, height } = this.sheet
    const ink = this.shades.indexOf(this.strokeStyle)
    const lay = this.layer(this.strokeStyle)
    return (x, top, bottom) => {
      const [inner, outer] = [Math.ceil(top), Math.floor(bottom)]
      if (inner > outer) return lay(x, outer, Math.round((bottom - top) * COVERED))
      lay(x, inner - 1, Math.round((inner - top) * COVERED))
      lay(x, outer, Math.round((bottom - outer) * COVERED))
      if (this.globalAlpha < 1) for (let row = inner; row < outer; row += 1) lay(x, row, COVERED)
      else if (x >= 0 && x < width) {
        const end = Math.min(outer, height) * width + x
        for (let at = Math.max(0, inner) * width + x; at < end; at += width) pixels[at] = ink
      }
    }
  }

  private dashed(from: Point, to: Point): [Point, Point][] {
    const [long = 0, gap = 0] = this.dashes
    if (long <= 0) return [[from, to]]
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    const at = (distance: number): Point => {
      const share = Math.min(1, distance / length)
      return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
    }
    return Array.from({ length: Math.ceil(length / (long + gap)) }, (_, i): [Point, Point] => {
      const begin = i * (long + gap)
      return [at(begin), at(begin + long)]
    })
  }

  private line(from: Point, to: Point): void {
    const [x, y] = [to[0] - from[0], to[1] - from[1]]
    const half = this.lineWidth / 2
    if (x === 0 || y === 0) {
      const [across, down] = y === 0 ? [0, half] : [half, 0]
      const [left, right] = [Math.min(from[0], to[0]) - across, Math.max(from[0], to[0]) + across]
      const [top, bottom] = [Math.min(from[1], to[1]) - down, Math.max(from[1], to[1]) + down]
      return this.box(left, top, right, bottom, this.strokeStyle)
    }
    const length = Math.hypot(x, y)
    const [u, v] = [(-y / length) * half, (x / length) * half]
    this.polygon(
      [
        [from[0] + u, from[1] + v],
        [to[0] + u, to[1] + v],
        [to[0] - u, to[1] - v],
        [from[0] - u, from[1] - v],
      ],
      this.strokeStyle,
    )
  }

  private box(left: number, top: number, right: number, bottom: number, colour: string): void {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [left, top, right, bottom].map(
      (coordinate) => coordinate * this.scale,
    )
    const layRun = this.runs(colour)
    const [inner, outer] = [Math.ceil(x0), Math.floor(x1)]
    for (let y = Math.floor(y0); y < y1; y += 1) {
      const high = Math.min(y + 1, y1) - Math.max(y, y0)
      if (inner > outer) layRun(outer, y, 1, (x1 - x0) * high)
      else {
        layRun(inner, y, outer - inner, high)
        if (inner > x0) layRun(inner - 1, y, 1, (inner - x0) * high)
        if (outer < x1) layRun(outer, y, 1, (x1 - outer) * high)
      }
    }
  }

  private polygon(points: readonly Point[], colour: string): void {
    const { width, height } = this.sheet
    const scaled = points.map(([x, y]): Point => [x * this.scale, y * this.scale])
    coverPolygon(scaled, { width, height }, this.runs(colour))
  }

  /** A function that draws an ink on adjacent pixels with the same coverage. */
  private runs(colour: string): (x: number, y: number, length: number, share: number) => void {
    const { pixels, width, height } = this.sheet
    const lay = this.layer(colour)
    const ink = this.shades.indexOf(colour)
    return (x, y, length, share) => {
      const level = Math.round(share * COVERED)
      const [from, to] = [Math.max(0, x), Math.min(width, x + length)]
      if (level < COVERED || this.globalAlpha < 1) for (let at = from; at < to; at += 1) lay(at, y, level)
      else if (y >= 0 && y < height && to > from) pixels.fill(ink, y * width + from, y * width + to)
    }
  }

  /** Ring between two circles, complete or between two directions. */
  private ring({ x, y, from, to }: Arc, inside: number, outside: number, colour: string): void {
    const [cx = 0, cy = 0, inner = 0, outer = 0] = [x, y, inside, outside].map(
      (length) => length * this.scale,
    )
    const lay = this.layer(colour)
    const fullCircle = to - from >= FULL
    const cover = (column: number, row: number) => {
      const [dx, dy] = [column + 0.5 - cx, row + 0.5 - cy]
      const r = Math.hypot(dx, dy)
      const share = clampShare(outer - r + 0.5) - (inner > 0 ? clampShare(inner - r + 0.5) : 0)
      const level = share * (fullCircle ? 1 : withinSector(Math.atan2(dy, dx), r, from, to))
      if (level > 0) lay(column, row, Math.round(level * COVERED))
    }
    for (let row = Math.floor(cy - outer - 1); row <= cy + outer + 1; row += 1) {
      const dy = row + 0.5 - cy
      const reach = Math.sqrt(Math.max(0, (outer + 0.5) ** 2 - dy * dy))
      if (reach === 0) continue
      const hole = inner > 1 ? Math.sqrt(Math.max(0, (inner - 0.5) ** 2 - dy * dy)) : 0
      const [begin, end] = [Math.floor(cx - reach), Math.ceil(cx + reach)]
      // skips the middle of a wide ring
      const [skip, resume] = hole > 1 ? [Math.ceil(cx - hole), Math.floor(cx + hole)] : [end, end]
      for (let column = begin; column < skip; column += 1) cover(column, row)
      for (let column = resume; column < end; column += 1) cover(column, row)
    }
  }

  /** A function that draws an ink on one pixel with a level from 0 to COVERED; pixels outside the sheet are ignored. */
  private layer(colour: string): (x: number, y: number, level: number) => void {
    const { pixels, width, height } = this.sheet
    const { shades, globalAlpha } = this
    const ink = shades.indexOf(colour)
    const table = shades.tableOf(ink)
    return (x, y, cover) => {
      if (x < 0 || y < 0 || x >= width || y >= height) return
      const level = globalAlpha === 1 ? cover : Math.round(cover * globalAlpha)
      const at = y * width + x
      if (level >= COVERED) pixels[at] = ink
      else if (level > 0) {
        const under = pixels[at] ?? 0
        const blended = table[under * COVERED + level] ?? -1
        pixels[at] = blended < 0 ? shades.blended(ink, under, level) : blended
      }
    }
  }
}

const clampShare = (share: number) => Math.max(0, Math.min(1, share))

/** How much of a pixel lies between two directions. @param r its distance from the centre */
function withinSector(angle: number, r: number, from: number, to: number): number {
  const past = (((angle - from) % FULL) + FULL) % FULL
  const span = to - from
  const distance = past <= span ? Math.min(past, span - past) : -Math.min(past - span, FULL - past)
  return clampShare(distance * r + 0.5)
}

/** The text, or as much of it as fits with "…" at its end. */
export function fitted(brush: Brush, text: string, width: number): string {
  if (brush.measureText(text).width <= width) return text
  let shorter = text
  while (shorter !== '' && brush.measureText(`${shorter}…`).width > width) shorter = shorter.slice(0, -1)
  return `${shorter.trimEnd()}…`
}
