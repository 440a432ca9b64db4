/** Contour lines of a grid: closed outlines by marching squares. */
import type { Point } from './svg.ts'

/** Values row by row, `size` to a side. */
export interface Grid {
  size: number
  values: Float64Array
}

type Edge = readonly [row: number, column: number, side: 'right' | 'down']

/** From which edge to which the outline crosses a cell, the higher ground on its right; by corners nw 1, ne 2, se 4, sw 8. */
const CROSSINGS: Readonly<Record<number, readonly (readonly [from: string, to: string])[]>> = {
  1: [['w', 'n']],
  2: [['n', 'e']],
  3: [['w', 'e']],
  4: [['e', 's']],
  5: [
    ['w', 'n'],
    ['e', 's'],
  ],
  6: [['n', 's']],
  7: [['w', 's']],
  8: [['s', 'w']],
  9: [['s', 'n']],
  10: [
    ['n', 'e'],
    ['s', 'w'],
  ],
  11: [['s', 'e']],
  12: [['e', 'w']],
  13: [['e', 'n']],
  14: [['n', 'w']],
}

/**
 * Outlines of the region at or above a level; everything beyond the grid is below, so that each outline closes.
 *
 * @returns points in cells: x from the west, y from the north
 */
export function outlines(grid: Grid, level: number): Point[][] {
  const { size } = grid
  const value = (row: number, column: number) =>
    row < 0 || column < 0 || row >= size || column >= size ? -1e9 : (grid.values[row * size + column] ?? -1e9)
  const next = new Map<string, string>()
  const places = new Map<string, Point>()
  for (let row = -1; row < size; row += 1) {
    for (let column = -1; column < size; column += 1) {
      const corners = [
        value(row, column),
        value(row, column + 1),
        value(row + 1, column + 1),
        value(row + 1, column),
      ]
      const kind = corners.reduce((sum, corner, i) => sum + (corner >= level ? 2 ** i : 0), 0)
      for (const [from, to] of CROSSINGS[kind] ?? []) {
        const ends = [edgeOf(row, column, from), edgeOf(row, column, to)] as const
        for (const edge of ends) places.set(edge.join(), crossing(edge, value, level))
        next.set(ends[0].join(), ends[1].join())
      }
    }
  }
  return rings(next, places)
}

function edgeOf(row: number, column: number, side: string): Edge {
  if (side === 'n') return [row, column, 'right']
  if (side === 's') return [row + 1, column, 'right']
  return side === 'w' ? [row, column, 'down'] : [row, column + 1, 'down']
}

function crossing(
  [row, column, side]: Edge,
  value: (row: number, column: number) => number,
  level: number,
): Point {
  const from = value(row, column)
  const to = side === 'right' ? value(row, column + 1) : value(row + 1, column)
  const share = Math.min(1, Math.max(0, (level - from) / (to - from)))
  return side === 'right' ? { x: column + share, y: row } : { x: column, y: row + share }
}

function rings(next: Map<string, string>, places: Map<string, Point>): Point[][] {
  const lines: Point[][] = []
  while (next.size > 0) {
    const [start] = next.keys()
    const ring: Point[] = []
    for (let edge = start; edge !== undefined;) {
      const place = places.get(edge)
      if (place) ring.push(place)
      const following: string | undefined = next.get(edge)
      next.delete(edge)
      edge = following === start ? undefined : following
    }
    lines.push(ring)
  }
  return lines
}
