/** Decoding the maps of a season, and values read from them. */
import { describe, expect, it } from 'vitest'
import { toLatLng } from '#agronomy/pivot/pivot-geometry.ts'
import {
  changeOf,
  cornersOf,
  decodedMaps,
  moisturePixels,
  moistureRows,
  rangeOf,
  timesOf,
  valueAt,
} from './moisture-frames.ts'
import { moistureRamp } from '#agronomy/colour/colour-ramp.ts'
import type { PivotGeometry } from '#agronomy/pivot/pivot.ts'

const PIVOT: PivotGeometry = {
  place: { lat: 51, lng: -114 },
  towerRadiiM: [50, 90],
  wettedRadiusM: 100,
  arc: null,
}

const place = (x: number, y: number) => toLatLng(PIVOT.place, { x, y })

/** Wetter to the east, by 0.1 across the circle. */
const SLOPE = {
  size: 20,
  cells: Float32Array.from({ length: 400 }, (_, cell) => {
    const [x, y] = [((cell % 20) + 0.5) * 10 - 100, 100 - (Math.floor(cell / 20) + 0.5) * 10]
    return Math.hypot(x, y) <= 100 ? 0.2 + x / 2000 : Number.NaN
  }),
}

describe('maps of a season', () => {
  it('are decoded from consecutive bytes, with 255 for outside', () => {
    const b64 = btoa(String.fromCodePoint(0, 10, 255, 254, 100, 100, 100, 100))
    const [first, second, third] = decodedMaps({ offset: 0.1, step: 0.001, b64 }, 2)
    expect([...(first?.cells ?? [])].map((value) => Math.round(value * 1000) / 1000)).toEqual([
      0.1,
      0.11,
      Number.NaN,
      0.354,
    ])
    expect(second?.cells[3]).toBeCloseTo(0.2, 6)
    expect(third).toBeUndefined()
  })

  it('subtract, with wetter as positive', () => {
    const wetter = { size: 20, cells: SLOPE.cells.map((value) => value + 0.05) }
    expect(rangeOf(changeOf(wetter, SLOPE))?.min).toBeCloseTo(0.05, 6)
    expect(rangeOf(timesOf(SLOPE, 2))?.max).toBeCloseTo(0.495, 2)
    expect(rangeOf({ size: 1, cells: Float32Array.of(Number.NaN) })).toBeNull()
  })
})

describe('a lookup in a map', () => {
  it("is the value at a place, and null outside the machine's reach", () => {
    expect(valueAt(SLOPE, PIVOT, place(40, 30))).toBeCloseTo(0.22, 4)
    expect(valueAt(SLOPE, PIVOT, place(120, 0))).toBeNull()
    expect(valueAt(SLOPE, { ...PIVOT, arc: [180, 360] }, place(40, 30))).toBeNull()
  })

  it('is a table of twelve sectors with a column per tower', () => {
    const rows = moistureRows(SLOPE, PIVOT)
    expect(rows).toHaveLength(12)
    expect(rows.every(({ values }) => values.length === 2)).toBe(true)
    const east = rows[3]
    const west = rows[9]
    expect([east?.from, east?.to]).toEqual([90, 120])
    expect((east?.values[1] ?? 0) + (west?.values[1] ?? 0)).toBeCloseTo(0.4, 3)
    expect(east?.values[1]).toBeGreaterThan(east?.values[0] ?? 1)
    const half = moistureRows(SLOPE, { ...PIVOT, arc: [180, 360] })
    expect(half.map(({ values }) => values[0] === null)).toEqual([
      ...Array.from({ length: 6 }, () => true),
      ...Array.from({ length: 6 }, () => false),
    ])
  })
})

describe('the corners of a map', () => {
  it('are the square around the circle, clockwise from the north-west', () => {
    const [nw, ne, , sw] = cornersOf(PIVOT)
    expect(nw?.[0]).toBeLessThan(-114)
    expect(nw?.[1]).toBeGreaterThan(51)
    expect(ne?.[1]).toBe(nw?.[1])
    expect(sw?.[0]).toBe(nw?.[0])
  })
})

const RAMP = moistureRamp(101)
const even = (value: number) => ({ size: 4, cells: new Float32Array(16).fill(value) })
const SIDE = 40

const at = (pixels: Uint8ClampedArray, column: number, row: number) => [
  ...pixels.subarray((row * SIDE + column) * 4, (row * SIDE + column) * 4 + 4),
]

describe('pixels of a map', () => {
  it.each([
    [0, RAMP[0]],
    [0.1, RAMP[0]],
    [0.2, RAMP[50]],
    [0.35, RAMP[100]],
  ])('have the colour of %f between 0.1 and 0.3', (value, colour) => {
    const limits = { low: 0.1, high: 0.3 }
    const pixels = moisturePixels({ map: even(value), pivot: PIVOT, limits, ramp: RAMP }, SIDE)
    expect(at(pixels, 20, 20)).toEqual([...(colour ?? []), 255])
  })

  it('are transparent outside the circle and the arc', () => {
    const pivot = { ...PIVOT, arc: [0, 180] as const }
    const pixels = moisturePixels(
      { map: even(0.2), pivot, limits: { low: 0.1, high: 0.3 }, ramp: RAMP },
      SIDE,
    )
    expect(at(pixels, 1, 1)[3]).toBe(0)
    expect(at(pixels, 10, 20)[3]).toBe(0)
    expect(at(pixels, 30, 20)[3]).toBe(255)
  })
})
