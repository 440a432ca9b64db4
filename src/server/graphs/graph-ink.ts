/** Colours of graph pictures, equal to the light theme. */
import type { Rgba } from '../kit/picture/indexed-png.ts'
import { rgbOf, Shades } from '../kit/picture/shades.ts'

export const paper = '#fffdf9'
export const ink = '#1b1f1c'
export const inkSoft = '#53574f'
export const gridLine = '#dcd6c9'
export const axisLine = '#86826f'
/** Applied water, and the band of available water. */
export const water = '#0b5d66'
export const bandFill = '#dcebe9'
export const refillInk = '#744700'

/** For the lines of several depths. */
export const LINE_INKS: readonly string[] = [ink, '#8d4a9c', '#2e6fb5', '#86826f', '#9c2018']

export const INKS = [
  paper,
  ink,
  inkSoft,
  gridLine,
  axisLine,
  water,
  bandFill,
  refillInk,
  ...LINE_INKS,
] as const

/** Shades for antialiasing: which inks overlap, and in how many steps. Text needs the most. */
const EDGES: readonly [above: readonly string[], below: string, steps: number][] = [
  [[ink, inkSoft, water, refillInk], paper, 14],
  [LINE_INKS.slice(1), paper, 9],
  [LINE_INKS, bandFill, 9],
  [[gridLine, bandFill], paper, 5],
  [[water, refillInk, gridLine], bandFill, 5],
]

function shadesBetween(above: string, below: string, steps: number): Rgba[] {
  const [over, under] = [rgbOf(above), rgbOf(below)]
  return Array.from({ length: steps }, (_, i): Rgba => {
    const share = (i + 1) / (steps + 1)
    const part = (channel: 0 | 1 | 2) => Math.round(over[channel] * share + under[channel] * (1 - share))
    return [part(0), part(1), part(2), 255]
  })
}

/** The same for all pictures: equal content gives equal bytes, whatever was drawn before. */
export const shades = new Shades([
  ...[...new Set(INKS)].map((hex): Rgba => [...rgbOf(hex), 255]),
  ...EDGES.flatMap(([inks, below, steps]) => inks.flatMap((above) => shadesBetween(above, below, steps))),
])
