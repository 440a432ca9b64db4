/** The prescription picture: opacity by water, the cell under a point or key, runs of cells, and borders. */
import { describe, expect, it } from 'vitest'
import type { CellGrid } from './prescription-cells.ts'
import { cellByKey, cellUnder, opacityOf, runsWhere, traceBorder, traceRun } from './prescription-drawing.ts'
import type { CellRun, PathContext } from './prescription-drawing.ts'

const grid: CellGrid = { place: { lat: 51, lng: -114 }, outerRadii: [50, 100, 200], arc: null }
const quarter: CellGrid = { ...grid, arc: [90, 180] }

describe('the ramp', () => {
  it('rises with the percentage, and is zero at 0 %', () => {
    const steps = Array.from({ length: 101 }, (_, percent) => opacityOf(percent))
    expect(steps[0]).toBe(0)
    expect(steps[100]).toBeCloseTo(0.9)
    expect(steps.slice(1).every((step, k) => step > (steps[k] ?? 1))).toBe(true)
  })
})

describe('the cell under a point', () => {
  it('is counted clockwise from north and outwards from the pivot', () => {
    expect(cellUnder({ x: 0.01, y: -0.2 }, grid)).toEqual({ sector: 1, tower: 1 })
    expect(cellUnder({ x: 0.3, y: 0.001 }, grid)).toEqual({ sector: 45, tower: 2 })
    expect(cellUnder({ x: -0.9, y: -0.001 }, grid)).toEqual({ sector: 135, tower: 3 })
    expect(cellUnder({ x: -0.001, y: -0.9 }, grid)).toEqual({ sector: 179, tower: 3 })
  })

  it('is none beyond the wetted edge, or where the arm does not go', () => {
    expect(cellUnder({ x: 0.8, y: 0.8 }, grid)).toBeNull()
    expect(cellUnder({ x: -0.5, y: -0.5 }, quarter)).toBeNull()
  })
})

describe('keys', () => {
  it('start at north, or at the start of a part circle', () => {
    expect(cellByKey('ArrowRight', null, grid)).toEqual({ sector: 0, tower: 1 })
    expect(cellByKey('ArrowRight', null, quarter)).toEqual({ sector: 45, tower: 1 })
  })

  it('go round, and stop at the first and the last tower', () => {
    expect(cellByKey('ArrowLeft', { sector: 0, tower: 2 }, grid)).toEqual({ sector: 179, tower: 2 })
    expect(cellByKey('PageDown', { sector: 175, tower: 2 }, grid)).toEqual({ sector: 5, tower: 2 })
    expect(cellByKey('ArrowUp', { sector: 3, tower: 3 }, grid)).toEqual({ sector: 3, tower: 3 })
    expect(cellByKey('ArrowDown', { sector: 3, tower: 3 }, grid)).toEqual({ sector: 3, tower: 2 })
  })

  it('stay on a part circle, and leave other keys alone', () => {
    expect(cellByKey('ArrowRight', { sector: 89, tower: 1 }, quarter)).toEqual({ sector: 89, tower: 1 })
    expect(cellByKey('Tab', { sector: 89, tower: 1 }, quarter)).toBeNull()
  })
})

describe('runs', () => {
  it('merge neighbours of a ring', () => {
    expect(runsWhere(grid, () => true)).toEqual([
      { zone: 0, from: 0, count: 180 },
      { zone: 1, from: 0, count: 180 },
      { zone: 2, from: 0, count: 180 },
    ])
    expect(runsWhere(grid, (cell) => cell === 9 * 7 + 1 || cell === 9 * 8 + 1)).toEqual([
      { zone: 1, from: 7, count: 2 },
    ])
  })

  it('leave out where the arm does not go', () => {
    expect(runsWhere(quarter, (cell) => cell % 9 === 0)).toEqual([{ zone: 0, from: 45, count: 45 }])
  })
})

/** The calls of a pen, with numbers to three decimals. */
function contextCalls(draw: (pen: PathContext) => void): string[] {
  const lines: string[] = []
  const note = (word: string, ...numbers: number[]) =>
    lines.push([word, ...numbers.map((value) => String(Math.round(value * 1000) / 1000 + 0))].join(' '))
  draw({
    moveTo: (x, y) => note('move', x, y),
    lineTo: (x, y) => note('line', x, y),
    arc: (x, y, radius, from, to, back) => note(back ? 'back' : 'arc', x, y, radius, from, to),
    closePath: () => note('close'),
  })
  return lines
}
const traced = (run: CellRun) => contextCalls((pen) => traceRun(pen, run, grid))

describe('the border of a region', () => {
  const edges = (predicate: (cell: number) => boolean, on = grid) =>
    contextCalls((pen) => traceBorder(pen, on, predicate)).filter((line) => !line.startsWith('move')).length

  it('is where it meets other cells, also across north', () => {
    // sectors 179 and 0 of the middle ring: two sides, two curves within and two without
    expect(edges((cell) => cell === 9 * 179 + 1 || cell === 1)).toBe(6)
    // the whole circle: its edge alone
    expect(edges(() => true)).toBe(180)
  })

  it('closes a part circle at its ends', () => {
    // three rings at both ends, 45 sectors of the edge
    expect(edges(() => true, quarter)).toBe(6 + 45)
  })
})

describe('outlines', () => {
  it('of an inner cell are a slice', () => {
    // a quarter from north to east within a quarter of the radius
    expect(traced({ zone: 0, from: 0, count: 45 })).toEqual([
      'move 0 -0.25',
      'arc 0 0 0.25 -1.571 0',
      'line 0 0',
      'close',
    ])
  })

  it('of an outer cell return along the inner ring', () => {
    expect(traced({ zone: 2, from: 45, count: 45 })).toEqual([
      'move 1 0',
      'arc 0 0 1 0 1.571',
      'line 0 0.5',
      'back 0 0 0.5 1.571 0',
      'close',
    ])
  })

  it('of a whole ring have no line between the circles', () => {
    expect(traced({ zone: 1, from: 0, count: 180 }).filter((line) => line.startsWith('line'))).toEqual([])
  })
})
